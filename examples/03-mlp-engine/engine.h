// A small neural-network engine as people write them by hand: no libtorch, no registration, plain members and
// containers.
//
// One mark on the base class makes every layer a module. Their names in the profile are the names of the fields that
// hold them: `stem`, `blocks[1].norm`, `heads["parity"]`.
#pragma once

#include <array>
#include <autoscope/attributes.h>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlp {

using Vector = std::vector<float>;

struct AUTOSCOPE_MODULE Layer {
  virtual ~Layer() = default;
  virtual Vector forward(const Vector &input) = 0;
};

// Fully connected; the weights come from a fixed sequence, so that every run prints the same.
struct Dense : Layer {
  Dense(std::size_t inputs, std::size_t outputs);
  Vector forward(const Vector &input) override;

  std::size_t inputs, outputs;
  Vector weights;
};

struct Relu : Layer {
  Vector forward(const Vector &input) override;
};

// To mean 0 and length 1.
struct Normalise : Layer {
  Vector forward(const Vector &input) override;
};

// Any layers, one after the other.
struct Stack : Layer {
  Vector forward(const Vector &input) override;

  std::vector<std::unique_ptr<Layer>> layers;
};

// Adds what its layers make to what came in. `norm` is empty in the first block, and `activation` belongs to the
// network, which all blocks share.
struct Block : Layer {
  Block(std::size_t width, Layer &activation, bool normalise);
  Vector forward(const Vector &input) override;

  std::array<Dense, 2> dense;
  std::optional<Normalise> norm;
  Layer *activation;
};

struct Network : Layer {
  Network(std::size_t inputs, std::size_t width, std::size_t blockCount);
  Vector forward(const Vector &input) override;  // one score per head

  Dense stem;
  std::shared_ptr<Layer> activation;
  std::vector<std::unique_ptr<Block>> blocks;
  struct Neck {
    Normalise norm;
    Dense squeeze;
  } neck;
  std::map<std::string, std::unique_ptr<Layer>> heads;
};

}  // namespace mlp
