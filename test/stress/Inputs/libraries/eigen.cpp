// Library: Eigen
// Package: libeigen3-dev
// Needs: eigen3/Eigen/Dense
// Flags: -std=c++17 -I/usr/include/eigen3
#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <unsupported/Eigen/AutoDiff>
#include <unsupported/Eigen/CXX11/Tensor>

#include <iostream>

template <class Scalar> Scalar rosenbrock(const Eigen::Matrix<Scalar, 2, 1> &x) {
  return (Scalar(1) - x[0]) * (Scalar(1) - x[0]) + Scalar(100) * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]);
}

int main() {
  std::cout.precision(3);
  Eigen::MatrixXd a(4, 4);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      a(i, j) = 1.0 / (i + j + 1) + (i == j);
  Eigen::VectorXd b = Eigen::VectorXd::LinSpaced(4, 1, 4);
  std::cout << a.partialPivLu().solve(b).transpose() << "\n" << a.ldlt().solve(b).transpose() << "\n";
  std::cout << a.householderQr().solve(b).transpose() << "\n" << a.determinant() << "\n";
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(a);
  std::cout << eigen.eigenvalues().transpose() << "\n";
  std::cout << a.jacobiSvd(Eigen::ComputeThinU | Eigen::ComputeThinV).singularValues().transpose() << "\n";
  std::cout << (a.array().exp() * 2 - a.array().sqrt()).matrix().block<2, 2>(1, 1) << "\n";
  std::cout << (a.rowwise() - b.transpose()).colwise().sum() << "\n" << a.inverse().trace() << "\n";
  Eigen::Quaterniond turn(Eigen::AngleAxisd(0.5, Eigen::Vector3d::UnitZ()));
  std::cout << (turn * Eigen::Vector3d(1, 0, 0)).transpose() << "\n" << turn.toRotationMatrix() << "\n";
  Eigen::Affine3f move = Eigen::Translation3f(1, 2, 3) * Eigen::Scaling(2.f);
  std::cout << (move * Eigen::Vector3f(1, 1, 1)).transpose() << "\n";
  Eigen::SparseMatrix<double> sparse(50, 50);
  std::vector<Eigen::Triplet<double>> triplets;
  for (int i = 0; i < 50; ++i) {
    triplets.emplace_back(i, i, 2.5);
    if (i)
      triplets.emplace_back(i, i - 1, -1), triplets.emplace_back(i - 1, i, -1);
  }
  sparse.setFromTriplets(triplets.begin(), triplets.end());
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(sparse);
  Eigen::ConjugateGradient<Eigen::SparseMatrix<double>> iterate(sparse);
  Eigen::VectorXd one = Eigen::VectorXd::Ones(50);
  std::cout << factor.solve(one).norm() << " " << iterate.solve(one).norm() << "\n";
  using Active = Eigen::AutoDiffScalar<Eigen::Vector2d>;
  Eigen::Matrix<Active, 2, 1> x(Active(0.5, 2, 0), Active(0.7, 2, 1));
  std::cout << rosenbrock(x).value() << " " << rosenbrock(x).derivatives().transpose() << "\n";
  Eigen::Tensor<float, 3> tensor(2, 3, 4);
  tensor.setConstant(1.5f);
  Eigen::array<int, 2> dims = {0, 2};
  Eigen::Tensor<float, 1> sums = (tensor * tensor + 1.f).sum(dims);
  std::cout << sums << "\n";
}
