#include "isocloth/dynamics/energy.hpp"

#include "isocloth/bending/bending_stiffness.hpp"
#include "isocloth/dynamics/cloth_model.hpp"

namespace isocloth {

Energy energy(const ClothModel& model, const Vec3& gravity, const Points& x, const Points& v) {
  Vector c(model.rows.pattern().row_count());
  model.rows.measure(x, c);
  const int constraints = model.rows.pattern().constraint_rows;
  const Eigen::Index springs = c.size() - constraints;
  const double shear = 0.5 * model.law.stiffness.tail(springs).dot(c.tail(springs).cwiseAbs2());
  return {.kinetic = 0.5 * model.material.density * model.node_area.dot(v.rowwise().squaredNorm()),
          .weight = -model.material.gravitational_mass() * model.node_area.dot(x * gravity),
          .bending = model.material.bending * bending_energy(model.bending, x),
          .shear = shear,
          .stretch = energy(model.law, constraints, c) - shear};
}

}  // namespace isocloth
