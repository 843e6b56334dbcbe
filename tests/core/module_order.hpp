#pragma once

/// Who may include whom: in src/isocloth a module includes only itself and those before it in the foreach
/// list of its CMakeLists.txt, and never isocloth.hpp, which is for who uses the library; src knows neither
/// io nor cli; io does not know cli.

#include <filesystem>
#include <string>
#include <vector>

namespace isocloth::test {

/// Modules in the order of `foreach(module …)` in src/isocloth/CMakeLists.txt below `root`.
std::vector<std::string> listed_modules(const std::filesystem::path& root);

/// One sentence per include that breaks the order, or per folder that the list does not name.
std::vector<std::string> order_violations(const std::filesystem::path& root);

}  // namespace isocloth::test
