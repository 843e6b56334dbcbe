#include <fmt/format.h>

#include <cmath>

#include "experiments/locking/claims.hpp"
#include "experiments/locking/locking.hpp"
#include "experiments/scene_run.hpp"

namespace isocloth::experiments::locking {
namespace {

/// Changes to scenes/locking.yaml and scenes/locking_triangles.yaml.
std::vector<std::string> overrides_of(const Blanket& blanket, const Variant& variant, int side,
                                      std::uint32_t seed, const Options& options) {
  std::vector<std::string> changes{
      fmt::format("cloth.rest_noise.std={}", kNoise),
      fmt::format("cloth.rest_noise.length={}", variant.noise_length),
      fmt::format("cloth.rest_noise.seed={}", seed), fmt::format("cloth.material.damping={}", kDamping),
      fmt::format("time.duration={}", options.quick ? kQuickDuration : kDuration)};
  if (*variant.change != 0) changes.emplace_back(variant.change);
  if (blanket.triangles) {
    changes.push_back(fmt::format("cloth.mesh.irregular.count={}", blanket.nodes));
    changes.push_back(fmt::format("cloth.mesh.irregular.seed={}", seed));
  } else {
    changes.push_back(fmt::format("cloth.mesh.rectangle.nodes=[{0}, {0}]", side));
    changes.push_back(fmt::format("grasps.corners.nodes=[0, {}, {}]", side - 1, side * (side - 1)));
    changes.push_back(fmt::format("cloth.corners.nodes=[{}]", side * side - 1));
    if (variant.rows != RowsAt::elements) {  // the paper's
      changes.emplace_back("cloth.rows=nodes");
      if (*variant.change == 0) changes.emplace_back("cloth.frames=mean_tangents");
    }
  }
  return changes;
}

}  // namespace

Fall fall(const Blanket& blanket, const Variant& variant, std::uint32_t seed, bool keep_frames,
          const Options& options) {
  const int side = static_cast<int>(std::lround(std::sqrt(blanket.nodes)));
  std::vector<std::string> changes = overrides_of(blanket, variant, side, seed, options);
  changes.emplace_back(keep_frames ? "time.frame=0.04" : "time.frame=1");
  SceneRun run = simulate_scene(options, blanket.triangles ? "locking_triangles" : "locking", changes);
  Fall result{.corner = run.trajectory.frames.back().x.row(blanket.triangles ? 2 : side * side - 1),
              .dispersion = run.report.area_dispersion,
              .missed = static_cast<int>(run.report.missed_steps())};
  if (keep_frames) result.trajectory = std::move(run.trajectory);
  return result;
}

}  // namespace isocloth::experiments::locking
