#pragma once

/// Trajectories as the viewer's page wants them: one string of base64, small enough to travel inside a page.
///
/// A container (sections.hpp) is deflated as a whole. Positions are whole multiples of a quantum, of which
/// 2²⁰ span the motion, coded as differences from what their past predicts (position_code.hpp): about a
/// micrometre for a cloth of a metre, so that area errors of 0.01 % survive, in about a byte and a half per
/// coordinate. What follows from positions (speed, stretch, area error) the page computes itself.

#include <optional>
#include <string>
#include <vector>

#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

/// A run and the name under which the page shows it.
struct NamedTrajectory {
  std::string name;
  Trajectory trajectory;
};

/// How the page opens; the user can change all of it there.
struct ReplayOptions {
  std::string title{};            ///< default: the names of the trajectories
  double frames_per_second = 60;  ///< frames that follow each other faster are left out
  bool side_by_side = false;      ///< several trajectories: beside each other, not in one space
  std::string color{};            ///< "", "area", "stretch", "curvature", "contact" or "speed"
  bool mesh_lines = false;        ///< edges of the elements
  bool autoplay = true;           ///< starts to play when opened
  std::string theme{};            ///< "", "dark" or "light"; "": as the browser prefers

  /// The first thing wrong with these options, or nothing.
  std::optional<std::string> problem() const;
};

/// The data of one replay. InputError for no trajectory, one without frames or nodes, or more than fit into
/// a page (kMostReplayBytes before compression).
std::string replay_data(const std::vector<NamedTrajectory>& trajectories, const ReplayOptions& options = {});

/// 1 GiB: a page that large could not be opened.
inline constexpr std::size_t kMostReplayBytes = std::size_t{1} << 30;

}  // namespace isocloth::io
