/// The nearest triangle gives the distance; its normal, or the pseudo-normal of its edge or node, the sign.

#include <Eigen/Geometry>
#include <cmath>

#include "isocloth/core/require.hpp"
#include "isocloth/obstacles/direction.hpp"
#include "isocloth/obstacles/pseudo_normals.hpp"
#include "isocloth/obstacles/shapes.hpp"
#include "isocloth/obstacles/thickness.hpp"
#include "isocloth/obstacles/triangle_tree.hpp"

namespace isocloth {
namespace {

/// Nearer to an edge or node than this fraction of the mesh's reach, its pseudo-normal is the normal [-]: the
/// direction away from it would be off by more than 1e-7 rad for rounding of the coordinates.
constexpr double kTouching = 1e-9;

/// Beyond this every mesh is a point; squares are far from overflow [m].
constexpr double kFar = 1e50;

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
