// A program prints the same with and without scopes in its coroutines, whatever co_await gives and wherever it stands.
// RUN: %clangxx -std=c++20 %coroutines -w -O0 %s -o %t && %t >%t.plain && FileCheck %s <%t.plain
// RUN: %tracexx -std=c++20 %coroutines %arg-all -w -O0 %s %stub -o %t && env AUTOSCOPE_STUB_QUIET=1 %t >%t.0 && diff %t.plain %t.0
// RUN: %tracexx -std=c++20 %coroutines %arg-all -w -O2 %s %stub -o %t && env AUTOSCOPE_STUB_QUIET=1 %t >%t.2 && diff %t.plain %t.2
// RUN: %tracexx -std=c++2b %coroutines %arg-all -w -O2 -fno-exceptions -DNO_EXCEPTIONS %s %stub -o %t && env AUTOSCOPE_STUB_QUIET=1 %t >%t.3 && diff %t.plain %t.3
// RUN: %tracexx -std=c++20 %coroutines %arg-all -w -DMAKES_PCH -x c++-header %s -o %t.pch && %tracexx -std=c++20 %coroutines %arg-all -w -include-pch %t.pch -DIN_PCH -x c++ %s %stub -o %t && env AUTOSCOPE_STUB_QUIET=1 %t >%t.4 && diff %t.plain %t.4
// RUN: %tracexx -std=c++20 %coroutines %arg-all -w -O0 -include-pch %t.pch -DIN_PCH -x c++ %s %stub -o %t && %t | FileCheck --check-prefix=ONCE %s
#ifndef IN_PCH
#include <complex>
#include <coroutine>
#include <cstdio>
#include <string>
#include <utility>

template <class... Words> void say(const char *format, Words... words) {
  std::printf(format, words...);
  std::printf("\n");
}

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
#ifndef NO_EXCEPTIONS
    void unhandled_exception() { say("unhandled"); }
#endif
    template <class T> auto yield_value(T value) {
      say("yields %d", static_cast<int>(value));
      return std::suspend_always{};
    }
  };
  void finish() {
    while (!handle.done())
      handle.resume();
    handle.destroy();
  }
  std::coroutine_handle<promise_type> handle;
};

struct Noisy {
  explicit Noisy(const char *text) : text(text) { say("+%s", text); }
  Noisy(Noisy &&) = delete;  // so nothing but elision makes one from another
  ~Noisy() { say("-%s", text); }
  const char *text;
};

enum Mode { ready, suspends, goesOn };
template <class T, class Make> struct Await {
  Mode mode;
  Make make;
  Noisy alive{"awaitable"};
  bool await_ready() { return mode == ready; }
  bool await_suspend(std::coroutine_handle<>) { return mode == suspends; }
  T await_resume() { return make(); }
};
template <class T, class Make> Await<T, Make> await(Mode mode, Make make) { return {mode, make}; }

inline int global = 40;
struct Pair {
  int first;
  std::string second;
};
struct Convertible {
  explicit operator bool() const { return false; }
};
struct OddReady {
  Convertible await_ready() const { return {}; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> same) const { return same; }
  void await_resume() const {}
};
struct Operator {};
inline auto operator co_await(Operator) { return await<int>(suspends, [] { return 9; }); }
struct Moved {
  Moved() = default;
  Moved(Moved &&) {}
};
inline void take(const Noisy &a, const Noisy &b) { say("take %s %s", a.text, b.text); }
inline int add(int a, int b) { return a + b; }

inline _Complex double imaginary() {
  _Complex double value = 3.0;
  __imag__ value = 4.0;
  return value;
}

