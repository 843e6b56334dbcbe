#include "experiments/recordings/day.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "isocloth/core/require.hpp"

namespace isocloth::experiments {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEnding = "_cloth.csv";

std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> words(1);
  for (const char c : name) {
    if (c == '_')
      words.emplace_back();
    else
      words.back() += c;
  }
  return words;
}

/// "rep2" before "rep10".
bool comes_before(const RecordedRun& a, const RecordedRun& b) {
  const auto number_at_end = [](const std::string& name) {
    const std::size_t digits = name.find_last_not_of("0123456789") + 1;
    return std::pair(name.substr(0, digits), digits < name.size() ? std::stol(name.substr(digits)) : 0);
  };
  return number_at_end(a.name) < number_at_end(b.name);
}

RecordedRun read_run(const fs::path& stem, const std::vector<std::string>& words, bool sized, double side) {
  fitting::RecordingOptions options;
  options.grid.size = {side, side};
  options.tool = stem.string() + "_tcp.csv";
  RecordedRun run{
      .name = {}, .motion = {}, .recording = fitting::read_recording(stem.string() + kEnding, options)};
  for (std::size_t k = sized ? 2 : 1; k < words.size(); ++k)
    run.name += (run.name.empty() ? "" : "_") + words[k];
  run.motion = sized ? words[2] : run.name;
  return run;
}

}  // namespace

std::vector<Day> read_days(const std::string& folder, double side) {
  require(fs::is_directory(folder), folder + ": is no folder; give the folder with recordings as --data");
  std::map<std::string, Day> days;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string file = entry.path().filename().string();
    if (!file.ends_with(kEnding)) continue;
    const std::string name = file.substr(0, file.size() - std::string(kEnding).size());
    const std::vector<std::string> words = words_of(name);
    const bool sized = words.size() > 2 && words[1].size() > 1 && words[1][0] == 'n' &&
                       std::isdigit(static_cast<unsigned char>(words[1][1]));
    Day& day = days[words[0] + (sized ? " " + words[1] : "")];
    day.runs.push_back(read_run(entry.path().parent_path() / name, words, sized, side));
  }
  require(!days.empty(), folder + ": holds no recordings (…_cloth.csv with …_tcp.csv); check --data");
  std::vector<Day> all;
  for (auto& [name, day] : days) {
    day.name = name;
    std::sort(day.runs.begin(), day.runs.end(), comes_before);
    all.push_back(std::move(day));
  }
  return all;
}

}  // namespace isocloth::experiments
