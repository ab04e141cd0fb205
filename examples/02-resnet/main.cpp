// Runs ResNet18 once over a batch of five images and prints a checksum of the scores.
#include "resnet.h"

#include <cstdio>

namespace nn = torch::nn;

namespace {

nn::Conv2d convolution(std::int64_t in, std::int64_t out, std::int64_t kernel, std::int64_t stride) {
  return nn::Conv2d(nn::Conv2dOptions(in, out, kernel).stride(stride).padding(kernel / 2).bias(false));
}

nn::Sequential stage(std::int64_t in, std::int64_t out, std::int64_t stride) {
  return nn::Sequential(BasicBlock(in, out, stride), BasicBlock(out, out, 1));
}

}  // namespace

BasicBlockImpl::BasicBlockImpl(std::int64_t inChannels, std::int64_t outChannels, std::int64_t stride)
    : conv1_(convolution(inChannels, outChannels, 3, stride)), conv2_(convolution(outChannels, outChannels, 3, 1)),
      bn1_(outChannels), bn2_(outChannels), downsample_(nullptr) {
  register_module("conv1", conv1_);
  register_module("bn1", bn1_);
  register_module("conv2", conv2_);
  register_module("bn2", bn2_);
  if (stride != 1 || inChannels != outChannels)
    downsample_ = register_module(
        "downsample", nn::Sequential(convolution(inChannels, outChannels, 1, stride), nn::BatchNorm2d(outChannels)));
}

torch::Tensor BasicBlockImpl::forward(torch::Tensor input) {
  torch::Tensor shortcut = downsample_.is_empty() ? input : downsample_->forward(input);
  torch::Tensor output = torch::relu(bn1_(conv1_(input)));
  output = bn2_(conv2_(output));
  return torch::relu(output + shortcut);
}

ResNet18Impl::ResNet18Impl(std::int64_t classes)
    : conv1_(convolution(3, 64, 7, 2)), bn1_(64), layer1_(stage(64, 64, 1)), layer2_(stage(64, 128, 2)),
      layer3_(stage(128, 256, 2)), layer4_(stage(256, 512, 2)), fc_(512, classes) {
  register_module("conv1", conv1_);
  register_module("bn1", bn1_);
  register_module("layer1", layer1_);
  register_module("layer2", layer2_);
  register_module("layer3", layer3_);
  register_module("layer4", layer4_);
  register_module("fc", fc_);
}

torch::Tensor ResNet18Impl::forward(torch::Tensor images) {
  torch::Tensor x = torch::relu(bn1_(conv1_(images)));
  x = torch::max_pool2d(x, /*kernel_size=*/3, /*stride=*/2, /*padding=*/1);
  x = layer1_->forward(x);
  x = layer2_->forward(x);
  x = layer3_->forward(x);
  x = layer4_->forward(x);
  x = torch::adaptive_avg_pool2d(x, {1, 1}).flatten(1);
  return fc_(x);
}

int main() {
  torch::manual_seed(0);
  torch::NoGradGuard noGradients;
  ResNet18 net;
  net->eval();
  torch::Tensor scores = net->forward(torch::randn({5, 3, 224, 224}));
  std::printf("scores: %d x %d, checksum %.3f\n", static_cast<int>(scores.size(0)), static_cast<int>(scores.size(1)),
              scores.abs().sum().item<double>());
}
