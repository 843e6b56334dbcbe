#include "cli/bench/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/report/plot.hpp"

namespace isocloth::cli::bench {
namespace {

/// Factorising a sheet by nested dissection costs nodes^1.5, all else nodes^1: a good solver is between.
constexpr double kExpected = 1.4;
constexpr int kBlue = 0, kGrey = 7;  ///< of the plot's colours

}  // namespace

double PowerLaw::at(double nodes) const { return factor * std::pow(nodes, exponent); }

PowerLaw fit_power_law(const std::vector<CostPoint>& points) {
  const auto count = static_cast<double>(points.size());
  double x = 0, y = 0, xx = 0, xy = 0;
  for (const CostPoint& p : points) {
    x += std::log(p.nodes) / count;
    y += std::log(p.cost) / count;
  }
  for (const CostPoint& p : points) {
    xx += std::pow(std::log(p.nodes) - x, 2);
    xy += (std::log(p.nodes) - x) * (std::log(p.cost) - y);
  }
  const double exponent = xy / xx;
  return {exponent, std::exp(y - exponent * x)};
}

std::string cost_plot(const std::vector<CostPoint>& points) {
  const auto [smallest, largest] = std::minmax_element(
      points.begin(), points.end(), [](const CostPoint& a, const CostPoint& b) { return a.nodes < b.nodes; });
  const double few = smallest->nodes, many = largest->nodes;
  const PowerLaw fit = fit_power_law(points);
  const PowerLaw expected{kExpected, largest->cost / std::pow(many, kExpected)};
  io::Series measured{.mark = io::Mark::points, .color = kBlue};
  for (const CostPoint& p : points) {
    measured.x.push_back(p.nodes);
    measured.y.push_back(p.cost);
    measured.labels.push_back(fmt::format("{:g} nodes", p.nodes));
  }
  const auto line = [&](const std::string& name, const PowerLaw& law, int color, bool dashed) {
    return io::Series{
        .name = name, .x = {few, many}, .y = {law.at(few), law.at(many)}, .color = color, .dashed = dashed};
  };
  return io::to_svg({.title = "Cost of a falling sheet, one thread",
                     .x_label = "nodes",
                     .y_label = "real seconds per simulated second",
                     .series = {line(fmt::format("fit: nodes^{:.2f}", fit.exponent), fit, kBlue, false),
                                line(fmt::format("nodes^{:g}", kExpected), expected, kGrey, true),
                                line("real time", {0, 1}, kGrey, false), measured},
                     .log_x = true,
                     .log_y = true});
}

}  // namespace isocloth::cli::bench
