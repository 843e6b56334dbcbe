#include "fitting/fit/trial.hpp"

#include <algorithm>
#include <cmath>

#include "fitting/recording/resample.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/mesh/generators.hpp"
#include "isocloth/session/session.hpp"

namespace isocloth::fitting {
namespace {

/// Meshes coarser than this bend too little to be compared with cloth.
constexpr int kFewestNodes = 7;

/// How long the cloth is given to come to rest before the recording begins, with damping that stops it soon.
constexpr double kSettle = 1.5;       ///< [s]
constexpr double kSettleDamping = 6;  ///< α/ρ [1/s]
constexpr double kSettleReach = 0.5;  ///< share of that time in which the held nodes go to where they belong

/// Longer recordings would be simulated for hours [s].
constexpr double kLongest = 600;
constexpr int kMostNodes = 200;  ///< of a mesh, along each side

int refined(int nodes) {
  int cells = nodes - 1;
  while (cells + 1 < kFewestNodes) cells *= 2;
  return cells + 1;
}

std::array<int, 2> mesh_nodes(const Recording& recording, const TrialOptions& options) {
  const auto usable = [](int nodes) { return nodes >= 2 && nodes <= kMostNodes; };
  require(options.mesh == std::array{0, 0} || (usable(options.mesh[0]) && usable(options.mesh[1])),
          "the mesh must have 2 to 200 nodes along each side, got " + std::to_string(options.mesh[1]) + "×" +
              std::to_string(options.mesh[0]));
  if (options.mesh[0] > 0) return options.mesh;
  return {refined(recording.grid.columns), refined(recording.grid.rows)};
}

/// Held nodes as tracked are noisy: two of them may be further apart than the cloth reaches, and would tear
/// at it in every other frame. They are kept within its reach, about their middle.
Motion within_reach(const Motion& own, const Motion& other, double reach) {
  return position_motion(
      [=](double t) {
        const Vec3 x = own.path(t).translation, y = other.path(t).translation;
        const double apart = (x - y).norm();
        return apart > reach ? Vec3((x + y) / 2 + (x - y) * (reach / (2 * apart))) : x;
      },
      false);
}

/// Mean over the rows, or columns, of the way from their first to their last node in the first frame that
/// shows it.
Vec3 mean_way(const GridRecording& grid, int lines, int line_stride, int to_last) {
  for (const Points& x : grid.positions) {
    Vec3 sum = Vec3::Zero();
    int count = 0;
    for (int l = 0; l < lines; ++l) {
      const Vec3 way = (x.row(l * line_stride + to_last) - x.row(l * line_stride)).transpose();
      if (way.allFinite()) sum += way, ++count;
    }
    if (count > 0 && sum.norm() > 0) return sum / count;
  }
  throw InputError("no frame shows both ends of a row of the cloth; track more of it");
}

/// The rest shape, flat and turned as the first frame shows it; where a row is held by two nodes or more, it
/// hangs from it straight down, so that noise of that frame does not bend it.
Points flat_start(const GridRecording& grid, const Mesh& rest, const std::vector<int>& held,
                  const std::vector<Vec3>& targets, const Vec3& gravity) {
  Vec3 across = mean_way(grid, grid.rows, grid.columns, grid.columns - 1);
  Vec3 up = mean_way(grid, grid.columns, 1, (grid.rows - 1) * grid.columns);
  const Vec3 way = (rest.x.row(held.back()) - rest.x.row(held.front())).transpose();
  if (way.x() > 0 && way.y() == 0 && gravity.norm() > 0) {
    across = targets.back() - targets.front();
    up = -gravity;
  }
  across.normalize();
  up = (up - across * across.dot(up)).normalized();
  Points x(rest.x.rows(), 3);
  for (Eigen::Index k = 0; k < x.rows(); ++k)
    x.row(k) = (across * rest.x(k, 0) + up * rest.x(k, 1)).transpose();
  x.rowwise() += targets.front().transpose() - x.row(held.front()).eval();
  return x;
}

}  // namespace

Trial::Trial(Recording recording, const TrialOptions& options, std::optional<Hanger> hanger)
    : recording_(std::move(recording)),
      options_(options),
      hanger_(std::move(hanger)),
      rest_(make_rectangle(recording_.size, mesh_nodes(recording_, options))),
      samples_(mesh_nodes(recording_, options), {recording_.grid.columns, recording_.grid.rows}),
      area_shares_(fitting::area_shares({recording_.grid.columns, recording_.grid.rows})) {
  require(recording_.duration() <= kLongest, recording_.name + ": lasts " + to_text(recording_.duration()) +
                                                 " s; cut it to " + to_text(kLongest) + " s or less");
  for (const int node : recording_.held) held_.push_back(samples_.nearest(node));
  require(!hanger_ || recording_.tool, recording_.name + ": the motion of the tool is not known");
  if (hanger_)
    for (Points& x : recording_.grid.positions) x = hanger_->in_robot_frame(x);
  start_ = settled({});
}

std::size_t Trial::frames_until(double share) const {
  const std::vector<double>& times = recording_.grid.times;
  const double end = times.front() + share * recording_.duration();
  return static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), end) - times.begin());
}

