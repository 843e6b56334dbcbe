#include "io/scene/list_scenes.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "io/file.hpp"

namespace isocloth::io {
namespace {

std::string description_of(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  if (!line.empty() && line.back() == '\r') line.pop_back();
  const std::size_t first = line.find_first_not_of("# \t");
  return line.starts_with('#') && first != std::string::npos ? line.substr(first) : "";
}

}  // namespace

std::vector<BuiltinScene> list_scenes(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::directory_iterator entries(folder, failed);
  if (failed) fail_at(folder, 0, "cannot be listed (" + failed.message() + "); name a folder of scenes");
  std::vector<BuiltinScene> scenes;
  for (const fs::directory_entry& entry : entries) {
    if (!entry.is_regular_file(failed) || ending_of(entry.path().string()) != ".yaml") continue;
    const std::string path = entry.path().string();
    scenes.push_back({entry.path().stem().string(), description_of(path), path});
  }
  std::sort(scenes.begin(), scenes.end(),
            [](const BuiltinScene& a, const BuiltinScene& b) { return a.name < b.name; });
  return scenes;
}

}  // namespace isocloth::io
