// ResNet18 (He et al., 2015) in libtorch's C++ frontend, as a user would write it: no line here knows of profiling.
#pragma once

#include <cstdint>
#include <torch/torch.h>

// Two 3x3 convolutions and a shortcut; `downsample` fits the shortcut when the shape changes, and is empty otherwise.
class BasicBlockImpl : public torch::nn::Module {
public:
  BasicBlockImpl(std::int64_t inChannels, std::int64_t outChannels, std::int64_t stride);
  torch::Tensor forward(torch::Tensor input);

private:
  torch::nn::Conv2d conv1_, conv2_;
  torch::nn::BatchNorm2d bn1_, bn2_;
  torch::nn::ReLU relu_;
  torch::nn::Sequential downsample_;
};
TORCH_MODULE(BasicBlock);

// Images of 3 channels in, scores of `classes` classes out. Its 68 modules have the names of torchvision's resnet18.
class ResNet18Impl : public torch::nn::Module {
public:
  explicit ResNet18Impl(std::int64_t classes = 1000);
  torch::Tensor forward(torch::Tensor images);

private:
  torch::nn::Conv2d conv1_;
  torch::nn::BatchNorm2d bn1_;
  torch::nn::ReLU relu_;
  torch::nn::MaxPool2d maxpool_;
  torch::nn::Sequential layer1_, layer2_, layer3_, layer4_;
  torch::nn::AdaptiveAvgPool2d avgpool_;
  torch::nn::Linear fc_;
};
TORCH_MODULE(ResNet18);
