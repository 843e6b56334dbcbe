#pragma once

/// The locking test: a horizontal square of 1 m, three corners held, the fourth falls. Four meshes of the
/// same cloth should end alike; a model that resists folding across its elements ends differently on each.

#include "experiments/experiment.hpp"
#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::experiments {

namespace locking {

struct Blanket;
struct Variant;

struct Fall {
  Vec3 corner = Vec3::Zero();  ///< where the free corner ends [m]
  double dispersion = 0;       ///< worst of all steps [-]
  int missed = 0;              ///< steps that did not converge
  Trajectory trajectory{};
};

/// One blanket with noise of the given seed.
Fall fall(const Blanket& blanket, const Variant& variant, std::uint32_t seed, bool keep_frames,
          const Options& options);

}  // namespace locking
}  // namespace isocloth::experiments
