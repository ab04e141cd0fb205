// Runs one of three models and prints a checksum: models transformer|language-model|unet [--modules]. With --modules it
// prints what named_modules() says instead, one module a line: path and class. One unit, since torch's headers cost
// most.
#include "language_model.h"
#include "transformer.h"
#include "unet.h"

#include <cstdio>
#include <string>

namespace {

void printModules(const torch::nn::Module &model, const char *name) {
  for (const auto &module : model.named_modules(name))
    std::printf("%s %s\n", module.key().c_str(), module.value()->name().c_str());
}

void printSum(const torch::Tensor &result) {
  std::printf("checksum %.3f\n", result.abs().sum().item<double>());
}

torch::Tensor someTokens(std::int64_t length, std::int64_t batch) {
  return torch::arange(length * batch).remainder(64).reshape({length, batch});
}

}  // namespace

int main(int argc, char **argv) {
  std::string model = argc > 1 ? argv[1] : "";
  bool modules = argc > 2 && std::string(argv[2]) == "--modules";
  torch::manual_seed(0);
  torch::NoGradGuard noGradients;
  if (model == "transformer") {
    transformer::Transformer net;
    net->eval();
    modules ? printModules(*net, "Transformer") : printSum(net(someTokens(7, 2), someTokens(5, 2)));
  } else if (model == "language-model") {
    LanguageModel net(64, 32);
    net->eval();
    modules ? printModules(*net, "LanguageModel") : printSum(net(someTokens(5, 2)));
  } else if (model == "unet") {
    UNet net;
    net->eval();
    modules ? printModules(*net, "UNet") : printSum(net(torch::ones({1, 3, 32, 32})));
  } else {
    std::fprintf(stderr, "usage: models transformer|language-model|unet [--modules]\n");
    return 2;
  }
}
