int inLibrary(int n) { return n; }
extern "C" int fromLibrary(int n) { return inLibrary(n); }
