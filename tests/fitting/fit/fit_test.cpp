#include <gtest/gtest.h>

#include <random>

#include "fitting/fit/gauss_newton.hpp"
#include "fitting/fit/study.hpp"
#include "support/measured.hpp"
#include "support/refusal.hpp"
#include "support/sanitized.hpp"
#include "twin.hpp"

namespace isocloth::fitting::test {
namespace {

using isocloth::test::expect_at_most;

const double kLong = isocloth::test::kSanitized ? 1.2 : 3;  ///< of the recordings [s]

TrialOptions twin_trial() { return {.mesh = kTwinNodes, .dt = kTwinDt}; }

TEST(Fit, FindsMassAndDampingOfItsTwin) {
  const Trial trial(twin_recording(kLong), twin_trial());
  const FitResult found = fit({&trial}, {.starts = isocloth::test::kSanitized ? 1 : 3});
  ASSERT_EQ(found.parameters.size(), 2u);
  expect_at_most("twin without noise: error of virtual mass",
                 std::abs(found.parameters[0].value / kTwinMaterial.gravitational_mass() - 1), 0.005, "");
  expect_at_most("twin without noise: error of damping",
                 std::abs(found.parameters[1].value / kTwinMaterial.damping - 1), 0.005, "");
  EXPECT_TRUE(found.parameters[0].identifiable && found.parameters[1].identifiable);
  EXPECT_TRUE(found.warnings.empty()) << found.warnings[0];
}

TEST(Fit, FindsADampingThatDoesNotDependOnTheTimeStep) {
  const Recording recording = twin_recording(3, kTwinMaterial, 0.001);
  std::vector<double> found;
  for (const double dt : {0.01, 0.005}) {
    const Trial trial(recording, {.mesh = kTwinNodes, .dt = dt});
    found.push_back(fit({&trial}, {.starts = 1, .uncertainty = false}).parameters[1].value);
    expect_at_most("recorded with 1 ms, fitted with 10, 5 ms: error of damping",
                   100 * std::abs(found.back() / kTwinMaterial.damping - 1), 2, "%");
  }
  expect_at_most("… against each other", 100 * std::abs(found[0] / found[1] - 1), 2, "%");
}

TEST(Fit, FindsLatencyAndOffsetOfATool) {
  const Vec3 offset(0.004, -0.003, 0.01);
  Recording recording = twin_recording(kLong);
  recording.tool = twin_tool(kLong);
  for (double& time : recording.grid.times) time += 0.12;
  Hanger hanger{.latency = 0.1};
  for (const int node : recording.held)
    hanger.offsets.push_back(recording.grid.positions[0].row(node).transpose() - offset);
  const Trial trial(recording, twin_trial(), hanger);
  FitOptions options{.parameters = {Parameter::virtual_mass, Parameter::damping, Parameter::latency},
                     .offset = true};
  options.starts = 1;
  options.uncertainty = false;
  const FitResult found = fit({&trial}, options);
  EXPECT_NEAR(found.best.later, 0.02, 0.001);
  EXPECT_LT((found.best.shift - offset).norm(), 0.0005) << found.best.shift.transpose();
  EXPECT_NEAR(found.best.material.gravitational_mass(), kTwinMaterial.gravitational_mass(), 0.01);
}

TEST(Study, TellsTheWholeLatencyOfTheCamera) {
  Recording recording = twin_recording(kLong);
  recording.tool = twin_tool(kLong);
  for (double& time : recording.grid.times) time += 0.12;
  StudyOptions options{.trial = twin_trial()};
  options.fit.parameters = {Parameter::latency, Parameter::damping};
  options.fit.base.material = kTwinMaterial;
  options.fit.starts = 1;
  options.fit.uncertainty = false;
  double shown = 0;
  options.fit.on_progress = [&](const FitProgress& progress) { shown = progress.values[0]; };
  const Study study = study_recording(recording, options);
  // a coarse sheet hung from a tool goes its own ways: over 20 ms the loss changes by no more than by chance
  EXPECT_NEAR(study.fit.parameters[0].value, 0.12, 0.02);
  EXPECT_NEAR(study.fit.parameters[0].value, study.trial.hanger()->latency + study.fit.best.later, 1e-12)
      << "what is simulated with";
  EXPECT_NEAR(shown, study.fit.parameters[0].value, 0.005) << "progress says the same";
}

TEST(Fit, IsNotLedAstrayByRipplesOfTheLoss) {
  // a loss with ripples, as noise makes them: its slope at a point says nothing, its slope over 0.2 does
  const std::vector<double> low{-4, -4}, high{4, 4}, wide{0.2, 0.2};
  const auto residuals = [](const std::vector<double>& x) {
    Vector r(3);
    r << std::exp(x[0]) - 2, std::exp(x[0] + x[1]) - 1, 0.05 * std::sin(200 * x[0]);
    return r;
  };
  for (const double start : {-1.0, 0.0, 2.0}) {
    const SearchResult found = minimize_squares(residuals, {start, -start}, low, high, wide, {});
    EXPECT_TRUE(found.converged);
    EXPECT_NEAR(found.x[0], std::log(2), 0.05) << start;  // ripples of 0.05 over a slope of 2
    EXPECT_NEAR(found.x[1], -std::log(2), 0.05) << start;
    EXPECT_LT(found.evaluations, 60);
  }
}

TEST(Fit, StaysWithinItsBounds) {
  const auto residuals = [](const std::vector<double>& x) {
    return Vector(Eigen::Vector2d(x[0] - 3, x[0] + x[1]));
  };
  const SearchResult found = minimize_squares(residuals, {0, 0}, {-1, -1.5}, {1, 1.5}, {0.1, 0.1}, {});
  EXPECT_NEAR(found.x[0], 1, 1e-9);  // the free minimum is at 3, −3
  EXPECT_NEAR(found.x[1], -1, 1e-6);
}

TEST(Fit, IsTheSameForAnyNumberOfThreads) {
  const Trial trial(twin_recording(0.4), twin_trial());
  FitOptions options{.share = 1, .starts = 3};
  options.search.max_evaluations = 12;
  const FitResult one = fit({&trial}, options);
  options.threads = 3;
  const FitResult three = fit({&trial}, options);
  EXPECT_EQ(one.loss, three.loss);
  EXPECT_EQ(one.start_losses, three.start_losses);
  for (std::size_t k = 0; k < one.parameters.size(); ++k) {
    EXPECT_EQ(one.parameters[k].value, three.parameters[k].value);
    EXPECT_EQ(one.parameters[k].standard_error, three.parameters[k].standard_error);
  }
}

TEST(Fit, SaysWhereARecordingDoesNotTellAParameter) {
  Recording still = twin_recording(0.5);
  for (Points& x : still.grid.positions)
    x = still.grid.positions[0];  // nothing moves: neither mass nor damping shows
  const Trial trial(still, twin_trial());
  FitOptions options{.starts = 1};
  options.search.max_evaluations = 30;
  const FitResult found = fit({&trial}, options);
  EXPECT_FALSE(found.parameters[1].identifiable);
  ASSERT_FALSE(found.warnings.empty());
  EXPECT_NE(found.warnings.back().find("damping"), std::string::npos) << found.warnings.back();
}

TEST(Fit, StandardErrorsGrowWithTheNoise) {
  double last = 0;
  for (const double noise : {0.001, 0.004}) {
    Recording recording = twin_recording(0.8);
    std::mt19937 random(3);
    std::normal_distribution<double> normal(0, noise);
    for (Points& x : recording.grid.positions)
      for (Eigen::Index k = 0; k < 3 * (x.rows() - kTwinNodes[0]); ++k)
        x.data()[k] += normal(random);  // not the held row
    const Trial trial(recording, twin_trial());
    FitOptions options{.share = 1, .starts = 1};
    options.search.tolerance = 2e-3;
    const FittedParameter mass = fit({&trial}, options).parameters[0];
    EXPECT_GT(mass.standard_error, 2 * last);
    EXPECT_LT(std::abs(mass.value - kTwinMaterial.gravitational_mass()), 5 * mass.standard_error);
    last = mass.standard_error;
  }
}

TEST(Fit, PredictsTheHalfItHasNotSeen) {
  StudyOptions options{.trial = twin_trial()};
  options.fit.starts = 1;
  options.fit.uncertainty = false;
  const Study study = study_recording(twin_recording(kLong), options);
  EXPECT_EQ(study.errors.size(), study.trial.frames());
  EXPECT_GT(study.fitted_frames, 0u);
  expect_at_most("twin without noise: error of the prediction", 1000 * study.predicted.error, 0.5, "mm");
  EXPECT_LE(study.predicted.error, study.predicted.dispersion);
}

TEST(Fit, RefusesWhatItCannotFit) {
  const Trial trial(twin_recording(0.2), twin_trial());
  EXPECT_REFUSES(fit({}), "at least one recording");
  EXPECT_REFUSES(fit({&trial}, {.offset = true}), "tool");
  EXPECT_REFUSES(fit({&trial}, {.parameters = {Parameter::damping, Parameter::damping}}), "twice");
  EXPECT_REFUSES(parameter_named("dampng"), "damping");
}

}  // namespace
}  // namespace isocloth::fitting::test
