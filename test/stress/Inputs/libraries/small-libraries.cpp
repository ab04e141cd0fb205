// Library: cxxopts, expected, utfcpp, GSL, robin-map, fast_float
// Package: libcxxopts-dev libexpected-dev libutfcpp-dev libmsgsl-dev robin-map-dev libfast-float-dev
// Needs: cxxopts.hpp utf8.h gsl/gsl tsl/robin_map.h fast_float/fast_float.h tl/expected.hpp
// Flags: -std=c++17
#include <cxxopts.hpp>
#include <fast_float/fast_float.h>
#include <gsl/gsl>
#include <tl/expected.hpp>
#include <tsl/robin_map.h>
#include <tsl/robin_set.h>
#include <utf8.h>

#include <iostream>

static tl::expected<int, std::string> parse(const std::string &text) {
  double value = 0;
  auto result = fast_float::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc())
    return tl::make_unexpected("bad " + text);
  return static_cast<int>(value * 2);
}

int main() {
  cxxopts::Options options("prog", "a program");
  options.add_options()("n,number", "a number", cxxopts::value<int>()->default_value("3"))("v,verbose", "talk")(
      "list", "", cxxopts::value<std::vector<std::string>>());
  std::cout << options.help() << "\n";
  for (std::vector<const char *> arguments : std::vector<std::vector<const char *>>{
           {"prog", "-n", "5", "--list=a,b"}, {"prog", "--none"}, {"prog", "-n", "x"}}) {
    try {
      auto result = options.parse(static_cast<int>(arguments.size()), arguments.data());
      std::cout << result["number"].as<int>() << result.count("list") << "\n";
    } catch (const std::exception &e) {
      std::cout << e.what() << "\n";
    }
  }
  for (std::string text : {"1.5", "1e3", "-0.25", "z", "123456789012345678901234567890"})
    std::cout << parse(text).value_or(-1) << parse(text).map([](int i) { return i + 1; }).has_value() << " ";
  std::string text = "h\xc3\xa9llo \xe2\x82\xac \xf0\x9f\x98\x80";
  std::u16string wide;
  utf8::utf8to16(text.begin(), text.end(), std::back_inserter(wide));
  std::cout << utf8::distance(text.begin(), text.end()) << wide.size() << utf8::is_valid("\xff")
            << utf8::replace_invalid("a\xff"
                                     "b")
            << "\n";
  tsl::robin_map<std::string, int> map;
  for (int i = 0; i < 1000; ++i)
    map["k" + std::to_string(i % 300)] += i;
  map.erase("k7");
  tsl::robin_set<int> set{3, 1, 3};
  std::cout << map.size() << map.at("k8") << set.size() << "\n";
  std::vector<int> numbers{1, 2, 3, 4};
  gsl::span<int> span(numbers);
  for (int i : span.subspan(1, 2))
    std::cout << i;
  auto finally = gsl::finally([] { std::cout << "finally\n"; });
  try {
    std::cout << gsl::narrow<char>(65) << static_cast<int>(gsl::narrow<char>(1000));
  } catch (const gsl::narrowing_error &e) {
    std::cout << e.what() << "\n";
  }
}
