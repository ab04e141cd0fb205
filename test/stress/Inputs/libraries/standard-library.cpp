// Library: the C++ standard library
// Package: g++
// Needs: regex
// Flags: -std=c++20 -pthread
#include <algorithm>
#include <any>
#include <atomic>
#include <bitset>
#include <charconv>
#include <chrono>
#include <complex>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <list>
#include <map>
#include <memory_resource>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <regex>
#include <set>
#include <shared_mutex>
#include <span>
#include <sstream>
#include <stack>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <valarray>
#include <variant>
#include <vector>

int main() {
  std::string text = "one two, three; 4 and 55";
  std::regex word("([a-z]+)|(\\d+)");
  for (std::sregex_iterator it(text.begin(), text.end(), word), end; it != end; ++it)
    std::cout << it->str() << (*it)[2].matched << " ";
  std::cout << std::regex_replace(text, std::regex("(t\\w+)"), "<$1>") << "\n";
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::vector<double> v(1000);
  std::generate(v.begin(), v.end(), [&] { return normal(random); });
  std::sort(v.begin(), v.end());
  std::stable_sort(v.begin(), v.end(), std::greater<>());
  std::nth_element(v.begin(), v.begin() + 500, v.end());
  std::cout << std::setprecision(4) << std::fixed << std::accumulate(v.begin(), v.end(), 0.0) << std::setw(9) << v[500]
            << "\n";
  std::map<std::string, std::vector<int>> map;
  std::unordered_map<std::string, int> hash;
  for (int i = 0; i < 100; ++i)
    map[std::to_string(i % 7)].push_back(i), hash[std::to_string(i % 11)] += i;
  std::cout << map.size() << map["3"].size() << hash["4"] << std::multiset<int>{3, 1, 3}.count(3) << "\n";
  std::variant<int, std::string, std::vector<int>> variant = std::vector<int>{1, 2};
  std::cout << std::visit([](auto &value) { return sizeof(value); }, variant) << variant.index() << "\n";
  std::any any = std::make_pair(1, 2.5);
  try {
    std::any_cast<int>(any);
  } catch (const std::bad_any_cast &e) {
    std::cout << e.what() << "\n";
  }
  std::function<int(int)> fib = [&](int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); };
  auto later = std::async(std::launch::async, fib, 15);
  std::promise<std::string> promise;
  std::mutex mutex;
  std::condition_variable condition;
  bool ready = false;
  std::jthread thread([&](std::stop_token) {
    std::unique_lock lock(mutex);
    condition.wait(lock, [&] { return ready; });
    promise.set_exception(std::make_exception_ptr(std::out_of_range("far")));
  });
  {
    std::lock_guard lock(mutex);
    ready = true;
  }
  condition.notify_all();
  try {
    promise.get_future().get();
  } catch (const std::out_of_range &e) {
    std::cout << later.get() << e.what() << "\n";
  }
  std::pmr::monotonic_buffer_resource arena;
  std::pmr::vector<std::pmr::string> strings(&arena);
  strings.emplace_back("a string that is too long for the small buffer");
  std::filesystem::path path = "/a/b/../c.txt";
  std::cout << path.lexically_normal() << path.extension() << strings[0].size()
            << std::filesystem::exists("/nonexistent") << "\n";
  std::valarray<double> values{1, 4, 9};
  std::complex<double> z = std::polar(1.0, 0.5);
  std::cout << std::sqrt(values)[2] << std::abs(z * z) << std::bitset<8>(37) << "\n";
  std::priority_queue<int> queue;
  std::stack<int, std::deque<int>> stack;
  std::list<int> list{3, 1, 2};
  std::forward_list<int> forward(list.begin(), list.end());
  list.sort();
  for (int i : list)
    queue.push(i), stack.push(i);
  std::cout << queue.top() << stack.top() << forward.front() << std::gcd(12, 18) << "\n";
  char buffer[32];
  auto end = std::to_chars(buffer, buffer + 32, 3.25).ptr;
  double back = 0;
  std::from_chars(buffer, end, back);
  std::istringstream in("12 abc 0x1f");
  int number = 0;
  std::string rest;
  in >> number >> rest >> std::hex >> number;
  std::cout << back << rest << number << std::put_time(std::gmtime(new std::time_t(0)), "%F") << "\n";
  auto shared = std::make_shared<std::vector<int>>(3, 1);
  std::weak_ptr<std::vector<int>> weak = shared;
  shared.reset();
  std::optional<int> maybe;
  std::cout << weak.expired() << maybe.value_or(3)
            << std::apply([](auto... x) { return (x + ...); }, std::tuple(1, 2, 3)) << "\n";
  std::span<double> span(v);
  std::shared_mutex shared_mutex;
  std::shared_lock shared_lock(shared_mutex);
  std::cout << span.subspan(1, 3).size() << std::bind(std::minus<>(), std::placeholders::_2, 10)(0, 50)
            << std::mem_fn(&std::string::size)(rest) << "\n";
}
