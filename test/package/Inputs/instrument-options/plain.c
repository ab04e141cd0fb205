int fromC(int n) { return n; }
