#include "experiments/catalog.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <nlohmann/json.hpp>
#include <set>

#include "experiments/outcome.hpp"
#include "experiments/parallel.hpp"
#include "support/refusal.hpp"

namespace isocloth::experiments {
namespace {

Outcome sample_outcome() {
  Result result{
      .claims = {
          measured({.name = "inside", .place = "Table 1", .paper = 3.74, .band = at_most(2.5), .unit = "cm"},
                   2),
          measured({.name = "outside", .place = "–", .paper = {}, .band = within(26.1, 4), .unit = "%"},
                   35)}};
  return {{"sample", "Sample", "one line", {}}, std::move(result), 0.5};
}

TEST(Outcomes, JsonHasTheFormThatScriptsRelyOn) {
  const nlohmann::ordered_json json = to_json({sample_outcome()}, true);
  ASSERT_EQ(json["experiments"].size(), 1U);
  EXPECT_EQ(json["experiments"][0]["name"], "sample");
  const auto& claims = json["experiments"][0]["claims"];
  ASSERT_EQ(claims.size(), 2U);
  EXPECT_EQ(claims[0]["paper"], 3.74);
  EXPECT_EQ(claims[0]["value"], 2.0);
  EXPECT_TRUE(claims[0]["band"][0].is_null());
  EXPECT_EQ(claims[0]["band"][1], 2.5);
  EXPECT_EQ(claims[0]["unit"], "cm");
  EXPECT_EQ(claims[0]["ok"], true);
  EXPECT_TRUE(claims[1]["paper"].is_null());
  EXPECT_EQ(claims[1]["ok"], false);
}

TEST(Outcomes, MissOneClaimMissAll) {
  Outcome outcome = sample_outcome();
  EXPECT_FALSE(outcome.ok());
  outcome.result.claims.pop_back();
  EXPECT_TRUE(outcome.ok());
}

TEST(Claims, WithoutAValueAreMissed) {
  EXPECT_FALSE(Claim{.name = "never measured"}.ok());
  EXPECT_TRUE(
      to_json({{{"a", "A", "", {}}, {.claims = {Claim{}}}, 0}}, false)["experiments"][0]["claims"][0]["value"]
          .is_null());
}

TEST(Claims, TextsReadAsAPersonWritesThem) {
  EXPECT_EQ(number_text(26.123, "%"), "26.1 %");
  EXPECT_EQ(band_text(at_most(2.5), "cm"), "≤ 2.5 cm");
  EXPECT_EQ(band_text(within(26.1, 4), "%"), "22.1 to 30.1 %");
  EXPECT_EQ(band_text(anything(), "%"), "reported");
}

TEST(Catalog, NamesAreWordsAndDiffer) {
  std::set<std::string> names;
  for (const Experiment& experiment : catalog()) {
    EXPECT_EQ(experiment.name.find(' '), std::string::npos);
    EXPECT_TRUE(names.insert(experiment.name).second) << experiment.name;
    EXPECT_TRUE(experiment.run);
  }
  EXPECT_EQ(choose("all").size(), catalog().size());
}

TEST(Catalog, RefusesOtherNames) { EXPECT_REFUSES(choose("tensr"), "did you mean \"tensor\""); }

TEST(ParallelRuns, AllRunAndProgressEndsAtTheEnd) {
  for (const int threads : {1, 3}) {
    std::vector<int> done(20, 0);
    double last = 0;
    Options options{.threads = threads, .progress = [&](double share, const std::string&) {
                      EXPECT_GE(share, last);
                      last = share;
                    }};
    std::vector<Task> tasks;
    for (int k = 0; k < 20; ++k) tasks.push_back({"run", 1.0 + k, [&done, k] { ++done[k]; }});
    run_all(tasks, options, 0.25, 0.75);
    EXPECT_EQ(done, std::vector<int>(20, 1));
    EXPECT_NEAR(last, 0.75, 1e-12);
  }
}

TEST(ParallelRuns, HandOnWhatARunThrows) {
  std::atomic<int> done = 0;
  std::vector<Task> tasks{{"bad", 2, [] { throw InputError("no mesh"); }}, {"good", 1, [&] { ++done; }}};
  EXPECT_REFUSES(run_all(tasks, {.threads = 1}), "no mesh");
  EXPECT_EQ(done, 0);
}

TEST(TensorExperiment, FindsThePapersSizeOnASmallMesh) {
  const Result result = choose("tensor").front().run({.quick = true});
  ASSERT_EQ(result.claims.size(), 2U);
  EXPECT_GT(result.claims[0].value, 110);  // 147 inside, fewer on the rim
  EXPECT_LT(result.claims[0].value, 147);
}

}  // namespace
}  // namespace isocloth::experiments
