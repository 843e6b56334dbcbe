/// Real cloth, carried by a robot and recorded by a depth camera: parameters are found from one part of the
/// recordings and predict another that was not used for anything.

#include "experiments/catalog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "experiments/parallel.hpp"
#include "experiments/recordings/claims.hpp"
#include "experiments/recordings/splits.hpp"
#include "fitting/fit/fit_report.hpp"

namespace isocloth::experiments {
namespace {

constexpr double kSide = 0.3;  ///< of the cloths [m]
constexpr double kTolerance = 2e-3,
                 kQuickTolerance = 2e-2;  ///< of the searches, in logarithms of the parameters
constexpr std::size_t kModels = std::size(kContenders);

/// A split with what came out, model by model.
struct SplitResult {
  Split split;
  std::array<Training, kModels> trained{};
  std::array<std::vector<Prediction>, kModels> predicted{};
};

struct DayResult {
  const Day* day;
  std::vector<SplitResult> shared, own, motions;
};

void add_tasks(std::vector<SplitResult>& results, double tolerance, std::vector<Task>& tasks) {
  for (SplitResult& result : results)
    for (std::size_t m = 0; m < kModels; ++m)
      tasks.push_back({result.split.name + ", " + name_of(kContenders[m]),
                       static_cast<double>(result.split.training.size()), [&result, m, tolerance] {
                         const fitting::Hanger hanger = find_hanger(result.split.hanger);
                         result.trained[m] = train(kContenders[m], result.split.training, hanger, tolerance);
                         for (const Stretch& stretch : result.split.unseen)
                           result.predicted[m].push_back(predict(kContenders[m], result.trained[m], stretch));
                       }});
}

/// Means over all unseen runs of the splits [cm], model by model, and of the noise floor at the end.
std::array<double, kModels + 1> means(const std::vector<SplitResult>& results) {
  std::array<double, kModels + 1> sums{};
  double count = 0;
  for (const SplitResult& result : results)
    for (std::size_t u = 0; u < result.split.unseen.size(); ++u, ++count) {
      for (std::size_t m = 0; m < kModels; ++m) sums[m] += 100 * result.predicted[m][u].errors.mean;
      sums[kModels] += 100 * result.predicted[0][u].floor;
    }
  for (double& sum : sums) sum /= count;
  return sums;
}

std::string centimetres_text(double value) { return fmt::format("{:.2f}", value); }

io::Table results_table(const std::vector<SplitResult>& results, const std::string& caption) {
  io::Table table{.columns = {"predicted run", "δ/ρ", "α/ρ [1/s]", "inextensible", "δ = ρ", "edges", "plate",
                              "noise floor"},
                  .rows = {},
                  .caption = caption};
  for (const SplitResult& result : results)
    for (std::size_t u = 0; u < result.split.unseen.size(); ++u) {
      const Material& material = result.trained[0].fit.best.material;
      std::vector<io::Cell> row{result.split.unseen_names[u], centimetres_text(material.gravitational_mass()),
                                centimetres_text(material.damping)};
      const double ours = result.predicted[0][u].errors.mean;
      for (std::size_t m = 0; m < kModels; ++m) {
        const double value = result.predicted[m][u].errors.mean;
        row.push_back(m > 0 && value < ours ? io::good(centimetres_text(100 * value))
                                            : io::Cell(centimetres_text(100 * value)));
      }
      row.push_back(centimetres_text(100 * result.predicted[0][u].floor));
      table.rows.push_back(std::move(row));
    }
  const auto mean = means(results);
  std::vector<io::Cell> row{"mean", "", ""};
  for (const double value : mean) row.push_back(centimetres_text(value));
  table.rows.push_back(std::move(row));
  return table;
}

void say_hanger(const SplitResult& result, io::Section& section) {
  const fitting::Hanger& h = result.trained[0].hanger;
  section.say(
      fmt::format("Hanger, from the same frames: the camera is {:.3f} s late and turned by {:.1f}°; held "
                  "corners, tracked {:.1f} cm apart, are carried {:.1f} cm apart; "
                  "they scatter about the hanger by {:.1f} cm. The fit moved the hanger by ({:.1f}, {:.1f}, "
                  "{:.1f}) cm: tracked corners are below the true ones.",
                  h.latency + result.trained[0].fit.best.later, h.camera_turn.norm() * 180 / 3.14159265358979,
                  100 * h.measured_span, 100 * (h.offsets.back() - h.offsets.front()).norm(), 100 * h.scatter,
                  100 * result.trained[0].fit.best.shift.x(), 100 * result.trained[0].fit.best.shift.y(),
                  100 * result.trained[0].fit.best.shift.z()));
}

void say_day(const DayResult& result, io::Section& section) {
  const Day& day = *result.day;
  section.say(fmt::format(
      "Day {}: {} runs. Mean distance of a node [cm], mean over time; what is below ours is marked.",
      day.name, day.runs.size()));
  if (!result.shared.empty()) {
    section.add(results_table(result.shared,
                              "Unseen time: all first halves are fitted together, second halves predicted."));
    say_hanger(result.shared[0], section);
  }
  if (!result.own.empty())
    section.add(results_table(result.own,
                              "Unseen time: δ, α, latency and offset from each run's own first half; the "
                              "hanger from all first halves."));
  section.add(
      results_table(result.motions, "Unseen motions: no frame of the motion that is predicted was used."));
  io::Table mended{.columns = {"run", "what was done"}, .rows = {}, .caption = "Faults of the recordings."};
  for (const RecordedRun& run : day.runs) {
    std::string words;
    for (const std::string& remark : run.recording.remarks()) words += (words.empty() ? "" : " ") + remark;
    if (!words.empty()) mended.rows.push_back({run.name, words});
  }
  if (!mended.rows.empty()) section.add(mended);
}

void claim_margins(const std::string& what, const std::array<double, kModels + 1>& mean,
                   std::vector<Claim>& claims) {
  for (std::size_t m = 1; m < kModels; ++m)
    claims.push_back(
        measured(recordings::margin(what + ": " + name_of(kContenders[m]) + " worse by"), mean[m] - mean[0]));
}

void claim_day(const DayResult& result, std::vector<Claim>& claims) {
  const std::string& name = result.day->name;
  const bool june = name == "2021-06-23 n7", july = name == "2021-07-05";
  const auto claim = [&](const std::vector<SplitResult>& results, const std::string& what, const auto& make) {
    if (results.empty()) return;
    const auto mean = means(results);
    claims.push_back(measured(
        june || july ? make(name + ", " + what) : recordings::reported(name + ", " + what, "cm"), mean[0]));
    if (june || july) claim_margins(name + ", " + what, mean, claims);
    claims.push_back(
        measured(recordings::reported(name + ", " + what + ": noise floor", "cm"), mean[kModels]));
  };
  const auto time_claim = [&](const std::string& words) {
    return june ? recordings::unseen_time(words) : recordings::reported(words, "cm");
  };
  claim(result.shared, "unseen time, fitted together", time_claim);
  claim(result.own, "unseen time, each run alone", time_claim);
  claim(result.motions, "unseen motions",
        june ? recordings::unseen_motions_june : recordings::unseen_motions_july);
}

DayResult plan(const Day& day, bool quick) {
  DayResult result{.day = &day, .shared = {}, .own = {}, .motions = {}};
  const bool has_bar = day.name == "2021-06-23 n7";
  result.shared.push_back({.split = shared_time_split(day)});
  if (!quick && has_bar)
    for (Split& split : own_time_splits(day)) result.own.push_back({.split = std::move(split)});
  for (Split& split : motion_splits(day)) result.motions.push_back({.split = std::move(split)});
  return result;
}

Result run(const Options& options) {
  Result out;
  if (options.data_folder.empty()) {
    out.section.say("Skipped: the recordings are not part of the project; give their folder with `--data`.");
    return out;
  }
  std::vector<Day> days = read_days(options.data_folder, kSide);
  if (options.quick) std::erase_if(days, [](const Day& s) { return s.name.find("n4") != std::string::npos; });
  std::vector<DayResult> results;
  for (const Day& day : days) results.push_back(plan(day, options.quick));
  std::vector<Task> tasks;
  const double tolerance = options.quick ? kQuickTolerance : kTolerance;
  for (DayResult& result : results)
    for (auto* group : {&result.shared, &result.own, &result.motions}) add_tasks(*group, tolerance, tasks);
  run_all(std::move(tasks), options);
  for (const DayResult& result : results) {
    claim_day(result, out.claims);
    say_day(result, out.section);
  }
  return out;
}

}  // namespace

Experiment recordings_experiment() {
  return {"recordings", "Real recordings: prediction of unseen time and unseen motions",
          "fits recordings of real cloth and predicts others; needs --data", run};
}

}  // namespace isocloth::experiments