inline Task values(Mode mode) {
  co_await await<void>(mode, [] { say("void"); });
  int &reference = co_await await<int &>(mode, []() -> int & { return global; });
  reference += 1;
  int &&moved = co_await await<int &&>(mode, []() -> int && { return std::move(global); });
  say("references %d %d", global, &moved == &global);
  Noisy elided = co_await await<Noisy>(mode, [] { return Noisy("elided"); });
  take(co_await await<Noisy>(mode, [] { return Noisy("one"); }), co_await await<Noisy>(mode, [] { return Noisy("two"); }));
  const Noisy &extended = co_await await<Noisy>(mode, [] { return Noisy("extended"); });
  auto [first, second] = co_await await<Pair>(mode, [] { return Pair{1, "a string that is long enough for the heap"}; });
  say("pair %d %s", first, second.c_str());
  std::complex<double> product = co_await await<std::complex<double>>(mode, [] { return std::complex<double>(1, 2); });
  _Complex double builtin = co_await await<_Complex double>(mode, imaginary);
  say("complex %.0f %.0f", product.imag(), __imag__ builtin);
  co_await OddReady{};
  say("nested %d", co_await await<int>(mode, [value = co_await Operator{}] { return value + 1; }));
  say("elvis %d", co_await await<int>(mode, [] { return 0; }) ?: co_await await<int>(mode, [] { return 3; }));
  bool both = co_await await<bool>(mode, [] { return false; }) && co_await await<bool>(mode, [] { return say("never"), true; });
  int array[] = {co_await await<int>(mode, [] { return 1; }), both, co_await await<int>(mode, [] { return 2; })};
  Pair designated{.first = co_await await<int>(mode, [] { return 7; }), .second = "x"};
  say("arrays %d %d %d", array[0], array[2], designated.first);
  int *allocated = new int(co_await await<int>(mode, [] { return 5; }));
  say("new %d", *allocated);
  delete allocated;
  do {
    static int round = 0;
    if (++round % 2)
      continue;
  } while (co_await await<int>(mode, [] { return 0; }));
  for (int i = 0; i < co_await await<int>(mode, [] { return 2; }); ++i)
    co_yield i;
  while (int left = co_await await<int>(mode, [] { return --global, global > 39; }))
    say("left %d", left);
  if (int x = co_await await<int>(mode, [] { return 1; }); x)
    goto out;
  say("not here");
out:
  co_await await<Moved>(mode, [] { return Moved(); });
  co_return co_await await<void>(mode, [] { say("end"); });
}

template <bool Once> Task templated(auto value) {
  if constexpr (Once)
    co_yield value;
  else
    co_await Operator{};
  co_yield add(value, co_await await<int>(suspends, [&] { return value * 2; }));
}

// Each round transfers control instead of growing the stack.
struct Transfer {
  std::coroutine_handle<> to;
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<>) { return to; }
  void await_resume() {}
};
inline Task bounce(std::coroutine_handle<> &other, long &rounds) {
  co_await std::suspend_always{};
  while (--rounds > 0)
    co_await Transfer{other};
}
#endif

#if defined(IN_PCH) || !defined(MAKES_PCH)
int main() {
  for (Mode mode : {ready, suspends, goesOn}) {
    global = 40;
    values(mode).finish();
  }
  templated<true>(3).finish();
  templated<false>('b').finish();
#ifdef __OPTIMIZE__
  long rounds = 200000;  // -O0 makes no tail calls
#else
  long rounds = 20;
#endif
  std::coroutine_handle<> a, b;
  Task first = bounce(b, rounds), second = bounce(a, rounds);
  a = first.handle;
  b = second.handle;
  a.resume();
  say("bounced %ld", rounds);
  a.destroy();
  b.destroy();
}
#endif

// CHECK:      +awaitable
// CHECK-NEXT: void
// CHECK-NEXT: -awaitable
// CHECK:      references 41 1
// CHECK:      take one two
// CHECK:      complex 2 4
// CHECK:      end
// CHECK:      -extended
// CHECK:      yields 9
// CHECK:      bounced 0

// ONCE:     > values(Mode) #1.0
// ONCE-NOT: > values(Mode) #
// ONCE:     < #1.0 suspends
// ONCE-NOT: UNBALANCED