std::vector<Grasp> Trial::grasps(const TrialParameters& parameters) const {
  std::vector<Grasp> grasps;
  const double begin = recording_.grid.times.front();
  for (std::size_t k = 0; k < held_.size(); ++k) {
    Motion motion;
    if (hanger_) {
      Hanger hanger = *hanger_;
      hanger.latency += parameters.later;
      motion = carried_motion(*recording_.tool, hanger, k, parameters.shift);
    } else {
      motion = node_motion(recording_.grid, recording_.held[k]);
      if (held_.size() == 2)
        motion = within_reach(motion, node_motion(recording_.grid, recording_.held[1 - k]),
                              (rest_.x.row(held_[0]) - rest_.x.row(held_[1])).norm());
    }
    motion.path = [path = std::move(motion.path), begin](double t) { return path(begin + t); };
    grasps.push_back({.name = "held" + std::to_string(k),
                      .nodes = {held_[k]},
                      .motion = std::move(motion),
                      .grip = rigid_grip()});
  }
  return grasps;
}

Points Trial::settled(const Material& material) const {
  Material still = material;
  still.damping = kSettleDamping * still.density;
  std::vector<Grasp> grasps = this->grasps({});
  std::vector<Vec3> targets;
  for (const Grasp& grasp : grasps) targets.push_back(grasp.motion.path(0).translation);
  const Points start = flat_start(recording_.grid, rest_, held_, targets, options_.gravity);
  Session session(make_cloth_model(rest_, still, options_.cloth), start,
                  {.dt = options_.dt, .gravity = options_.gravity});
  for (std::size_t k = 0; k < grasps.size(); ++k) {
    const Vec3 from = start.row(held_[k]).transpose();
    grasps[k].motion = polyline_motion({0, kSettleReach * kSettle}, {from, targets[k]}, false);
    session.grasp(grasps[k]);
  }
  session.run_until(kSettle);
  return session.state().x;
}

Trial::Run Trial::simulate(const TrialParameters& parameters, std::size_t last) const {
  const std::vector<Grasp> grasps = this->grasps(parameters);
  // a start with other parameters differs by where the first held node is
  Points start = parameters.material.bending > 0 ? settled(parameters.material) : start_;
  start.rowwise() += grasps[0].motion.path(0).translation.transpose() - start.row(held_[0]);
  ClothOptions cloth = options_.cloth;
  if (cloth.edges) cloth.edges->shear_stiffness = parameters.shear;
  Simulation simulation(make_cloth_model(rest_, parameters.material, cloth), start,
                        {.dt = options_.dt, .gravity = options_.gravity});
  for (const Grasp& grasp : grasps) simulation.add_grasp(grasp);
  Run run;
  Points before = start, sampled;
  const std::vector<double>& times = recording_.grid.times;
  for (std::size_t f = 0; f < last; ++f) {
    const double time = times[f] - times.front();
    while (simulation.state().time < time - 1e-9) {
      before = simulation.state().x;
      run.missed += simulation.step().status != StepStatus::converged;
      ++run.steps;
    }
    const double back = std::clamp((simulation.state().time - time) / options_.dt, 0.0, 1.0);
    samples_.take(back * before + (1 - back) * simulation.state().x, sampled);
    run.frames.push_back(sampled);
  }
  return run;
}

std::vector<Points> Trial::rigid_plate(std::size_t last) const {
  const std::vector<double>& times = recording_.grid.times;
  const auto pose_at = [&, path = recording_.tool ? recording_.tool->path() : PosePath()](double time) {
    if (path) return path(time - hanger_->latency);
    Vec3 middle = Vec3::Zero();
    for (const Grasp& grasp : grasps({}))
      middle += grasp.motion.path(time - times.front()).translation / static_cast<double>(held_.size());
    return RigidPose{.translation = middle};
  };
  Points plate;
  samples_.take(start_, plate);
  const RigidPose first = pose_at(times.front());
  std::vector<Points> frames;
  for (std::size_t f = 0; f < last; ++f) {
    const RigidPose pose = pose_at(times[f]);
    Points x(plate.rows(), 3);
    for (Eigen::Index k = 0; k < x.rows(); ++k)
      x.row(k) = pose.to_world(first.to_own(plate.row(k).transpose())).transpose();
    frames.push_back(std::move(x));
  }
  return frames;
}

}  // namespace isocloth::fitting
