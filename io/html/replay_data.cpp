#include "io/html/replay_data.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "io/html/deflate.hpp"
#include "io/html/replay_parts.hpp"
#include "io/trajectory/bytes.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {
namespace {

constexpr std::array<const char*, 6> kColors{"", "area", "stretch", "curvature", "contact", "speed"};
constexpr std::array<const char*, 3> kThemes{"", "dark", "light"};

void check(const NamedTrajectory& named) {
  const Trajectory& trajectory = named.trajectory;
  require(!trajectory.frames.empty(), named.name + ": has no frames to show; run the scene again");
  require(trajectory.info.rest.node_count() > 0, named.name + ": has no nodes to show");
  for (const Frame& frame : trajectory.frames)
    require(frame.x.rows() == trajectory.info.rest.x.rows() && frame.x.allFinite(),
            named.name + ": a frame has positions that are not finite, or of other nodes");
}

std::string title_of(const std::vector<NamedTrajectory>& trajectories) {
  std::string title;
  for (const NamedTrajectory& named : trajectories) title += (title.empty() ? "" : " · ") + named.name;
  return title;
}

}  // namespace

std::optional<std::string> ReplayOptions::problem() const {
  if (!(frames_per_second > 0) || !std::isfinite(frames_per_second))
    return "frames_per_second must be > 0, got " + std::to_string(frames_per_second);
  if (std::ranges::find(kColors, color) == kColors.end())
    return "there is no colour \"" + color + "\"; use area, stretch, curvature, contact or speed";
  if (std::ranges::find(kThemes, theme) == kThemes.end())
    return "there is no theme \"" + theme + "\"; use dark or light";
  return std::nullopt;
}

std::string replay_data(const std::vector<NamedTrajectory>& trajectories, const ReplayOptions& options) {
  if (const auto problem = options.problem()) throw InputError(*problem);
  require(!trajectories.empty(), "a replay needs a trajectory");
  Sections sections;
  Sections::Json text{{"format", 1},
                      {"title", options.title.empty() ? title_of(trajectories) : options.title},
                      {"sideBySide", options.side_by_side},
                      {"color", options.color},
                      {"meshLines", options.mesh_lines},
                      {"autoplay", options.autoplay},
                      {"theme", options.theme},
                      {"trajectories", Sections::Json::array()}};
  for (const NamedTrajectory& named : trajectories) {
    check(named);
    text["trajectories"].push_back(describe_trajectory(named, options.frames_per_second, sections));
    require(sections.size() <= kMostReplayBytes,
            named.name + ": is too large for a page; leave frames out with fewer frames per second");
  }
  return to_base64(deflated(sections.finish(text)));
}

}  // namespace isocloth::io
