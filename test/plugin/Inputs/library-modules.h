// A library of modules in the shapes of libtorch's front end, for tests: classes whose forward is compiled elsewhere
// (library-modules.cpp), holders, containers and type erasure that are templates in a system header.
#pragma once
#pragma clang system_header
#include <memory>
#include <utility>
#include <vector>
namespace torch { namespace nn {
struct Module {
  virtual ~Module() {}
};
template <class Derived> struct Cloneable : virtual Module {
  virtual void reset() {}
};
template <class Contained> struct ModuleHolder {
  ModuleHolder() : impl_(std::make_shared<Contained>()) {}
  Contained *operator->() { return impl_.get(); }
  Contained &operator*() { return *impl_; }
  template <class... Args> auto operator()(Args &&...args) -> decltype(std::declval<Contained &>().forward(std::forward<Args>(args)...)) {
    return impl_->forward(std::forward<Args>(args)...);
  }
  std::shared_ptr<Contained> impl_;
};
struct Text;
struct ConvImpl : Cloneable<ConvImpl> {
  int forward(int x);
  int forward(int x, int y, int z = 3);
  int backward(int x);
};
struct Conv : ModuleHolder<ConvImpl> {};
struct NormImpl : Cloneable<NormImpl> {
  virtual int forward(int x);
};
struct WideNormImpl : NormImpl {
  int forward(int x) override;
};
// The rest: one way of passing or returning each.
struct Pinned {
  explicit Pinned(int v) : value(v) {}
  Pinned(const Pinned &) = delete;
  int value;
};
struct Counted {
  static int alive, copies;
  int value;
  explicit Counted(int v) : value(v) { ++alive; }
  Counted(const Counted &other) : value(other.value) { ++alive, ++copies; }
  ~Counted() { --alive, value = -1; }
};
struct OddImpl : Cloneable<OddImpl> {
  const Counted &forward(const Counted &same);
  Counted forward(Counted by, int);
  Counted &&forward(Counted &&same, char);
  void forward();
  int forward(const char *format, ...);
  int forward(std::vector<int> list);
  int forward(bool fails);
#if __cplusplus >= 201703L
  Pinned forward(short x);
#endif
  int state = 0;
};
struct AnyPlaceholder {
  virtual ~AnyPlaceholder() {}
  virtual int forward(int x) = 0;
};
template <class Contained> struct AnyHolder : AnyPlaceholder {
  struct Invoke {
    template <class... Args> int operator()(Args &&...args) { return module->forward(std::forward<Args>(args)...); }
    std::shared_ptr<Contained> &module;
  };
  explicit AnyHolder(std::shared_ptr<Contained> m) : module(std::move(m)) {}
  int forward(int x) override { return Invoke{module}(x); }
  std::shared_ptr<Contained> module;
};
struct SequentialImpl : Cloneable<SequentialImpl> {
  template <class Contained> void push_back(ModuleHolder<Contained> holder) {
    modules.push_back(std::make_shared<AnyHolder<Contained>>(holder.impl_));
  }
  template <class Input> int forward(Input x) {
    for (auto &module : modules)
      x = module->forward(x);
    return x;
  }
  std::vector<std::shared_ptr<AnyPlaceholder>> modules;
};
struct Sequential : ModuleHolder<SequentialImpl> {};
namespace parallel {
template <class Contained> int twice(Contained &module, int x) {
  auto again = [&](int y) { return module->forward(y); };
  return again(again(x));
}
} // namespace parallel
}} // namespace torch::nn
