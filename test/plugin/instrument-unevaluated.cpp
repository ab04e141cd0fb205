// What is only asked about is neither instantiated nor timed: requires-expressions, concepts, sizeof, noexcept, decltype, typeid.
// Structured bindings time the `get` they call, range-for and comparison rewrites their operators, once per call.
// RUN: %tracexx -std=c++20 -Wall -Wextra -Werror -Wno-unevaluated-expression %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++20 -O2 %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++2b %arg-all -Xclang -verify -DERRORS -fsyntax-only %s
#include <compare>
#include <cstddef>
#include <tuple>
#include <typeinfo>
#include <utility>

template <class T> concept Runs = requires(T t) {
  { t.run() } -> std::same_as<int>;
  requires noexcept(t.run());
};
struct Yes {
  int run() noexcept { return 1; }
};
struct No {
  int run() { return 1; }
};
static_assert(Runs<Yes> && !Runs<No>);
template <class T> int pick(T t) requires Runs<T> { return t.run(); }
template <class T> int pick(T) { return 0; }
template <class T> auto neverMade(T t) -> decltype(t.run()) { return t.absent(); }
static_assert(sizeof(neverMade(Yes())) == sizeof(int) && noexcept(Yes().run()));
template <class T> struct OnlyIf {
  int get() requires(sizeof(T) > 1) { return 1; }
  int get() { return 2; }
  explicit(sizeof(T) > 1) OnlyIf(T) {}
#if __clang_major__ >= 16
  ~OnlyIf() requires(sizeof(T) > 1) {}
#endif
  ~OnlyIf() {}
};

struct Pair {
  int a = 1, b = 2;
  template <std::size_t n> int get() const { return n ? b : a; }
};
template <> struct std::tuple_size<Pair> : std::integral_constant<std::size_t, 2> {};
template <std::size_t n> struct std::tuple_element<n, Pair> {
  using type = int;
};
struct Range {
  int data[1] = {7};
  int *begin() { return data; }
  int *end() { return data + 1; }
};
struct Ordered {
  int value;
  std::strong_ordering operator<=>(const Ordered &other) const { return value <=> other.value; }
  bool operator==(const Ordered &other) const { return value == other.value; }
};
struct Defaulted {
  Ordered member;
  auto operator<=>(const Defaulted &) const = default;
};
template <class... T> auto sum(T... xs) { return (xs + ...); }
auto abbreviated(auto x) { return x; }
consteval int never() { return 1; }
template <auto lambda = [] { return 5; }> int byLambda() { return lambda(); }

#ifdef ERRORS
// expected-note@25 {{is not a structure or union}} expected-error@+1 {{no matching function for call to 'neverMade'}}
int wrong = neverMade(1);
#endif

int main() {
  pick(Yes());
  pick(No());
  OnlyIf<long>(1L).get();
  OnlyIf<char>('c').get();
  (void)sizeof(pick(No()));
  (void)typeid(pick(No()));
  auto [a, b] = Pair();
  for (int x : Range())
    (void)x;
  if (Ordered{a} < Ordered{b} && Ordered{a} != Ordered{b} && Defaulted{{1}} < Defaulted{{2}})
    sum(1, 2L);
  abbreviated(never());
  byLambda();
}
// CHECK:      {{^}}> main()
// CHECK-NEXT: {{^}}  > pick<Yes>(Yes)
// CHECK-NEXT: {{^}}    > Yes::run()
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > pick<No>(No)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > OnlyIf<long>::OnlyIf(long)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > OnlyIf<long>::get()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > OnlyIf<long>::~OnlyIf()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > OnlyIf<char>::OnlyIf(char)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > OnlyIf<char>::get()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > OnlyIf<char>::~OnlyIf()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Pair::get<0>() const
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Pair::get<1>() const
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Range::begin()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Range::end()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Ordered::operator<=>(const Ordered &) const
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Ordered::operator==(const Ordered &) const
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Ordered::operator<=>(const Ordered &) const
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > sum<int, long>(int, long)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > abbreviated<int>(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > byLambda<{{.*}}>()
// CHECK-NEXT: {{^}}    > (lambda 62:25)()
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}<
// CHECK-NOT:  {{.}}
