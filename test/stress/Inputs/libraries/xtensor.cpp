// Library: xtensor
// Package: libxtensor-dev
// Needs: xtensor/xarray.hpp
// Until: 16
// Flags: -std=c++17
#include <xtensor/xadapt.hpp>
#include <xtensor/xarray.hpp>
#include <xtensor/xio.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xsort.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>

#include <iostream>

int main() {
  xt::xarray<double> a{{1, 2, 3}, {4, 5, 6}};
  xt::xtensor<double, 1> b{10, 20, 30};
  std::cout << a + b << "\n" << xt::sum(a * b, {1}) << "\n" << xt::view(a, 1, xt::range(0, 2)) << "\n";
  std::cout << xt::transpose(a) << xt::mean(a) << xt::argmax(a, 1) << xt::amax(xt::exp(a) / 10) << "\n";
  xt::view(a, xt::all(), 1) *= -1;
  std::cout << xt::where(a > 0, a, xt::zeros<double>({2, 3})) << xt::sort(xt::flatten(a)) << xt::cumsum(a) << "\n";
  std::vector<int> numbers{1, 2, 3, 4};
  auto square = xt::adapt(numbers, {2, 2});
  std::cout << square << xt::linspace<double>(0, 1, 5) << xt::stack(xt::xtuple(b, b)).dimension() << "\n";
  try {
    std::cout << a + xt::xarray<double>{1, 2} << "\n";
  } catch (const std::exception &) {
    std::cout << "shapes differ\n";
  }
}
