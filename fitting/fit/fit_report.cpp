#include "fitting/fit/fit_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "fitting/recording/resample.hpp"
#include "io/picture/canvas.hpp"
#include "isocloth/mesh/generators.hpp"

namespace isocloth::fitting {
namespace {

constexpr double kReplayStep = 0.05;  ///< between frames of the replay [s]
constexpr int kCell = 36;             ///< of the error map [px]

std::string centimetres(double metres) { return fmt::format("{:.2f} cm", 100 * metres); }

io::Table error_table(const Study& study) {
  io::Table table{.columns = {"", "frames", "error e", "dispersion d", "mean distance of a node"},
                  .rows = {}};
  const auto row = [&](const std::string& name, const ErrorSummary& s) {
    table.rows.push_back({name, std::to_string(s.frames), centimetres(s.error), centimetres(s.dispersion),
                          centimetres(s.mean)});
  };
  row("fitted", study.fitted);
  row("predicted, not used for the fit", study.predicted);
  table.caption = fmt::format("Noise floor {}: {}.", centimetres(study.noise_floor()),
                              study.trial.hanger() ? "scatter of the tracked held nodes about a rigid hanger"
                                                   : "by which tracked nodes jump from frame to frame");
  return table;
}

/// Frames of a grid as a run; nodes not seen are where they would be between the frames that see them.
Trajectory as_trajectory(const GridRecording& grid, const std::array<double, 2>& size) {
  Trajectory out;
  out.info.rest = make_rectangle(size, {grid.columns, grid.rows});
  out.info.step = kReplayStep;
  const GridRecording even = resample(grid, kReplayStep);
  for (std::size_t f = 0; f < even.times.size(); ++f) {
    Frame frame;
    frame.time = even.times[f] - even.times.front();
    frame.x = even.positions[f];
    for (Eigen::Index k = 0; k < frame.x.rows(); ++k)
      if (!frame.x.row(k).allFinite()) frame.x.row(k) = frame.x.row(k > 0 ? k - 1 : 1);  // never seen
    frame.v = Points::Zero(frame.x.rows(), 3);
    frame.grasp_force = Points(0, 3);
    out.frames.push_back(std::move(frame));
  }
  return out;
}

std::string hex_color(const io::Color& color) {
  const auto channel = [](float linear) {
    const double s = linear <= 0.0031308f ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
    return static_cast<int>(std::lround(255 * std::min(1.0, std::max(0.0, s))));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", channel(color[0]), channel(color[1]), channel(color[2]));
}

}  // namespace

std::string value_text(const FittedParameter& fitted) {
  const ParameterInfo& info = info_of(fitted.parameter);
  const std::string value = fmt::format("{:.4g}", fitted.value);
  if (!std::isfinite(fitted.standard_error)) return value + " " + info.unit;
  return fmt::format("{} ± {:.2g} {}", value, fitted.standard_error, info.unit);
}

io::Table parameter_table(const FitResult& fit) {
  io::Table table{.columns = {"parameter", "value", "identifiable"}, .rows = {}};
  for (const FittedParameter& fitted : fit.parameters)
    table.rows.push_back({info_of(fitted.parameter).name, value_text(fitted),
                          fitted.identifiable ? io::good("yes") : io::bad("no")});
  if (fit.best.shift.norm() > 0)
    table.rows.push_back(
        {"offset",
         fmt::format("{:.4f}, {:.4f}, {:.4f} m", fit.best.shift.x(), fit.best.shift.y(), fit.best.shift.z()),
         "–"});
  table.caption = fmt::format("√L = {}, after {} simulations in {:.1f} s.", centimetres(std::sqrt(fit.loss)),
                              fit.evaluations, fit.wall_s);
  return table;
}

io::Plot error_plot(const Study& study, const std::string& title) {
  io::Plot plot{.title = title, .x_label = "time [s]", .y_label = "distance [cm]", .include_y = {0}};
  io::Series fitted{.name = "error e, fitted"}, predicted{.name = "error e, predicted"},
      spread{.name = "dispersion d", .dashed = true};
  for (std::size_t f = 0; f < study.errors.size(); ++f) {
    const FrameError& e = study.errors[f];
    io::Series& into = f < study.fitted_frames ? fitted : predicted;
    into.x.push_back(e.time), into.y.push_back(100 * e.error);
    spread.x.push_back(e.time), spread.y.push_back(100 * e.dispersion);
  }
  plot.series = {fitted, predicted, spread};
  plot.bands.push_back({.low = 0, .high = 100 * study.noise_floor(), .name = "noise floor"});
  return plot;
}

io::Picture error_map(const Study& study) {
  const GridRecording& grid = study.trial.recording().grid;
  double most = 0;
  for (const double e : study.node_errors)
    if (std::isfinite(e)) most = std::max(most, e);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}\" font-size=\"11\" "
      "font-family=\"sans-serif\" text-anchor=\"middle\">",
      kCell * grid.columns, kCell * grid.rows, kCell * grid.columns);
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      const double e = study.node_errors[row * grid.columns + column];
      const int x = kCell * column, y = kCell * (grid.rows - 1 - row);
      const bool seen = std::isfinite(e);
      svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>", x, y, kCell,
                         kCell, seen ? hex_color(io::diverging_color(most > 0 ? e / most : 0)) : "#888888");
      svg += fmt::format("<text x=\"{}\" y=\"{}\" fill=\"{}\">{}</text>", x + kCell / 2, y + kCell / 2 + 4,
                         seen && e > 0.6 * most ? "#ffffff" : "#222222",
                         seen ? fmt::format("{:.1f}", 100 * e) : "–");
    }
  return {
      .source = svg + "</svg>",
      .caption = "Mean distance of each node in the part that was predicted [cm]; the held row is on top."};
}

