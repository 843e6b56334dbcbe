#include "cli/bench/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace isocloth::cli::bench {
namespace {

constexpr double kRoom = 0.2;  ///< left free beyond the data, in powers of ten

/// Factorising a sheet by nested dissection costs nodes^1.5, all else nodes^1: a good solver is between.
constexpr double kExpected = 1.4;

constexpr double kWidth = 560, kHeight = 380;                       // [px]
constexpr double kLeft = 74, kRight = 84, kTop = 48, kBottom = 56;  // margins [px]
constexpr const char *kInk = "#222", *kGrid = "#ddd", *kBlue = "#1f5fa8", *kGrey = "#888";

/// One logarithmic axis, drawn from `begin` to `end`.
struct Axis {
  double low, high;   ///< powers of ten, fractions too
  double begin, end;  ///< [px]

  Axis(double least, double most, double from, double to)
      : low(std::log10(least) - kRoom), high(std::log10(most) + kRoom), begin(from), end(to) {}

  double place(double value) const {
    return begin + (std::log10(value) - low) / (high - low) * (end - begin);
  }
};

std::string text(double x, double y, const std::string& anchor, const std::string& words,
                 const std::string& more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" {}>{}</text>\n", x, y, anchor, more,
                     words);
}

std::string line(double x1, double y1, double x2, double y2, const std::string& style) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1, x2, y2,
                     style);
}

std::string stroke(const char* colour, double width, const std::string& dashes = "") {
  return fmt::format("stroke=\"{}\" stroke-width=\"{}\"{}", colour, width,
                     dashes.empty() ? "" : " stroke-dasharray=\"" + dashes + "\"");
}

/// Lines at each decade, with its number.
std::string grid(const Axis& x, const Axis& y) {
  std::string svg;
  for (double e = std::ceil(x.low); e <= x.high; ++e) {
    const double at = x.place(std::pow(10, e));
    svg += line(at, y.begin, at, y.end, stroke(kGrid, 1));
    svg += text(at, y.begin + 18, "middle", fmt::format("{:g}", std::pow(10, e)));
  }
  for (double e = std::ceil(y.low); e <= y.high; ++e) {
    const double at = y.place(std::pow(10, e));
    svg += line(x.begin, at, x.end, at, e == 0 ? stroke(kGrey, 1, "2 3") : stroke(kGrid, 1));
    svg += text(x.begin - 8, at + 4, "end", fmt::format("{:g}", std::pow(10, e)));
    if (e == 0) svg += text(x.begin + 6, at - 5, "start", "real time", "fill=\"#888\"");
  }
  return svg;
}

/// A power law between two numbers of nodes.
std::string curve(const Axis& x, const Axis& y, const PowerLaw& law, double from, double to,
                  const std::string& style) {
  return line(x.place(from), y.place(law.at(from)), x.place(to), y.place(law.at(to)), style);
}

std::string legend(double x, double y, const std::string& style, const std::string& words) {
  return line(x, y - 4, x + 26, y - 4, style) + text(x + 34, y, "start", words);
}

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
  std::vector<double> costs{fit.at(few), fit.at(many), expected.at(few)};
  for (const CostPoint& point : points) costs.push_back(point.cost);
  const auto [cheapest, dearest] = std::minmax_element(costs.begin(), costs.end());
  const Axis x(few, many, kLeft, kWidth - kRight), y(*cheapest, *dearest, kHeight - kBottom, kTop);
  const std::string fit_style = stroke(kBlue, 1.6), expected_style = stroke(kGrey, 1.4, "6 4");

  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"sans-serif\" font-size=\"12\" fill=\"{2}\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
      kWidth, kHeight, kInk);
  svg += text(kLeft, 24, "start", "Cost of a falling sheet, one thread", "font-size=\"14\"");
  svg += grid(x, y);
  svg += fmt::format("<path d=\"M {0} {1} V {2} H {3}\" fill=\"none\" {4}/>\n", x.begin, y.end, y.begin,
                     x.end, stroke(kInk, 1));
  svg += curve(x, y, expected, few, many, expected_style);
  svg += curve(x, y, fit, few, many, fit_style);
  for (const CostPoint& p : points) {
    const double right = x.place(p.nodes), up = y.place(p.cost);
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\"/>\n", right, up, kBlue);
    svg += text(right + 8, up + 14, "start", fmt::format("{:g} nodes", p.nodes));
  }
  svg += legend(x.end - 130, y.begin - 34, fit_style, fmt::format("fit: nodes^{:.2f}", fit.exponent));
  svg += legend(x.end - 130, y.begin - 14, expected_style, fmt::format("nodes^{:g}", kExpected));
  svg += text((x.begin + x.end) / 2, kHeight - 14, "middle", "nodes");
  svg += text(0, 0, "middle", "real seconds per simulated second",
              fmt::format("transform=\"translate(18 {:.1f}) rotate(-90)\"", (y.begin + y.end) / 2));
  return svg + "</svg>\n";
}

}  // namespace isocloth::cli::bench
