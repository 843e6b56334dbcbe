#include <algorithm>
#include <cmath>

#include "isocloth/garments/patterns.hpp"
#include "isocloth/mesh/relax_triangles.hpp"

namespace isocloth {
namespace {

/// Body and right sleeve share the upper edge's line; the arm seam runs down from it to where both the side
/// and the sleeve's lower edge begin to bend, and from there between the two bends to the armpit.
struct TShirtLines {
  explicit TShirtLines(const TShirt& cut)
      : radius(cut.depth / 2),
        outward(std::cos(cut.slope_deg * kDegree), -std::sin(cut.slope_deg * kDegree)),
        down(outward.y(), -outward.x()),
        hem(cut.width / 2, -cut.length),
        neck(cut.neck_width / 2, 0) {
    const double flat = cut.width / 2 - bent_length(radius);
    const double sleeve_flat = cut.sleeve_width - bent_length(radius);
    const auto below_shoulder = [&](double u, double distance) {
      return crossing({u, 0}, Vec2::UnitY(), neck + distance * down, outward);
    };
    shoulder = below_shoulder(flat, 0);
    begin = below_shoulder(flat, sleeve_flat);
    armpit = below_shoulder(flat + radius, sleeve_flat + radius);
    cuff = below_shoulder(cut.width / 2, 0) + cut.sleeve_length * outward;
    under_cuff = cuff + cut.sleeve_width * down;
  }

  Fold side() const { return fold_through(hem, hem + Vec2::UnitY()); }
  Fold shoulder_fold() const { return fold_through(neck + outward, neck); }
  Fold under_sleeve() const { return fold_through(under_cuff - outward, under_cuff); }

  /// The arm seam from the shoulder to the armpit, as cut on the panel bent over `fold`.
  Chain arm_seam(const Fold& fold) const {
    return joined({shoulder, begin}, cut_across_bend(fold, begin, armpit, radius));
  }

  double radius;
  Vec2 outward, down, hem, neck;
  Vec2 shoulder, begin, armpit;  ///< of the arm seam; armpit: as seen from the front, bent
  Vec2 cuff, under_cuff;
};

CutPanel t_shirt_body(const TShirt& cut, PanelSide side) {
  const TShirtLines at(cut);
  const std::string name = side == PanelSide::front ? "front" : "back";
  const double drop = side == PanelSide::front ? cut.front_neck_drop : cut.back_neck_drop;
  Chain arm = at.arm_seam(at.side());
  std::reverse(arm.begin(), arm.end());
  return {.outline = with_left_half({{"hem", false, {{-at.hem.x(), at.hem.y()}, at.hem}},
                                     {"right_side", true, {at.hem, arm.front()}},
                                     {name + "_right_arm_seam", true, arm},
                                     {"right_shoulder", true, {at.shoulder, at.neck}},
                                     {"neck", false, neck_curve(at.neck, at.outward, drop)}}),
          .side = side,
          .folds = on_both_sides({at.side(), at.shoulder_fold()})};
}

CutPanel right_sleeve(const TShirt& cut, PanelSide side) {
  const TShirtLines at(cut);
  const std::string name = side == PanelSide::front ? "front" : "back";
  const Chain arm = at.arm_seam(at.under_sleeve());
  return {.outline = {{name + "_right_arm_seam", true, arm},
                      {"right_sleeve_under", true, {arm.back(), at.under_cuff}},
                      {"right_arm", false, {at.under_cuff, at.cuff}},
                      {"right_sleeve", true, {at.cuff, at.shoulder}}},
          .side = side,
          .folds = {at.shoulder_fold(), at.under_sleeve()}};
}

}  // namespace

std::vector<CutPanel> panels_of(const TShirt& cut) {
  const CutPanel front = right_sleeve(cut, PanelSide::front), back = right_sleeve(cut, PanelSide::back);
  return {t_shirt_body(cut, PanelSide::front),
          t_shirt_body(cut, PanelSide::back),
          front,
          back,
          mirrored(front),
          mirrored(back)};
}

}  // namespace isocloth