io::Replay comparison_replay(const Study& study) {
  GridRecording simulated = study.trial.recording().grid;
  simulated.positions = study.run.frames;
  const std::array<double, 2>& size = study.trial.recording().size;
  return io::make_replay({{"measured", as_trajectory(study.trial.recording().grid, size)},
                          {"simulated", as_trajectory(simulated, size)}},
                         "Measured and simulated cloth.",
                         {.side_by_side = true, .mesh_lines = true, .autoplay = false});
}

io::Report fit_report(const Study& study) {
  const Recording& recording = study.trial.recording();
  io::Report report{.title = "Fit of " + recording.name};
  report.lead = fmt::format(
      "On motion that was not used for fitting, the simulated cloth is {} from the recorded one (noise floor "
      "{}).",
      centimetres(study.predicted.error), centimetres(study.noise_floor()));
  io::Section& found = report.section("Parameters");
  found.add(parameter_table(study.fit));
  for (const std::string& warning : study.fit.warnings) found.say("Warning: " + warning);
  if (const auto& hanger = study.trial.hanger())
    found.say(fmt::format(
        "The camera is {:.3f} s late; the tool holds the cloth {:.4f} m wide, tracked as {:.4f} m; the "
        "camera is turned by {:.1f}°.",
        hanger->latency + study.fit.best.later, (hanger->offsets.back() - hanger->offsets.front()).norm(),
        hanger->measured_span, hanger->camera_turn.norm() * 180 / 3.14159265358979));
  io::Section& errors = report.section("Errors");
  errors.add(error_table(study));
  errors.add(error_plot(study, "Error over time"));
  errors.add(error_map(study));
  errors.add(comparison_replay(study));
  io::Section& recorded = report.section(
      "The recording", fmt::format("{} frames of {}×{} nodes over {:.1f} s; cloth of {:.4g}×{:.4g} m.",
                                   recording.grid.times.size(), recording.grid.rows, recording.grid.columns,
                                   recording.duration(), recording.size[0], recording.size[1]));
  for (const std::string& remark : recording.remarks()) recorded.say(remark);
  return report;
}

}  // namespace isocloth::fitting
