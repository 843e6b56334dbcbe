/// Seen from its centre a box is eight times the same corner: the distance to the octant of the box shrunk by
/// its rounding, less the rounding.

#include <array>
#include <cmath>
#include <numbers>

#include "isocloth/obstacles/direction.hpp"
#include "isocloth/obstacles/shape_checks.hpp"
#include "isocloth/obstacles/shapes.hpp"

namespace isocloth {
namespace {

/// Quads across a rounded edge: corners of 15°.
constexpr int kQuadsPerRounding = 6;

/// A coordinate line of the cube that is blown up to the box: which face of the core it belongs to, and how
/// far it leans out from it, as the tangent of an angle, from −1 to 1.
struct Line {
  double core = 0;  ///< [m]
  double lean = 0;  ///< [-]
};

std::vector<Line> lines_along(double core, double rounding) {
  const int steps = rounding > 0 ? kQuadsPerRounding : 0;
  std::vector<Line> lines;
  for (int k = steps; k >= 0; --k)
    lines.push_back({-core, k == 0 ? 0 : -std::tan(std::numbers::pi / 4 * k / steps)});
  // where both faces of the core are one, or apart by rounding only, their line must not be there twice
  const bool flat = steps > 0 && core < 1e-9 * rounding;
  for (std::size_t k = lines.size() - (flat ? 1 : 0); k-- > 0;) lines.push_back({core, -lines[k].lean});
  return lines;
}

/// The cube's lines and the nodes where they meet on its surface.
struct Grid {
  std::array<std::vector<Line>, 3> lines;
  std::vector<int> node;  ///< by (i, j, k), kNoNode inside

  int last(int axis) const { return static_cast<int>(lines[axis].size()) - 1; }
  int& at(const std::array<int, 3>& i) {
    return node[(static_cast<std::size_t>(i[0]) * lines[1].size() + i[1]) * lines[2].size() + i[2]];
  }
  bool on_surface(const std::array<int, 3>& i) const {
    for (int a = 0; a < 3; ++a)
      if (i[a] == 0 || i[a] == last(a)) return true;
    return false;
  }
};

void place_nodes(double rounding, Grid& grid, Mesh& mesh) {
  std::vector<Vec3> places;
  std::array<int, 3> i{};
  for (i[0] = 0; i[0] <= grid.last(0); ++i[0])
    for (i[1] = 0; i[1] <= grid.last(1); ++i[1])
      for (i[2] = 0; i[2] <= grid.last(2); ++i[2]) {
        if (!grid.on_surface(i)) continue;
        Vec3 core, lean;
        for (int a = 0; a < 3; ++a) {
          core[a] = grid.lines[a][i[a]].core;
          lean[a] = grid.lines[a][i[a]].lean;
        }
        grid.at(i) = static_cast<int>(places.size());
        places.push_back(rounding > 0 ? Vec3(core + rounding * lean.normalized()) : core);
      }
  mesh.x.resize(static_cast<Eigen::Index>(places.size()), 3);
  for (std::size_t n = 0; n < places.size(); ++n) mesh.x.row(static_cast<Eigen::Index>(n)) = places[n];
}

/// Quads of the two faces across `axis`; the other two axes in the order that points the normal along it.
void add_faces(int axis, Grid& grid, Mesh& mesh) {
  const int b = (axis + 1) % 3, c = (axis + 2) % 3;
  std::array<int, 3> i{};
  const auto node = [&](int step_b, int step_c) {
    std::array<int, 3> at = i;
    at[b] += step_b;
    at[c] += step_c;
    return grid.at(at);
  };
  for (i[b] = 0; i[b] < grid.last(b); ++i[b])
    for (i[c] = 0; i[c] < grid.last(c); ++i[c]) {
      i[axis] = grid.last(axis);
      mesh.elements.push_back({node(0, 0), node(1, 0), node(1, 1), node(0, 1)});
      i[axis] = 0;
      mesh.elements.push_back({node(0, 0), node(0, 1), node(1, 1), node(1, 0)});
    }
}

/// All points at distance `rounding` from a box of half size `core` [m], for pictures. Quads only, normals
/// outwards; eight nodes where nothing is rounded.
Mesh box_surface(const Vec3& core, double rounding) {
  Grid grid;
  for (int a = 0; a < 3; ++a) grid.lines[a] = lines_along(core[a], rounding);
  grid.node.assign(grid.lines[0].size() * grid.lines[1].size() * grid.lines[2].size(), kNoNode);
  Mesh mesh;
  place_nodes(rounding, grid, mesh);
  for (int a = 0; a < 3; ++a) add_faces(a, grid, mesh);
  return mesh;
}

class Box final : public Shape {
 public:
  Box(const Vec3& size, double rounding) : core_(size / 2 - Vec3::Constant(rounding)), rounding_(rounding) {}

  /// To the nearest face; of several to the first of x, y, z, and to the positive side.
  SignedDistance distance_to(const Vec3& point) const override {
    SignedDistance result = distance_to_octant(point.cwiseAbs() - core_);
    result.distance -= rounding_;
    for (int a = 0; a < 3; ++a) result.normal[a] *= side_of(point[a]);
    return result;
  }
  /// (1 − nnᵀ)/r in the directions in which it is beyond the core, r: its distance from there.
  std::optional<Eigen::Matrix3d> curvature_at(const Vec3& point) const override {
    const Vec3 beyond = (point.cwiseAbs() - core_).cwiseMax(0.0);
    const double radius = beyond.norm();
    Eigen::Matrix3d curvature = Eigen::Matrix3d::Zero();
    if ((beyond.array() > 0).count() < 2) return curvature;
    const Vec3 normal = distance_to(point).normal;
    for (int a = 0; a < 3; ++a) curvature(a, a) = beyond[a] > 0 ? 1 / radius : 0.0;
    return curvature - normal * normal.transpose() / radius;
  }
  double inner_radius() const override { return core_.minCoeff() + rounding_; }
  bool is_convex() const override { return true; }
  ShapeFormula formula() const override {
    return {.kind = ShapeFormula::rounded_box, .core = core_, .rounding = rounding_};
  }
  double outer_radius() const override { return core_.norm() + rounding_; }
  Mesh surface(double) const override { return box_surface(core_, rounding_); }

 private:
  Vec3 core_;        ///< half size of the box that is grown by the rounding [m]
  double rounding_;  ///< [m]
};

}  // namespace

std::shared_ptr<const Shape> make_box(const Vec3& size, double rounding) {
  for (int a = 0; a < 3; ++a) require_size(size[a], std::string("size of a box along ") + "xyz"[a]);
  require_rounding(rounding, size.minCoeff(), "a box");
  return std::make_shared<Box>(size, rounding);
}

}  // namespace isocloth
