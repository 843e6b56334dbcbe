#include "isocloth/isometry/quadratic_rows.hpp"

#include <gtest/gtest.h>

#include <random>

#include "isometry/rows_of_meshes.hpp"
#include "support/deformations.hpp"
#include "support/dense_algebra.hpp"
#include "support/dense_rows.hpp"

namespace isocloth {
namespace {

using test::dense_jacobian;
using test::kEpsilon;
using test::row_values;
using test::rows_of;

TEST(QuadraticRows, HaveTheJacobianOfTheirCentralDifferences) {
  for (const auto& [name, mesh] : test::all_meshes()) {
    const double h =
        test::element_size(mesh).thinnest;  // rows are quadratic: the difference errs by rounding only
    const Points x = test::wavy(mesh.x, 0.1);
    const double tol = test::row_rounding(mesh, x) / h;
    for (const Frames frames : test::kAllFrames) {
      const QuadraticRows rows = rows_of(mesh, frames).rows;
      const Eigen::MatrixXd jacobian = dense_jacobian(rows, x);
      Points moved = x;
      for (Eigen::Index k = 0; k < x.size(); k += 1 + x.size() / 60) {  // some 60 coordinates of each mesh
        moved.data()[k] = x.data()[k] + h;
        const Vector above = row_values(rows, moved);
        moved.data()[k] = x.data()[k] - h;
        const Vector difference = (above - row_values(rows, moved)) / (2 * h);
        moved.data()[k] = x.data()[k];
        EXPECT_LE((difference - jacobian.col(k)).cwiseAbs().maxCoeff(), tol) << name << ", coordinate " << k;
      }
    }
  }
}

TEST(QuadraticRows, AreHalfTheirGradientTimesPositionsLessAConstant) {
  for (const auto& [name, mesh] : test::all_meshes())
    for (const Frames frames : test::kAllFrames) {
      const QuadraticRows rows = rows_of(mesh, frames).rows;
      const auto constant = [&](const Points& x) -> Vector {
        return dense_jacobian(rows, x) * test::stacked(x) / 2 - row_values(rows, x);
      };
      const Points x = test::wavy(mesh.x, 0.1),
                   far = test::shaken(x, 0.05, 3).rowwise() + Eigen::RowVector3d(2, -3, 1);
      const Vector rest = constant(mesh.x);
      EXPECT_LE((constant(x) - rest).cwiseAbs().maxCoeff(), test::row_rounding(mesh, x)) << name;
      EXPECT_LE((constant(far) - rest).cwiseAbs().maxCoeff(), test::row_rounding(mesh, far) * 20) << name;
    }
}

/// Quads with hems, then nodes of triangles: groups of all kinds, and springs.
TEST(QuadraticRows, AppendedToOthersAreWhatTheyWere) {
  const Mesh quads = make_rectangle({1, 1}, {5, 4}), triangles = make_irregular_rectangle({1, 1}, 30, 2);
  std::vector<QuadraticRows> own;
  for (const Mesh& mesh : {quads, triangles}) {
    const Topology topology = analyze_topology(mesh);
    own.push_back(
        make_isometry_rows(mesh, topology, find_corners(mesh, topology), RowsAt::elements, Frames::aligned)
            .rows);
  }
  QuadraticRows all;
  for (int p = 0; p < 2; ++p) all.append(own[p], 0, own[p].pattern().constraint_groups, 20 * p);
  all.end_constraints();
  for (int p = 0; p < 2; ++p)
    all.append(own[p], own[p].pattern().constraint_groups, own[p].pattern().group_count(), 20 * p);

  Points x(50, 3);
  x << test::wavy(quads.x, 0.1), test::wavy(triangles.x, 0.1);
  RowValues together(all.pattern());
  all.evaluate(x, together);
  Vector multipliers = together.c;  // any numbers
  all.tension(multipliers, together);
  Vector measured(together.c.size());
  all.measure(x, measured);
  EXPECT_LE((measured - together.c).cwiseAbs().maxCoeff(), test::row_rounding(triangles, x));
  const int constraints[] = {own[0].pattern().constraint_rows, own[1].pattern().constraint_rows};
  int row = 0;  // of all
  for (const bool springs : {false, true})
    for (int p = 0; p < 2; ++p) {
      const int count = springs ? own[p].pattern().row_count() - constraints[p] : constraints[p];
      RowValues alone(own[p].pattern());
      own[p].evaluate(p == 0 ? x.topRows(20) : x.bottomRows(30), alone);
      EXPECT_EQ(together.c.segment(row, count), alone.c.segment(springs ? constraints[p] : 0, count));
      row += count;
    }
  EXPECT_EQ(row, all.pattern().row_count());
  EXPECT_EQ(all.pattern().constraint_rows, constraints[0] + constraints[1]);

  // tension of the first's quads, which hems take from, and of the second's nodes
  for (int p = 0, group = 0; p < 2; ++p) {
    RowValues alone(own[p].pattern());
    Vector its = Vector::Zero(own[p].pattern().row_count());
    its.head(constraints[p]) = multipliers.segment(p == 0 ? 0 : constraints[0], constraints[p]);
    own[p].tension(its, alone);
    for (int g = 0; g < own[p].pattern().constraint_groups; ++g, ++group) {
      const int size = own[p].pattern().tension_begin[g + 1] - own[p].pattern().tension_begin[g];
      const auto part = [&](const RowValues& v, int begin) {
        return Eigen::Map<const Vector>(v.tension.data() + begin, size);
      };
      EXPECT_EQ(part(together, all.pattern().tension_begin[group]),
                part(alone, own[p].pattern().tension_begin[g]));
    }
  }
}

TEST(QuadraticRows, DoNotFeelAShift) {
  for (const auto& [name, mesh] : test::all_meshes()) {
    const QuadraticRows rows = rows_of(mesh, Frames::aligned).rows;
    const Points x = test::wavy(mesh.x, 0.1), shifted = x.rowwise() + Eigen::RowVector3d(1000, -500, 250);
    EXPECT_LE((row_values(rows, shifted) - row_values(rows, x)).cwiseAbs().maxCoeff(),
              test::row_rounding(mesh, shifted) * 0.1)
        << name;
    Vector sums = Vector::Zero(rows.pattern().row_count());
    const Eigen::MatrixXd jacobian = dense_jacobian(rows, x);
    for (int i = 0; i < mesh.node_count(); ++i) sums += jacobian.col(3 * i);
    EXPECT_LE(sums.cwiseAbs().maxCoeff(), test::row_rounding(mesh, x) / test::element_size(mesh).longest)
        << name;
  }
}

TEST(QuadraticRows, AreAsExactFarFromTheOriginAsAtIt) {
  for (const auto& [name, mesh] : test::all_meshes()) {
    const QuadraticRows rows = rows_of(mesh, Frames::aligned).rows;
    const double grain = 0x1p-30;  // [m]; positions on this grain stay exact when shifted by 1024 m
    const Points x = (test::wavy(mesh.x, 0.1) / grain).array().round() * grain;
    const Points shifted = x.rowwise() + Eigen::RowVector3d(1024, -1024, 512);
    EXPECT_EQ(row_values(rows, shifted), row_values(rows, x)) << name;
    EXPECT_EQ(dense_jacobian(rows, shifted), dense_jacobian(rows, x)) << name;
  }
}

/// Tension of group g.
Eigen::MatrixXd group_tension(const RowPattern& pattern, const RowValues& values, int g) {
  const int size = pattern.node_begin[g + 1] - pattern.node_begin[g];
  return Eigen::Map<const Eigen::MatrixXd>(values.tension.data() + pattern.tension_begin[g], size, size);
}

/// Σ_r λ_r ∂²c_r/∂x² of group g by the difference of two Jacobians, along one coordinate; rows are quadratic,
/// so exact.
Eigen::MatrixXd group_hessian(const QuadraticRows& rows, const Points& x, const Vector& multipliers, int g) {
  const RowPattern& pattern = rows.pattern();
  const int* nodes = pattern.nodes.data() + pattern.node_begin[g];
  const int size = pattern.node_begin[g + 1] - pattern.node_begin[g];
  RowValues before(pattern), after(pattern);
  rows.evaluate(x, before);
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(size, size);
  for (int j = 0; j < size; ++j) {
    Points moved = x;
    moved(nodes[j], 1) += 1;  // [m]
    rows.evaluate(moved, after);
    for (int r = pattern.row_begin[g], k = pattern.jacobian_begin[g]; r < pattern.row_begin[g + 1]; ++r)
      for (int i = 0; i < size; ++i, k += kGradientStride) {
        result(i, j) += multipliers[r] * (after.jacobian[k + 1] - before.jacobian[k + 1]);
        EXPECT_EQ(after.jacobian[k], before.jacobian[k]) << "x does not couple with y";
      }
  }
  return result;
}

/// 3 rows: a metric; else a corner's shear or, between two nodes, a length.
enum class Kind { metric, shear, length };
Kind kind_of(const RowPattern& pattern, int g) {
  if (pattern.row_begin[g + 1] - pattern.row_begin[g] == 3) return Kind::metric;
  return pattern.node_begin[g + 1] - pattern.node_begin[g] == 2 ? Kind::length : Kind::shear;
}

std::vector<test::NamedMesh> small_meshes() {
  std::vector<test::NamedMesh> result = test::all_meshes();
  std::erase_if(result, [](const test::NamedMesh& mesh) { return mesh.second.node_count() > 60; });
  return result;
}

double smallest_eigenvalue(const Eigen::MatrixXd& matrix) { return test::eigenvalues(matrix)[0]; }

TEST(Tension, OfTensileMultipliersIsTheSecondDerivative) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> unit(0, 1);
  for (const auto& [name, mesh] : small_meshes())
    for (const Frames frames : test::kAllFrames) {
      const QuadraticRows rows = rows_of(mesh, frames).rows;
      const RowPattern& pattern = rows.pattern();
      Vector multipliers(pattern.row_count());
      for (int g = 0; g < pattern.group_count(); ++g) {
        const int r = pattern.row_begin[g];
        multipliers[r] = kind_of(pattern, g) == Kind::shear ? 0 : unit(random);
        if (kind_of(pattern, g) != Kind::metric) continue;
        multipliers[r + 2] = unit(random);  // |½λ_F|² ≤ λ_E λ_G: both principal stresses pull
        multipliers[r + 1] = 1.9 * (unit(random) - 0.5) * 2 * std::sqrt(multipliers[r] * multipliers[r + 2]);
      }
      RowValues values(pattern);
      rows.tension(multipliers, values);
      for (int g = 0; g < pattern.group_count(); g += 1 + pattern.group_count() / 12) {
        const Eigen::MatrixXd exact = group_hessian(rows, mesh.x, multipliers, g);
        const double largest =
            dense_jacobian(rows, mesh.x + Points::Ones(mesh.node_count(), 3)).cwiseAbs().maxCoeff();
        EXPECT_LE((group_tension(pattern, values, g) - exact).cwiseAbs().maxCoeff(),
                  64 * kEpsilon * (largest + exact.cwiseAbs().maxCoeff()) +
                      test::row_rounding(mesh, mesh.x) * (1 + exact.cwiseAbs().maxCoeff()))
            << name << ", group " << g;
      }
    }
}

TEST(Tension, OfAnyMultipliersIsPositiveSemidefiniteAndNeverBelowTheSecondDerivative) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  for (const auto& [name, mesh] : small_meshes())
    for (const Frames frames : test::kAllFrames) {
      const QuadraticRows rows = rows_of(mesh, frames).rows;
      const RowPattern& pattern = rows.pattern();
      Vector multipliers(pattern.row_count());
      for (Eigen::Index r = 0; r < multipliers.size(); ++r) multipliers[r] = normal(random);
      RowValues values(pattern);
      rows.tension(multipliers, values);
      for (int g = 0; g < pattern.group_count(); g += 1 + pattern.group_count() / 12) {
        const Eigen::MatrixXd tension = group_tension(pattern, values, g);
        EXPECT_LE((tension - tension.transpose()).cwiseAbs().maxCoeff(), 0) << name;
        const Eigen::MatrixXd exact = group_hessian(rows, mesh.x, multipliers, g);
        const double tol = 1e-10 * (tension.cwiseAbs().maxCoeff() + exact.cwiseAbs().maxCoeff());
        EXPECT_GE(smallest_eigenvalue(tension), -tol) << name << ", group " << g;
        if (kind_of(pattern, g) == Kind::shear) {
          EXPECT_EQ(tension.cwiseAbs().maxCoeff(), 0) << name << ", corner group " << g;
        } else {
          EXPECT_GE(smallest_eigenvalue(tension - exact), -tol) << name << ", group " << g;
        }
      }
    }
}

TEST(Tension, OfMultipliersThatPushIsNothing) {
  const Mesh mesh = make_irregular_rectangle({0.3, 0.4}, 30, 1);
  const QuadraticRows rows = rows_of(mesh, Frames::aligned).rows;
  const RowPattern& pattern = rows.pattern();
  Vector multipliers = Vector::Constant(pattern.row_count(), -1);
  RowValues values(pattern);
  rows.tension(multipliers, values);  // E, F, G = −1: both principal stresses of [−1 −½; −½ −1] push
  for (const double t : values.tension) EXPECT_EQ(t, 0);
}

}  // namespace
}  // namespace isocloth
