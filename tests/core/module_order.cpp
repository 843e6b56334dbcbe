#include "core/module_order.hpp"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

namespace isocloth::test {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Paths in quotes after #include.
std::vector<std::string> includes_of(const fs::path& file) {
  static const std::regex pattern(R"re((?:^|\n)[ \t]*#[ \t]*include[ \t]*"([^"]+)")re");
  const std::string text = text_of(file);
  std::vector<std::string> result;
  for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it)
    result.push_back((*it)[1]);
  return result;
}

std::vector<fs::path> sources_below(const fs::path& folder) {
  std::vector<fs::path> result;
  if (!fs::exists(folder)) return result;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const std::string ending = entry.path().extension().string();
    if (entry.is_regular_file() && (ending == ".hpp" || ending == ".cpp" || ending == ".in"))
      result.push_back(entry.path());
  }
  std::sort(result.begin(), result.end());
  return result;
}

bool begins_with(const std::string& text, const std::string& part) { return text.rfind(part, 0) == 0; }

int place_of(const std::vector<std::string>& modules, const std::string& name) {
  const auto found = std::find(modules.begin(), modules.end(), name);
  return found == modules.end() ? -1 : static_cast<int>(found - modules.begin());
}

/// What is wrong with one include of a file in module `own`, or nothing.
std::string problem_in_library(const std::vector<std::string>& modules, int own, const std::string& include) {
  if (begins_with(include, "io/") || begins_with(include, "cli/")) return "the library must not know it";
  if (!begins_with(include, "isocloth/")) return "includes of the library begin with isocloth/";
  const std::string other = include.substr(9, include.find('/', 9) - 9);
  const int place = place_of(modules, other);
  if (place < 0) return "module " + other + " is not in the list";
  if (place > own) return "module " + other + " comes later";
  return {};
}

}  // namespace

std::vector<std::string> listed_modules(const fs::path& root) {
  const std::string text = text_of(root / "src/isocloth/CMakeLists.txt");
  std::smatch match;
  if (!std::regex_search(text, match, std::regex(R"(foreach\(module([^)]*)\))"))) return {};
  std::istringstream words(match[1]);
  std::vector<std::string> result;
  for (std::string word; words >> word;) result.push_back(word);
  return result;
}

std::vector<std::string> order_violations(const fs::path& root) {
  const std::vector<std::string> modules = listed_modules(root);
  const fs::path library = root / "src/isocloth";
  std::vector<std::string> result;
  for (const fs::path& file : sources_below(library)) {
    const fs::path relative = fs::relative(file, library);
    if (relative == "isocloth.hpp") continue;  // the door names all rooms
    const int own = place_of(modules, relative.begin()->string());
    if (own < 0) result.push_back(relative.string() + " is in a folder that the list does not name");
    for (const std::string& include : includes_of(file))
      if (const std::string problem = problem_in_library(modules, own, include); own >= 0 && !problem.empty())
        result.push_back(relative.string() + " includes " + include + ": " + problem);
  }
  for (const fs::path& file : sources_below(root / "io"))
    for (const std::string& include : includes_of(file))
      if (begins_with(include, "cli/"))
        result.push_back(fs::relative(file, root).string() + " includes " + include +
                         ": io must not know cli");
  return result;
}

}  // namespace isocloth::test
