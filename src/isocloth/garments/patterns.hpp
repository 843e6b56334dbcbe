#pragma once

/// The panels of the garments, from a few lengths each. Openings meet their seams at right angles wherever
/// the cut allows it, so that rims run smoothly across the seams.

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

}  // namespace isocloth
