#include "isocloth/isometry/tangent_rows.hpp"

#include <cmath>

namespace isocloth {
namespace {

/// Entries of a product may differ by this from those of the tensor, by rounding, as a share of the largest.
constexpr double kProductRounding = 1e-14;

bool is_about(const Eigen::MatrixXd& tensor, const Eigen::MatrixXd& product) {
  return (tensor - product).cwiseAbs().maxCoeff() <= kProductRounding * tensor.cwiseAbs().maxCoeff();
}

/// The d whose product with itself is the tensor, if any; its sign is arbitrary.
std::optional<Vector> root_of(const Eigen::MatrixXd& tensor) {
  Eigen::Index pivot = 0;
  const double largest = tensor.diagonal().maxCoeff(&pivot);
  if (!(largest > 0)) return std::nullopt;
  Vector d = tensor.col(pivot) / std::sqrt(largest);
  if (!is_about(tensor, d * d.transpose())) return std::nullopt;
  return d;
}

}  // namespace

std::optional<std::vector<double>> tangents_of(const std::vector<Eigen::MatrixXd>& tensors) {
  if (tensors.size() != 1 && tensors.size() != 3) return std::nullopt;
  const std::optional<Vector> d1 = root_of(tensors[0]);
  if (!d1) return std::nullopt;
  std::vector<double> result(d1->begin(), d1->end());
  if (tensors.size() == 1) return result;
  const std::optional<Vector> d2 = root_of(tensors[2]);
  if (!d2) return std::nullopt;
  const Eigen::MatrixXd product = *d1 * d2->transpose(), mixed = (product + product.transpose()) / 2;
  const double sign = mixed.cwiseProduct(tensors[1]).sum() < 0 ? -1 : 1;
  if (!is_about(tensors[1], sign * mixed)) return std::nullopt;
  for (const double d : *d2) result.push_back(sign * d);
  return result;
}

}  // namespace isocloth
