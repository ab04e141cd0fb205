extern int fromLibrary(int);
int main(void) { return fromLibrary(0); }
