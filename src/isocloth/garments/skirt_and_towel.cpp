#include <algorithm>
#include <cmath>

#include "isocloth/garments/patterns.hpp"

namespace isocloth {

std::vector<CutPanel> panels_of(const Skirt& cut) {
  // waist and hem are nearly arcs about the point where the sides meet: at right angles to the sides
  const Vec2 hem(cut.hem / 2, -cut.length), waist(cut.waist / 2, 0);
  const Vec2 up = (waist - hem).normalized(), inward(-up.y(), up.x());
  const auto arc = [&](const Vec2& from) {
    const Vec2 control = from + inward * (2 * from.x() / (3 * std::abs(inward.x())));
    return bezier(from, control, Vec2(-control.x(), control.y()), Vec2(-from.x(), from.y()));
  };
  Chain hem_arc = arc(hem);
  std::reverse(hem_arc.begin(), hem_arc.end());
  CutPanel front{
      .outline = with_left_half(
          {{"hem", false, hem_arc}, {"right_side", true, {hem, waist}}, {"waist", false, arc(waist)}}),
      .side = PanelSide::front,
      .folds = on_both_sides({fold_through(hem, waist)})};
  CutPanel back = front;
  back.side = PanelSide::back;
  return {front, back};
}

std::vector<CutPanel> panels_of(const Towel& cut) {
  const double x = cut.width / 2, z = -cut.length;
  return {{.outline = {{"hem", false, {{-x, z}, {x, z}}},
                       {"right_side", false, {{x, z}, {x, 0}}},
                       {"top", false, {{x, 0}, {-x, 0}}},
                       {"left_side", false, {{-x, 0}, {-x, z}}}},
           .side = PanelSide::front,
           .folds = {}}};
}

}  // namespace isocloth
