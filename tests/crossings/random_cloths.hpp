#pragma once

/// Cloths of all meshes and materials that touch each other, and how they lie as a scene begins.

#include <array>

#include "crossings/chance.hpp"
#include "isocloth/dynamics/cloth_model.hpp"

namespace isocloth::test {

enum class Kind { heap, pile, fold, tube, ring, garment, hung, side_by_side, cut };
inline constexpr std::array kKinds{"heap",    "pile", "fold",         "tube", "ring",
                                   "garment", "hung", "side_by_side", "cut"};

struct Cloths {
  std::vector<ClothPiece> pieces;
  std::vector<Points> start;

  void add(Chance& chance, Mesh mesh, const Points& at);
  double thickness() const { return pieces.back().material.thickness; }
  void lift_to(double z) { start.back().col(2).array() += z - start.back().col(2).minCoeff(); }
  Points all_starts() const;
};

Cloths random_cloths(Chance& chance, Kind kind);

}  // namespace isocloth::test
