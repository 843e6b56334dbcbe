#include "cli/bench/fit_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <utility>

#include "fitting/fit/fit.hpp"
#include "fitting/recording/quantiles.hpp"
#include "isocloth/core/random.hpp"
#include "isocloth/mesh/generators.hpp"
#include "isocloth/session/session.hpp"

namespace isocloth::cli::bench {
namespace {

constexpr double kFrame = 1.0 / 30, kEnd = 14;  ///< [s]
constexpr double kNoise = 0.001;                ///< of each coordinate [m]
const Material kTrue{.virtual_mass = 0.52, .damping = 2.69};

/// The paper's fast motion: rest for 1 s, 10 s of shaking, rest for 3 s.
Vec3 shaken(double t) {
  const double phase = 2 * std::numbers::pi * 0.6 * std::clamp(t - 1, 0.0, 10.0);
  return {0, 0.075 * (std::cos(phase) - 1), 0};
}

fitting::Recording shaken_sheet() {
  const Mesh sheet = make_rectangle({0.297, 0.42}, {9, 9});
  Points start(sheet.node_count(), 3);
  for (Eigen::Index k = 0; k < start.rows(); ++k) start.row(k) << sheet.x(k, 0), 0, sheet.x(k, 1);
  Session sim(make_cloth_model(sheet, kTrue), start);
  for (const int corner : {72, 80})
    sim.grasp({.name = "corner" + std::to_string(corner),
               .nodes = {corner},
               .motion = position_motion(shaken),
               .grip = rigid_grip()});
  fitting::Recording recording;
  recording.name = "shaken sheet";
  recording.size = {0.297, 0.42};
  recording.held = {72, 80};
  recording.grid = {.rows = 9, .columns = 9, .times = {}, .positions = {}, .remarks = {}};
  std::mt19937 random(1);
  std::normal_distribution<double> noise(0, kNoise);
  for (int frame = 0; frame * kFrame <= kEnd; ++frame) {
    sim.run_until(frame * kFrame);
    recording.grid.times.push_back(sim.state().time);
    recording.grid.positions.push_back(sim.state().x);
    for (double& x : recording.grid.positions.back().reshaped()) x += noise(random);
  }
  return recording;
}

/// √L of the frames that were fitted, and of the others [m].
struct Errors {
  double fitted = 0, predicted = 0;
};

Errors errors_of(const fitting::Trial& trial, const fitting::TrialParameters& parameters, double share) {
  const std::vector<Points> all = trial.simulate(parameters, trial.frames()).frames;
  const std::size_t half = trial.frames_until(share);
  const auto error = [&](std::size_t first, std::size_t last) {
    const std::vector<Points> some(all.begin() + static_cast<std::ptrdiff_t>(first),
                                   all.begin() + static_cast<std::ptrdiff_t>(last));
    return std::sqrt(fitting::summarize(fitting::frame_errors(trial.recording().grid, first, last, some,
                                                              trial.area_shares()))
                         .loss);
  };
  return {error(0, half), error(half, all.size())};
}

/// Over parameters that are as good as the same: medians, and the least of what was fitted.
struct ErrorsAround {
  Errors typical;
  double luckiest = 0;
};
ErrorsAround errors_around(const fitting::Trial& trial, const fitting::TrialParameters& found, double share) {
  constexpr int kRuns = 31;
  constexpr double kUnknowable = 1e-4;  // relative
  std::mt19937 random(1);
  std::vector<double> fitted, predicted;
  for (int run = 0; run < kRuns; ++run) {
    const auto changed = [&](double value) {
      return value * (1 + kUnknowable * (2 * random_unit(random) - 1));
    };
    fitting::TrialParameters near = found;
    near.material.virtual_mass = changed(found.material.gravitational_mass());
    near.material.damping = changed(found.material.damping);
    const Errors errors = errors_of(trial, near, share);
    fitted.push_back(errors.fitted);
    predicted.push_back(errors.predicted);
  }
  return {{fitting::middle_of(fitted), fitting::middle_of(predicted)},
          *std::min_element(fitted.begin(), fitted.end())};
}

}  // namespace

std::vector<FitTime> measure_fit() {
  const fitting::Trial trial(shaken_sheet(), {});
  std::vector<FitTime> times;
  for (const auto& [name, method] : {std::pair{"gauss_newton", fitting::SearchMethod::gauss_newton},
                                     std::pair{"nelder_mead", fitting::SearchMethod::nelder_mead}}) {
    fitting::FitOptions options;
    options.search.method = method;
    const fitting::FitResult found = fitting::fit({&trial}, options);
    const ErrorsAround around = errors_around(trial, found.best, options.share);
    times.push_back({.method = name,
                     .wall_s = found.wall_s,
                     .simulations = found.evaluations,
                     .mass_error = std::abs(found.parameters[0].value / kTrue.gravitational_mass() - 1),
                     .damping_error = std::abs(found.parameters[1].value / kTrue.damping - 1),
                     .error_m = std::sqrt(found.loss),
                     .predicted_m = errors_of(trial, found.best, options.share).predicted,
                     .typical_m = around.typical.fitted,
                     .typical_predicted_m = around.typical.predicted,
                     .luckiest_m = around.luckiest});
  }
  return times;
}

Json to_json(const std::vector<FitTime>& times) {
  const auto one = [](const FitTime& time) {
    return Json{{"method", time.method},
                {"wall_s", time.wall_s},
                {"simulations", time.simulations},
                {"mass_error", time.mass_error},
                {"damping_error", time.damping_error},
                {"error_m", time.error_m},
                {"predicted_m", time.predicted_m},
                {"typical_m", time.typical_m},
                {"typical_predicted_m", time.typical_predicted_m},
                {"luckiest_m", time.luckiest_m}};
  };
  Json all = one(times.front());
  all["beside"] = one(times.back());
  return all;
}

std::string text_of(const std::vector<FitTime>& times) {
  std::string text = "fit of a 14 s recording, 9×9, one core:";
  for (const FitTime& time : times)
    text += fmt::format(
        "\n  {}: {:.1f} s, {} simulations, error {:.2f} mm, of what was not fitted {:.2f} mm (typical next "
        "to "
        "these parameters: {:.2f} and {:.2f} mm, luckiest {:.2f} mm); virtual mass off by {}, damping by {}",
        time.method, time.wall_s, time.simulations, 1000 * time.error_m, 1000 * time.predicted_m,
        1000 * time.typical_m, 1000 * time.typical_predicted_m, 1000 * time.luckiest_m,
        percent(time.mass_error), percent(time.damping_error));
  return text;
}

}  // namespace isocloth::cli::bench
