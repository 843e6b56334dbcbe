#include <gtest/gtest.h>

#include <random>

#include "isocloth/isometry/quadratic_rows.hpp"
#include "isometry/rows_of_meshes.hpp"
#include "support/rounding.hpp"

namespace isocloth {
namespace {

using namespace test;

template <class Numbers>
Numbers random_numbers(Eigen::Index rows, Eigen::Index columns, std::mt19937& random) {
  std::normal_distribution<double> normal;
  Numbers numbers(rows, columns);
  for (Eigen::Index k = 0; k < numbers.size(); ++k) numbers.data()[k] = normal(random);
  return numbers;
}

/// Rows with and without tangents, hems and springs.
std::vector<QuadraticRows> rows_of(const Mesh& mesh) {
  const Topology topology = analyze_topology(mesh);
  std::vector<QuadraticRows> all;
  for (const RowsAt at : {RowsAt::nodes, RowsAt::elements})
    all.push_back(make_isometry_rows(mesh, topology, find_corners(mesh, topology), at, Frames::aligned).rows);
  return all;
}

/// Calls body(row, node, ∂c_row/∂node) for each gradient that an assembly is made from.
template <class Body>
void each_gradient(const RowPattern& pattern, const RowValues& values, const Body& body) {
  const double* gradient = values.jacobian.data();
  for (int g = 0; g < pattern.group_count(); ++g)
    for (int row = pattern.row_begin[g]; row < pattern.row_begin[g + 1]; ++row)
      for (int k = pattern.node_begin[g]; k < pattern.node_begin[g + 1]; ++k, gradient += kGradientStride)
        body(row, pattern.nodes[k], Eigen::RowVector3d(gradient[0], gradient[1], gradient[2]));
}

Vector form(const QuadraticRows& rows, const Points& x, const Points& y) {
  RowValues values(rows.pattern());
  rows.evaluate(x, values);
  Vector result = Vector::Zero(rows.pattern().row_count());
  each_gradient(rows.pattern(), values, [&](int row, int node, const Eigen::RowVector3d& gradient) {
    result[row] += gradient.dot(y.row(node));
  });
  return result;
}

Points gradients(const QuadraticRows& rows, int first_group, const Points& x, const Vector& a) {
  RowValues values(rows.pattern());
  rows.evaluate(x, values);
  Points result = Points::Zero(x.rows(), 3);
  each_gradient(rows.pattern(), values, [&](int row, int node, const Eigen::RowVector3d& gradient) {
    if (row >= rows.pattern().row_begin[first_group]) result.row(node) += a[row] * gradient;
  });
  return result;
}

TEST(RowForms, AreThoseOfTheGradientsThatAnAssemblyIsMadeFrom) {
  std::mt19937 random(5);
  for (const NamedMesh& mesh : all_meshes())
    for (const QuadraticRows& rows : rows_of(mesh.second)) {
      const Eigen::Index nodes = mesh.second.x.rows(), count = rows.pattern().row_count();
      const auto x = random_numbers<Points>(nodes, 3, random), d = random_numbers<Points>(nodes, 3, random),
                 w = random_numbers<Points>(nodes, 3, random);
      const auto a = random_numbers<Vector>(count, 1, random), b = random_numbers<Vector>(count, 1, random),
                 e = random_numbers<Vector>(count, 1, random);
      QuadraticRows::Forms forms(count);
      rows.find_forms(x, d, w, forms);
      const auto expect_near = [&](const auto& found, const auto& expected) {
        EXPECT_LE((found - expected).norm(), 100 * kEpsilon * expected.norm()) << mesh.first;
      };
      expect_near(forms.xd, form(rows, x, d));
      expect_near(forms.xw, form(rows, x, w));
      expect_near(forms.dw, form(rows, d, w));
      const int springs = rows.pattern().constraint_groups;
      Points of_springs = Points::Zero(nodes, 3), of_all = of_springs;
      rows.add_gradients(springs, x, a, of_springs);
      expect_near(of_springs, gradients(rows, springs, x, a));
      rows.add_gradients(x, a, d, b, w, e, of_all);
      expect_near(of_all,
                  Points(gradients(rows, 0, x, a) + gradients(rows, 0, d, b) + gradients(rows, 0, w, e)));
    }
}

}  // namespace
}  // namespace isocloth
