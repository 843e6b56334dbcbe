#include "isocloth/dynamics/energy.hpp"

#include "isocloth/bending/bending_stiffness.hpp"
#include "isocloth/dynamics/cloth_model.hpp"

namespace isocloth {
namespace {

/// K of one of the cloths.
NodeMatrix own_stiffness(const ClothModel& model, const Piece& piece) {
  if (model.pieces.size() == 1) return model.bending;
  return model.bending.block(piece.first_node, piece.first_node, piece.node_count, piece.node_count);
}

}  // namespace

Energy energy(const ClothModel& model, const Vec3& gravity, const Points& x, const Points& v) {
  Vector c(model.rows.pattern().row_count());
  model.rows.measure(x, c);
  const int constraints = model.rows.pattern().constraint_rows;
  const Eigen::Index springs = c.size() - constraints;
  const double shear = 0.5 * model.law.stiffness.tail(springs).dot(c.tail(springs).cwiseAbs2());
  Energy sum{.shear = shear, .stretch = energy(model.law, constraints, c) - shear};
  for (const Piece& piece : model.pieces) {
    const Material& m = piece.material;
    const auto own = [&](const auto& values) {
      return values.middleRows(piece.first_node, piece.node_count);
    };
    const auto area = own(model.node_area);
    sum.kinetic += 0.5 * m.density * area.dot(own(v).rowwise().squaredNorm());
    sum.weight -= m.gravitational_mass() * area.dot(own(x) * gravity);
    if (m.bending > 0) sum.bending += m.bending * bending_energy(own_stiffness(model, piece), own(x));
  }
  return sum;
}

}  // namespace isocloth
