/// The nearest triangle gives the distance; its normal, or the pseudo-normal of its edge or node, the sign.

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "isocloth/core/require.hpp"
#include "isocloth/obstacles/direction.hpp"
#include "isocloth/obstacles/shapes.hpp"
#include "isocloth/solids/solid_mesh.hpp"
#include "isocloth/solids/triangle_tree.hpp"

namespace isocloth {
namespace {

/// Nearer to an edge or node than this fraction of the mesh's reach, its pseudo-normal is the normal [-]: the
/// direction away from it would be off by more than 1e-7 rad for rounding of the coordinates.
constexpr double kTouching = 1e-9;

/// Beyond this every mesh is a point; squares are far from overflow [m].
constexpr double kFar = 1e50;

/// Cosine of the angle within which two sides are opposite to each other.
constexpr double kOpposite = 0.5;

/// An estimate of half the thickness [m]. A ray goes inwards from the centre of each triangle; where it
/// leaves through a triangle that faces away, within 60° of the opposite direction, its length is a
/// thickness. Others cut off an edge or corner, where every solid is thin and a cloth is led out rightly all
/// the same. Never more than 3 V / A: the radius of the ball that all faces touch where there is one, and
/// above the largest ball within where the solid is convex.
double half_thickness(const SolidMesh& solid, const TriangleTree& tree) {
  double half = 3 * solid.volume / solid.area;
  for (int t = 0; t < solid.mesh.element_count(); ++t) {
    const Vec3 centre = (solid.corner(t, 0) + solid.corner(t, 1) + solid.corner(t, 2)) / 3;
    const Vec3 inwards = -solid.normal[t];
    const RayHit hit = tree.first_hit(centre, inwards, t);
    if (hit.triangle >= 0 && solid.normal[hit.triangle].dot(inwards) >= kOpposite)
      half = std::min(half, hit.distance / 2);
  }
  return half;
}

class MeshShape final : public Shape {
 public:
  MeshShape(const Mesh& mesh, double growth) : MeshShape(mesh, make_solid_mesh(mesh), growth) {}

  SignedDistance distance_to(const Vec3& point) const override {
    SignedDistance at = distance_to_mesh(point);
    at.distance -= growth_;
    return at;
  }
  double inner_radius() const override { return inner_radius_ + growth_; }
  double outer_radius() const override { return outer_radius_ + growth_; }
  Mesh surface(double) const override { return mesh_; }
  bool surface_is_exact() const override { return true; }

 private:
  SignedDistance distance_to_mesh(const Vec3& point) const {
    if (!(point.cwiseAbs().maxCoeff() < kFar)) return direction_of(point, Vec3::UnitZ());
    const Nearest nearest = tree_.nearest(point);
    if (nearest.part == Part::face) return {nearest.height, normals_[nearest.triangle]};

    const PseudoNormals& around = pseudo_normals_[nearest.triangle];
    const Vec3& pseudo = nearest.part == Part::side ? around.side[nearest.k] : around.corner[nearest.k];
    const double side = side_of(nearest.away.dot(pseudo));
    const double distance = std::sqrt(nearest.square);
    if (distance <= touching_) return {side * distance, pseudo};
    return {side * distance, side / distance * nearest.away};
  }
  MeshShape(const Mesh& mesh, const SolidMesh& solid, double growth)
      : mesh_(mesh),
        normals_(solid.normal),
        pseudo_normals_(pseudo_normals(solid)),
        tree_(solid),
        inner_radius_(half_thickness(solid, tree_)),
        outer_radius_(mesh.x.rowwise().norm().maxCoeff()),
        touching_(kTouching * outer_radius_),
        growth_(growth) {}

  Mesh mesh_;
  std::vector<Vec3> normals_;
  std::vector<PseudoNormals> pseudo_normals_;
  TriangleTree tree_;
  double inner_radius_, outer_radius_, touching_, growth_;  ///< [m]
};

}  // namespace

std::shared_ptr<const Shape> make_mesh_shape(const Mesh& mesh, double growth) {
  require(growth >= 0 && std::isfinite(growth),
          "the growth of a mesh must be at least 0 m, got " + to_text(growth));
  return std::make_shared<MeshShape>(mesh, growth);
}

}  // namespace isocloth
