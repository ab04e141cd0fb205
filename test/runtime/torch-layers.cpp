// Layers whose forward is compiled inside libtorch are leaves of the module tree, by their registered names, however they are
// called: one scope per call, and no other.
// REQUIRES: torch
// RUN: %autoscope_clangxx -std=c++17 -O0 -Wall -Wextra -Werror %s -o %t %torch_flags
// RUN: for layer in Conv2d BatchNorm2d Linear ReLU MaxPool2d LSTM MultiheadAttention TransformerEncoderLayer Embedding \
// RUN:     LayerNorm Dropout GRU ConvTranspose2d AdaptiveAvgPool2d Functional; do \
// RUN:   echo "== $layer"; env AUTOSCOPE_OUTPUT=%t.autoscope %t $layer && \
// RUN:   %autoscope dump --stable %t.autoscope | FileCheck --strict-whitespace -DLAYER=$layer %s || exit 1; \
// RUN: done
#include <cstdio>
#include <string>
#include <torch/torch.h>

namespace nn = torch::nn;

// One object per way, so that each call has a name of its own.
template <class Layer> struct Ways : nn::Module {
  using Impl = typename Layer::ContainedType;

  template <class Make> explicit Ways(Make make) : arrow(make()), call(make()), star(make()), plain(make().ptr()) {
    register_module("arrow", arrow);
    register_module("call", call);
    register_module("star", star);
    register_module("shared_pointer", plain);
    register_module("any", any.ptr());
    register_module("sequence", sequence);
    register_module("named_sequence", namedSequence);
    register_module("list", list);
    register_module("dictionary", dictionary);
    any = nn::AnyModule(make());
    replace_module("any", any.ptr());
    sequence->push_back(make());
    namedSequence->push_back("only", make());
    list->push_back(make());
    dictionary->update({{"key", make().ptr()}});
  }

  template <class... Inputs> void forward(const Inputs &...inputs) {
    using Result = decltype(arrow->forward(inputs...));
    arrow->forward(inputs...);
    call(inputs...);
    (*star).forward(inputs...);
    plain->forward(inputs...);
    [&] { call(inputs...); }();
    any.template forward<Result>(inputs...);
    sequence->template forward<Result>(inputs...);
    namedSequence->template forward<Result>(inputs...);
    list->template at<Impl>(0).forward(inputs...);
    for (const auto &layer : *list)
      layer->template as<Layer>()->forward(inputs...);
    dictionary["key"]->template as<Impl>()->forward(inputs...);
    Layer unregistered = arrow;
    unregistered(inputs...);
  }

  Layer arrow, call, star;
  std::shared_ptr<Impl> plain;
  nn::AnyModule any{nn::Identity()};
  nn::Sequential sequence, namedSequence;
  nn::ModuleList list;
  nn::ModuleDict dictionary;
};

template <class Make, class... Inputs> void run(Make make, const Inputs &...inputs) {
  Ways<decltype(make())> ways(make);
  ways.eval();
  ways.forward(inputs...);
}

int main(int, char **argv) {
  torch::NoGradGuard noGradients;
  std::string layer = argv[1];
  torch::Tensor image = torch::ones({1, 4, 6, 6}), sequence = torch::ones({3, 1, 4}),
                tokens = torch::zeros({3}, torch::kLong);
  if (layer == "Conv2d")
    run([] { return nn::Conv2d(nn::Conv2dOptions(4, 2, 3)); }, image);
  else if (layer == "BatchNorm2d")
    run([] { return nn::BatchNorm2d(4); }, image);
  else if (layer == "Linear")
    run([] { return nn::Linear(6, 2); }, image);
  else if (layer == "ReLU")
    run([] { return nn::ReLU(); }, image);
  else if (layer == "MaxPool2d")
    run([] { return nn::MaxPool2d(2); }, image);
  else if (layer == "LSTM")
    run([] { return nn::LSTM(4, 2); }, sequence);
  else if (layer == "MultiheadAttention")
    run([] { return nn::MultiheadAttention(4, 2); }, sequence, sequence, sequence);
  else if (layer == "TransformerEncoderLayer")
    run([] { return nn::TransformerEncoderLayer(4, 2); }, sequence);
  else if (layer == "Embedding")
    run([] { return nn::Embedding(4, 2); }, tokens);
  else if (layer == "LayerNorm")
    run([] { return nn::LayerNorm(nn::LayerNormOptions({4})); }, sequence);
  else if (layer == "Dropout")
    run([] { return nn::Dropout(0.5); }, image);
  else if (layer == "GRU")
    run([] { return nn::GRU(4, 2); }, sequence);
  else if (layer == "ConvTranspose2d")
    run([] { return nn::ConvTranspose2d(nn::ConvTranspose2dOptions(4, 2, 2)); }, image);
  else if (layer == "AdaptiveAvgPool2d")
    run([] { return nn::AdaptiveAvgPool2d(1); }, image);
  else if (layer == "Functional")
    run([] { return nn::Functional([](torch::Tensor x) { return x + 1; }); }, image);
  else
    return 1;
}
// CHECK:      {{^}}thread main
// CHECK-NEXT: {{^}}  Ways<{{.*}}>::forward{{.*}} [Ways<{{.*}}>]
// CHECK-NEXT: {{^}}    {{.*}}[[LAYER]]Impl{{.*}}::forward({{.*}}) [Ways{{.*}}.arrow]
// CHECK-NEXT: {{^}}    {{.*}}[[LAYER]]Impl{{.*}}::forward({{.*}}) [Ways{{.*}}.call]
// CHECK-NEXT: {{^}}    {{.*}}[[LAYER]]Impl{{.*}}::forward({{.*}}) [Ways{{.*}}.star]
// CHECK-NEXT: {{^}}    {{.*}}[[LAYER]]Impl{{.*}}::forward({{.*}}) [Ways{{.*}}.shared_pointer]
// CHECK-NEXT: {{^}}    {{.*}}[[LAYER]]Impl{{.*}}::forward({{.*}}) [Ways{{.*}}.call]
// CHECK-NEXT: {{^}}    {{.*}}[[LAYER]]Impl{{.*}}::forward({{.*}}) [Ways{{.*}}.any]
// CHECK-NEXT: {{^}}    torch::nn::SequentialImpl::forward{{.*}} [Ways{{.*}}.sequence]
// CHECK-NEXT: {{^}}      {{.*}}[[LAYER]]Impl{{.*}}::forward({{.*}}) [Ways{{.*}}.sequence.0]
// CHECK-NEXT: {{^}}    torch::nn::SequentialImpl::forward{{.*}} [Ways{{.*}}.named_sequence]
// CHECK-NEXT: {{^}}      {{.*}}[[LAYER]]Impl{{.*}}::forward({{.*}}) [Ways{{.*}}.named_sequence.only]
// CHECK-NEXT: {{^}}    {{.*}}[[LAYER]]Impl{{.*}}::forward({{.*}}) [Ways{{.*}}.list.0] x2
// CHECK-NEXT: {{^}}    {{.*}}[[LAYER]]Impl{{.*}}::forward({{.*}}) [Ways{{.*}}.dictionary.key]
// CHECK-NEXT: {{^}}    {{.*}}[[LAYER]]Impl{{.*}}::forward({{.*}}) [Ways{{.*}}.arrow]
// CHECK-NOT:  {{.}}
