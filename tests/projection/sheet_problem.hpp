#pragma once

/// A time step of a sheet as the projection sees it, without the dynamics module: metric, load, rows, held
/// nodes.

#include <memory>

#include "isocloth/bending/bending_stiffness.hpp"
#include "isocloth/core/threads.hpp"
#include "isocloth/isometry/isometry_rows.hpp"
#include "isocloth/projection/projection.hpp"
#include "support/deformations.hpp"
#include "support/dense_rows.hpp"
#include "support/meshes.hpp"

namespace isocloth::test {

struct SheetOptions {
  double dt = 0.01;            ///< [s]
  double wave_speed = 2500;    ///< of a stretch wave: row stiffness ¼·(wave speed)²·area at 1 kg/m² [m/s]
  double bending = 1e-4;       ///< κ [N·m]
  double gravity = 9.8;        ///< along −z [m/s²]
  double spring_share = 1e-4;  ///< stiffness of the element springs over that of constraints [-]
  double stiffening = 1e3;     ///< strain from which constraints stiffen; so large that they are linear [-]
};

struct SheetProblem {
  SheetProblem(const Mesh& mesh, const Points& at, const SheetOptions& options = {})
      : x(at), held(mesh.node_count(), 0) {
    const Topology topology = analyze_topology(mesh);
    IsometryRows isometry =
        make_isometry_rows(mesh, topology, find_corners(mesh, topology), RowsAt::nodes, Frames::aligned);
    rows = std::move(isometry.rows);
    const int constraints = rows.pattern().constraint_rows, count = rows.pattern().row_count();
    law.stiffness = options.wave_speed * options.wave_speed / 4 * isometry.area;
    law.stiffness.tail(count - constraints) *= options.spring_share;
    law.rest = Vector::Zero(count);
    law.rest.tail(count - constraints) = 0.5 * row_values(rows, at).tail(count - constraints);
    law.stiffening = options.stiffening;
    const Vector area = node_areas(mesh);
    metric = options.bending * bending_stiffness(mesh, topology);
    for (int i = 0; i < mesh.node_count(); ++i) metric.coeffRef(i, i) += area[i] / (options.dt * options.dt);
    metric.makeCompressed();
    load = Points::Zero(mesh.node_count(), 3);
    for (int i = 0; i < mesh.node_count(); ++i) {
      load.row(i) = area[i] / (options.dt * options.dt) * at.row(i);
      load(i, 2) -= area[i] * options.gravity;
    }
    multipliers = Vector::Zero(count);
    projection = std::make_unique<Projection>(rows, law, metric, *threads);
    contacts = std::make_unique<Contacts>(mesh, topology, ClothSurface{});
  }

  ProjectionReport project(const ProjectionOptions& options = {}) {
    return projection->project(options, load, held, *contacts, x, multipliers);
  }

  double largest_constraint() const {
    const int count = rows.pattern().constraint_rows;
    return count == 0 ? 0.0 : row_values(rows, x).head(count).cwiseAbs().maxCoeff();
  }

  /// The laws' tangents at a place: what rows pull with there, and how that grows.
  LinearLaw tangents(const Points& at) const {
    LinearLaw result(law.stiffness.size());
    linearize_at_errors(law, rows.pattern().constraint_rows, row_values(rows, at), result);
    return result;
  }

  /// Φ, as projection.hpp defines it.
  double objective(const Points& at) const {
    return (0.5 * (metric * at) - load).cwiseProduct(at).sum() +
           energy(law, rows.pattern().constraint_rows, row_values(rows, at));
  }

  /// ∂Φ/∂x, zero for held nodes [N].
  Points gradient(const Points& at) const {
    const Vector pull = dense_jacobian(rows, at).transpose() * tangents(at).pull;
    Points result = metric * at - load;
    result += Eigen::Map<const Points>(pull.data(), result.rows(), 3);
    for (Eigen::Index i = 0; i < result.rows(); ++i)
      if (held[i]) result.row(i).setZero();
    return result;
  }

  QuadraticRows rows;
  RowLaw law;
  std::unique_ptr<Threads> threads = std::make_unique<Threads>();
  NodeMatrix metric;
  Points load, x;
  std::vector<char> held;
  Vector multipliers;
  std::unique_ptr<Projection> projection;
  std::unique_ptr<Contacts> contacts;  ///< none
};

/// Rolled, with two nodes of its first row held.
inline SheetProblem held_sheet(const Mesh& mesh, const SheetOptions& options = {}) {
  SheetProblem problem(mesh, rolled(mesh.x, 0.3, 0.4), options);
  problem.held[0] = problem.held[3] = 1;
  return problem;
}

}  // namespace isocloth::test
