#pragma once

/// A sheet of quads whose rows couple the nodes of one element only, while bending couples the next ones too.

#include "isocloth/bending/bending_stiffness.hpp"
#include "isocloth/fem/element_geometry.hpp"
#include "isocloth/isometry/edge_rows.hpp"
#include "isocloth/isometry/row_law.hpp"
#include "support/meshes.hpp"

namespace isocloth::test {

struct EdgeProblem {
  static constexpr double kDt = 0.01;  ///< [s]

  EdgeProblem(const Mesh& rest, double bending)
      : mesh(rest), area(node_areas(rest)), held(rest.node_count(), 0) {
    const Topology topology = analyze_topology(mesh);
    EdgeRows edges = make_edge_rows(mesh, topology);
    rows = std::move(edges.rows);
    law.stiffness.resize(rows.pattern().row_count());
    law.stiffness << 1e4 * edges.area, 100 * edges.spring;
    law.rest = Vector::Zero(law.stiffness.size());
    law.stiffening = 1e3;  // so large that rows are linear
    metric = bending * bending_stiffness(mesh, topology);
    for (int i = 0; i < mesh.node_count(); ++i) metric.coeffRef(i, i) += area[i] / (kDt * kDt);
    metric.makeCompressed();
  }

  /// Rows without stiffness for all pairs that the metric couples: all of it is then in the rows' pattern.
  void cover_metric() {
    for (int i = 0; i < metric.rows(); ++i)
      for (NodeMatrix::InnerIterator entry(metric, i); entry && entry.col() < i; ++entry)
        rows.add_group(QuadraticKind::length, {i, static_cast<int>(entry.col())},
                       {(Eigen::Matrix2d() << 1, -1, -1, 1).finished()});
    rows.set_rest(mesh.x);
    const Eigen::Index before = law.stiffness.size();
    for (Vector* values : {&law.stiffness, &law.rest}) {
      values->conservativeResize(rows.pattern().row_count());
      values->tail(values->size() - before).setZero();
    }
  }

  Mesh mesh;
  Vector area;
  QuadraticRows rows;
  RowLaw law;
  NodeMatrix metric;
  std::vector<char> held;
};

}  // namespace isocloth::test
