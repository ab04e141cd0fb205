// Runs ResNet18 once over a batch of five images and prints a checksum of the scores. With --modules it prints what
// named_modules() says instead, one module a line: path and class. A test compares the profile with that. With
// --formula weights and images are no random numbers but those of test/golden/torch-1.13/resnet18.py, which a test
// compares, too.
#include "resnet.h"

#include <cmath>
#include <cstdio>
#include <cstring>

namespace nn = torch::nn;

namespace {

nn::Conv2d convolution(std::int64_t in, std::int64_t out, std::int64_t kernel, std::int64_t stride) {
  return nn::Conv2d(nn::Conv2dOptions(in, out, kernel).stride(stride).padding(kernel / 2).bias(false));
}

nn::Sequential stage(std::int64_t in, std::int64_t out, std::int64_t stride) {
  return nn::Sequential(BasicBlock(in, out, stride), BasicBlock(out, out, 1));
}

void printModules(const nn::Module &net) {
  for (const auto &module : net.named_modules("ResNet18"))
    std::printf("%s %s\n", module.key().c_str(), module.value()->name().c_str());
}

// Numbers in [0, 1) that look random, by integers alone.
void fill(torch::Tensor tensor, std::int64_t number) {
  torch::Tensor index = torch::arange(tensor.numel(), torch::kLong);
  tensor.copy_((index * 7919 + number * 101).remainder(1009).div(1009).view_as(tensor));
}

void fillByFormula(nn::Module &net, torch::Tensor &images) {
  std::int64_t number = 0;
  for (torch::Tensor &parameter : net.parameters()) {
    fill(parameter, number++);
    if (parameter.dim() > 1)
      parameter.sub_(0.5).mul_(5 / std::sqrt(static_cast<double>(parameter.numel() / parameter.size(0))));
  }
  number = 0;
  for (torch::Tensor &buffer : net.buffers()) {
    if (buffer.is_floating_point()) {
      fill(buffer, number);
      buffer.add_(0.5);
    }
    ++number;
  }
  fill(images, 0);
  images.sub_(0.5);
}

}  // namespace

BasicBlockImpl::BasicBlockImpl(std::int64_t inChannels, std::int64_t outChannels, std::int64_t stride)
    : conv1_(convolution(inChannels, outChannels, 3, stride)), conv2_(convolution(outChannels, outChannels, 3, 1)),
      bn1_(outChannels), bn2_(outChannels), downsample_(nullptr) {
  register_module("conv1", conv1_);
  register_module("bn1", bn1_);
  register_module("relu", relu_);
  register_module("conv2", conv2_);
  register_module("bn2", bn2_);
  if (stride != 1 || inChannels != outChannels)
    downsample_ = register_module(
        "downsample", nn::Sequential(convolution(inChannels, outChannels, 1, stride), nn::BatchNorm2d(outChannels)));
}

torch::Tensor BasicBlockImpl::forward(torch::Tensor input) {
  torch::Tensor shortcut = downsample_.is_empty() ? input : downsample_->forward(input);
  torch::Tensor output = relu_(bn1_(conv1_(input)));
  output = bn2_(conv2_(output));
  return torch::relu(output + shortcut);
}

ResNet18Impl::ResNet18Impl(std::int64_t classes)
    : conv1_(convolution(3, 64, 7, 2)), bn1_(64), maxpool_(nn::MaxPool2dOptions(3).stride(2).padding(1)),
      layer1_(stage(64, 64, 1)), layer2_(stage(64, 128, 2)), layer3_(stage(128, 256, 2)), layer4_(stage(256, 512, 2)),
      avgpool_(nn::AdaptiveAvgPool2dOptions({1, 1})), fc_(512, classes) {
  register_module("conv1", conv1_);
  register_module("bn1", bn1_);
  register_module("relu", relu_);
  register_module("maxpool", maxpool_);
  register_module("layer1", layer1_);
  register_module("layer2", layer2_);
  register_module("layer3", layer3_);
  register_module("layer4", layer4_);
  register_module("avgpool", avgpool_);
  register_module("fc", fc_);
}

torch::Tensor ResNet18Impl::forward(torch::Tensor images) {
  torch::Tensor x = maxpool_(relu_(bn1_(conv1_(images))));
  x = layer1_->forward(x);
  x = layer2_->forward(x);
  x = layer3_->forward(x);
  x = layer4_->forward(x);
  return fc_->forward(avgpool_->forward(x).flatten(1));
}

int main(int argc, char **argv) {
  torch::manual_seed(0);
  torch::NoGradGuard noGradients;
  ResNet18 net;
  if (argc > 1 && std::strcmp(argv[1], "--modules") == 0) {
    printModules(*net);
    return 0;
  }
  net->eval();
  torch::Tensor images = torch::randn({5, 3, 224, 224});
  if (argc > 1 && std::strcmp(argv[1], "--formula") == 0)
    fillByFormula(*net, images);
  torch::Tensor scores = net->forward(images);
  std::printf("scores: %d x %d, checksum %.3f\n", static_cast<int>(scores.size(0)), static_cast<int>(scores.size(1)),
              scores.abs().sum().item<double>());
}
