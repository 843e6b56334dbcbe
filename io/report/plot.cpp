#include "io/report/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/escape.hpp"
#include "io/report/axis.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {
namespace {

constexpr double kPlotWidth = 760, kPlotHeight = 340;  // [px]
constexpr double kLeft = 66, kRight = 18, kBottom = 52;
constexpr double kLetter = 7;  ///< about the width of a letter [px]

/// Seen alone, on white; a page may give its own.
constexpr std::array<const char*, kPlotColors> kColors{"#2563b0", "#c8442f", "#2f8f5b", "#8a4fb5",
                                                       "#c98a12", "#12879a", "#b8437f", "#6b7280"};

std::string color_of(int index) {
  if (index < 0) return "var(--plot-grey, #8a93a0)";
  const int k = index % kPlotColors;
  return fmt::format("var(--plot-{}, {})", k, kColors[k]);
}

std::string text_at(double x, double y, const char* anchor, const std::string& words, const char* more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                     escaped(words));
}

std::string line_between(double x1, double y1, double x2, double y2, const std::string& style) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" style=\"{}\"/>\n", x1, y1,
                     x2, y2, style);
}

/// A row of names with samples of their lines, broken where it would leave the plot; `y` ends below it.
class PlotLegend {
 public:
  explicit PlotLegend(double top) : y_(top) {}

  void add(const std::string& name, const std::string& sample) {
    if (name.empty()) return;
    const double width = 34 + kLetter * static_cast<double>(letters(name)) + 18;
    if (x_ > kLeft && x_ + width > kPlotWidth) x_ = kLeft, y_ += 19;
    svg_ += fmt::format("<g transform=\"translate({:.1f} {:.1f})\">{}{}</g>\n", x_, y_, sample,
                        text_at(32, 4, "start", name));
    x_ += width;
    any_ = true;
  }
  const std::string& svg() const { return svg_; }
  double bottom() const { return any_ ? y_ + 18 : y_ - 6; }

 private:
  /// UTF-8 bytes that begin a character.
  static long letters(const std::string& name) {
    return std::count_if(name.begin(), name.end(), [](char c) { return (c & 0xC0) != 0x80; });
  }

  double x_ = kLeft, y_;
  bool any_ = false;
  std::string svg_;
};

std::string stroke_style(const Series& series, int color) {
  return fmt::format("fill:none;stroke:{};stroke-width:1.8;stroke-linejoin:round{}", color_of(color),
                     series.dashed ? ";stroke-dasharray:6 4" : "");
}

std::string dot(double x, double y, int color) {
  return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.4\" style=\"fill:{}\"/>", x, y,
                     color_of(color));
}

std::string legend_sample(const Series& series, int color) {
  std::string svg;
  if (series.mark != Mark::points) svg += line_between(0, 0, 26, 0, stroke_style(series, color));
  if (series.mark != Mark::line) svg += dot(13, 0, color);
  return svg;
}

std::string draw_grid(const Axis& x, const Axis& y) {
  const std::string faint = "stroke:var(--plot-grid, #e1e5ea);stroke-width:1";
  std::string svg;
  for (const double tick : x.ticks()) {
    svg += line_between(x.place(tick), y.begin(), x.place(tick), y.end(), faint);
    svg += text_at(x.place(tick), y.begin() + 18, "middle", x.label(tick));
  }
  for (const double tick : y.ticks()) {
    svg += line_between(x.begin(), y.place(tick), x.end(), y.place(tick), faint);
    svg += text_at(x.begin() - 8, y.place(tick) + 4, "end", y.label(tick));
  }
  return svg;
}

std::string draw_frame(const Axis& x, const Axis& y) {
  return fmt::format(
      "<path d=\"M{:.1f} {:.1f}V{:.1f}H{:.1f}\" style=\"fill:none;stroke:var(--plot-ink, #39414d);"
      "stroke-width:1\"/>\n",
      x.begin(), y.end(), y.begin(), x.end());
}

