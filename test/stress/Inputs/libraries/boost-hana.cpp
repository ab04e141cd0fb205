// Library: Boost.Hana
// Package: libboost-dev
// Needs: boost/hana.hpp
// Flags: -std=c++17
#include <boost/hana.hpp>

#include <iostream>
#include <string>

namespace hana = boost::hana;
using namespace hana::literals;

struct Person {
  BOOST_HANA_DEFINE_STRUCT(Person, (std::string, name), (int, age));
};

template <class Any> auto describe(Any const &value) {
  auto hasName = hana::is_valid([](auto &&x) -> decltype((void)x.name) {});
  return hana::if_(
      hasName(value), [](auto const &x) { return x.name; }, [](auto const &) { return std::string("?"); })(value);
}

int main() {
  Person ann{"Ann", 30};
  hana::for_each(ann, hana::fuse([](auto name, auto member) {
                   std::cout << hana::to<char const *>(name) << "=" << member << "\n";
                 }));
  auto values = hana::make_tuple(1, 'c', std::string("s"), 2.5);
  hana::for_each(hana::reverse(values), [](auto const &x) { std::cout << x << " "; });
  std::cout << describe(ann) << describe(3) << "\n";
  auto map = hana::make_map(hana::make_pair(hana::type_c<int>, "int"), hana::make_pair(hana::int_c<3>, "three"));
  std::cout << map[hana::type_c<int>] << map[3_c] << "\n";
  static_assert(hana::fold_left(hana::make_range(1_c, 6_c), hana::_ + hana::_) == 15_c);
  auto numbers = hana::filter(hana::tuple_c<int, 1, 2, 3, 4, 5>, [](auto n) { return n % 2_c == 1_c; });
  std::cout << hana::unpack(numbers, [](auto... n) { return (n.value + ...); }) << "\n";
  auto sorted = hana::sort(hana::tuple_c<int, 3, 1, 2>);
  hana::for_each(hana::zip(sorted, hana::make_tuple("a", "b", "c")),
                 [](auto pair) { std::cout << pair[0_c].value << pair[1_c]; });
  auto maybe = hana::transform(hana::just(5), [](int i) { return i * 2; });
  std::cout << maybe.value() << hana::maybe(0, [](int i) { return i; }, hana::nothing) << "\n";
  auto text = BOOST_HANA_STRING("hana") + BOOST_HANA_STRING("!");
  std::cout << text.c_str() << hana::length(text).value << "\n";
  hana::int_<4>::times([] { std::cout << "."; });
  auto permutations = hana::permutations(hana::make_tuple(1, 'x', 3));
  std::cout << hana::size(permutations).value
            << hana::eval_if(hana::true_c, [] { return 1; }, [] { return 2; }) << "\n";
  auto compose = hana::compose([](auto x) { return x + 1; }, hana::partial([](auto a, auto b) { return a * b; }, 3));
  std::cout << compose(4) << hana::overload([](int) { return "int"; }, [](char const *) { return "text"; })("") << "\n";
  std::cout << hana::unpack(hana::monadic_fold_left<hana::optional_tag>(
                                hana::make_tuple(1, 2), 0, [](auto a, auto b) { return hana::just(a + b); }),
                            [](auto i) { return i; })
            << "\n";
}
