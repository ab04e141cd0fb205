// What library-modules.h declares; tests compile it without the plugin.
#include "library-modules.h"
#include <cstdio>
#include <stdexcept>
namespace torch { namespace nn {
int ConvImpl::forward(int x) { std::printf("conv %d\n", x); return x + 1; }
int ConvImpl::forward(int x, int y, int z) { std::printf("conv %d %d %d\n", x, y, z); return x + y + z; }
int ConvImpl::backward(int x) { return x - 1; }
int NormImpl::forward(int x) { std::printf("norm %d\n", x); return x * 2; }
int WideNormImpl::forward(int x) { std::printf("wide norm %d\n", x); return x * 3; }
int Counted::alive = 0, Counted::copies = 0;
const Counted &OddImpl::forward(const Counted &same) { return same; }
Counted OddImpl::forward(Counted by, int) { return Counted(by.value + 1); }
Counted &&OddImpl::forward(Counted &&same, char) { return std::move(same); }
void OddImpl::forward() { ++state; }
int OddImpl::forward(const char *format, ...) { return format[0]; }
int OddImpl::forward(std::vector<int> list) { return static_cast<int>(list.size()); }
int OddImpl::forward(bool fails) {
  if (fails)
    throw std::runtime_error("odd");
  return 1;
}
Pinned OddImpl::forward(short x) { return Pinned(x); }
}} // namespace torch::nn
