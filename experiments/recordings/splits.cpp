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

std::vector<Stretch> first_halves(const Session& session) {
  std::vector<Stretch> halves;
  for (const RecordedRun& run : session.runs) halves.push_back({&run.recording, 0, kHalf});
  return halves;
}

}  // namespace

Split shared_time_split(const Session& session) {
  Split split{.name = "second halves",
              .hanger = first_halves(session),
              .training = first_halves(session),
              .unseen = {},
              .unseen_names = {}};
  for (const RecordedRun& run : session.runs) add_unseen(split, run, kHalf);
  return split;
}

std::vector<Split> own_time_splits(const Session& session) {
  std::vector<Split> splits;
  for (const RecordedRun& run : session.runs) {
    splits.push_back(
        {"second half of " + run.name, first_halves(session), {{&run.recording, 0, kHalf}}, {}, {}});
    add_unseen(splits.back(), run, kHalf);
  }
  return splits;
}

std::vector<Split> motion_splits(const Session& session, int few) {
  std::set<std::string> motions;
  for (const RecordedRun& run : session.runs) motions.insert(run.motion);
  std::vector<Split> splits;
  const auto split_by = [&](const std::string& name, const auto& is_unseen) {
    Split split{.name = name, .hanger = {}, .training = {}, .unseen = {}, .unseen_names = {}};
    for (std::size_t k = 0; k < session.runs.size(); ++k) {
      if (is_unseen(k))
        add_unseen(split, session.runs[k], 0);
      else
        split.training.push_back({&session.runs[k].recording, 0, 1});
    }
    split.hanger = split.training;
    if (!split.training.empty() && !split.unseen.empty()) splits.push_back(std::move(split));
  };
  if (static_cast<int>(motions.size()) > few) {
    split_by("all but five", [](std::size_t k) { return k >= kTrainingRuns; });
    return splits;
  }
  for (const std::string& motion : motions)
    split_by(motion, [&](std::size_t k) { return session.runs[k].motion == motion; });
  return splits;
}

}  // namespace isocloth::experiments
