#include "module.hpp"

#include "isocloth/core/instruction_set.hpp"
#include "isocloth/core/version.hpp"

NB_MODULE(_core, m) {
  using namespace isocloth;
  m.doc() = "The compiled part of isocloth; use the names of the package isocloth instead.";
  m.attr("version") = kVersion;
  m.attr("instruction_set") = instruction_set();
  python::bind_meshes(m);
  python::bind_cloth(m);
  python::bind_shapes(m);
  python::bind_finger(m);
  python::bind_trajectory(m);
  python::bind_simulation(m);
  python::bind_coupler(m);
  python::bind_recorder(m);
  python::bind_camera(m);
  python::bind_batch(m);
  python::bind_gradient(m);
}
