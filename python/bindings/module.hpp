#pragma once

/// What each source adds to the module `isocloth._core`. The public names, with checks and defaults, are
/// those of the Python package; nothing here prints, and every std::invalid_argument becomes a ValueError
/// with its sentence.

#include <nanobind/nanobind.h>

#include "bound_simulation.hpp"
#include "io/file.hpp"

namespace isocloth::python {

namespace nb = nanobind;
using namespace nb::literals;

/// Remarks as warnings (UserWarning) to the caller of the package; raises where a filter makes them errors.
void warn_of(const io::Remarks& remarks);

void bind_meshes(nb::module_& m);
void bind_cloth(nb::module_& m);
void bind_shapes(nb::module_& m);
void bind_finger(nb::module_& m);
void bind_reports(nb::module_& m);
void bind_state(nb::module_& m);
void bind_simulation(nb::module_& m);
void bind_scene(nb::module_& m, nb::class_<BoundSimulation>& c);
void bind_grasps(nb::class_<BoundSimulation>& c);
void bind_obstacles(nb::class_<BoundSimulation>& c);
void bind_recording(nb::class_<BoundSimulation>& c);
void bind_rollout(nb::module_& m, nb::class_<BoundSimulation>& c);
void bind_gradient(nb::module_& m);
void bind_trajectory(nb::module_& m);
void bind_coupler(nb::module_& m);
void bind_recorder(nb::module_& m);
void bind_camera(nb::module_& m);
void bind_batch(nb::module_& m);

}  // namespace isocloth::python
