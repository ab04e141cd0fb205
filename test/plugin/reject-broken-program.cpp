// A program with errors gets Clang's own errors and nothing else: no crash, no message of ours.
// RUN: not %clangxx -std=c++17 -c %s -o %t.o 2> %t.plain
// RUN: not %clangxx -std=c++17 %plugin_flags %arg-all -c %s -o %t.o 2> %t.plugin
// RUN: diff %t.plain %t.plugin
template <class T> using Y = struct {};
int undeclared() { return nothing; }
struct Incomplete;
int uses(Incomplete x) { return x.y; }
template <class T> T bad(T x) { return x.missing; }
int user() { return bad(1); }
auto deduced() { return }
