#include "fitting/meshing/first_sheet.hpp"

#include <algorithm>
#include <cmath>

#include "fitting/meshing/parametrise.hpp"

namespace isocloth::fitting {
namespace {

constexpr double kCellsAcross = 30;  ///< of the patch, along the shorter side

/// A way to lay the square's corners onto the patch's: from corner `first` on, backwards where mirrored.
struct Turn {
  int first = 0;
  bool mirrored = false;

  /// Corner of the patch for corner k of the square.
  int corner(int k) const { return ((mirrored ? first - k : first + k) % 4 + 4) % 4; }
};

constexpr std::array<Turn, 8> kTurns{Turn{0, false}, Turn{1, false}, Turn{2, false}, Turn{3, false},
                                     Turn{0, true},  Turn{1, true},  Turn{2, true},  Turn{3, true}};

/// How badly a turn agrees with what is known.
double disagreement(const std::array<Vec3, 4>& corners, const std::optional<std::array<Vec3, 4>>& last) {
  double sum = 0;
  if (last) {
    for (int k = 0; k < 4; ++k) sum += (corners[k] - (*last)[k]).squaredNorm();
    return sum;
  }
  const Vec3 along = corners[1] + corners[2] - corners[0] - corners[3];
  const double across = std::abs(along.x()) >= std::abs(along.y()) ? along.x() : along.y();
  // the held side highest; among those two, columns along the axis
  return corners[0].z() + corners[1].z() - corners[2].z() - corners[3].z() - 1e-3 * across;
}

double length_between(const Patch& patch, int from_corner, int to_corner) {
  const int count = static_cast<int>(patch.outline.size());
  double length = 0;
  for (int k = patch.corners[from_corner]; k != patch.corners[to_corner]; k = (k + 1) % count)
    length += (patch.x.row(patch.outline[k]) - patch.x.row(patch.outline[(k + 1) % count])).norm();
  return length;
}

}  // namespace

std::optional<FirstSheet> find_sheet(const Points& cloud, const SheetShape& shape,
                                     const std::optional<std::array<Vec3, 4>>& last, double bridged) {
  const std::optional<Patch> patch =
      make_patch(cloud, std::min(shape.size[0], shape.size[1]) / kCellsAcross, bridged);
  if (!patch) return std::nullopt;
  const auto corner_at = [&](int k) -> Vec3 { return patch->x.row(patch->outline[patch->corners[k]]); };
  Turn best;
  double least = 1e300;
  for (const Turn& turn : kTurns) {
    std::array<Vec3, 4> corners;
    for (int k = 0; k < 4; ++k) corners[k] = corner_at(turn.corner(k));
    const double value = disagreement(corners, last);
    if (value < least) {
      least = value;
      best = turn;
    }
  }
  // the parametrisation runs with the outline: a mirrored turn starts one corner back and swaps u
  const int first = best.mirrored ? best.corner(1) : best.first;
  std::vector<Vec2> places = parametrise(*patch, first);
  if (best.mirrored)
    for (Vec2& place : places) place.x() = 1 - place.x();
  FirstSheet sheet;
  sheet.x = remesh(*patch, places, shape.nodes[0], shape.nodes[1]);
  for (int side = 0; side < 4; ++side)
    sheet.side_lengths[side % 2] += 0.5 * length_between(*patch, (first + side) % 4, (first + side + 1) % 4);
  return sheet;
}

}  // namespace isocloth::fitting
