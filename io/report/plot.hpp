#pragma once

/// Numbers over numbers as a picture in SVG, readable inside a page (whose colours it takes) and alone.

#include <string>
#include <vector>

namespace isocloth::io {

enum class Mark { line, points, both };

struct Series {
  std::string name{};       ///< in the legend; empty: not there
  std::vector<double> x{};  ///< as many as y; values that are not finite leave a gap
  std::vector<double> y{};
  std::vector<std::string> labels{};  ///< beside the points; none, or as many as y
  Mark mark = Mark::line;
  int color = -1;  ///< 0 … kPlotColors − 1; below 0: its place among the series
  bool dashed = false;
};

/// Between two values of y, across the whole plot: what is accepted, or another's range.
struct PlotBand {
  double low = 0, high = 0;
  std::string name{};
  int color = -1;  ///< below 0: grey
};

struct Plot {
  std::string title{};
  std::string x_label{}, y_label{};  ///< with units: "time [s]"
  std::vector<Series> series{};
  std::vector<PlotBand> bands{};
  bool log_x = false, log_y = false;
  std::vector<double> include_y{};  ///< values that the axis must hold: 0, or a bar
  std::string caption{};            ///< under the plot, in a report
};

inline constexpr int kPlotColors = 8;

/// The plot as one <svg> element. InputError where a series has not as many x as y.
std::string to_svg(const Plot& plot);

}  // namespace isocloth::io
