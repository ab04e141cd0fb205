// Answers questions, with a leak and a peak planted: `autoscope run --leaks` names both. See README.md here.
//
//   autoscope-clang++ -O1 -std=c++17 main.cpp -o server
//   autoscope run --leaks -- ./server
#include "cache.h"

#include <cstdio>
#include <numeric>
#include <utility>

namespace serve {

Answer *Cache::put(const std::string &question, std::vector<float> scores) {
  std::size_t place = question.size() % places;
  answers_[place] = new Answer{question, std::move(scores)};
  return answers_[place];
}

std::vector<float> Layer::forward(const std::vector<float> &input) {
  std::vector<float> output(width_);
  for (std::size_t i = 0; i < width_; ++i)
    output[i] = input[i % input.size()] * 0.5f;
  return output;
}

std::vector<float> Widen::forward(const std::vector<float> &input) {
  std::vector<float> wide(2 << 20);
  for (std::size_t i = 0; i < wide.size(); ++i)
    wide[i] = input[i % input.size()];
  return {wide.begin(), wide.begin() + static_cast<std::ptrdiff_t>(input.size())};
}

std::vector<float> Model::forward(const std::vector<float> &input) {
  return head.forward(widen.forward(embed.forward(input)));
}

}  // namespace serve

int main() {
  serve::Model model;
  serve::Cache cache;
  for (int i = 0; i < 100; ++i) {
    std::string question(static_cast<std::size_t>(i % 8 + 1), 'q');
    cache.put(question, model.forward({1, 2, 3}));
  }
  std::puts("100 questions answered");
}
