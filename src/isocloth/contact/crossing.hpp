#pragma once

/// Whether a cloth passes through itself, or another, or is at one place with it: then neither has a side.

#include <array>
#include <optional>

#include "isocloth/mesh/mesh.hpp"

namespace isocloth {

struct Crossing {
  std::array<int, 2> elements{};  ///< that pass through each other
  Vec3 place = Vec3::Zero();      ///< [m]
};

/// The first place where an edge of the surface passes through a triangle of it or meets it, quads split
/// along the diagonal from their first to their third node; nothing where none does. Those that share a node
/// do not count.
std::optional<Crossing> find_crossing(const Mesh& mesh, const Points& x);

}  // namespace isocloth
