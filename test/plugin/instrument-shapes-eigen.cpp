// Matrices, vectors, maps, blocks and expressions of Eigen tell their rows and columns.
// REQUIRES: eigen
// RUN: %tracexx %arg-include='compute*' -fplugin-arg-autoscope-min-statements=0 -std=c++17 -O1 -isystem /usr/include/eigen3 %s %stub -o %t
// RUN: AUTOSCOPE_STUB_SHAPES=1 %t | FileCheck %s
#include <Eigen/Dense>

double compute(const Eigen::MatrixXd &a, Eigen::Vector3f b, Eigen::Ref<const Eigen::MatrixXcd> c,
               const Eigen::Map<Eigen::RowVectorXi> &d) {
  return a(0, 0) + b(0) + c(0, 0).real() + d(0);
}
// CHECK: > compute(
// CHECK-NEXT: : {{\[\[2, 5\], \[3, 1\], \[4, 4\], \[1, 6\]\]}} (double, float, std::complex<double>, int)
template <class Derived> double computeAny(const Eigen::MatrixBase<Derived> &m) { return m.sum(); }
// CHECK: > computeAny<
// CHECK-NEXT: : {{\[\[5, 2\]\]}} (double)

int main() {
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(2, 5);
  Eigen::MatrixXcd c = Eigen::MatrixXcd::Zero(4, 4);
  int numbers[6] = {};
  compute(a, Eigen::Vector3f::Zero(), c, Eigen::Map<Eigen::RowVectorXi>(numbers, 6));
  computeAny(a.transpose());
}
