#include "cli/bench/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>

#include "cli/bench/child_process.hpp"
#include "cli/bench/report.hpp"
#include "io/file.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::cli::bench {
namespace {

constexpr double kEnough = 30;          ///< no further round after this [s]
constexpr double kPatience = 600;       ///< for the first answer of this program [s]
constexpr double kSlowest = 20;         ///< the other program may take this many times as long as this one …
constexpr double kSlowestAtLeast = 60;  ///< … but at least this [s]

/// What must agree between two builds that do the same work.
constexpr const char* kResults[] = {
    "nodes", "dt", "steps", "iterations_mean", "metric_error_max", "area_dispersion", "converged_share"};

/// Results closer than this are the same to anyone but a test of bits.
constexpr double kSame = 1e-6;

/// "…; it said: FIRST LINE".
std::string quoted_error(const ChildOutput& output) {
  const std::string line = output.err.substr(0, std::min<std::size_t>(output.err.find('\n'), 200));
  return line.empty() ? "" : "; it said: " + line;
}

/// The entry of the scene in what a program printed.
Json entry_of(const std::string& program, const ChildOutput& output) {
  if (output.status != 0 && output.status != 1)
    io::fail_at(
        program, 0,
        "does not run the benchmark (" +
            (output.status < 0 ? "a signal ended it" : "exit status " + std::to_string(output.status)) + ")" +
            quoted_error(output));
  const Json json = Json::parse(output.out, nullptr, false);
  const bool usable = json.is_object() && json.contains("scenes") && json["scenes"].is_array() &&
                      json["scenes"].size() == 1 && json["scenes"][0].is_object() &&
                      json["scenes"][0].contains("ms_per_step") &&
                      json["scenes"][0]["ms_per_step"].is_number() &&
                      json["scenes"][0]["ms_per_step"].get<double>() > 0;
  if (!usable)
    io::fail_at(
        program, 0,
        "printed no result of a benchmark; name an isocloth program that has bench" + quoted_error(output));
  return json["scenes"][0];
}

struct Timed {
  Json entry;
  double seconds = 0;   ///< that the whole program took
  bool missed = false;  ///< steps did not converge
};

Timed ask(const std::string& program, const std::string& scene, double patience) {
  const auto begin = std::chrono::steady_clock::now();
  const ChildOutput output =
      run_child(program, {"bench", scene, "--json", "--quick", "--repeat", "1"}, patience);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  return {entry_of(program, output), took.count(), output.status == 1};
}

bool is_same(const Json& a, const Json& b) {
  if (!a.is_number() || !b.is_number()) return a == b;
  const double x = a.get<double>(), y = b.get<double>();
  return std::abs(x - y) <= kSame * std::max(std::abs(x), std::abs(y));
}

std::vector<std::string> differences(const Json& own, const Json& other) {
  const auto text = [](const Json& value) {
    return value.is_number() ? fmt::format("{:.4g}", value.get<double>()) : value.dump();
  };
  std::vector<std::string> found;
  for (const char* key : kResults) {
    const Json mine = own.value(key, Json()), theirs = other.value(key, Json());
    if (!is_same(mine, theirs))
      found.push_back(fmt::format("{}: {} here, {} there", key, text(mine), text(theirs)));
  }
  return found;
}

}  // namespace

Comparison compare(const std::string& scene, const std::string& other, int rounds) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  Comparison result;
  double spent = 0, patience = kPatience;
  for (; result.rounds < rounds && (result.rounds == 0 || spent < kEnough); ++result.rounds) {
    const bool other_first = result.rounds % 2 == 1;  // neither always meets the warmer machine
    Timed mine, theirs;
    if (other_first) theirs = ask(other, scene, patience);
    mine = ask(self, scene, kPatience);
    patience = std::max(kSlowestAtLeast, kSlowest * mine.seconds);
    if (!other_first) theirs = ask(other, scene, patience);
    spent += mine.seconds + theirs.seconds;

    const double own_ms = mine.entry["ms_per_step"], other_ms = theirs.entry["ms_per_step"];
    const bool first = result.rounds == 0;
    result.own_ms = first ? own_ms : std::min(result.own_ms, own_ms);
    result.other_ms = first ? other_ms : std::min(result.other_ms, other_ms);
    result.ratio_min = first ? other_ms / own_ms : std::min(result.ratio_min, other_ms / own_ms);
    result.ratio_max = first ? other_ms / own_ms : std::max(result.ratio_max, other_ms / own_ms);
    result.differences = differences(mine.entry, theirs.entry);
    result.name = mine.entry["name"];
    result.missed = mine.missed;
  }
  result.ratio = result.other_ms / result.own_ms;
  return result;
}

Json to_json(const Comparison& c) {
  return {{"name", c.name},
          {"rounds", c.rounds},
          {"ms_per_step", c.own_ms},
          {"other_ms_per_step", c.other_ms},
          {"ratio", c.ratio},
          {"ratio_min", c.ratio_min},
          {"ratio_max", c.ratio_max},
          {"same_results", c.differences.empty()},
          {"differences", c.differences}};
}

std::string table_of(const std::vector<Comparison>& comparisons) {
  std::vector<std::vector<std::string>> lines{
      {"scene", "here", "there", "there/here", "in single rounds", "results"}};
  std::string notes;
  for (const Comparison& c : comparisons) {
    lines.push_back({c.name, fmt::format("{:.3g} ms", c.own_ms), fmt::format("{:.3g} ms", c.other_ms),
                     fmt::format("{:.2f}", c.ratio),
                     fmt::format("{:.2f} to {:.2f}", c.ratio_min, c.ratio_max),
                     c.differences.empty() ? "same" : "differ"});
    for (const std::string& difference : c.differences) notes += "\n" + c.name + ": " + difference;
  }
  return aligned(lines) + notes;
}

}  // namespace isocloth::cli::bench
