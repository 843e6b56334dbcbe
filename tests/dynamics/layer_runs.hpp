#pragma once

/// Piles of sheets that touch each other, for several tests.

#include "dynamics/contact_runs.hpp"

namespace isocloth::test {

inline constexpr double kLayerThickness = 2e-3;  // [m]
inline constexpr Material kLayerCloth{
    .density = 0.2, .bending = 1e-5, .damping = 0.2, .thickness = kLayerThickness};

inline ClothOptions touching(double friction) {
  ClothOptions options;
  options.self_contact = SelfContact{friction};
  return options;
}

/// Sheets one above the other, each a little aside; `wide` times as wide is the lowest.
inline Mesh sheets(int count, int nodes, double distance, double wide = 1,
                   const std::array<double, 2>& aside = {3.7e-3, 2.3e-3}) {
  const Mesh one = make_rectangle({0.3, 0.3}, {nodes, nodes});
  const int n = one.node_count();
  Mesh all;
  all.x.resize(static_cast<Eigen::Index>(count) * n, 3);
  for (int s = 0; s < count; ++s) {
    all.x.middleRows(static_cast<Eigen::Index>(s) * n, n) =
        one.x.rowwise() + Eigen::RowVector3d(-0.15 + aside[0] * s, -0.15 + aside[1] * s, distance * s);
    for (Element e : one.elements) {
      for (int& node : e) node += s * n;
      all.elements.push_back(e);
    }
  }
  all.x.topLeftCorner(n, 2) *= wide;
  return all;
}

/// … on a floor of much friction.
inline Simulation pile(const Mesh& mesh, const Material& material, double friction,
                       const StepOptions& options = {}) {
  Points start = mesh.x;
  start.col(2).array() += 0.51 * material.thickness;
  Simulation sim(make_cloth_model(mesh, material, touching(friction)), start, options);
  sim.add_obstacle({.name = "floor", .shape = floor_shape(), .friction = 2});
  return sim;
}

}  // namespace isocloth::test
