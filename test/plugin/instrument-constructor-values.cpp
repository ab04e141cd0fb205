// Constructors whose first initialiser holds the scope's guard initialise what they did before: aggregates, strings, bit-fields, atomics,
// vectors, packs, inherited and virtual bases, unions, empty members, copies; same output as without the plugin, scopes balanced.
// RUN: %clangxx -std=c++20 -w %s -o %t.plain && %t.plain > %t.plain.txt
// RUN: %tracexx -std=c++20 -g -w %arg-all %s %stub -o %t && env AUTOSCOPE_STUB_QUIET=1 %t > %t.txt && diff %t.plain.txt %t.txt
// RUN: %tracexx -std=c++17 -O2 -w %arg-all %s %stub -o %t && env AUTOSCOPE_STUB_QUIET=1 %t > %t.txt && diff %t.plain.txt %t.txt
// RUN: %tracexx -std=c++17 -O1 -ftrivial-auto-var-init=pattern -fstrict-vtable-pointers -w %arg-all %s %stub -o %t && env AUTOSCOPE_STUB_QUIET=1 %t > %t.txt && diff %t.plain.txt %t.txt
// RUN: env -u AUTOSCOPE_STUB_QUIET %t | FileCheck %s
// CHECK: > NoExc::NoExc()
#include <atomic>
#include <complex>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>
#include <map>
#include <functional>
struct A { int x, y; };
struct D : A { D() : A{1, 2} {} };
struct Empty {};
struct E2 : Empty { [[no_unique_address]] Empty e; int v; E2() : Empty(), e(), v(3) {} };
struct Str { char s[4]; const char *p; Str() : s{'a', 'b', 'c'}, p("xyz") {} };
struct Str2 { char s[4] = "abc"; int z; Str2() : z(1) {} };
struct At { _Atomic(int) a; std::atomic<int> b; At() : a(4), b(5) {} };
struct Cx { _Complex double c; std::complex<float> d; Cx() : c(1.0), d(1, 2) {} };
typedef float V4 __attribute__((vector_size(16)));
struct Vec { V4 v; Vec() : v{1, 2, 3, 4} {} };
struct Bits { unsigned a : 3, b : 5; bool c : 1; Bits() : a(5), b(17), c(true) {} };
struct PM { int (D::*f)() const; int A::*m; PM() : f(nullptr), m(&A::y) {} };
template <class... B> struct Pack : B... { int n; Pack(B... b) : B(b)..., n(sizeof...(B)) {} };
struct P1 { int p1; P1(int x = 7) : p1(x) {} }; struct P2 { int p2; P2(int x = 8) : p2(x) {} };
struct Inh : P1 { using P1::P1; std::string s; };
struct VB { int vb; VB(int x) : vb(x) {} VB() : VB(99) {} };
struct L : virtual VB { int l; L() : VB(1), l(vb) {} }; struct R : virtual VB { int r; R() : VB(2), r(vb) {} };
struct Bottom : L, R { int b; Bottom() : VB(3), b(l + r) {} };
struct OnlyV : virtual VB { OnlyV() : VB(5) {} };
struct Lam { std::function<int()> f; int q = 4; Lam(int k) : f([this, k] { return q + k; }) {} };
struct Tmp { std::string s; Tmp() : s(std::string("long temporary string that allocates memory") + std::to_string(5)) {} };
struct Own { std::unique_ptr<A> a; std::vector<std::string> v; std::map<int, std::string> m; Own() : a(new A{5, 6}), v{"q", "r"}, m{{1, "one"}} {} };
struct Union { union { int i; double d; }; union { struct { short a, b; }; int c; }; Union() : d(2.5), a(3) { b = 4; } };
struct NoExc { int a; NoExc() noexcept : a(1) {} };
struct Expl { int a; template <class T> explicit Expl(T t) noexcept(false) : a(t) {} };
struct Copy { int a; std::string s; Copy(const Copy &o) : a(o.a + 1), s(o.s) {} Copy(Copy &&o) noexcept : a(o.a + 10), s(std::move(o.s)) {} Copy() : a(0), s("copy") {} };
struct RefM { const std::string &r; RefM(const std::string &x) : r(x) {} };
struct Poly { virtual int f() { return 1; } Poly() : v(f()) {} int v; virtual ~Poly() {} };
struct Poly2 : Poly { int f() override { return 2; } int w; Poly2() : w(f()) {} };
struct Nest { struct In { int a; In() : a(6) {} } in[2][2]; Nest() : in() {} };
struct MemInitDefault { int a = 1; int b = a + 1; std::string c = std::to_string(b); MemInitDefault() {} };
struct ZeroLen { int n; int tail[0]; ZeroLen() : n(2) {} };
struct Thr { std::string s; Thr(int i) try : s(i ? throw i : "ok") {} catch (int x) { std::printf("caught %d\n", x); } };
struct Priv { private: Priv(int x) : a(x) {} int a; friend int get(); };
int get() { return Priv(3).a; }
static Own global;
thread_local Copy tl;
int main() {
  D d; E2 e; Str s; Str2 s2; At at; Cx cx; Vec v; Bits b; PM pm; Pack<P1, P2> p(1, 2); Inh inh(5); Bottom bo; OnlyV ov; VB vb; Lam lam(2); Tmp t; Own o; Union u; NoExc n; Expl ex(2.5);
  Copy c; Copy c2(c); Copy c3(std::move(c2)); std::string str("ref"); RefM r(str); Poly2 po; Nest ne; MemInitDefault mi; ZeroLen z;
  std::printf("%d %d %d %zu %s %s %s %d %d %d\n", d.x, d.y, e.v, sizeof e, s.s, s.p, s2.s, s2.z, (int)at.a, at.b.load());
  std::printf("%g %g %g %d %d %d %d\n", __real__ cx.c, cx.d.imag(), v.v[3], b.a, b.b, b.c, d.*pm.m);
  std::printf("%d %d %d %d %d %d %d %d %d %d\n", p.p1, p.p2, p.n, inh.p1, bo.vb, bo.l, bo.r, bo.b, ov.vb, vb.vb);
  std::printf("%d %s %d %s %zu %g %d %d %d %d\n", lam.f(), t.s.c_str(), o.a->y, o.v[1].c_str(), o.m.size(), u.d, u.a, u.b, n.a, ex.a);
  std::printf("%d %d %d %s %d %d %d %d %s %d %d\n", c.a, c2.a, c3.a, r.r.c_str(), po.v, po.w, ne.in[1][1].a, mi.b, mi.c.c_str(), z.n, get());
  try { Thr thr(4); } catch (int x) { std::printf("again %d\n", x); }
  Thr ok(0); std::printf("%s %s %s\n", ok.s.c_str(), global.v[0].c_str(), tl.s.c_str());
  std::vector<Copy> vec(3); vec.resize(10); std::printf("%d\n", vec[0].a);
}
