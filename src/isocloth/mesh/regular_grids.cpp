// Rectangle, ring and tube: one grid of cells, straight or closed around, bent into shape.

#include <cmath>
#include <numbers>
#include <numeric>

#include "isocloth/mesh/generator_checks.hpp"
#include "isocloth/mesh/generators.hpp"
#include "isocloth/mesh/parts.hpp"

namespace isocloth {
namespace {

/// Adds the cell with corners a, b, c, d around it, as a quad or as two triangles that meet along a–c.
void add_cell(int a, int b, int c, int d, ElementKind kind, std::vector<Element>& elements) {
  if (kind == ElementKind::quad) {
    elements.push_back({a, b, c, d});
  } else {
    elements.push_back({a, b, c, kNoNode});
    elements.push_back({a, c, d, kNoNode});
  }
}

void check_round(const std::array<int, 2>& nodes, const std::string& across) {
  require_at_least(nodes[0], 3, "nodes[0] (around)");
  require_at_least(nodes[1], 2, "nodes[1] (" + across + ")");
  require_node_count(static_cast<std::int64_t>(nodes[0]) * nodes[1], "nodes[0] times nodes[1]");
}

std::vector<int> numbers_from(int first, int count) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

double angle_at(int position, int around) { return 2 * std::numbers::pi * position / around; }

}  // namespace

Mesh make_rectangle(std::array<double, 2> size, std::array<int, 2> nodes, ElementKind kind) {
  require_length(size[0], "size[0]");
  require_length(size[1], "size[1]");
  require_at_least(nodes[0], 2, "nodes[0]");
  require_at_least(nodes[1], 2, "nodes[1]");
  require_node_count(static_cast<std::int64_t>(nodes[0]) * nodes[1], "nodes[0] times nodes[1]");

  const int columns = nodes[0], rows = nodes[1];
  Mesh mesh;
  mesh.x.resize(columns * rows, 3);
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c)
      mesh.x.row(r * columns + c) << size[0] * (c / (columns - 1.0)), size[1] * (r / (rows - 1.0)), 0;
  for (int r = 0; r + 1 < rows; ++r)
    for (int c = 0; c + 1 < columns; ++c) {
      const int a = r * columns + c;
      add_cell(a, a + 1, a + 1 + columns, a + columns, kind, mesh.elements);
    }
  name_sides(mesh);
  return mesh;
}

Mesh make_ring(double inner_radius, double outer_radius, std::array<int, 2> nodes, ElementKind kind) {
  require_length(inner_radius, "inner_radius");
  require_length(outer_radius, "outer_radius");
  require(outer_radius > inner_radius, "outer_radius must be larger than inner_radius, got " +
                                           to_text(outer_radius) + " and " + to_text(inner_radius));
  check_round(nodes, "from the inner to the outer circle");

  const int around = nodes[0], rings = nodes[1];
  Mesh mesh;
  mesh.x.resize(around * rings, 3);
  for (int r = 0; r < rings; ++r)
    for (int p = 0; p < around; ++p) {
      const double radius = inner_radius + (outer_radius - inner_radius) * (r / (rings - 1.0));
      mesh.x.row(r * around + p) << radius * std::cos(angle_at(p, around)),
          radius * std::sin(angle_at(p, around)), 0;
    }
  for (int r = 0; r + 1 < rings; ++r)
    for (int p = 0; p < around; ++p) {
      const int here = r * around, out = here + around, q = (p + 1) % around;
      add_cell(here + p, out + p, out + q, here + q, kind, mesh.elements);
    }
  mesh.parts = {{"inner", numbers_from(0, around)}, {"outer", numbers_from((rings - 1) * around, around)}};
  return mesh;
}

Mesh make_tube(double radius, double height, std::array<int, 2> nodes, ElementKind kind) {
  require_length(radius, "radius");
  require_length(height, "height");
  check_round(nodes, "along the axis");

  const int around = nodes[0], levels = nodes[1];
  Mesh mesh;
  mesh.x.resize(around * levels, 3);
  for (int l = 0; l < levels; ++l)
    for (int p = 0; p < around; ++p)
      mesh.x.row(l * around + p) << radius * std::cos(angle_at(p, around)),
          radius * std::sin(angle_at(p, around)), height * (l / (levels - 1.0));
  for (int l = 0; l + 1 < levels; ++l)
    for (int p = 0; p < around; ++p) {
      const int here = l * around, up = here + around, q = (p + 1) % around;
      add_cell(here + p, here + q, up + q, up + p, kind, mesh.elements);
    }
  mesh.parts = {{"bottom", numbers_from(0, around)}, {"top", numbers_from((levels - 1) * around, around)}};
  return mesh;
}

}  // namespace isocloth
