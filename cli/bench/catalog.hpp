#pragma once

/// What is measured: a table of names, each a scene that comes with the program and what is changed in it.

#include <string>
#include <vector>

namespace isocloth::cli::bench {

struct Entry {
  std::string name;
  std::string scene;                     ///< name of a built-in scene
  std::vector<std::string> overrides{};  ///< as for --set
  bool quick = true;                     ///< also with --quick
  bool drop = false;                     ///< sheets that differ in their nodes only: what the plot shows
};

/// In the order in which they run.
const std::vector<Entry>& catalog();

}  // namespace isocloth::cli::bench
