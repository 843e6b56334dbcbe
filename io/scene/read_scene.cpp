#include "io/scene/read_scene.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "io/file.hpp"
#include "io/scene/map_reader.hpp"
#include "io/scene/overrides.hpp"
#include "io/scene/ranges.hpp"
#include "io/scene/scene_parts.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {
namespace {

constexpr double kDefaultFrame = 1.0 / 50;  // [s], what a screen shows

/// Whole steps between outputs, at least one.
double steps_per(double frame, double step) { return std::max(1.0, std::round(frame / step)); }

void check_frame(const TimeSpec& time, const Place& place) {
  if (time.frame >= time.step && std::abs(time.frame / time.step - steps_per(time.frame, time.step)) <=
                                     1e-9 * steps_per(time.frame, time.step)) {
    return;
  }
  const double below = std::floor(time.frame / time.step);
  const std::string nearest =
      (below >= 1 ? to_text(below * time.step) + " or " : "") + to_text((below + 1) * time.step);
  fail(place, "time.frame (" + to_text(time.frame) + " s) must be a whole multiple of time.step (" +
                  to_text(time.step) + " s); use " + nearest);
}

TimeSpec read_time(Tree& tree, const std::string& path) {
  TimeSpec spec;
  MapReader map(tree, path);
  map.take("duration", spec.duration, number({1e-6, 1e6, "s"}), Need::required);
  map.take("step", spec.step, number({1e-6, 1, "s"}));
  spec.frame = steps_per(kDefaultFrame, spec.step) * spec.step;
  const Tree* frame = map.find("frame");
  if (frame) spec.frame = read_number(*frame, map.path_of("frame"), {1e-6, 1e6, "s"});
  map.close();
  if (spec.duration < spec.step) {
    fail(tree.place, path + ".duration (" + to_text(spec.duration) + " s) is shorter than one step (" +
                         to_text(spec.step) + " s); make it longer");
  }
  if (spec.duration / spec.step > kMaxSteps) {
    fail(tree.place, path + " asks for " + to_text(spec.duration / spec.step) +
                         " steps, more than 10 million; shorten duration or lengthen step");
  }
  check_frame(spec, frame ? frame->place : tree.place);
  return spec;
}

SolverSpec read_solver(Tree& tree, const std::string& path) {
  SolverSpec spec;
  MapReader map(tree, path);
  map.take("tolerance", spec.tolerance, number({0, 1, "", true}));
  map.take("max_iterations", spec.max_iterations, whole(1, 10'000));
  map.take("budget", spec.budget, whole(0, 10'000));
  map.take("method", spec.method,
           choice<SolverMethod>({{"implicit", SolverMethod::implicit},
                                 {"fast_projection", SolverMethod::fast_projection},
                                 {"reference", SolverMethod::reference}}));
  map.take("integrator", spec.integrator,
           choice<Integrator>({{"bdf2", Integrator::bdf2}, {"euler", Integrator::euler}}));
  map.close();
  return spec;
}

/// The paper's projections have no springs.
void check_method(const Scene& scene, const Tree& solver) {
  if (scene.solver.method == SolverMethod::implicit) return;
  for (const ClothSpec& cloth : scene.cloths) {
    if (std::isfinite(cloth.material.shear_stiffness))
      fail(solver.place,
           "solver.method must be implicit for a woven cloth (cloth.material.shear_stiffness); remove one of "
           "them");
    if (cloth.rows == RowsAt::elements)
      fail(solver.place, "solver.method must be implicit for cloth.rows: elements; remove one of them");
  }
}

Scene read_root(Tree& root, const std::string& path) {
  Scene scene;
  scene.path = path;
  scene.name = std::filesystem::path(path).stem().string();
  SceneContext context{path};
  const auto grasps = [&](Tree& t, const std::string& p) { return read_grasps(t, p, context); };
  const auto obstacles = [&](Tree& t, const std::string& p) { return read_obstacles(t, p, context); };
  MapReader map(root, "");
  const bool has_list = std::any_of(root.items.begin(), root.items.end(),
                                    [](const Tree& item) { return item.key == "cloths"; });
  Tree* const one = map.find("cloth", has_list ? Need::optional : Need::required);
  Tree* const several = map.find("cloths");
  if (one && several)
    fail(one->place,
         "the scene has both cloth and cloths; keep one of them (keys of a list: cloths.NAME.material and so "
         "on)");
  if (one) scene.cloths = {read_cloth(*one, "cloth", context)};
  if (several) scene.cloths = read_cloths(*several, "cloths", context);
  map.take("grasps", scene.grasps, grasps);
  map.take("obstacles", scene.obstacles, obstacles);
  map.take("gravity", scene.gravity, vec3({-1000, 1000, "m/s²"}));
  map.take("time", scene.time, read_time, Need::required);
  map.take("solver", scene.solver, read_solver);
  map.close();
  if (const Tree* solver = map.find("solver")) check_method(scene, *solver);
  return scene;
}

}  // namespace

Scene parse_scene(const std::string& text, const std::string& path,
                  const std::vector<std::string>& overrides) {
  Tree root = parse_tree(text, path);
  if (root.kind == Tree::Kind::null) fail(root.place, "is empty; a scene needs at least cloth and time");
  MapReader(root, "");  // a map, so that overrides have somewhere to go
  for (const std::string& text_of_override : overrides) apply_override(root, text_of_override);
  Scene scene = read_root(root, path);
  scene.text = write_tree(root);
  if (scene.text.size() > kMaxTextBytes)
    fail(root.place, "is larger than 16 MB with its CSV files; thin them out");
  return scene;
}

Scene load_scene(const std::string& path, const std::vector<std::string>& overrides) {
  return parse_scene(read_text_file(path), path, overrides);
}

}  // namespace isocloth::io
