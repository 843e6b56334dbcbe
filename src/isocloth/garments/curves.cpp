#include "isocloth/garments/patterns.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace isocloth {
namespace {

constexpr int kCutPieces = 64;  // straight pieces

bool is_right(const OutlineCurve& curve) { return curve.name.find("right") != std::string::npos; }

Fold mirrored(const Fold& fold) {
  return {{-fold.point.x(), fold.point.y()}, {-fold.inward.x(), fold.inward.y()}, -fold.half};
}

}  // namespace

Chain neck_curve(const Vec2& at_shoulder, const Vec2& outward, double drop) {
  const Vec2 into_panel(outward.y(), -outward.x()), middle(0, at_shoulder.y() - drop);
  const Chain right = bezier(at_shoulder, at_shoulder + kRound * drop * into_panel,
                             middle + Vec2(kRound * at_shoulder.x(), 0), middle);
  return joined(right, mirrored(right));
}

Outline with_left_half(const Outline& middle_and_right) {
  Outline outline = middle_and_right;
  for (auto curve = middle_and_right.rbegin(); curve != middle_and_right.rend(); ++curve)
    if (is_right(*curve)) outline.push_back(mirrored(*curve));
  return outline;
}

CutPanel mirrored(const CutPanel& panel) {
  CutPanel result{mirrored(panel.outline), panel.side, {}};
  for (const Fold& fold : panel.folds) result.folds.push_back(mirrored(fold));
  return result;
}

std::vector<Fold> on_both_sides(const std::vector<Fold>& right) {
  std::vector<Fold> folds;
  for (Fold fold : right) {
    fold.half = 1;
    folds.push_back(fold);
    folds.push_back(mirrored(fold));
  }
  return folds;
}

Chain cut_across_bend(const Fold& fold, const Vec2& begin, const Vec2& crest, double radius) {
  // the bend by an angle reaches radius · sin(angle) towards the crest, and takes radius · angle of cloth
  Chain chain;
  for (int k = 0; k <= kCutPieces; ++k) {
    const double angle = std::numbers::pi / 2 * k / kCutPieces;
    const double more_cloth = radius * (angle - std::sin(angle));
    chain.push_back(begin + std::sin(angle) * (crest - begin) - more_cloth * fold.inward);
  }
  return chain;
}

Vec2 crossing(const Vec2& a, const Vec2& along_a, const Vec2& b, const Vec2& along_b) {
  const Vec2 across_b(-along_b.y(), along_b.x());
  return a + along_a * (across_b.dot(b - a) / across_b.dot(along_a));
}

}  // namespace isocloth
