/// By raster: folds that lie over each other, or under the table, count once or not at all. A cell counts
/// where its centre is outside the table and below some element.

#include <algorithm>
#include <cmath>
#include <vector>

#include "experiments/drape/drape.hpp"

namespace isocloth::experiments {
namespace {

constexpr double kCell = 2e-4;  // [m]; the outline of a ring of 15 cm crosses 1 % of its cells

class Raster {
 public:
  explicit Raster(double reach)
      : half_(static_cast<int>(std::ceil(reach / kCell)) + 1), covered_(4 * half_ * half_, 0) {}

  /// Marks the cells with their centre in the triangle, whichever way round it is.
  void cover(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 low = a.cwiseMin(b).cwiseMin(c), high = a.cwiseMax(b).cwiseMax(c);
    for (int j = index(low.y()); j <= index(high.y()); ++j)
      for (int i = index(low.x()); i <= index(high.x()); ++i) {
        const double u = side(a, b, i, j), v = side(b, c, i, j), w = side(c, a, i, j);
        if ((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0))
          covered_[2 * half_ * (j + half_) + i + half_] = 1;
      }
  }

  /// Marked cells outside the table.
  long count_beyond(double radius) const {
    long count = 0;
    for (int j = -half_; j < half_; ++j)
      for (int i = -half_; i < half_; ++i)
        count += covered_[2 * half_ * (j + half_) + i + half_] && std::hypot(centre(i), centre(j)) > radius;
    return count;
  }

 private:
  static int index(double position) { return static_cast<int>(std::floor(position / kCell)); }
  static double centre(int index) { return (index + 0.5) * kCell; }
  static double side(const Vec3& p, const Vec3& q, int i, int j) {
    return (q.x() - p.x()) * (centre(j) - p.y()) - (q.y() - p.y()) * (centre(i) - p.x());
  }

  int half_;  ///< cells from the axis to the rim
  std::vector<char> covered_;
};

long cells_beyond_table(const Mesh& rest, const Points& x, double table_radius) {
  Raster raster(x.leftCols(2).rowwise().norm().maxCoeff());
  for (const Element& element : rest.elements)
    for (int k = 2; k < corner_count(element); ++k)
      raster.cover(x.row(element[0]), x.row(element[k - 1]), x.row(element[k]));
  return raster.count_beyond(table_radius);
}

}  // namespace

double drape_coefficient(const Mesh& rest, const Points& x, double table_radius) {
  return static_cast<double>(cells_beyond_table(rest, x, table_radius)) /
         static_cast<double>(cells_beyond_table(rest, rest.x, table_radius));
}

}  // namespace isocloth::experiments
