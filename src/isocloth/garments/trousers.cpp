#include <algorithm>

#include "isocloth/garments/patterns.hpp"

namespace isocloth {
namespace {

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
