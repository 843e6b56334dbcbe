#pragma once

/// SCENE… of `bench`: names of the catalogue, scene files or built-in scenes; none: the whole catalogue.

#include <string>
#include <vector>

#include "io/scene/scene.hpp"

namespace isocloth::cli::bench {

struct Chosen {
  std::string name;
  std::string argument;  ///< what names it on a command line
  io::Scene scene;
  bool drop = false;  ///< see Entry::drop
};

/// InputError where a name is unknown or a scene cannot be read.
std::vector<Chosen> choose_all(const std::vector<std::string>& names, bool quick);

}  // namespace isocloth::cli::bench
