#include "fitting/meshing/sheet.hpp"

#include <algorithm>
#include <cmath>

namespace isocloth::fitting {
namespace {

constexpr int kFewest = 3;            ///< points in a strip
constexpr double kFarthestOut = 2.0;  ///< points farther outside belong to something else [cells]

/// The two outermost points of a strip: the second is taken, as one point alone may be stray.
struct Strip {
  double first = -1e300, second = -1e300;
  int second_point = -1, first_point = -1, count = 0;

  void add(double outside, int point) {
    ++count;
    if (outside > first) {
      second = first;
      second_point = first_point;
      first = outside;
      first_point = point;
    } else if (outside > second) {
      second = outside;
      second_point = point;
    }
  }
};

}  // namespace

std::vector<EdgePoint> find_edge_points(const SheetShape& shape, std::span<const Vec2> feet,
                                        const std::vector<bool>& near) {
  std::array<std::vector<Strip>, 4> strips;
  for (int side = 0; side < 4; ++side) strips[side].resize(shape.nodes[side < 2 ? 1 : 0] - 1);
  for (std::size_t k = 0; k < feet.size(); ++k) {
    if (!near[k]) continue;
    const double u = feet[k].x(), v = feet[k].y();
    const double right = u - (shape.nodes[0] - 1), last = v - (shape.nodes[1] - 1);
    if (std::max({-u, right, -v, last}) > kFarthestOut) continue;
    const int point = static_cast<int>(k);
    const int row = static_cast<int>(std::floor(v)), column = static_cast<int>(std::floor(u));
    if (row >= 0 && row < shape.nodes[1] - 1) {
      strips[0][row].add(-u * shape.step(0), point);
      strips[1][row].add(right * shape.step(0), point);
    }
    if (column >= 0 && column < shape.nodes[0] - 1) {
      strips[2][column].add(-v * shape.step(1), point);
      strips[3][column].add(last * shape.step(1), point);
    }
  }
  std::vector<EdgePoint> edge;
  for (int side = 0; side < 4; ++side)
    for (const Strip& strip : strips[side])
      if (strip.count >= kFewest)
        edge.push_back({static_cast<Side>(side), strip.second, feet[strip.second_point]});
  return edge;
}

}  // namespace isocloth::fitting
