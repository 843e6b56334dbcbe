#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "isocloth/batch/cloth_batch.hpp"
#include "isocloth/core/require.hpp"
#include "module.hpp"

namespace isocloth::python {
namespace {

using MaskIn = nb::ndarray<const bool, nb::shape<-1>, nb::c_contig, nb::device::cpu>;
using HandPathsIn = nb::ndarray<const double, nb::shape<-1, -1, -1, 3>, nb::c_contig>;
using ObstaclePathsIn = nb::ndarray<const double, nb::shape<-1, -1, -1, 7>, nb::c_contig>;
using StatesIn = NumbersIn<nb::shape<-1, -1, 3>>;
using DeviceNumbers = nb::ndarray<double, nb::device::cuda>;

/// A batch, and its arrays on a CPU, which follow it: views of them need not be made anew.
struct BoundBatch {
  BoundBatch(const Simulation& simulation, int worlds, const BatchOptions& options)
      : batch(simulation, worlds, options), is_on_device(options.device == BatchDevice::cuda) {
    const auto count = static_cast<std::size_t>(3 * batch.nodes()) * static_cast<std::size_t>(worlds);
    x.resize(is_on_device ? 0 : count);
    v.resize(x.size());
    status.resize(static_cast<std::size_t>(worlds));
    iterations.resize(status.size());
    metric_error.resize(status.size());
    read();
  }
  void read() {
    const std::vector<WorldReport> reports = batch.reports();
    for (std::size_t w = 0; w < reports.size(); ++w) {
      status[w] = static_cast<int>(reports[w].status);
      iterations[w] = reports[w].iterations;
      metric_error[w] = reports[w].metric_error;
    }
    if (is_on_device) return;
    batch.read_positions(x.data());
    batch.read_velocities(v.data());
  }

