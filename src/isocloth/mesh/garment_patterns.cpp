#include "isocloth/mesh/garment_patterns.hpp"

#include <algorithm>
#include <cmath>

#include "isocloth/mesh/garment_curves.hpp"
#include "isocloth/mesh/sharpness.hpp"

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

/// A trunk down to the crotch and two legs. The leg seam runs level from the side to where both the crotch
/// and the inner leg begin to bend, and from there between the two bends.
struct TrouserLines {
  explicit TrouserLines(const Trousers& cut)
      : radius(cut.depth / 2),
        waist(cut.waist / 2, 0),
        inner(cut.stride / 2, -cut.length),
        outer(cut.stride / 2 + cut.leg_width, -cut.length),
        crotch(0, -cut.rise),
        begin(Vec2(inner.x(), crotch.y()) + Vec2::Constant(bent_length(radius))),
        crest(begin - Vec2::Constant(radius)),
        side(crossing(begin, Vec2::UnitX(), outer, waist - outer)) {}

  Fold crotch_fold() const { return {crotch, Vec2::UnitY()}; }
  Fold inner_leg() const { return {inner, Vec2::UnitX()}; }
  Fold side_fold() const { return fold_through(outer, waist); }

  /// The leg seam from the side to the crotch, as cut on the panel bent over `fold`.
  Chain leg_seam(const Fold& fold) const {
    return joined({side, begin}, cut_across_bend(fold, begin, crest, radius));
  }

  double radius;
  Vec2 waist, inner, outer, crotch;
  Vec2 begin, crest, side;  ///< of the leg seam; crest: as seen from the front, bent
};

CutPanel trunk(const Trousers& cut, PanelSide side) {
  const TrouserLines at(cut);
  const std::string name = side == PanelSide::front ? "front" : "back";
  Chain leg = at.leg_seam(at.crotch_fold());
  std::reverse(leg.begin(), leg.end());
  const Vec2 end = leg.front();
  std::vector<Fold> folds = on_both_sides({at.side_fold()});
  folds.push_back(at.crotch_fold());
  return {.outline = with_left_half({{"crotch", true, {{-end.x(), end.y()}, end}},
                                     {name + "_right_leg_seam", true, leg},
                                     {"right_side", true, {at.side, at.waist}},
                                     {"waist", false, {at.waist, {-at.waist.x(), 0}}}}),
          .side = side,
          .folds = folds};
}

CutPanel right_leg(const Trousers& cut, PanelSide side) {
  const TrouserLines at(cut);
  const std::string name = side == PanelSide::front ? "front" : "back";
  const Chain leg = at.leg_seam(at.inner_leg());
  return {.outline = {{name + "_right_leg_seam", true, leg},
                      {"right_inner_leg", true, {leg.back(), at.inner}},
                      {"right_ankle", false, {at.inner, at.outer}},
                      {"right_leg_side", true, {at.outer, at.side}}},
          .side = side,
          .folds = {at.inner_leg(), at.side_fold()}};
}

}  // namespace

std::vector<CutPanel> panels_of(const TankTop& cut) {
  return {tank_top_panel(cut, PanelSide::front), tank_top_panel(cut, PanelSide::back)};
}

std::vector<CutPanel> panels_of(const TShirt& cut) {
  const CutPanel front = right_sleeve(cut, PanelSide::front), back = right_sleeve(cut, PanelSide::back);
  return {t_shirt_body(cut, PanelSide::front),
          t_shirt_body(cut, PanelSide::back),
          front,
          back,
          mirrored(front),
          mirrored(back)};
}

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

std::vector<CutPanel> panels_of(const Trousers& cut) {
  const CutPanel front = right_leg(cut, PanelSide::front), back = right_leg(cut, PanelSide::back);
  return {trunk(cut, PanelSide::front),
          trunk(cut, PanelSide::back),
          front,
          back,
          mirrored(front),
          mirrored(back)};
}

}  // namespace isocloth
