#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/gradient/rollout_gradient.hpp"
#include "module.hpp"

namespace isocloth::python {
namespace {

using FramesIn = NumbersIn<nb::shape<-1, -1, 3>>;

std::vector<Points> to_frames(const FramesIn& array) {
  const auto rows = static_cast<Eigen::Index>(array.shape(1));
  std::vector<Points> frames;
  for (std::size_t k = 0; k < array.shape(0); ++k)
    frames.emplace_back(
        Eigen::Map<const Points>(array.data() + k * 3 * static_cast<std::size_t>(rows), rows, 3));
  return frames;
}

NumbersOut array_of_frames(const std::vector<Points>& frames, Eigen::Index rows) {
  NumbersOut array = new_array<double>({frames.size(), static_cast<std::size_t>(rows), 3});
  double* to = array.data();
  for (const Points& frame : frames) to = std::copy_n(frame.data(), frame.size(), to);
  return array;
}

/// Place and turn, row by row.
NumbersOut array_of_poses(const std::vector<PoseGradient>& poses) {
  NumbersOut array = new_array<double>({poses.size(), 6});
  double* to = array.data();
  for (const PoseGradient& pose : poses) {
    to = std::copy_n(pose.place.data(), 3, to);
    to = std::copy_n(pose.turn.data(), 3, to);
  }
  return array;
}

/// A run that waits to be differentiated. One call at a time may be in it.
struct BoundGradient {
  DifferentiableRollout rollout;
  std::vector<std::string> obstacles;
  std::atomic<bool> busy{false};
};

std::unique_ptr<BoundGradient> gradient_rollout(BoundSimulation& self, int steps,
                                                const std::optional<FramesIn>& path,
                                                const std::optional<PointsIn>& x0,
                                                const std::optional<PointsIn>& v0, double memory) {
  const Claim claim(self);
  std::vector<Points> places;
  Points x, v;
  if (path) places = to_frames(*path);
  if (x0) x = to_points(*x0);
  if (v0) v = to_points(*v0);
  check_that_nothing_asks_python(self.session, "a gradient cannot ask");
  const nb::gil_scoped_release others_run;
  const RolloutInputs inputs{.path = path ? &places : nullptr,
                             .x0 = x0 ? &x : nullptr,
                             .v0 = v0 ? &v : nullptr,
                             .memory = static_cast<std::size_t>(memory)};
  std::vector<std::string> obstacles;
  for (const Obstacle& obstacle : self.session.simulation().obstacles()) obstacles.push_back(obstacle.name);
  return std::unique_ptr<BoundGradient>(new BoundGradient{
      DifferentiableRollout(self.session.simulation(), steps, inputs), std::move(obstacles)});
}

Columns backward(BoundGradient& self, const FramesIn& dx) {
  if (self.busy.exchange(true))
    throw std::runtime_error(
        "backward of this run is being called by another thread; wait until that is done");
  struct Leave {
    ~Leave() { busy = false; }
    std::atomic<bool>& busy;
  } const leave{self.busy};
  const std::vector<Points> frames = to_frames(dx);
  const RolloutGradient gradient = [&] {
    const nb::gil_scoped_release others_run;
    return self.rollout.backward(frames);
  }();
  Columns d;
  d["path"] = array_of_frames(gradient.path, self.rollout.paths().start.rows());
  d["x0"] = array_of(gradient.x0);
  d["v0"] = array_of(gradient.v0);
  d["gravity"] = array_of(gradient.parameters.gravity);
  Columns obstacles;
  for (std::size_t o = 0; o < self.obstacles.size(); ++o)
    obstacles[self.obstacles[o].c_str()] = array_of_poses(gradient.obstacles[o]);
  d["obstacles"] = obstacles;
  d["exact"] = gradient.exact;
  nb::list materials;
  for (const MaterialGradient& of : gradient.parameters.materials) {
    Columns m;
    m["density"] = of.density;
    m["virtual_mass"] = of.virtual_mass;
    m["bending"] = of.bending;
    m["damping"] = of.damping;
    m["bending_damping"] = of.bending_damping;
    m["shear_stiffness"] = of.shear_stiffness;
    materials.append(m);
  }
  d["materials"] = materials;
  return d;
}

template <class Question>
std::vector<bool> of_cloths(const BoundGradient& self, Question question) {
  std::vector<bool> answers;
  for (const Piece& cloth : self.rollout.cloths()) answers.push_back(question(cloth.material));
  return answers;
}

}  // namespace

void bind_gradient(nb::module_& m) {
  nb::class_<BoundGradient>(m, "GradientRollout")
      .def("x",
           [](const BoundGradient& self) {
             return array_of_frames(self.rollout.x(), self.rollout.x().front().rows());
           })
      .def("path",
           [](const BoundGradient& self) {
             return array_of_frames(self.rollout.paths().steps, self.rollout.paths().start.rows());
           })
      .def_prop_ro("nodes", [](const BoundGradient& self) { return self.rollout.paths().nodes; })
      .def_prop_ro("iterations", [](const BoundGradient& self) { return self.rollout.iterations(); })
      .def_prop_ro("exact",
                   [](const BoundGradient& self) {
                     std::vector<bool> exact(self.rollout.exact().begin(), self.rollout.exact().end());
                     return exact;
                   })
      .def_prop_ro("decisions", [](const BoundGradient& self) { return self.rollout.decisions(); })
      .def_prop_ro("memory", [](const BoundGradient& self) { return self.rollout.memory(); })
      .def_prop_ro("have_virtual_mass",
                   [](const BoundGradient& self) {
                     return of_cloths(self, [](const Material& of) { return of.virtual_mass.has_value(); });
                   })
      .def_prop_ro("are_woven",
                   [](const BoundGradient& self) {
                     return of_cloths(self, [](const Material& of) { return of.is_woven(); });
                   })
      .def("backward", &backward, "dx"_a);
  m.def("gradient_rollout", &gradient_rollout, "simulation"_a, "steps"_a, "path"_a.none(), "x0"_a.none(),
        "v0"_a.none(), "memory"_a);
}

}  // namespace isocloth::python
