#include "io/cloud/frame_list.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "io/cloud/read_cloud.hpp"
#include "io/file.hpp"
#include "io/mesh/text.hpp"
#include "io/scene/map_reader.hpp"

namespace isocloth::io {
namespace {

namespace fs = std::filesystem;

constexpr Range kTime{-1e12, 1e12, "s"};

std::string beside(const std::string& manifest, const std::string& file) {
  return (fs::path(manifest).parent_path() / file).lexically_normal().string();
}

void require_file(const std::string& file, const std::string& manifest, int line) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored))
    fail_at(manifest, line, "names " + file + ", which is not there; correct the line or add the file");
}

std::string trimmed_word(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\""), last = text.find_last_not_of(" \t\r\"");
  return first == std::string_view::npos ? "" : std::string(text.substr(first, last - first + 1));
}

std::vector<FrameFile> parse_csv_manifest(const std::string& text, const std::string& path) {
  std::vector<FrameFile> frames;
  LineReader lines(text);
  while (const auto line = lines.next()) {
    const std::string row = trimmed_word(*line);
    if (row.empty() || row[0] == '#') continue;
    const std::size_t comma = row.find(',');
    if (comma == std::string::npos || row.find(',', comma + 1) != std::string::npos)
      fail_at(path, lines.line(), "must have two columns, time,file; correct the line");
    const std::string first = trimmed_word(std::string_view(row).substr(0, comma));
    if (frames.empty() && (first == "time" || first == "t")) continue;  // names of columns
    const auto time = parse_number(first);
    if (!time || !std::isfinite(*time))
      fail_at(path, lines.line(), io::quoted(first) + " is not a time; give seconds");
    FrameFile frame{*time, beside(path, trimmed_word(std::string_view(row).substr(comma + 1)))};
    require_file(frame.file, path, lines.line());
    frames.push_back(std::move(frame));
  }
  return frames;
}

std::vector<FrameFile> parse_tree_manifest(const std::string& text, const std::string& path) {
  Tree tree = parse_tree(text, path);
  MapReader map(tree, "");
  Tree* list = map.find("frames", Need::required);
  map.close();
  require_list(*list, "frames", 0, "frames {time, file}");
  std::vector<FrameFile> frames;
  for (Tree& item : list->items) {
    const std::string key = join_path("frames", std::to_string(frames.size()));
    MapReader frame(item, key);
    FrameFile read;
    frame.take("time", read.time, number(kTime), Need::required);
    frame.take("file", read.file, read_text, Need::required);
    frame.close();
    read.file = beside(path, read.file);
    require_file(read.file, path, item.place.line);
    frames.push_back(std::move(read));
  }
  return frames;
}

/// Seconds in a file name: the last number with a point, or an integer of as many digits as clocks have.
std::optional<double> time_in_name(const std::string& stem) {
  std::optional<double> time;
  for (std::size_t at = 0; at < stem.size();) {
    const std::size_t end = std::min(stem.find_first_not_of("0123456789.", at), stem.size());
    const std::string word = stem.substr(at, end - at);
    const auto value = word.empty() ? std::nullopt : parse_number(word);
    if (value && word.find('.') != std::string::npos) time = *value;
    if (value && word.find('.') == std::string::npos) {
      if (word.size() == 13) time = *value * 1e-3;
      if (word.size() == 16) time = *value * 1e-6;
      if (word.size() == 19) time = *value * 1e-9;
    }
    at = end + 1;
  }
  return time;
}

}  // namespace

std::vector<FrameFile> read_manifest(const std::string& path) {
  const std::string text = read_text_file(path);
  std::vector<FrameFile> frames =
      ending_of(path) == ".csv" ? parse_csv_manifest(text, path) : parse_tree_manifest(text, path);
  if (frames.empty()) fail_at(path, 0, "lists no frame; add lines time,file");
  return frames;
}

std::vector<FrameFile> list_clouds(const std::string& folder, double fps) {
  std::vector<std::string> files;
  std::error_code failed, ignored;
  const fs::directory_iterator entries(folder, failed);
  if (failed) fail_at(folder, 0, "cannot be read (" + failed.message() + "); check its permissions");
  for (const fs::directory_entry& entry : entries)
    if (entry.is_regular_file(ignored) && is_cloud_file(entry.path().string()))
      files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  if (files.empty())
    fail_at(folder, 0,
            "holds no clouds (.ply, .pcd, .xyz, .txt, .npz) and no manifest.csv; name another folder");
  std::vector<FrameFile> frames;
  for (const std::string& file : files) {
    const auto named = time_in_name(fs::path(file).stem().string());
    if (fps <= 0 && !named)
      fail_at(file, 0,
              "has no time in its name; give the frames per second, or a manifest.csv with time,file");
    frames.push_back({fps > 0 ? static_cast<double>(frames.size()) / fps : *named, file});
  }
  const double first = frames[0].time;  // clocks count from 1970: digits are kept for what passes within
  if (first > 1e6)
    for (FrameFile& frame : frames) frame.time -= first;
  return frames;
}

std::vector<std::string> put_in_order(std::vector<FrameFile>& frames) {
  std::vector<std::string> remarks;
  const auto earlier = [](const FrameFile& a, const FrameFile& b) { return a.time < b.time; };
  if (!std::is_sorted(frames.begin(), frames.end(), earlier)) {
    std::stable_sort(frames.begin(), frames.end(), earlier);
    remarks.push_back("Frames were not in order of time; they were sorted.");
  }
  const std::size_t before = frames.size();
  const auto same = [](const FrameFile& a, const FrameFile& b) { return a.time == b.time; };
  frames.erase(std::unique(frames.begin(), frames.end(), same), frames.end());
  if (frames.size() < before)
    remarks.push_back(std::to_string(before - frames.size()) + " of " + std::to_string(before) +
                      " frames have the time of another and were left out.");
  return remarks;
}

}  // namespace isocloth::io