std::string draw_band(const PlotBand& band, const Axis& x, const Axis& y) {
  const auto clamp = [&](double at) { return std::clamp(at, y.end(), y.begin()); };
  const double top = clamp(y.place(band.high)), bottom = clamp(y.place(band.low));
  return fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" style=\"fill:{};opacity:0.14\"/>\n",
      x.begin(), top, x.end() - x.begin(), bottom - top, color_of(band.color));
}

std::string draw_series(const Series& series, int color, const Axis& x, const Axis& y) {
  std::string path, dots;
  bool drawing = false;
  for (std::size_t k = 0; k < series.x.size(); ++k) {
    if (!x.shows(series.x[k]) || !y.shows(series.y[k])) {
      drawing = false;
      continue;
    }
    const double right = x.place(series.x[k]), up = y.place(series.y[k]);
    path += fmt::format("{}{:.1f} {:.1f}", drawing ? 'L' : 'M', right, up);
    if (series.mark != Mark::line) dots += dot(right, up, color) + "\n";
    if (!series.labels.empty()) dots += text_at(right, up - 9, "middle", series.labels[k]);
    drawing = true;
  }
  if (series.mark == Mark::points || path.empty()) return dots;
  return fmt::format("<path d=\"{}\" style=\"{}\"/>\n{}", path, stroke_style(series, color), dots);
}

Axis axis_of(const Plot& plot, bool vertical, double begin, double end) {
  std::vector<double> values;
  for (const Series& series : plot.series) {
    const std::vector<double>& from = vertical ? series.y : series.x;
    values.insert(values.end(), from.begin(), from.end());
  }
  if (vertical) {
    for (const PlotBand& band : plot.bands) values.insert(values.end(), {band.low, band.high});
    values.insert(values.end(), plot.include_y.begin(), plot.include_y.end());
  }
  return Axis(values, vertical ? plot.log_y : plot.log_x, begin, end);
}

int color_index(const Series& series, std::size_t place) {
  return series.color < 0 ? static_cast<int>(place) : series.color;
}

PlotLegend make_legend(const Plot& plot) {
  PlotLegend legend(plot.title.empty() ? 14 : 38);
  for (std::size_t k = 0; k < plot.series.size(); ++k)
    legend.add(plot.series[k].name, legend_sample(plot.series[k], color_index(plot.series[k], k)));
  for (const PlotBand& band : plot.bands)
    legend.add(band.name,
               fmt::format("<rect y=\"-6\" width=\"26\" height=\"12\" style=\"fill:{};opacity:0.2\"/>",
                           color_of(band.color)));
  return legend;
}

}  // namespace

std::string to_svg(const Plot& plot) {
  for (const Series& series : plot.series)
    require(series.x.size() == series.y.size(),
            fmt::format("series \"{}\" has {} x and {} y; give it as many of both", series.name,
                        series.x.size(), series.y.size()));
  const PlotLegend legend = make_legend(plot);
  const Axis x = axis_of(plot, false, kLeft, kPlotWidth - kRight);
  const Axis y = axis_of(plot, true, kPlotHeight - kBottom, legend.bottom());
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" "
      "height=\"{1:g}\" "
      "role=\"img\" aria-label=\"{2}\" style=\"font:13px system-ui,sans-serif;fill:var(--plot-ink, "
      "#39414d);background:var(--plot-paper, #fff)\">\n",
      kPlotWidth, kPlotHeight, escaped(plot.title.empty() ? plot.y_label : plot.title));
  if (!plot.title.empty())
    svg += text_at(kLeft, 18, "start", plot.title, " style=\"font-size:15px;font-weight:600\"");
  svg += legend.svg() + draw_grid(x, y);
  for (const PlotBand& band : plot.bands) svg += draw_band(band, x, y);
  svg += draw_frame(x, y);
  for (std::size_t k = 0; k < plot.series.size(); ++k)
    svg += draw_series(plot.series[k], color_index(plot.series[k], k), x, y);
  svg += text_at((x.begin() + x.end()) / 2, kPlotHeight - 12, "middle", plot.x_label);
  svg +=
      fmt::format("<text transform=\"translate(16 {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                  (y.begin() + y.end()) / 2, escaped(plot.y_label));
  return svg + "</svg>\n";
}

}  // namespace isocloth::io
