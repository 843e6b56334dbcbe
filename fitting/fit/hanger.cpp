#include "fitting/fit/hanger.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "isocloth/core/require.hpp"

namespace isocloth::fitting {
namespace {

/// Cameras are late, by less than this [s].
constexpr double kMostLatency = 0.8;
constexpr double kCoarse = 0.05, kFine = 0.005;  ///< steps of the search for the latency [s]

constexpr double kSmallest = 0.003;  ///< distances below this count by their square [m]
constexpr int kRounds = 8;           ///< of reweighted least squares
constexpr double kStiffTurn = 1e-2;  ///< weight against turns that the data do not ask for [m²/rad²]

/// Tracked corners slip inwards by less than this share of the cloth's width …
constexpr double kMostSlip = 0.1;
/// … and are held this close to taut: what is left keeps them from pulling on a straight line.
constexpr double kTaut = 0.999;

/// A held node as it was tracked, and the tool at that time.
struct Sighting {
  std::size_t held;
  Vec3 seen;
  RigidPose tool;
};

std::vector<Sighting> sightings_of(std::span<const RecordingPart> parts, double latency) {
  std::vector<Sighting> all;
  for (const RecordingPart& part : parts) {
    const GridRecording& grid = part.recording->grid;
    const PosePath path = part.recording->tool->path();
    for (std::size_t f = 0; f < grid.times.size() && grid.times[f] <= part.until; ++f)
      for (std::size_t k = 0; k < part.recording->held.size(); ++k) {
        const Vec3 x = grid.positions[f].row(part.recording->held[k]).transpose();
        if (x.allFinite()) all.push_back({k, x, path(grid.times[f] - latency)});
      }
  }
  return all;
}

Eigen::Matrix3d cross_matrix(const Vec3& v) {
  return (Eigen::Matrix3d() << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0).finished();
}

Eigen::Quaterniond turn_of(const Vec3& turn) {
  const double angle = turn.norm();
  return angle > 0 ? Eigen::Quaterniond(Eigen::AngleAxisd(angle, turn / angle))
                   : Eigen::Quaterniond::Identity();
}

/// How far the node was seen from where the hanger has it, in the camera's frame [m].
Vec3 residual(const Sighting& s, const Hanger& hanger) {
  const Vec3 wanted = s.tool.to_world(hanger.offsets[s.held]);
  return s.seen - hanger.pivot - turn_of(hanger.camera_turn) * (wanted - hanger.pivot);
}

/// One round: offsets and turn with the least weighted squares about the current ones.
void improve(const std::vector<Sighting>& sightings, bool turn_camera, Hanger& hanger) {
  const Eigen::Index held = static_cast<Eigen::Index>(hanger.offsets.size()),
                     size = 3 * held + (turn_camera ? 3 : 0);
  Eigen::MatrixXd normal = 1e-12 * Eigen::MatrixXd::Identity(size, size);
  Vector right = Vector::Zero(size);
  for (const Sighting& s : sightings) {
    const Vec3 r = residual(s, hanger);
    const double weight = 1 / std::max(r.norm(), kSmallest);
    Eigen::Matrix<double, 3, Eigen::Dynamic> slope = Eigen::Matrix<double, 3, Eigen::Dynamic>::Zero(3, size);
    slope.middleCols(3 * static_cast<Eigen::Index>(s.held), 3) = s.tool.rotation.toRotationMatrix();
    if (turn_camera)
      slope.rightCols(3) = -cross_matrix(s.tool.to_world(hanger.offsets[s.held]) - hanger.pivot);
    normal += weight * slope.transpose() * slope;
    right += weight * slope.transpose() * r;
  }
  if (turn_camera) {
    normal.bottomRightCorner(3, 3) += kStiffTurn / kSmallest * Eigen::Matrix3d::Identity();
    right.tail(3) -= kStiffTurn / kSmallest * hanger.camera_turn;
  }
  const Vector change = normal.ldlt().solve(right);
  for (Eigen::Index k = 0; k < held; ++k)
    hanger.offsets[static_cast<std::size_t>(k)] += change.segment<3>(3 * k);
  if (turn_camera) hanger.camera_turn += change.tail(3);
}

Hanger hanger_with(std::span<const RecordingPart> parts, double latency, bool turn_camera) {
  const std::vector<Sighting> sightings = sightings_of(parts, latency);
  Hanger hanger;
  hanger.latency = latency;
  const std::size_t held = parts[0].recording->held.size();
  std::vector<Vec3> sums(held, Vec3::Zero());
  std::vector<int> counts(held, 0);
  for (const Sighting& s : sightings) {
    sums[s.held] += s.tool.to_own(s.seen);
    ++counts[s.held];
    hanger.pivot += s.tool.translation / static_cast<double>(sightings.size());
  }
  for (std::size_t k = 0; k < held; ++k) {
    require(counts[k] > 0, parts[0].recording->name + ": held node " +
                               std::to_string(parts[0].recording->held[k]) +
                               " is never seen in the part that is fitted; say which nodes are held");
    hanger.offsets.push_back(sums[k] / counts[k]);
  }
  for (int round = 0; round < kRounds; ++round) improve(sightings, turn_camera, hanger);
  for (const Sighting& s : sightings)
    hanger.scatter += residual(s, hanger).norm() / static_cast<double>(sightings.size());
  return hanger;
}

Hanger best_latency(std::span<const RecordingPart> parts, bool turn_camera, double from, double to,
                    double step) {
  Hanger best = hanger_with(parts, from, turn_camera);
  for (double latency = from + step; latency <= to + step / 2; latency += step) {
    Hanger other = hanger_with(parts, latency, turn_camera);
    if (other.scatter < best.scatter) best = std::move(other);
  }
  return best;
}

void set_span(std::vector<Vec3>& offsets, double span) {
  const Vec3 middle = (offsets.front() + offsets.back()) / 2, across = offsets.back() - offsets.front();
  if (across.norm() == 0) return;
  offsets.front() = middle - across.normalized() * span / 2;
  offsets.back() = middle + across.normalized() * span / 2;
}

/// How far apart a tool holds two nodes [m]; 0: as tracked.
double hanger_span(const Recording& recording, double measured_span) {
  if (recording.held.size() != 2) return 0;
  const int columns = recording.grid.columns, rows = recording.grid.rows;
  const auto place = [&](int node) {
    return Vec2(recording.size[0] * (node % columns) / (columns - 1),
                recording.size[1] * (node / columns) / (rows - 1));
  };
  const double rest = (place(recording.held[1]) - place(recording.held[0])).norm();
  return measured_span > (1 - kMostSlip) * rest ? kTaut * rest : 0;
}

}  // namespace

Points Hanger::in_robot_frame(const Points& x) const {
  const Eigen::Matrix3d back = turn_of(camera_turn).toRotationMatrix();  // rows: xᵀQ = (Q⁻¹x)ᵀ
  return ((x.rowwise() - pivot.transpose()) * back).rowwise() + pivot.transpose();
}

Hanger calibrate_hanger(std::span<const RecordingPart> parts, const HangerOptions& options) {
  require(!parts.empty(), "a hanger is found from at least one recording");
  for (const RecordingPart& part : parts) {
    require(part.recording->tool.has_value(), part.recording->name + ": the motion of the tool is not known");
    require(part.recording->held.size() == parts[0].recording->held.size(),
            part.recording->name + ": recordings of one hanger must hold as many nodes");
  }
  Hanger hanger;
  if (options.latency) {
    hanger = hanger_with(parts, *options.latency, options.turn_camera);
  } else {
    const double coarse = best_latency(parts, options.turn_camera, 0, kMostLatency, kCoarse).latency;
    hanger =
        best_latency(parts, options.turn_camera, std::max(0.0, coarse - kCoarse), coarse + kCoarse, kFine);
  }
  hanger.measured_span = (hanger.offsets.back() - hanger.offsets.front()).norm();
  if (options.span > 0 && hanger.offsets.size() == 2) set_span(hanger.offsets, options.span);
  return hanger;
}

Hanger calibrate_taut_hanger(std::span<const RecordingPart> parts, HangerOptions options) {
  const Hanger tracked = calibrate_hanger(parts, options);
  options.latency = tracked.latency;
  options.span = hanger_span(*parts[0].recording, tracked.measured_span);
  return calibrate_hanger(parts, options);
}

double hanger_scatter(const Recording& recording, const Hanger& hanger, double from) {
  const PosePath path = recording.tool->path();
  double sum = 0;
  int count = 0;
  for (std::size_t f = 0; f < recording.grid.times.size(); ++f)
    for (std::size_t k = 0; k < recording.held.size() && recording.grid.times[f] >= from; ++k) {
      const Sighting s{k, recording.grid.positions[f].row(recording.held[k]).transpose(),
                       path(recording.grid.times[f] - hanger.latency)};
      if (s.seen.allFinite()) sum += residual(s, hanger).norm(), ++count;
    }
  return count > 0 ? sum / count : 0;
}

Motion carried_motion(const ToolPath& tool, const Hanger& hanger, std::size_t k, const Vec3& shift) {
  return position_motion([path = tool.path(), latency = hanger.latency, offset = hanger.offsets[k],
                          shift](double t) { return Vec3(path(t - latency).to_world(offset) + shift); },
                         false);
}

}  // namespace isocloth::fitting