  ClothBatch batch;
  bool is_on_device;
  std::vector<double> x, v, metric_error;
  std::vector<int> status, iterations;
};

std::vector<char> to_flags(const MaskIn& mask) {
  return std::vector<char>(mask.data(), mask.data() + mask.shape(0));
}

/// Where paths are; `things` in each world, of numbers that `each` names.
template <class Paths>
const double* data_of(const BoundBatch& self, int steps, const std::optional<Paths>& paths,
                      std::size_t things, const std::string& name, const std::string& each, bool& on_device) {
  if (!paths) return nullptr;
  require(static_cast<int>(paths->shape(0)) == steps &&
              static_cast<int>(paths->shape(1)) == self.batch.worlds() && paths->shape(2) == things,
          name + " must have shape (" + std::to_string(steps) + ", " + std::to_string(self.batch.worlds()) +
              ", " + std::to_string(things) + ", " + std::to_string(paths->shape(3)) + "): steps, worlds, " +
              each);
  on_device = paths->device_type() == nb::device::cuda::value;
  require(!on_device || self.is_on_device, name + " is on a GPU, but the batch is not");
  return paths->data();
}

void step_batch(BoundBatch& self, int steps, const std::optional<HandPathsIn>& paths,
                const std::optional<ObstaclePathsIn>& obstacles) {
  ClothBatch::Paths leads;
  leads.hands = data_of(self, steps, paths, self.batch.held_nodes().size(), "path", "held nodes, xyz",
                        leads.hands_on_device);
  leads.obstacles =
      data_of(self, steps, obstacles, static_cast<std::size_t>(self.batch.obstacles()), "obstacles",
              "obstacles, x y z and quaternion w x y z", leads.obstacles_on_device);
  const nb::gil_scoped_release others_run;
  self.batch.step(steps, leads);
  self.read();
}

/// One number a world, a read-only array that follows the batch.
template <class Number>
nb::object each_world(nb::handle owner, const std::vector<Number>& numbers) {
  return nb::cast(View<Number>(numbers.data(), {numbers.size()}, owner), nb::rv_policy::reference);
}

/// (worlds, nodes, 3), where the batch has it: on a CPU a read-only array of numpy's.
nb::object points_of(nb::handle owner, const std::vector<double>& on_cpu, bool velocities) {
  const BoundBatch& self = nb::cast<const BoundBatch&>(owner);
  const auto worlds = static_cast<std::size_t>(self.batch.worlds()),
             nodes = static_cast<std::size_t>(self.batch.nodes());
  if (!self.is_on_device)
    return nb::cast(View<double>(on_cpu.data(), {worlds, nodes, 3}, owner), nb::rv_policy::reference);
  const ClothBatch::OnDevice there = self.batch.on_device();
  return nb::cast(DeviceNumbers(there.numbers + (velocities ? there.v : there.x), {worlds, nodes, 3}, owner,
                                {there.stride, 3, 1}));
}

}  // namespace

void bind_batch(nb::module_& m) {
  nb::class_<BoundBatch>(m, "Batch")
      .def(
          "__init__",
          [](BoundBatch* self, BoundSimulation& simulation, int worlds, bool on_device, int threads) {
            const Claim claim(simulation);
            check_that_nothing_asks_python(simulation.session, "a batch cannot ask");
            new (self)
                BoundBatch(simulation.session.simulation(), worlds,
                           {.device = on_device ? BatchDevice::cuda : BatchDevice::cpu, .threads = threads});
          },
          "simulation"_a, "worlds"_a, "on_device"_a, "threads"_a)
      .def("_step", &step_batch, "steps"_a, "paths"_a.none(), "obstacles"_a.none())
      .def("_start_from",
           [](BoundBatch& self, BoundSimulation& simulation) {
             const Claim claim(simulation);
             check_that_nothing_asks_python(simulation.session, "a batch cannot ask");
             self.batch.start_from(simulation.session.simulation());
             self.read();
           })
      .def("_reset",
           [](BoundBatch& self, const MaskIn& mask) {
             self.batch.reset(to_flags(mask));
             self.read();
           })
      .def("_set_states",
           [](BoundBatch& self, const MaskIn& mask, const StatesIn& x, const StatesIn& v) {
             self.batch.set_states(to_flags(mask), x.data(), v.data());
             self.read();
           })
      .def("_set_held", [](BoundBatch& self, int world,
                           const MaskIn& held) { self.batch.set_held(world, to_flags(held)); })
      .def("_set_material", [](BoundBatch& self, int world,
                               const Material& material) { self.batch.set_material(world, material); })
      .def("_set_gravity", [](BoundBatch& self, int world,
                              const Vec3In& gravity) { self.batch.set_gravity(world, to_vec3(gravity)); })
      .def("_set_friction", [](BoundBatch& self, int world, int obstacle,
                               double friction) { self.batch.set_friction(world, obstacle, friction); })
      .def_prop_ro("worlds", [](const BoundBatch& self) { return self.batch.worlds(); })
      .def_prop_ro("nodes", [](const BoundBatch& self) { return self.batch.nodes(); })
      .def_prop_ro("held", [](const BoundBatch& self) { return self.batch.held_nodes(); })
      .def("_held_places", [](const BoundBatch& self) { return array_of(self.batch.held_places()); })
      .def_prop_ro("dt", [](const BoundBatch& self) { return self.batch.dt(); })
      .def_prop_ro("steps_taken", [](const BoundBatch& self) { return self.batch.steps_taken(); })
      .def_prop_ro("steps_redone", [](const BoundBatch& self) { return self.batch.steps_redone(); })
      .def_prop_ro("x", [](nb::handle self) { return points_of(self, nb::cast<BoundBatch&>(self).x, false); })
      .def_prop_ro("v", [](nb::handle self) { return points_of(self, nb::cast<BoundBatch&>(self).v, true); })
      .def_prop_ro("status",
                   [](nb::handle self) { return each_world(self, nb::cast<BoundBatch&>(self).status); })
      .def_prop_ro("iterations",
                   [](nb::handle self) { return each_world(self, nb::cast<BoundBatch&>(self).iterations); })
      .def_prop_ro("metric_error", [](nb::handle self) {
        return each_world(self, nb::cast<BoundBatch&>(self).metric_error);
      });
}

}  // namespace isocloth::python
