
#include <fmt/format.h>

#include <algorithm>

#include "experiments/catalog.hpp"
#include "experiments/cusick/claims.hpp"
#include "experiments/cusick/series.hpp"
#include "io/picture/render.hpp"

namespace isocloth::experiments {
namespace {

using namespace cusick;
using AllSeries = std::array<cusick::Series, 3>;

double percent_of(const Set& set) { return 100 * set.mean.coefficient; }

double mean_over_meshes(const cusick::Series& series) {
  double sum = 0;
  for (const Set& set : series.meshes) sum += percent_of(set);
  return sum / static_cast<double>(series.meshes.size());
}

/// Half the range over the fine meshes [points].
double half_range(const cusick::Series& series) {
  double low = 100, high = 0;
  for (const Set& set : series.meshes) {
    if (set.nodes < kFineNodes) continue;
    low = std::min(low, percent_of(set));
    high = std::max(high, percent_of(set));
  }
  return (high - low) / 2;
}

/// Every set of one stiffness.
std::vector<const Set*> all_sets(const cusick::Series& series) {
  std::vector<const Set*> sets{&series.usual, &series.halved, &series.turned, &series.disc};
  for (const std::vector<Set>* some : {&series.meshes, &series.inextensible})
    for (const Set& set : *some) sets.push_back(&set);
  return sets;
}

double worst_dispersion(const AllSeries& all) {
  double worst = 0;
  for (const cusick::Series& series : all)
    for (const Set* set : all_sets(series)) worst = std::max(worst, set->mean.dispersion);
  return worst;
}

/// Woven rings that still moved. (A disc rocks on the table's edge by some mm/s.)
int restless_rings(const AllSeries& all) {
  int count = 0;
  for (const cusick::Series& series : all)
    for (const Set* set : all_sets(series))
      if (!set->setup.disc && set->setup.shear != kInextensible)
        for (const Drape& drape : set->drapes) count += !drape.at_rest;
  return count;
}

std::vector<Claim> claims_of(const AllSeries& all, bool quick) {
  std::vector<Claim> claims;
  for (std::size_t s = 0; s < 3; ++s) {
    const Stiffness& stiffness = kStiffnesses[s];
    const cusick::Series& series = all[s];
    if (!quick) claims.push_back(measured(calibrated_claim(stiffness), percent_of(series.usual)));
    claims.push_back(measured(mean_claim(stiffness), mean_over_meshes(series)));
    if (quick) continue;
    claims.push_back(measured(spread_claim(stiffness), half_range(series)));
    claims.push_back(measured(step_claim(stiffness), percent_of(series.halved) - percent_of(series.usual)));
    claims.push_back(measured(turn_claim(stiffness), percent_of(series.turned) - percent_of(series.usual)));
    claims.push_back(measured(disc_claim(stiffness), percent_of(series.disc) - percent_of(series.usual)));
  }
  claims.push_back(measured(kDispersion, 100 * worst_dispersion(all)));
  claims.push_back(measured(kAtRest, restless_rings(all)));
  return claims;
}

io::Series line_of(const std::string& name, const std::vector<Set>& sets, int color, bool dashed) {
  io::Series line{.name = name, .mark = io::Mark::both, .color = color, .dashed = dashed};
  for (const Set& set : sets) {
    line.x.push_back(set.nodes);
    line.y.push_back(percent_of(set));
  }
  return line;
}

io::Plot coefficient_plot(const AllSeries& all) {
  io::Plot plot{.title = "Drape coefficient over the number of nodes",
                .x_label = "nodes",
                .y_label = "drape coefficient [%]",
                .include_y = {0, 100}};
  for (std::size_t s = 0; s < 3; ++s) {
    const int color = static_cast<int>(s);
    plot.series.push_back(line_of(kStiffnesses[s].name, all[s].meshes, color, false));
    if (!all[s].inextensible.empty())
      plot.series.push_back(
          line_of(fmt::format("{}, inextensible", kStiffnesses[s].name), all[s].inextensible, color, true));
    plot.bands.push_back(
        {.low = kStiffnesses[s].calibrated - 4, .high = kStiffnesses[s].calibrated + 4, .color = color});
  }
  plot.caption =
      "Bands: 4 points around the paper's 26.1, 54.9 and 77.2 %. Each point is a mean over specimens. "
      "Inextensible: the same κ, but the angle between the threads is held too.";
  return plot;
}

io::Table material_table(const AllSeries& all) {
  io::Table table{
      .columns = {"stiffness", "κ [N·m]", "κ/ρ [m⁴/s²]", "DC, 768 nodes [%]", "scatter [points]", "folds"}};
  for (std::size_t s = 0; s < 3; ++s) {
    const Set& usual = all[s].usual;
    table.rows.push_back({kStiffnesses[s].name, fmt::format("{:.4g}", usual.setup.bending),
                          fmt::format("{:.4g}", usual.setup.bending / kDensity),
                          fmt::format("{:.1f}", percent_of(usual)),
                          usual.drapes.size() > 1 ? fmt::format("± {:.1f}", 100 * usual.mean.spread) : "–",
                          fmt::format("{:.1f}", usual.mean.folds)});
  }
  table.caption = fmt::format(
      "ρ = {} kg/m² and S = {} N/m for all three; κ was calibrated once on the mesh of 768 nodes "
      "and is used unchanged on all others.",
      kDensity, kShear);
  return table;
}

io::Table disc_table(const AllSeries& all) {
  io::Table table{
      .columns = {"stiffness", "ring, DC [%]", "ring, folds", "disc, DC [%]", "disc, folds", "disc, nodes"}};
  for (std::size_t s = 0; s < 3; ++s)
    table.rows.push_back({kStiffnesses[s].name, fmt::format("{:.1f}", percent_of(all[s].usual)),
                          fmt::format("{:.1f}", all[s].usual.mean.folds),
                          fmt::format("{:.1f}", percent_of(all[s].disc)),
                          fmt::format("{:.1f}", all[s].disc.mean.folds), std::to_string(all[s].disc.nodes)});
  table.caption =
      "The ring with fixed inner nodes, and the real set-up: a whole disc that lies on a table of 9 cm "
      "radius. The disc must bend to get over the edge, where the ring is hinged, so it drapes less.";
  return table;
}

io::Image picture_of_rings(const AllSeries& all) {
  std::vector<io::Image> images;
  for (std::size_t s = 0; s < 3; ++s) {
    const Drape& first = all[s].usual.drapes.front();
    images.push_back(
        io::render_frames(first.trajectory, {.times = {first.time},
                                             .panel_height = 320,
                                             .camera_direction = {0.3, -1, 0.7},
                                             .labels = {fmt::format("{:.1f} %", 100 * first.coefficient)}}));
  }
  return io::side_by_side(images);
}

Result run_cusick(const Options& options) {
  const AllSeries all = run_series(bending_of_stiffnesses(options), options);
  Result result;
  result.claims = claims_of(all, options.quick);
  io::Section& section = result.section;
  section.say(
      "A cloth of 15 cm radius drapes over a table of 9 cm radius; the drape coefficient is the share of the "
      "overhanging "
      "ring that is still seen from above. The ring is meshed with quads and its inner nodes are fixed.");
  section.add(io::make_picture(
      picture_of_rings(all),
      "Low, medium and high stiffness on the mesh of 768 nodes, first specimen, and its drape coefficient."));
  section.add(material_table(all));
  section.add(coefficient_plot(all));
  section.say(fmt::format(
      "The cloth is woven: its threads keep their length, the angle between warp and weft gives way with a "
      "shear stiffness of {} N/m. The paper's cloth is an inextensible surface, and keeps that angle too. "
      "But "
      "a surface that is exactly inextensible and tangent to the table's edge can bend only along straight "
      "lines that miss the table; folds that start at the edge then come from cells that give way, the less "
      "the smaller they are. The curves of inextensible rings show it.",
      kShear));
  section.say(
      "A drape has many states of rest. Each specimen starts flat, uneven by a millimetre in the same way on "
      "every mesh, and hangs until it is at rest. The number given is the mean over specimens, as testers "
      "do.");
  if (!options.quick) section.add(disc_table(all));
  for (std::size_t s = 0; s < 3; ++s)
    section.add(io::make_replay(
        {{kStiffnesses[s].name, all[s].usual.drapes.front().trajectory}},
        fmt::format("Stiffness {}, 768 nodes: let go, until it is at rest.", kStiffnesses[s].name)));
  if (!options.quick)
    section.add(io::make_replay({{"disc on a table", all[1].disc.drapes.front().trajectory}},
                                "Disc on a table, medium stiffness."));
  options.progress(1, "pictures");
  return result;
}

}  // namespace

Experiment cusick_experiment() {
  return {"cusick", "Cusick's drape test", "Does the drape coefficient depend on the mesh?", run_cusick};
}

}  // namespace isocloth::experiments
