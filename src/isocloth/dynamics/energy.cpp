#include "isocloth/dynamics/energy.hpp"

namespace isocloth {

Energy energy(const ClothModel& model, const Vec3& gravity, const Points& x, const Points& v) {
  Vector c(model.rows.pattern().row_count());
  model.rows.measure(x, c);
  return {.kinetic = 0.5 * model.material.density * model.node_area.dot(v.rowwise().squaredNorm()),
          .weight = -model.material.virtual_mass * model.node_area.dot(x * gravity),
          .bending = model.material.bending * bending_energy(model.bending, x),
          .stretch = energy(model.law, model.rows.pattern().constraint_rows, c)};
}

}  // namespace isocloth
