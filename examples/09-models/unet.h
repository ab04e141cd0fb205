// U-Net (Ronneberger et al., 2015) on small images: what the way down finds is joined to the way up by skip
// connections.
#pragma once

#include <cstdint>
#include <torch/torch.h>
#include <vector>

// Two times convolution, normalisation, ReLU.
class DoubleConvolutionImpl : public torch::nn::Module {
public:
  DoubleConvolutionImpl(std::int64_t in, std::int64_t out) {
    register_module("layers", layers_);
    for (std::int64_t channels : {in, out}) {
      layers_->push_back(torch::nn::Conv2d(torch::nn::Conv2dOptions(channels, out, 3).padding(1)));
      layers_->push_back(torch::nn::BatchNorm2d(out));
      layers_->push_back(torch::nn::Functional(torch::relu));
    }
  }
  torch::Tensor forward(torch::Tensor x) { return layers_->forward(x); }

private:
  torch::nn::Sequential layers_;
};
TORCH_MODULE(DoubleConvolution);

class UpImpl : public torch::nn::Module {
public:
  explicit UpImpl(std::int64_t in)
      : grow_(torch::nn::ConvTranspose2dOptions(in, in / 2, 2).stride(2)), convolution_(in, in / 2) {
    register_module("grow", grow_);
    register_module("convolution", convolution_);
  }
  torch::Tensor forward(torch::Tensor x, torch::Tensor skipped) {
    return convolution_(torch::cat({skipped, grow_(x)}, 1));
  }

private:
  torch::nn::ConvTranspose2d grow_;
  DoubleConvolution convolution_;
};
TORCH_MODULE(Up);

class UNetImpl : public torch::nn::Module {
public:
  explicit UNetImpl(std::int64_t levels = 3, std::int64_t width = 8)
      : first_(3, width), pool_(2), last_(torch::nn::Conv2dOptions(width, 2, 1)) {
    register_module("first", first_);
    register_module("down", down_);
    register_module("pool", pool_);
    register_module("up", up_);
    register_module("last", last_);
    for (std::int64_t level = 0; level < levels; ++level) {
      down_->push_back(DoubleConvolution(width << level, width << (level + 1)));
      up_->push_back(Up(width << (levels - level)));
    }
  }
  torch::Tensor forward(torch::Tensor x) {
    std::vector<torch::Tensor> skips = {first_(x)};
    for (const auto &level : *down_)
      skips.push_back(level->as<DoubleConvolution>()->forward(pool_(skips.back())));
    x = skips.back();
    skips.pop_back();
    for (const auto &level : *up_) {
      x = level->as<Up>()->forward(x, skips.back());
      skips.pop_back();
    }
    return last_(x);
  }

private:
  DoubleConvolution first_;
  torch::nn::ModuleList down_, up_;
  torch::nn::MaxPool2d pool_;  // has no parameters: all levels use the same
  torch::nn::Conv2d last_;
};
TORCH_MODULE(UNet);
