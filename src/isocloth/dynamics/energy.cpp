#include "isocloth/dynamics/energy.hpp"

namespace isocloth {

Energy energy(const ClothModel& model, const Vec3& gravity, const Points& x, const Points& v) {
  RowValues rows(model.rows.pattern());
  model.rows.evaluate(x, rows);
  return {.kinetic = 0.5 * model.material.density * model.node_area.dot(v.rowwise().squaredNorm()),
          .weight = -model.material.virtual_mass * model.node_area.dot(x * gravity),
          .bending = model.material.bending * bending_energy(model.bending, x),
          .stretch = 0.5 * model.row_stiffness.dot(rows.c.cwiseAbs2())};
}

}  // namespace isocloth
