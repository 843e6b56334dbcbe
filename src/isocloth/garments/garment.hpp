#pragma once

/// Garments cut and sewn: panels cut flat for front and back, filled with irregular triangles of nearly one
/// size, joined node to node along their seams. Neck, arms, waist and hem stay open.
///
/// The garment stands upright: x across, z up, y from front to back; it hangs from z = 0 down. `left` is the
/// side of −x. Front and back are parallel sheets `depth` apart, joined by half round bends. The cloth is
/// bent but not stretched: between its nodes it would be isometric to the panels it was cut from (edges that
/// run across a bend are chords of it). Lengths are measured on the garment lying flat [m].

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "isocloth/mesh/mesh.hpp"

namespace isocloth {

struct TankTop {
  int triangles = 1676;           ///< met within one
  std::uint32_t seed = 1;         ///< same seed, same mesh
  double depth = 0.11;            ///< between front and back
  double width = 0.5;             ///< at the chest, from side to side
  double length = 0.65;           ///< from the neck end of the shoulder to the hem
  double shoulder_width = 0.32;   ///< from arm to arm
  double shoulder_drop = 0.02;    ///< of the arm end of the shoulder below its neck end
  double neck_width = 0.2;        ///< between the shoulders
  double front_neck_drop = 0.16;  ///< of the neck opening below the shoulders, in front
  double back_neck_drop = 0.1;    ///< and at the back
  double arm_hole = 0.22;         ///< height of the arm opening
  bool operator==(const TankTop&) const = default;
};

struct TShirt {
  int triangles = 3000;
  std::uint32_t seed = 1;
  double depth = 0.12;
  double width = 0.5;
  double length = 0.68;
  double neck_width = 0.18;
  double front_neck_drop = 0.1;
  double back_neck_drop = 0.07;
  double sleeve_length = 0.2;  ///< of the upper edge, beyond the side of the body
  double sleeve_width = 0.2;   ///< of the sleeve lying flat
  double slope_deg = 20;       ///< of shoulder and sleeve against the horizontal [°]
  bool operator==(const TShirt&) const = default;
};

struct Skirt {
  int triangles = 1600;
  std::uint32_t seed = 1;
  double depth = 0.12;
  double waist = 0.36;  ///< width of the waist lying flat
  double hem = 0.55;    ///< width of the hem lying flat
  double length = 0.55;
  bool operator==(const Skirt&) const = default;
};

struct Trousers {
  int triangles = 3400;
  std::uint32_t seed = 1;
  double depth = 0.1;
  double waist = 0.4;      ///< width of the waist lying flat
  double length = 1;       ///< from the waist to the ankles
  double rise = 0.3;       ///< from the waist to the crotch
  double leg_width = 0.2;  ///< of an ankle lying flat
  double stride = 0.04;    ///< between the legs
  bool operator==(const Trousers&) const = default;
};

/// A single sheet, flat, in the plane y = 0.
struct Towel {
  int triangles = 1000;
  std::uint32_t seed = 1;
  double width = 0.5;
  double length = 1;
  bool operator==(const Towel&) const = default;
};

/// Lengths of a cut by name [m]; slope_deg in degrees.
using Lengths = std::vector<std::pair<const char*, double*>>;

inline Lengths lengths_of(TankTop& cut) {
  return {{"depth", &cut.depth},
          {"width", &cut.width},
          {"length", &cut.length},
          {"shoulder_width", &cut.shoulder_width},
          {"shoulder_drop", &cut.shoulder_drop},
          {"neck_width", &cut.neck_width},
          {"front_neck_drop", &cut.front_neck_drop},
          {"back_neck_drop", &cut.back_neck_drop},
          {"arm_hole", &cut.arm_hole}};
}
inline Lengths lengths_of(TShirt& cut) {
  return {{"depth", &cut.depth},
          {"width", &cut.width},
          {"length", &cut.length},
          {"neck_width", &cut.neck_width},
          {"front_neck_drop", &cut.front_neck_drop},
          {"back_neck_drop", &cut.back_neck_drop},
          {"sleeve_length", &cut.sleeve_length},
          {"sleeve_width", &cut.sleeve_width},
          {"slope_deg", &cut.slope_deg}};
}
inline Lengths lengths_of(Skirt& cut) {
  return {{"depth", &cut.depth}, {"waist", &cut.waist}, {"hem", &cut.hem}, {"length", &cut.length}};
}
inline Lengths lengths_of(Trousers& cut) {
  return {{"depth", &cut.depth}, {"waist", &cut.waist},         {"length", &cut.length},
          {"rise", &cut.rise},   {"leg_width", &cut.leg_width}, {"stride", &cut.stride}};
}
inline Lengths lengths_of(Towel& cut) { return {{"width", &cut.width}, {"length", &cut.length}}; }

/// What is wrong with the first parameter that cannot be used, beginning with its name; nothing if all can.
std::optional<std::string> problem(const TankTop& cut);
std::optional<std::string> problem(const TShirt& cut);
std::optional<std::string> problem(const Skirt& cut);
std::optional<std::string> problem(const Trousers& cut);
std::optional<std::string> problem(const Towel& cut);

struct Garment {
  Mesh mesh;  ///< normals outwards; its parts are seams and rims of openings, in the order of part_names
  std::vector<std::array<Vec2, 3>> pattern;  ///< where the corners of each element lie on its panel [m]
};

/// Largest stretch of the cloth, where folds come near to each other [-].
inline constexpr double kMostStretch = 0.02;

/// InputError with the `problem`, or where the triangles are too few or the depth too large for the cut.
Garment make_garment(const TankTop& cut);
Garment make_garment(const TShirt& cut);
Garment make_garment(const Skirt& cut);
Garment make_garment(const Trousers& cut);
Garment make_garment(const Towel& cut);

/// Names of the parts of every garment of the kind.
std::vector<std::string> part_names(const TankTop& cut);
std::vector<std::string> part_names(const TShirt& cut);
std::vector<std::string> part_names(const Skirt& cut);
std::vector<std::string> part_names(const Trousers& cut);
std::vector<std::string> part_names(const Towel& cut);

}  // namespace isocloth
