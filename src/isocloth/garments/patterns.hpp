#pragma once

/// The panels of the garments, from a few lengths each. Openings meet their seams at right angles wherever
/// the cut allows it, so that rims run smoothly across the seams.

#include <array>

#include "isocloth/garments/garment.hpp"
#include "isocloth/garments/outline.hpp"
#include "isocloth/garments/shape.hpp"

namespace isocloth {

struct CutPanel {
  Outline outline;
  PanelSide side = PanelSide::front;
  std::vector<Fold> folds;
};

std::vector<CutPanel> panels_of(const TankTop& cut);
std::vector<CutPanel> panels_of(const TShirt& cut);
std::vector<CutPanel> panels_of(const Skirt& cut);
std::vector<CutPanel> panels_of(const Trousers& cut);
std::vector<CutPanel> panels_of(const Towel& cut);

// Pieces of outlines that several garments have.

/// A Bézier curve with its control points this far along is nearly a quarter ellipse [-].
inline constexpr double kRound = 0.55;

/// The neck opening from right to left: leaves the shoulder seam at a right angle, level in the middle.
/// `outward` runs along the right shoulder from the neck to the arm.
Chain neck_curve(const Vec2& at_shoulder, const Vec2& outward, double drop);

/// The panel's right half, its curves of the middle ("neck", "hem") whole, becomes the whole panel.
Outline with_left_half(const Outline& middle_and_right);

/// A panel that was made for the right side, now for the left.
CutPanel mirrored(const CutPanel& panel);

/// Folds of the right half, and their mirror images for the left.
std::vector<Fold> on_both_sides(const std::vector<Fold>& right);

/// Where a bend meets another of the same radius: from `begin`, where both are still flat, to `crest`, seen
/// from the front (or back). On the panel that is bent over `fold`, this is the cut.
Chain cut_across_bend(const Fold& fold, const Vec2& begin, const Vec2& crest, double radius);

/// Where two lines cross; each by a point and a direction, which are not parallel.
Vec2 crossing(const Vec2& a, const Vec2& along_a, const Vec2& b, const Vec2& along_b);

}  // namespace isocloth
