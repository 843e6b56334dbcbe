#include "isocloth/isometry/edge_rows.hpp"

#include <gtest/gtest.h>

#include "isocloth/mesh/generators.hpp"

namespace isocloth {
namespace {

/// Energy of the springs for S = 1 N/m [J].
double spring_energy(const EdgeRows& edges, const Points& x) {
  Vector c = Vector::Zero(edges.rows.pattern().row_count());
  edges.rows.measure(x, c);
  return edges.spring.dot(c.tail(edges.spring.size()).cwiseAbs2()) / 2;
}

TEST(EdgeRows, HoldEveryEdgeAndNothingElse) {
  const Mesh sheet = make_rectangle({0.3, 0.4}, {4, 5});
  const Topology topology = analyze_topology(sheet);
  const EdgeRows edges = make_edge_rows(sheet, topology);
  EXPECT_EQ(edges.rows.pattern().constraint_rows, static_cast<int>(topology.edges.size()));
  EXPECT_EQ(edges.spring.size(), 2 * sheet.element_count());
}

TEST(EdgeRows, AShearedMembraneStoresTheSameEnergyOnEveryMesh) {
  const double shear = 1e-4, area = 0.3 * 0.4;
  for (const std::array<int, 2>& nodes : {std::array{4, 5}, std::array{9, 3}}) {
    const Mesh sheet = make_rectangle({0.3, 0.4}, nodes);
    Points x = sheet.x;
    x.col(0) += shear * sheet.x.col(1);
    EXPECT_NEAR(spring_energy(make_edge_rows(sheet, analyze_topology(sheet)), x), shear * shear * area / 2,
                1e-3 * shear * shear * area);
  }
}

}  // namespace
}  // namespace isocloth
