// Library: fmt
// Package: libfmt-dev
// Needs: fmt/core.h
// Flags: -std=c++20 -DFMT_HEADER_ONLY
#include <fmt/args.h>
#include <fmt/chrono.h>
#include <fmt/color.h>
#include <fmt/compile.h>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/printf.h>
#include <fmt/ranges.h>
#include <fmt/std.h>
#include <fmt/xchar.h>

#include <map>
#include <set>

struct Point {
  int x, y;
};
template <> struct fmt::formatter<Point> {
  constexpr auto parse(format_parse_context &context) { return context.begin(); }
  template <class Context> auto format(const Point &p, Context &context) const {
    return fmt::format_to(context.out(), "({}, {})", p.x, p.y);
  }
};

int main() {
  fmt::print("{:>8.3f}|{:<6}|{:^7}|{:#x}|{:+d}|{:e}|{:a}\n", 3.14159, "left", 'c', 255, 7, 1e100, 0.5);
  fmt::print("{1} {0} {name}\n", 1, 2, fmt::arg("name", "value"));
  fmt::print("{}\n", std::vector<std::map<int, std::string>>{{{1, "a"}}, {{2, "b"}, {3, "c"}}});
  fmt::print("{} {}\n", std::make_tuple(1, 'x', "s"), std::set<double>{0.1, 2.5});
  fmt::print("{}\n", Point{3, 4});
  fmt::print(FMT_COMPILE("{}-{:04}\n"), "compiled", 42);
  static_assert(fmt::formatted_size(FMT_COMPILE("{}"), 42) == 2);
  fmt::print("{:%H:%M:%S} {}\n", std::chrono::seconds(3723), std::chrono::milliseconds(15));
  fmt::printf("%5d|%-5s|%g\n", 12, "ab", 2.5);
  fmt::print("{}", fmt::format(fmt::fg(fmt::color::red) | fmt::emphasis::bold, "red {}\n", 1));
  fmt::print("{}\n", fmt::join({1, 2, 3}, ", "));
  fmt::dynamic_format_arg_store<fmt::format_context> store;
  store.push_back(1);
  store.push_back("two");
  fmt::print("{}\n", fmt::vformat("{} and {}", store));
  fmt::memory_buffer buffer;
  for (int i = 0; i < 600; ++i)
    fmt::format_to(std::back_inserter(buffer), "{},", i * i);
  fmt::print("{} {}\n", buffer.size(), fmt::to_string(buffer).substr(0, 20));
  try {
    fmt::print("{}\n", fmt::format(fmt::runtime("{:d}"), "text"));
  } catch (const fmt::format_error &e) {
    fmt::print("{}\n", e.what());
  }
  for (double d : {0.1, 1e-320, 123456789.123456789, -0.0, 1e22})
    fmt::print("{} {:.17g} {:.0f}\n", d, d, d);
  fmt::print("{}\n", fmt::format(L"{}", 42) == L"42");
}
