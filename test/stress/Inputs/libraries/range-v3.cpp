// Library: range-v3
// Package: librange-v3-dev
// Needs: range/v3/all.hpp
// Flags: -std=c++17
#include <range/v3/all.hpp>

#include <iostream>
#include <map>
#include <string>

namespace views = ranges::views;
namespace actions = ranges::actions;

static int squares(int n) {
  int sum = 0;
  for (int x : views::iota(1, n) | views::transform([](int v) { return v * v; }))
    sum += x;
  return sum;
}

int main() {
  std::cout << squares(10) << "\n";
  auto triples = views::for_each(views::iota(1, 30), [](int z) {
    return views::for_each(views::iota(1, z), [=](int x) {
      return views::for_each(views::iota(x, z),
                             [=](int y) { return ranges::yield_if(x * x + y * y == z * z, x * y * z); });
    });
  });
  std::cout << (triples | views::take(5)) << "\n";
  std::vector<int> v = views::iota(0, 20) | views::reverse | ranges::to<std::vector>();
  v |= actions::sort | actions::remove_if([](int i) { return i % 3 == 0; }) | actions::unique;
  std::cout << views::all(v) << " " << ranges::accumulate(v, 0) << "\n";
  for (auto &&[a, b] : views::zip(v, v | views::drop(2) | views::stride(2)))
    std::cout << a << "/" << b << " ";
  for (auto chunk : v | views::chunk(4))
    std::cout << chunk << ";";
  for (auto window : v | views::sliding(3) | views::take(2))
    std::cout << window << ";";
  std::string text = "the quick brown fox";
  for (auto word : text | views::split(' '))
    std::cout << ranges::distance(word) << " ";
  auto groups = v | views::group_by([](int a, int b) { return a / 5 == b / 5; });
  std::cout << ranges::distance(groups) << " "
            << (views::cartesian_product(v | views::take(2), views::ints(0, 2)) |
                views::transform([](auto t) { return std::get<0>(t) * 10 + std::get<1>(t); }))
            << "\n";
  std::map<std::string, int> ages = {{"ann", 3}, {"bob", 9}};
  std::cout << (ages | views::keys) << (ages | views::values) << (ages | views::values | views::exclusive_scan(0))
            << "\n";
  std::cout << (views::concat(v, views::repeat_n(7, 2)) | views::intersperse(0) | views::cycle | views::take(8))
            << "\n";
  std::cout << (views::generate([n = 0]() mutable { return n++; }) | views::filter([](int i) { return i % 2; }) |
                views::take_while([](int i) { return i < 9; }))
            << "\n";
  ranges::sort(v, ranges::greater{}, [](int i) { return i % 7; });
  std::cout << ranges::is_sorted(v) << ranges::max(v) << ranges::count(v, 7)
            << ranges::any_of(v, [](int i) { return i > 18; }) << *ranges::find_if(v, [](int i) { return i > 3; })
            << "\n";
  ranges::any_view<int> any = v | views::transform([](int i) { return -i; });
  std::cout << ranges::distance(any | views::set_intersection(v)) << ranges::inner_product(v, v, 0)
            << (v | views::partial_sum | views::tail) << "\n";
}
