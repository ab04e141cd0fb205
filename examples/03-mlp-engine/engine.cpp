#include "engine.h"

#include <algorithm>
#include <cmath>

namespace mlp {

Dense::Dense(std::size_t inputs, std::size_t outputs) : inputs(inputs), outputs(outputs), weights(inputs * outputs) {
  unsigned state = 1;
  for (float &weight : weights) {
    state = state * 1103515245u + 12345u;
    weight = static_cast<float>(state >> 16 & 0xff) / 255.0f - 0.5f;
  }
}

Vector Dense::forward(const Vector &input) {
  Vector output(outputs);
  for (std::size_t o = 0; o < outputs; ++o)
    for (std::size_t i = 0; i < inputs; ++i)
      output[o] += weights[o * inputs + i] * input[i];
  return output;
}

Vector Relu::forward(const Vector &input) {
  Vector output = input;
  for (float &value : output)
    value = std::max(value, 0.0f);
  return output;
}

Vector Normalise::forward(const Vector &input) {
  float mean = 0, length = 0;
  for (float value : input)
    mean += value / static_cast<float>(input.size());
  for (float value : input)
    length += (value - mean) * (value - mean);
  Vector output = input;
  for (float &value : output)
    value = (value - mean) / std::sqrt(length + 1e-6f);
  return output;
}

Vector Stack::forward(const Vector &input) {
  Vector x = input;
  for (const std::unique_ptr<Layer> &layer : layers)
    x = layer->forward(x);
  return x;
}

Block::Block(std::size_t width, Layer &activation, bool normalise)
    : dense{Dense(width, width), Dense(width, width)}, activation(&activation) {
  if (normalise)
    norm.emplace();
}

Vector Block::forward(const Vector &input) {
  Vector x = norm ? norm->forward(input) : input;
  x = dense[1].forward(activation->forward(dense[0].forward(x)));
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] += input[i];
  return x;
}

Network::Network(std::size_t inputs, std::size_t width, std::size_t blockCount)
    : stem(inputs, width), activation(std::make_shared<Relu>()), neck{{}, {width, width / 2}} {
  for (std::size_t i = 0; i < blockCount; ++i)
    blocks.push_back(std::make_unique<Block>(width, *activation, /*normalise=*/i > 0));
  auto parity = std::make_unique<Stack>();
  parity->layers.push_back(std::make_unique<Dense>(width / 2, width / 2));
  parity->layers.push_back(std::make_unique<Relu>());
  parity->layers.push_back(std::make_unique<Dense>(width / 2, 1));
  heads["parity"] = std::move(parity);
  heads["size"] = std::make_unique<Dense>(width / 2, 1);
}

Vector Network::forward(const Vector &input) {
  Vector x = activation->forward(stem.forward(input));
  for (const std::unique_ptr<Block> &block : blocks)
    x = block->forward(x);
  x = neck.squeeze.forward(neck.norm.forward(x));
  Vector scores;
  for (const auto &[name, head] : heads)
    scores.push_back(head->forward(x)[0]);
  return scores;
}

}  // namespace mlp
