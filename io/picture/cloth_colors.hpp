#pragma once

/// Colours of several cloths in one space, told apart by the colour-blind too. The page has the same
/// (viewer/src/stage/theme.ts).

#include <array>

namespace isocloth::io {

inline constexpr std::array<unsigned, 6> kClothColors{0x4f8fd0, 0xe58a4e, 0x58b68c,
                                                      0xb07cc6, 0xd9b740, 0xd0677d};  ///< sRGB

inline constexpr unsigned cloth_color(std::size_t cloth) { return kClothColors[cloth % kClothColors.size()]; }

}  // namespace isocloth::io
