#include "isocloth/garments/patterns.hpp"

namespace isocloth {
namespace {

CutPanel tank_top_panel(const TankTop& cut, PanelSide side) {
  const Vec2 hem(cut.width / 2, -cut.length), neck(cut.neck_width / 2, 0);
  const Vec2 tip(cut.shoulder_width / 2, -cut.shoulder_drop), armpit(cut.width / 2, tip.y() - cut.arm_hole);
  const Vec2 outward = (tip - neck).normalized(), down(outward.y(), -outward.x());
  const double drop = side == PanelSide::front ? cut.front_neck_drop : cut.back_neck_drop;
  const Chain arm = bezier(armpit, {tip.x(), armpit.y()}, tip + kRound * cut.arm_hole * down, tip);
  CutPanel panel{.outline = with_left_half({{"hem", false, {{-hem.x(), hem.y()}, hem}},
                                            {"right_side", true, {hem, armpit}},
                                            {"right_arm", false, arm},
                                            {"right_shoulder", true, {tip, neck}},
                                            {"neck", false, neck_curve(neck, outward, drop)}}),
                 .side = side,
                 .folds = on_both_sides({fold_through(hem, armpit), fold_through(tip, neck)})};
  return panel;
}

}  // namespace

std::vector<CutPanel> panels_of(const TankTop& cut) {
  return {tank_top_panel(cut, PanelSide::front), tank_top_panel(cut, PanelSide::back)};
}

}  // namespace isocloth
