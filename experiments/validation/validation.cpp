/// The paper's experimental validation on synthetic recordings: δ and α from the first 7 s, error on the last
/// 7 s; the model whose edges keep their length beside it; other meshes, and parameters that are not fitted.

#include "experiments/catalog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "experiments/parallel.hpp"
#include "experiments/validation/synthetic.hpp"
#include "fitting/fit/fit_report.hpp"

namespace isocloth::experiments {
namespace {

using fitting::Parameter;
using fitting::Study;
using validation::kTable1;
using validation::PaperCase;

constexpr std::array<std::array<int, 2>, 3> kMeshes{{{9, 17}, {17, 9}, {17, 17}}};  ///< columns, rows
constexpr std::array<double, 3> kPaperMeshErrors{0.37, 0.34, 0.35};                 ///< [cm]
constexpr double kFps = 15, kQuickFps = 8;

struct CaseResult {
  const PaperCase* paper = nullptr;
  SyntheticCase synthetic{};
  std::optional<Study> ours{}, edges{};
  std::array<double, 3> mesh_errors{};  ///< with kept parameters [m]
};

fitting::StudyOptions study_options(bool edges) {
  fitting::StudyOptions options;
  options.fit.parameters.push_back(Parameter::latency);
  options.fit.offset = true;
  if (edges) {
    options.trial.cloth.edges = EdgeModel{};
    options.fit.parameters[0] = Parameter::shear_stiffness;
    options.fit.uncertainty = false;
  }
  return options;
}

/// Error on the predicted half with other parameters or another mesh, everything else as in the study [m].
double predicted_error(const Study& study, const fitting::TrialParameters& parameters,
                       std::array<int, 2> mesh) {
  fitting::TrialOptions options = study.trial.options();
  options.mesh = mesh;
  const fitting::Trial trial(study.trial.recording(), options, study.trial.hanger());
  const std::vector<Points> run = trial.simulate(parameters, trial.frames()).frames;
  return fitting::summarize(fitting::errors_between(trial, run, study.fitted_frames, trial.frames())).error;
}

void run_case(CaseResult& result, bool quick) {
  const auto seed = static_cast<std::uint32_t>(result.paper - kTable1.data() + 1);
  result.synthetic = make_synthetic(*result.paper, quick ? kQuickFps : kFps, seed);
  result.ours.emplace(study_recording(result.synthetic.recording, study_options(false)));
  result.edges.emplace(study_recording(result.synthetic.recording, study_options(true)));
  for (std::size_t m = 0; m < kMeshes.size(); ++m)
    result.mesh_errors[m] = predicted_error(*result.ours, result.ours->fit.best, kMeshes[m]);
}

std::string with_error(const fitting::FittedParameter& p) {
  return fmt::format("{:.3f} ± {:.3f}", p.value, p.standard_error);
}

io::Table our_table(const std::vector<CaseResult>& results) {
  io::Table table{.columns = {"textile", "δ", "α", "δ, paper's cloth", "α, paper's cloth", "ē [cm]",
                              "ē paper [cm]", "edges ē [cm]", "9×17", "17×9", "17×17", "noise floor [cm]"},
                  .rows = {},
                  .caption =
                      "Our Table 1. δ and α of the paper's cloth are those that the simulated reality was "
                      "given, besides its drag of the air and bending."};
  for (const CaseResult& r : results) {
    const Material true_material = reality_of(*r.paper).material;
    std::vector<io::Cell> row{name_of(*r.paper), with_error(r.ours->fit.parameters[0]),
                              with_error(r.ours->fit.parameters[1]),
                              fmt::format("{:.2f}", true_material.gravitational_mass()),
                              fmt::format("{:.2f}", true_material.damping)};
    for (const double value : {100 * r.ours->predicted.error, r.paper->error, 100 * r.edges->predicted.error,
                               100 * r.mesh_errors[0], 100 * r.mesh_errors[1], 100 * r.mesh_errors[2],
                               100 * r.ours->noise_floor()})
      row.push_back(fmt::format("{:.2f}", value));
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// Both motions of a textile with the mean of what was found for them; nothing where one was not run.
void claim_a_priori(const std::vector<CaseResult>& results, std::vector<Claim>& claims) {
  const auto find = [&](bool fast) {
    return std::find_if(results.begin(), results.end(), [&](const CaseResult& r) {
      return std::string(r.paper->textile) == "cotton" && r.paper->fast == fast;
    });
  };
  const auto slow = find(false), fast = find(true);
  if (slow == results.end() || fast == results.end()) return;
  for (const auto& [result, motion, paper] :
       {std::tuple(slow, "slow", 0.51), std::tuple(fast, "fast", 0.59)}) {
    fitting::TrialParameters parameters = result->ours->fit.best;
    parameters.material.virtual_mass = (slow->ours->fit.best.material.gravitational_mass() +
                                        fast->ours->fit.best.material.gravitational_mass()) /
                                       2;
    parameters.material.damping =
        (slow->ours->fit.best.material.damping + fast->ours->fit.best.material.damping) / 2;
    claims.push_back(measured(validation::a_priori(motion, paper),
                              100 * predicted_error(*result->ours, parameters, {9, 9})));
  }
}

std::vector<Claim> claims_of(const std::vector<CaseResult>& results) {
  std::vector<Claim> claims;
  double margin = 1e9, difference = 0, tracking = 0;
  for (const CaseResult& r : results) {
    claims.push_back(
        measured(validation::prediction(name_of(*r.paper), r.paper->error), 100 * r.ours->predicted.error));
    margin = std::min(margin, r.edges->predicted.error - r.ours->predicted.error);
    for (const double error : r.mesh_errors)
      difference = std::max(difference, std::abs(error - r.ours->predicted.error));
    tracking = std::max(tracking, r.synthetic.tracking_error);
  }
  for (const CaseResult& r : results) {
    if (name_of(*r.paper) != "cotton fast") continue;
    claims.push_back(measured(validation::baseline_error(), 100 * r.edges->predicted.error));
    for (std::size_t m = 0; m < kMeshes.size(); ++m)
      claims.push_back(measured(
          validation::other_mesh(fmt::format("{}×{}", kMeshes[m][0], kMeshes[m][1]), kPaperMeshErrors[m]),
          100 * r.mesh_errors[m]));
  }
  claims.push_back(measured(validation::baseline_margin(), 100 * margin));
  claims.push_back(measured(validation::mesh_difference(), 100 * difference));
  claim_a_priori(results, claims);
  claims.push_back(measured(validation::tracking(), 1000 * tracking));
  return claims;
}

io::Plot plot_of(const CaseResult& result) {
  io::Plot plot = fitting::error_plot(*result.ours, name_of(*result.paper));
  io::Series edges{.name = "edges keep their length"};
  for (const fitting::FrameError& e : result.edges->errors)
    edges.x.push_back(e.time), edges.y.push_back(100 * e.error);
  plot.series.push_back(std::move(edges));
  return plot;
}

Result run_validation(const Options& options) {
  std::vector<CaseResult> results;
  for (const PaperCase& paper_case : kTable1)
    if (!options.quick || name_of(paper_case) == "cotton fast") results.push_back({.paper = &paper_case});
  std::vector<Task> tasks;
  for (CaseResult& result : results)
    tasks.push_back(
        {name_of(*result.paper), 1, [&result, quick = options.quick] { run_case(result, quick); }});
  run_all(std::move(tasks), options);
  Result out{.claims = claims_of(results), .section = {}};
  out.section.add(our_table(results));
  for (const CaseResult& result : results) {
    out.section.add(plot_of(result));
    if (name_of(*result.paper) == "cotton fast") {
      out.section.add(fitting::error_map(*result.ours));
      out.section.add(fitting::comparison_replay(*result.ours));
    }
  }
  return out;
}

}  // namespace

Experiment validation_experiment() {
  return {"validation", "Experimental validation: fit and prediction of four textiles",
          "δ and α from synthetic recordings of a depth camera, and how far the prediction is off",
          run_validation};
}

}  // namespace isocloth::experiments
