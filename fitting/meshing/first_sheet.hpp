#pragma once

/// The sheet in a cloud that nothing is known about: parametrised over its four sides and remeshed, with the
/// held side as the last row.
///
/// Which of the four sides is which: with the last frame known, as it was there; else the highest side is the
/// held one, and columns count along +x (along +y where the sheet is wider in y).

#include <optional>
#include <string>

#include "fitting/meshing/sheet.hpp"

namespace isocloth::fitting {

struct FirstSheet {
  Points x;                              ///< nodes of the sheet [m]
  std::array<double, 2> side_lengths{};  ///< mean of the two sides along rows, and along columns [m]
};

/// Nothing where the cloud makes no four-sided patch. `last`: corners of the sheet in the last frame, in the
/// order of spot (0,0), (1,0), (1,1), (0,1). `bridged`: see patch.hpp.
std::optional<FirstSheet> find_sheet(const Points& cloud, const SheetShape& shape,
                                     const std::optional<std::array<Vec3, 4>>& last = std::nullopt,
                                     double bridged = 3);

}  // namespace isocloth::fitting
