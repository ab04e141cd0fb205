// An inference server: a model, and a cache of its answers.
#pragma once

#include <autoscope/attributes.h>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace serve {

struct Answer {
  std::string question;
  std::vector<float> scores;
};

// Keeps answers by question. The planted leak: an answer that takes the place of another one is not given back.
class Cache {
public:
  [[autoscope::scope]] Answer *put(const std::string &question, std::vector<float> scores);

private:
  static constexpr std::size_t places = 8;
  Answer *answers_[places] = {};
};

// A layer of the model. The planted peak: `Widen` holds a buffer of 8 MiB for as long as it runs.
class AUTOSCOPE_MODULE Layer {
public:
  explicit Layer(std::size_t width) : width_(width) {}
  std::vector<float> forward(const std::vector<float> &input);

private:
  std::size_t width_;
};

class AUTOSCOPE_MODULE Widen {
public:
  std::vector<float> forward(const std::vector<float> &input);
};

class AUTOSCOPE_MODULE Model {
public:
  std::vector<float> forward(const std::vector<float> &input);

private:
  Layer embed{64}, head{16};
  Widen widen;
};

}  // namespace serve
