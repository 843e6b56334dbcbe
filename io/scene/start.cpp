#include "io/scene/start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/file.hpp"
#include "io/mesh/mesh_file.hpp"
#include "io/mesh/split_quads.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {
namespace {

constexpr double kOffLength = 0.05;  ///< of an edge at the start, over its rest length: worth a remark

/// Largest | length / rest length − 1 | of an element's sides.
double largest_stretch(const Mesh& rest, const Points& x) {
  double largest = 0;
  for (const Element& e : rest.elements)
    for (int k = 0; k < corner_count(e); ++k) {
      const int i = e[k], j = e[(k + 1) % corner_count(e)];
      const double ratio = (x.row(i) - x.row(j)).norm() / (rest.x.row(i) - rest.x.row(j)).norm();
      largest = std::max(largest, std::abs(ratio - 1));
    }
  return largest;
}

}  // namespace

Points read_start(const FileSpec& file, const Mesh& rest, Remarks* remarks) {
  Mesh start = read_mesh(file.path, remarks);
  start.x *= file.scale;
  if (start.node_count() != rest.node_count())
    fail_at(
        file.path, 0,
        fmt::format("has {} nodes, but the cloth that is to start there has {}; export it with the nodes of "
                    "cloth.mesh in their order",
                    start.node_count(), rest.node_count()));
  Mesh as_rest{.x = rest.x, .elements = start.elements};
  split_quads(as_rest);  // as those of the rest shape were
  if (as_rest.elements != rest.elements)
    fail_at(
        file.path, 0,
        "its elements are not those of cloth.mesh; export it with the elements of cloth.mesh in their order");
  const double stretch = largest_stretch(rest, start.x);
  if (remarks && stretch > kOffLength)
    remarks->push_back(
        fmt::format("{}: edges are up to {:.0f} % off their length at rest, which the first steps "
                    "have to mend; is it another cloth, or another unit (scale)?",
                    file.path, 100 * stretch));
  return std::move(start.x);
}

void check_grasps(const Scene& scene, const Simulation& simulation) {
  const double reach = std::max(kNearNode, kFastestHand * scene.time.step);
  for (std::size_t g = 0; g < scene.grasps.size(); ++g) {
    const GraspSpec& spec = scene.grasps[g];
    const Motion& motion = simulation.grasps()[g].motion;
    if (motion.relative || spec.from > 0 || simulation.grasps()[g].nodes.empty()) continue;
    const bool of_hand = motion.origin == HandOrigin::path;
    const int node = simulation.grasps()[g].nodes.front();
    const Vec3 at = simulation.state().x.row(node).transpose(), begin = motion.path(0).translation;
    const double distance = (begin - at).norm();
    if (distance <= (of_hand ? kLongestHand : reach)) continue;
    throw InputError(
        fmt::format("{}: grasp \"{}\": its path begins at ({:.3f}, {:.3f}, {:.3f}) m, {:.3g} m from its "
                    "first {}, which is "
                    "at ({:.3f}, {:.3f}, {:.3f}) m; begin the path {}there, say relative: true, or move the "
                    "cloth (cloth.pose)",
                    spec.written.place, spec.name, begin.x(), begin.y(), begin.z(), distance,
                    simulation.model().node_text(node), at.x(), at.y(), at.z(), of_hand ? "near " : ""));
  }
}

}  // namespace isocloth::io
