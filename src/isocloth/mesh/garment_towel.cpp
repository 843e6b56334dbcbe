#include "isocloth/mesh/garment_patterns.hpp"

namespace isocloth {

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
