// A language model of two LSTM layers that reads a text one token a step, so each of its modules runs once per step.
#pragma once

#include <cstdint>
#include <torch/torch.h>
#include <tuple>

class LanguageModelImpl : public torch::nn::Module {
public:
  LanguageModelImpl(std::int64_t vocabulary, std::int64_t width)
      : embedding_(vocabulary, width), lstm_(torch::nn::LSTMOptions(width, width).num_layers(2)),
        decoder_(width, vocabulary) {
    register_module("embedding", embedding_);
    register_module("dropout", dropout_);
    register_module("lstm", lstm_);
    register_module("decoder", decoder_);
  }

  // Scores of the next token after the last of `tokens`, which are (length, batch).
  torch::Tensor forward(torch::Tensor tokens) {
    torch::Tensor nothing = torch::zeros({2, tokens.size(1), embedding_->options.embedding_dim()});
    std::tuple<torch::Tensor, torch::Tensor> state(nothing, nothing);
    torch::Tensor scores;
    for (std::int64_t step = 0; step < tokens.size(0); ++step) {
      torch::Tensor x = dropout_(embedding_(tokens[step])), output;
      std::tie(output, state) = lstm_->forward(x.unsqueeze(0), state);
      scores = decoder_(output.squeeze(0));
    }
    return scores;
  }

private:
  torch::nn::Embedding embedding_;
  torch::nn::Dropout dropout_;
  torch::nn::LSTM lstm_;
  torch::nn::Linear decoder_;
};
TORCH_MODULE(LanguageModel);
