#include "isocloth/isometry/edge_rows.hpp"

#include "isocloth/fem/element_geometry.hpp"

namespace isocloth {
namespace {

void add_length(int i, int j, const Points& x, QuadraticRows& rows) {
  const double length_squared = (x.row(i) - x.row(j)).squaredNorm();
  rows.add_group(QuadraticKind::length, {i, j},
                 {(Eigen::Matrix2d() << 1, -1, -1, 1).finished() / length_squared});
}

Vector as_vector(const std::vector<double>& values) {
  return Eigen::Map<const Vector>(values.data(), static_cast<Eigen::Index>(values.size()));
}

}  // namespace

EdgeRows make_edge_rows(const Mesh& rest, const Topology& topology) {
  const Vector node_area = node_areas(rest);
  EdgeRows result;
  std::vector<double> areas, springs;
  for (const Edge& edge : topology.edges) {
    add_length(edge[0], edge[1], rest.x, result.rows);
    areas.push_back((node_area[edge[0]] + node_area[edge[1]]) / 2);
  }
  result.rows.end_constraints();

  for (const Element& element : rest.elements) {
    if (corner_count(element) == 3) continue;
    const double area = element_area(element, rest.x);
    for (const auto& [i, j] : {Edge{element[0], element[2]}, Edge{element[1], element[3]}}) {
      const double change = 2 * area / (rest.x.row(i) - rest.x.row(j)).squaredNorm();
      add_length(i, j, rest.x, result.rows);
      springs.push_back(area / (2 * change * change));
    }
  }
  result.rows.set_rest(rest.x);
  result.area = as_vector(areas);
  result.spring = as_vector(springs);
  return result;
}

}  // namespace isocloth
