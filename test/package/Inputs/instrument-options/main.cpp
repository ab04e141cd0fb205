extern "C" int fromC(int);
int wanted(int n) { return fromC(n); }
int unwanted(int n) { return n; }
int main() { return wanted(1) + unwanted(-1); }
