#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bound_simulation.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/dynamics/energy.hpp"
#include "meshes.hpp"
#include "module.hpp"

namespace isocloth::python {
namespace {

using Self = BoundSimulation;

StepOptions options_of(double dt, const Vec3In& gravity, const std::string& integrator, double tolerance,
                       int max_iterations, int budget, int threads) {
  StepOptions options{.dt = dt, .gravity = to_vec3(gravity)};
  options.integrator = integrator == "euler" ? Integrator::euler : Integrator::bdf2;
  options.projection.tolerance = tolerance;
  options.projection.max_iterations = max_iterations;
  options.iteration_budget = budget;
  options.threads = threads;
  return options;
}

RunReport run(Self& self, std::int64_t steps) {
  require(steps >= 0, "steps must be at least 0, got " + std::to_string(steps));
  const Claim claim(self);
  return run_released(self, steps);
}

/// Lets Python's collector see what the functions refer to: they often refer back to the simulation.
int traverse(PyObject* object, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(object));
  if (!nb::inst_ready(object)) return 0;
  const Self* self = nb::inst_ptr<Self>(object);
  for (const auto& f : self->functions) Py_VISIT(f->ptr());
  return 0;
}

int clear(PyObject* object) {
  if (!nb::inst_ready(object)) return 0;
  for (const auto& f : nb::inst_ptr<Self>(object)->functions) f->reset();
  return 0;
}

PyType_Slot kSlots[] = {{Py_tp_traverse, reinterpret_cast<void*>(traverse)},
                        {Py_tp_clear, reinterpret_cast<void*>(clear)},
                        {0, nullptr}};

}  // namespace

void bind_simulation(nb::module_& m) {
  bind_reports(m);
  bind_state(m);
  nb::class_<Self> c(m, "Simulation", nb::type_slots(kSlots));
  c.def(
      "__init__",
      [](Self* self, std::shared_ptr<ClothModel> model, const PointsIn& start, double dt,
         const Vec3In& gravity, const std::string& integrator, double tolerance, int max_iterations,
         int budget, int threads) {
        new (self)
            Self(Session(std::move(model), to_points(start),
                         options_of(dt, gravity, integrator, tolerance, max_iterations, budget, threads)));
      },
      "model"_a, "start"_a, "dt"_a, "gravity"_a, "integrator"_a, "tolerance"_a, "max_iterations"_a,
      "budget"_a, "threads"_a);
  bind_scene(m, c);
  c.def(
       "step",
       [](Self& self) {
         const Claim claim(self);
         const nb::gil_scoped_release others_run;
         return self.session.step();
       },
       "Advance by one step of dt; the GIL is released meanwhile. Returns a StepReport.")
      .def("_take_back_step", claimed([](Session& s) { s.take_back_step(); }))
      .def("_run", &run, "steps"_a)
      .def_prop_ro(
          "x", [](nb::handle_t<Self> self) { return view_of(nb::cast<Self&>(self).session.state().x, self); },
          "Positions [m], shape (n, 3): a read-only view that follows the simulation and keeps it alive.")
      .def_prop_ro(
          "v", [](nb::handle_t<Self> self) { return view_of(nb::cast<Self&>(self).session.state().v, self); },
          "Velocities [m/s], shape (n, 3): a read-only view as x.")
      .def_prop_ro(
          "time", [](const Self& self) { return self.session.state().time; }, "Time of the simulation [s].")
      .def_prop_ro(
          "steps", [](const Self& self) { return self.session.state().step; }, "Steps taken so far.")
      .def_prop_ro(
          "dt", [](const Self& self) { return self.session.dt(); }, "Time step [s].")
      .def("_place", claimed([](Session& s, const PointsIn& x, const PointsIn& v) {
             s.place(to_points(x), to_points(v));
           }),
           "x"_a, "v"_a)
      .def("_begin_at", claimed([](Session& s, std::int64_t step, const PointsIn& x, const PointsIn& v) {
             s.place(to_points(x), to_points(v), step);
           }),
           "step"_a, "x"_a, "v"_a)
      .def("save", claimed([](Session& s) { return s.save(); }),
           "Everything the simulation remembers, as a State: restore() goes on from there bit by bit. Can be "
           "pickled.")
      .def("_restore", claimed([](Session& s, const SavedState& state) { s.restore(state); }), "state"_a)
      .def("_adopt_obstacles", claimed([](Session& s, const SavedState& other) {
             SavedState mine = s.save();
             mine.obstacles = other.obstacles;
             mine.cloth.obstacles = other.cloth.obstacles;
             s.restore(mine);
           }),
           "state"_a)
      .def("_go_on_from", claimed([](Session& s, const SavedState& state) { s.go_on_from(state); }),
           "state"_a)
      .def("_energy", claimed([](Session& session) {
             const Simulation& s = session.simulation();
             const Energy e = energy(s.model(), s.options().gravity, s.state().x, s.state().v);
             return std::vector<double>{e.kinetic, e.weight, e.bending, e.shear, e.stretch};
           }))
      .def("_momentum", claimed([](Session& session) {
             const Simulation& s = session.simulation();
             Vec3 sum = Vec3::Zero();
             for (const Piece& piece : s.model().pieces)
               sum += piece.material.density *
                      s.state().v.middleRows(piece.first_node, piece.node_count).transpose() *
                      s.model().node_area.segment(piece.first_node, piece.node_count);
             return array_of(sum);
           }))
      .def("_contact_force", claimed([](Session& s) { return array_of(s.simulation().contact_force()); }))
      .def("_layer_force", claimed([](Session& s) { return array_of(s.simulation().layer_force()); }))
      .def("_layer_wrench", claimed([](Session& s, int cloth, int other) {
             const Wrench wrench = s.simulation().layer_wrench(cloth, other);
             return std::make_pair(array_of(Points(wrench.force.transpose())),
                                   array_of(Points(wrench.torque.transpose())));
           }),
           "cloth"_a, "other"_a)
      .def("_cloths",
           [](const Self& self) {
             std::vector<std::tuple<std::string, int, int, int, int>> list;
             for (const Piece& p : self.session.simulation().model().pieces)
               list.emplace_back(p.name, p.first_node, p.node_count, p.first_element, p.element_count);
             return list;
           })
      .def("_mesh", [](const Self& self) { return arrays_of(self.session.simulation().model().rest); });
  bind_grasps(c);
  bind_obstacles(c);
  bind_recording(c);
  bind_rollout(m, c);
}

}  // namespace isocloth::python
