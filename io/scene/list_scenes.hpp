#pragma once

/// The scenes that come with the program: .yaml files, each described by the comment on its first line.

#include <string>
#include <vector>

namespace isocloth::io {

struct BuiltinScene {
  std::string name;         ///< file name without its ending
  std::string description;  ///< first line of the file without #, empty where it is no comment
  std::string path;
};

/// The scenes of a folder, sorted by name; InputError where the folder cannot be listed.
std::vector<BuiltinScene> list_scenes(const std::string& folder);

}  // namespace isocloth::io
