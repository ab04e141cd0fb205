// An encoder-decoder transformer (Vaswani et al., 2017) for short sequences of tokens. Encoder and decoder share one
// embedding: one module in two places.
#pragma once

#include <cstdint>
#include <torch/torch.h>

namespace transformer {

struct Shape {
  std::int64_t vocabulary = 64, width = 32, heads = 4, layers = 2;
};

class FeedForwardImpl : public torch::nn::Module {
public:
  explicit FeedForwardImpl(const Shape &shape)
      : expand_(shape.width, 4 * shape.width), shrink_(4 * shape.width, shape.width) {
    register_module("expand", expand_);
    register_module("gelu", gelu_);
    register_module("shrink", shrink_);
  }
  torch::Tensor forward(torch::Tensor x) { return shrink_(gelu_(expand_(x))); }

private:
  torch::nn::Linear expand_, shrink_;
  torch::nn::GELU gelu_;
};
TORCH_MODULE(FeedForward);

class EncoderLayerImpl : public torch::nn::Module {
public:
  explicit EncoderLayerImpl(const Shape &shape)
      : attention_(shape.width, shape.heads), norm1_(options(shape)), norm2_(options(shape)), feedForward_(shape) {
    register_module("attention", attention_);
    register_module("norm1", norm1_);
    register_module("feed_forward", feedForward_);
    register_module("norm2", norm2_);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = norm1_(x + std::get<0>(attention_(x, x, x)));
    return norm2_(x + feedForward_(x));
  }

  static torch::nn::LayerNormOptions options(const Shape &shape) { return torch::nn::LayerNormOptions({shape.width}); }

private:
  torch::nn::MultiheadAttention attention_;
  torch::nn::LayerNorm norm1_, norm2_;
  FeedForward feedForward_;
};
TORCH_MODULE(EncoderLayer);

class DecoderLayerImpl : public torch::nn::Module {
public:
  explicit DecoderLayerImpl(const Shape &shape)
      : selfAttention_(shape.width, shape.heads), crossAttention_(shape.width, shape.heads),
        norm1_(EncoderLayerImpl::options(shape)), norm2_(EncoderLayerImpl::options(shape)),
        norm3_(EncoderLayerImpl::options(shape)), feedForward_(shape) {
    register_module("self_attention", selfAttention_);
    register_module("norm1", norm1_);
    register_module("cross_attention", crossAttention_);
    register_module("norm2", norm2_);
    register_module("feed_forward", feedForward_);
    register_module("norm3", norm3_);
  }
  torch::Tensor forward(torch::Tensor x, torch::Tensor memory) {
    x = norm1_->forward(x + std::get<0>(selfAttention_->forward(x, x, x)));
    x = norm2_->forward(x + std::get<0>(crossAttention_->forward(x, memory, memory)));
    return norm3_->forward(x + feedForward_->forward(x));
  }

private:
  torch::nn::MultiheadAttention selfAttention_, crossAttention_;
  torch::nn::LayerNorm norm1_, norm2_, norm3_;
  FeedForward feedForward_;
};
TORCH_MODULE(DecoderLayer);

class EncoderImpl : public torch::nn::Module {
public:
  EncoderImpl(const Shape &shape, torch::nn::Embedding embedding) : embedding_(embedding) {
    register_module("embedding", embedding_);
    register_module("layers", layers_);
    for (std::int64_t i = 0; i < shape.layers; ++i)
      layers_->push_back(EncoderLayer(shape));
  }
  torch::Tensor forward(torch::Tensor tokens) {
    torch::Tensor x = embedding_(tokens);
    for (const auto &layer : *layers_)
      x = layer->as<EncoderLayer>()->forward(x);
    return x;
  }

private:
  torch::nn::Embedding embedding_;
  torch::nn::ModuleList layers_;
};
TORCH_MODULE(Encoder);

class DecoderImpl : public torch::nn::Module {
public:
  DecoderImpl(const Shape &shape, torch::nn::Embedding embedding) : embedding_(embedding) {
    register_module("embedding", embedding_);
    register_module("layers", layers_);
    for (std::int64_t i = 0; i < shape.layers; ++i)
      layers_->push_back(DecoderLayer(shape));
  }
  torch::Tensor forward(torch::Tensor tokens, torch::Tensor memory) {
    torch::Tensor x = embedding_(tokens);
    for (std::size_t i = 0; i < layers_->size(); ++i)
      x = layers_->at<DecoderLayerImpl>(i).forward(x, memory);
    return x;
  }

private:
  torch::nn::Embedding embedding_;
  torch::nn::ModuleList layers_;
};
TORCH_MODULE(Decoder);

class TransformerImpl : public torch::nn::Module {
public:
  explicit TransformerImpl(const Shape &shape = {})
      : embedding_(shape.vocabulary, shape.width), encoder_(shape, embedding_), decoder_(shape, embedding_),
        head_(torch::nn::LinearOptions(shape.width, shape.vocabulary).bias(false)) {
    register_module("encoder", encoder_);
    register_module("decoder", decoder_);
    register_module("head", head_);
  }
  // Tokens as (length, batch).
  torch::Tensor forward(torch::Tensor source, torch::Tensor target) {
    return head_(decoder_(target, encoder_(source)));
  }

private:
  torch::nn::Embedding embedding_;
  Encoder encoder_;
  Decoder decoder_;
  torch::nn::Linear head_;
};
TORCH_MODULE(Transformer);

}  // namespace transformer
