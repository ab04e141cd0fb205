// Scores three inputs with a network of three blocks and two heads.
#include "engine.h"

#include <cstdio>

int main() {
  mlp::Network network(/*inputs=*/16, /*width=*/64, /*blockCount=*/3);
  for (int n = 0; n < 3; ++n) {
    mlp::Vector input(16);
    for (std::size_t i = 0; i < input.size(); ++i)
      input[i] = static_cast<float>(n + 1) * static_cast<float>(i % 4);
    mlp::Vector scores = network.forward(input);
    std::printf("input %d: parity %.3f, size %.3f\n", n, scores[0], scores[1]);
  }
}
