#include "io/picture/contact_tractions.hpp"

#include "isocloth/fem/element_geometry.hpp"

namespace isocloth::io {

Vector contact_tractions(const Mesh& rest, const Points& contact_force) {
  Vector tractions = Vector::Zero(rest.x.rows());
  if (contact_force.rows() != rest.x.rows()) return tractions;
  const Vector areas = node_areas(rest);
  for (Eigen::Index i = 0; i < tractions.size(); ++i) {
    if (areas[i] > 0) tractions[i] = contact_force.row(i).norm() / areas[i];
  }
  return tractions;
}

}  // namespace isocloth::io
