#include "experiments/locking/locking.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/catalog.hpp"
#include "experiments/locking/claims.hpp"
#include "experiments/parallel.hpp"
#include "io/picture/render.hpp"

namespace isocloth::experiments {
namespace {

using locking::Fall;
using locking::kBlankets;
using locking::kVariants;

constexpr unsigned kRed = 0xc8362c, kBlue = 0x2f64b4;  // the paper's: triangles, quads

/// One fall of each blanket.
using Four = std::array<Fall, 4>;

/// Falls of all blankets: [variant][seed].
using Falls = std::array<std::vector<Four>, kVariants.size()>;

/// Falls of quads with rows in their middle, seed by seed.
std::vector<Four> let_quads_fall(int seeds, const Options& options) {
  std::vector<Four> falls(static_cast<std::size_t>(seeds));
  std::vector<Task> tasks;
  for (int seed = 0; seed < seeds; ++seed)
    for (std::size_t b = 0; b < locking::kQuads.size(); ++b)
      tasks.push_back({locking::kQuads[b].name, double(locking::kQuads[b].nodes), [=, &falls, &options] {
                         falls[static_cast<std::size_t>(seed)][b] =
                             locking::fall(locking::kQuads[b], locking::kMiddle,
                                           static_cast<std::uint32_t>(seed + 1), false, options);
                       }});
  run_all(std::move(tasks), options, 0.9, 0.97);
  return falls;
}

Falls let_all_fall(int seeds, std::size_t variants, const Options& options) {
  Falls falls;
  std::vector<Task> tasks;
  for (std::size_t v = 0; v < variants; ++v) {
    falls[v].resize(static_cast<std::size_t>(seeds));
    for (int seed = 0; seed < seeds; ++seed)
      for (std::size_t b = 0; b < kBlankets.size(); ++b) {
        Fall& result = falls[v][static_cast<std::size_t>(seed)][b];
        tasks.push_back({kBlankets[b].name, double(kBlankets[b].nodes), [=, &result, &options] {
                           const auto number = static_cast<std::uint32_t>(seed + 1);
                           result = locking::fall(kBlankets[b], kVariants[v], number, seed == 0, options);
                         }});
      }
  }
  run_all(std::move(tasks), options, 0, 0.9);
  return falls;
}

/// Of the free corners of two blankets [cm].
double distance_cm(const Four& falls, std::size_t a, std::size_t b) {
  return 100 * (falls[a].corner - falls[b].corner).norm();
}

/// Largest over all pairs from the first on, of each seed, in order [cm].
std::vector<double> largest_distances(const std::vector<Four>& seeds, std::size_t first = 0) {
  std::vector<double> result;
  for (const Four& falls : seeds) {
    double largest = 0;
    for (std::size_t a = first; a < 4; ++a)
      for (std::size_t b = first; b < a; ++b) largest = std::max(largest, distance_cm(falls, a, b));
    result.push_back(largest);
  }
  std::sort(result.begin(), result.end());
  return result;
}

double worst_dispersion(const std::vector<Four>& seeds, std::size_t first = 0) {
  double worst = 0;
  for (const auto& falls : seeds)
    for (std::size_t b = first; b < 4; ++b) worst = std::max(worst, falls[b].dispersion);
  return worst;
}

/// Pairs of blankets, with the paper's beside ours where it has them.
io::Table distance_table(const std::vector<Four>& seeds, bool with_paper) {
  io::Table table{.columns = {""}};
  for (const auto& blanket : kBlankets) table.columns.emplace_back(blanket.name);
  for (std::size_t a = 0; a < 4; ++a) {
    std::vector<io::Cell> row{kBlankets[a].name};
    for (std::size_t b = 0; b < 4; ++b) {
      double worst = 0;
      for (const auto& falls : seeds) worst = std::max(worst, distance_cm(falls, a, b));
      std::string text = a == b ? "0" : "–";
      if (b > a) text = fmt::format("{:.2f}", worst);
      if (b > a && with_paper) text += fmt::format(" ({:.2f})", locking::kPaperDistance[a][b]);
      row.emplace_back(text);
    }
    table.rows.push_back(row);
  }
  table.caption = std::string("Distance of the free corners in cm, the largest of all seeds") +
                  (with_paper ? "; in brackets the paper's." : ".");
  return table;
}

io::Table corner_table(const Falls& falls) {
  io::Table table{.columns = {"seed", "model"}};
  for (const auto& blanket : kBlankets) table.columns.emplace_back(blanket.name);
  for (std::size_t v = 0; v < falls.size(); ++v)
    for (std::size_t seed = 0; seed < falls[v].size(); ++seed) {
      std::vector<io::Cell> row{std::to_string(seed + 1), kVariants[v].name};
      for (const Fall& fall : falls[v][seed])
        row.emplace_back(
            fmt::format("{:.3f} {:.3f} {:.3f}", fall.corner.x(), fall.corner.y(), fall.corner.z()));
      table.rows.push_back(row);
    }
  table.caption = "Where the free corner ends [m].";
  return table;
}

/// The four blankets side by side, at the end.
io::Image picture_of(const Four& falls) {
  std::vector<io::Image> images;
  for (std::size_t b = 0; b < 4; ++b) {
    const Fall& fall = falls[b];
    const unsigned color = kBlankets[b].triangles ? kRed : kBlue;
    const std::string label =
        fmt::format("{:.3f}  {:.3f}  {:.3f}", fall.corner.x(), fall.corner.y(), fall.corner.z());
    images.push_back(io::render_frames(fall.trajectory, {.times = {fall.trajectory.frames.back().time},
                                                         .camera_direction = {1, 0.6, 0.5},
                                                         .front_color = color,
                                                         .back_color = color,
                                                         .labels = {label}}));
  }
  return io::side_by_side(images);
}

io::Replay replay_of(const Four& falls, const std::string& caption) {
  std::vector<io::NamedTrajectory> named;
  for (std::size_t b = 0; b < 4; ++b) named.push_back({kBlankets[b].name, falls[b].trajectory});
  return io::make_replay(named, caption, {.title = "Locking test", .side_by_side = true});
}

Result run_locking(const Options& options) {
  const Falls falls = let_all_fall(options.quick ? 1 : 5, options.quick ? 2 : kVariants.size(), options);
  const std::vector<Four> middle = let_quads_fall(options.quick ? 1 : 5, options);
  const auto& metric = falls[0];
  const auto& edges = falls[1];
  const std::vector<double> distances = largest_distances(metric);
  Result result;
  result.claims = {measured(locking::kLargestDistance, distances.back()),
                   measured(locking::kMedianDistance, distances[distances.size() / 2]),
                   measured(locking::kDispersion, 100 * worst_dispersion(metric)),
                   measured(locking::kLockedDistance, largest_distances(edges).back()),
                   measured(locking::kMiddleDistance, largest_distances(middle, 1).back()),
                   measured(locking::kCoarseDistance, largest_distances(middle).back()),
                   measured(locking::kMiddleDispersion, 100 * worst_dispersion(middle, 1))};
  if (!options.quick) {
    result.claims.push_back(measured(locking::kAlignedDistance, largest_distances(falls[2]).back()));
    result.claims.push_back(measured(locking::kRoughDistance, largest_distances(falls[3]).back()));
  }
  io::Section& section = result.section;
  section.say(
      "A sheet of 1 m × 1 m lies flat, uneven by 3 mm, and is held by three corners; the fourth falls. It "
      "should fold along the diagonal whatever the mesh, and end in the same place. The unevenness is a "
      "smooth "
      "field, the same on every mesh: noise of each node's own would make the cloth the rougher the finer "
      "its "
      "mesh is.");
  section.add(io::make_picture(
      picture_of(metric.front()),
      "The four blankets at rest, triangles red, quads blue; below, where the free corner is [m]."));
  section.add(distance_table(metric, true));
  section.add(replay_of(metric.front(), "The fall, first seed."));
  section.say(
      "These are the paper's rows, at nodes. Quads have rows in their middle by default, which fold more "
      "sharply; their corners are in the list of claims.");
  section.say(
      "What locking is: the same blankets with all edges fixed instead of the metric. Triangles then cannot "
      "bend across "
      "their edges in all the directions that a fold needs, and the corner stays up; quads can shear without "
      "limit.");
  section.add(io::make_picture(picture_of(edges.front()), "All edges fixed."));
  section.add(distance_table(edges, false));
  section.add(corner_table(falls));
  options.progress(1, "pictures");
  return result;
}

}  // namespace

Experiment locking_experiment() {
  return {"locking", "Locking test", "Does the cloth fold freely, whatever its mesh?", run_locking};
}

}  // namespace isocloth::experiments
