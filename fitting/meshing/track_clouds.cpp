#include "fitting/meshing/track_clouds.hpp"

#include <cmath>

#include "fitting/meshing/tracker.hpp"
#include "io/cloud/read_cloud.hpp"
#include "io/file.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::fitting {
namespace {

constexpr int kPatience = 100;  ///< frames without cloth at the beginning, before it is given up

/// What happened on the way, for the remarks.
struct TrackCounts {
  std::int64_t points = 0, invalid = 0, unseen_nodes = 0;
  std::array<std::int64_t, kFates> fates{};
  int lost = 0, repeated = 0, gaps = 0, without_color = 0;
  double longest_gap = 0, margin = 0;
};

std::string share_of(std::int64_t part, std::int64_t whole) {
  const double percent =
      100 * static_cast<double>(part) / static_cast<double>(std::max<std::int64_t>(whole, 1));
  return percent < 0.1 ? "less than 0.1 %" : to_text(std::round(10 * percent) / 10) + " %";
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
  if (counts.repeated > 0)
    say(number(counts.repeated) + " of " + number(frames) +
        " frames repeat the one before, point by point, and were left out.");
  if (counts.lost > 0)
    say(number(counts.lost) + " of " + number(frames) + " frames do not show the cloth and were left out.");
  const auto nodes = static_cast<std::int64_t>(grid.times.size()) * grid.rows * grid.columns;
  if (counts.unseen_nodes > 0) say(share_of(counts.unseen_nodes, nodes) + " of the nodes were hidden (NaN).");
  if (counts.gaps > 0)
    say(number(counts.gaps) + (counts.gaps == 1 ? " gap between frames is" : " gaps between frames are") +
        " longer than " + to_text(options.longest_gap) + " s, the longest " +
        to_text(std::round(counts.longest_gap * 1000) / 1000) + " s.");
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

/// One recording on its way through cleaning and tracking.
class TrackRun {
 public:
  TrackRun(const io::CloudSequence& clouds, const TrackOptions& options)
      : clouds_(clouds), options_(options), tracker_(options) {
    grid_.columns = options.nodes[0];
    grid_.rows = options.nodes[1];
    grid_.remarks = clouds.remarks;
  }

  /// Takes the next frame; false where there is no use in going on.
  bool take(int frame, const TrackWatcher& watch) {
    const double time = clouds_.times[frame];
    io::Cloud cloud = clouds_.load(frame);
    if (frame == 0) io::check_units(cloud, clouds_.files[frame]);
    if (repeats_last(cloud)) return true;
    cloud.points = options_.camera.apply(cloud.points);
    const CleanedCloud cleaned = clean_cloud(cloud, options_.cleaning, tracker_.region(time));
    count(cloud, cleaned);
    const bool found = tracker_.follow(cleaned.cloud.points, time);
    if (found)
      keep(time);
    else
      miss(frame);
    const Points* nodes = found ? &grid_.positions.back() : nullptr;
    if (watch && !watch({frame, cloud, cleaned, tracker_.report(), nodes, tracker_.margin()})) return false;
    return !grid_.times.empty() || counts_.lost < kPatience;
  }

  GridRecording finish() {
    if (grid_.times.empty()) fail();
    counts_.margin = tracker_.margin();
    count_gaps(grid_, options_.longest_gap, counts_);
    remark(counts_, options_, static_cast<int>(clouds_.times.size()), grid_);
    return std::move(grid_);
  }

 private:
  /// Cameras hand out a frame again where none is new.
  bool repeats_last(const io::Cloud& cloud) {
    const bool same = cloud.size() > 0 && cloud.size() == last_.rows() && cloud.points == last_;
    counts_.repeated += same ? 1 : 0;
    last_ = cloud.points;
    return same;
  }

  void count(const io::Cloud& cloud, const CleanedCloud& cleaned) {
    counts_.points += cloud.size();
    counts_.invalid += cloud.dropped;
    counts_.without_color += options_.cleaning.color && !cloud.has_colors() ? 1 : 0;
    for (int fate = 0; fate < kFates; ++fate) counts_.fates[fate] += cleaned.counts[fate];
  }

  void keep(double time) {
    grid_.times.push_back(time);
    grid_.positions.push_back(tracker_.nodes());
    counts_.unseen_nodes += unseen(grid_.positions.back());
  }

  void miss(int frame) {
    ++counts_.lost;
    if (grid_.times.empty() && size_problem_.empty() && !tracker_.problem_of_size().empty())
      size_problem_ = clouds_.files[frame] + ": " + tracker_.problem_of_size();
  }

  [[noreturn]] void fail() const {
    if (!size_problem_.empty()) throw InputError(size_problem_);
    const bool all = counts_.lost + counts_.repeated == static_cast<int>(clouds_.times.size());
    io::fail_at(clouds_.name, 0,
                std::string("shows no cloth in ") + (all ? "any of its " : "the first ") +
                    std::to_string(counts_.lost) +
                    " frames; look at the pictures of the cleaning, and correct planes, colour or size");
  }

  const io::CloudSequence& clouds_;
  const TrackOptions& options_;
  Tracker tracker_;
  GridRecording grid_;
  TrackCounts counts_;
  Points last_;               ///< of the last cloud, as it was loaded
  std::string size_problem_;  ///< of the first frame that had one
};

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

GridRecording track_clouds(const io::CloudSequence& clouds, const TrackOptions& options,
                           const TrackWatcher& watch) {
  if (const auto problem = options.problem()) throw InputError(*problem);
  TrackRun run(clouds, options);
  const int frames = static_cast<int>(clouds.times.size());
  for (int frame = 0; frame < frames && run.take(frame, watch); ++frame) {
  }
  return run.finish();
}

}  // namespace isocloth::fitting
