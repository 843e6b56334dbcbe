#include "experiments/recordings/splits.hpp"

#include <set>

namespace isocloth::experiments {
namespace {

constexpr double kHalf = 0.5;
constexpr std::size_t kTrainingRuns = 5;

void add_unseen(Split& split, const RecordedRun& run, double from) {
  split.unseen.push_back({&run.recording, from, 1});
  split.unseen_names.push_back(run.name);
}

std::vector<Stretch> first_halves(const Day& day) {
  std::vector<Stretch> halves;
  for (const RecordedRun& run : day.runs) halves.push_back({&run.recording, 0, kHalf});
  return halves;
}

}  // namespace

Split shared_time_split(const Day& day) {
  Split split{.name = "second halves",
              .hanger = first_halves(day),
              .training = first_halves(day),
              .unseen = {},
              .unseen_names = {}};
  for (const RecordedRun& run : day.runs) add_unseen(split, run, kHalf);
  return split;
}

std::vector<Split> own_time_splits(const Day& day) {
  std::vector<Split> splits;
  for (const RecordedRun& run : day.runs) {
    splits.push_back({"second half of " + run.name, first_halves(day), {{&run.recording, 0, kHalf}}, {}, {}});
    add_unseen(splits.back(), run, kHalf);
  }
  return splits;
}

std::vector<Split> motion_splits(const Day& day, int few) {
  std::set<std::string> motions;
  for (const RecordedRun& run : day.runs) motions.insert(run.motion);
  std::vector<Split> splits;
  const auto split_by = [&](const std::string& name, const auto& is_unseen) {
    Split split{.name = name, .hanger = {}, .training = {}, .unseen = {}, .unseen_names = {}};
    for (std::size_t k = 0; k < day.runs.size(); ++k) {
      if (is_unseen(k))
        add_unseen(split, day.runs[k], 0);
      else
        split.training.push_back({&day.runs[k].recording, 0, 1});
    }
    split.hanger = split.training;
    if (!split.training.empty() && !split.unseen.empty()) splits.push_back(std::move(split));
  };
  if (static_cast<int>(motions.size()) > few) {
    split_by("all but five", [](std::size_t k) { return k >= kTrainingRuns; });
    return splits;
  }
  for (const std::string& motion : motions)
    split_by(motion, [&](std::size_t k) { return day.runs[k].motion == motion; });
  return splits;
}

}  // namespace isocloth::experiments
