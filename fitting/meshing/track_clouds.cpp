#include "fitting/meshing/track_clouds.hpp"

#include <cmath>

#include "fitting/clouds/read_cloud.hpp"
#include "fitting/meshing/tracker.hpp"
#include "io/file.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::fitting {
namespace {

constexpr int kPatience = 100;  ///< frames without cloth at the beginning, before it is given up

/// What happened on the way, for the remarks.
struct TrackCounts {
  std::int64_t points = 0, invalid = 0, unseen_nodes = 0;
  std::array<std::int64_t, kFates> fates{};
  int lost = 0, gaps = 0, without_color = 0;
  double longest_gap = 0, margin = 0;
};

std::string share_of(std::int64_t part, std::int64_t whole) {
  return to_text(std::round(1000.0 * static_cast<double>(part) /
                            static_cast<double>(std::max<std::int64_t>(whole, 1))) /
                 10) +
         " %";
}

void remark(const TrackCounts& counts, const TrackOptions& options, int frames, GridRecording& grid) {
  const auto say = [&](const std::string& sentence) { grid.remarks.push_back(sentence); };
  const auto number = [](auto value) { return std::to_string(value); };
  if (counts.invalid > 0) say(number(counts.invalid) + " points without depth were dropped.");
  for (int fate = 1; fate < kFates; ++fate)
    if (counts.fates[fate] > 0)
      say("Cleaning (" + std::string(name_of(static_cast<Fate>(fate))) + ") removed " +
          share_of(counts.fates[fate], counts.points) + " of the points.");
  if (counts.without_color > 0)
    say(number(counts.without_color) + " clouds have no colours: the colour filter did nothing there.");
  if (counts.lost > 0)
    say(number(counts.lost) + " of " + number(frames) + " frames do not show the cloth and were left out.");
  const auto nodes = static_cast<std::int64_t>(grid.times.size()) * grid.rows * grid.columns;
  if (counts.unseen_nodes > 0) say(share_of(counts.unseen_nodes, nodes) + " of the nodes were hidden (NaN).");
  if (counts.gaps > 0)
    say(number(counts.gaps) + " gaps between frames are longer than " + to_text(options.longest_gap) +
        " s, the longest " + to_text(std::round(counts.longest_gap * 1000) / 1000) + " s.");
  say("The camera loses about " + to_text(std::round(counts.margin * 1e4) / 10) +
      " mm at the cloth's edges; this was allowed for.");
}

std::int64_t unseen(const Points& nodes) {
  std::int64_t count = 0;
  for (Eigen::Index k = 0; k < nodes.rows(); ++k) count += std::isnan(nodes(k, 0)) ? 1 : 0;
  return count;
}

void count_gaps(const GridRecording& grid, double longest, TrackCounts& counts) {
  for (std::size_t k = 1; k < grid.times.size(); ++k) {
    const double gap = grid.times[k] - grid.times[k - 1];
    if (gap > longest) ++counts.gaps;
    counts.longest_gap = std::max(counts.longest_gap, gap);
  }
}

}  // namespace

std::optional<std::string> TrackOptions::problem() const {
  for (int axis = 0; axis < 2; ++axis) {
    if (!(size[axis] >= 0.02 && size[axis] <= 10))
      return "the size of the cloth must be from 0.02 to 10 m, got " + to_text(size[axis]);
    if (nodes[axis] < 2 || nodes[axis] > 200)
      return "a grid has from 2 to 200 nodes along a side, got " + std::to_string(nodes[axis]);
  }
  if (!(cell >= 0.002 && cell <= 1))
    return "the largest cell must be from 0.002 to 1 m, got " + to_text(cell);
  if (!(longest_gap > 0)) return "the longest gap must be > 0 s, got " + to_text(longest_gap);
  return cleaning.problem();
}

GridRecording track_clouds(const CloudSequence& clouds, const TrackOptions& options,
                           const TrackWatcher& watch) {
  if (const auto problem = options.problem()) throw InputError(*problem);
  Tracker tracker(options);
  GridRecording grid;
  grid.columns = options.nodes[0];
  grid.rows = options.nodes[1];
  grid.remarks = clouds.remarks;
  TrackCounts counts;
  std::string size_problem;  // of the first frame that had one
  const int frames = static_cast<int>(clouds.times.size());
  for (int frame = 0; frame < frames; ++frame) {
    const double time = clouds.times[frame];
    Cloud cloud = clouds.load(frame);
    if (frame == 0) check_units(cloud, clouds.files[frame]);
    cloud.points = options.camera.apply(cloud.points);
    const CleanedCloud cleaned = clean_cloud(cloud, options.cleaning, tracker.region(time));
    counts.points += cloud.size();
    counts.invalid += cloud.dropped;
    counts.without_color += options.cleaning.color && !cloud.has_colors() ? 1 : 0;
    for (int fate = 0; fate < kFates; ++fate) counts.fates[fate] += cleaned.counts[fate];
    const bool found = tracker.follow(cleaned.cloud.points, time);
    if (found) {
      grid.times.push_back(time);
      grid.positions.push_back(tracker.nodes());
      counts.unseen_nodes += unseen(grid.positions.back());
    } else {
      ++counts.lost;
      if (grid.times.empty() && size_problem.empty() && !tracker.problem_of_size().empty())
        size_problem = clouds.files[frame] + ": " + tracker.problem_of_size();
    }
    if (grid.times.empty() && counts.lost >= kPatience) break;
    if (watch && !watch({frame, cloud, cleaned, tracker.report(), found ? &grid.positions.back() : nullptr,
                         tracker.margin()}))
      break;
  }
  require(!grid.times.empty() || size_problem.empty(), size_problem);
  if (grid.times.empty())
    io::fail_at(clouds.name, 0,
                std::string("shows no cloth in ") + (counts.lost < frames ? "the first " : "any of its ") +
                    std::to_string(counts.lost) +
                    " frames; look at the pictures of the cleaning, and correct planes, colour or size");
  counts.margin = tracker.margin();
  count_gaps(grid, options.longest_gap, counts);
  remark(counts, options, frames, grid);
  return grid;
}

GridRecording track_clouds(const CloudSequence& clouds, const TrackOptions& options) {
  return track_clouds(clouds, options, {});
}

}  // namespace isocloth::fitting
