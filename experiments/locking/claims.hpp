#pragma once

/// What the paper says of the locking test, and what we accept.

#include <array>

#include "experiments/claim.hpp"

namespace isocloth::experiments::locking {

/// One of the paper's four blankets.
struct Blanket {
  const char* name;
  int nodes;
  bool triangles;  ///< irregular; else regular quads
};

inline constexpr std::array<Blanket, 4> kBlankets{{{"472 triangles", 472, true},
                                                   {"941 triangles", 941, true},
                                                   {"529 quads", 529, false},
                                                   {"900 quads", 900, false}}};

/// Table of distances between the bottom corners, in the order of kBlankets [cm].
inline constexpr double kPaperDistance[4][4] = {
    {0, 2.45, 3.16, 1.41}, {2.45, 0, 1.41, 2.83}, {3.16, 1.41, 0, 3.74}, {1.41, 2.83, 3.74, 0}};

inline constexpr double kNoise = 0.003;  ///< standard deviation of the rest shape's noise [m]

inline const Claim kLargestDistance{.name = "Largest distance of two free corners, worst of the seeds",
                                    .place = "Locking test, table",
                                    .paper = 3.74,
                                    .band = at_most(2.5),
                                    .unit = "cm"};

inline const Claim kDispersion{.name = "Area dispersion, worst of all runs and steps",
                               .place = "–",
                               .paper = {},
                               .band = anything(),
                               .unit = "%"};

inline const Claim kLockedDistance{
    .name = "The same distance where all edges are fixed instead of the metric",
    .place = "–",
    .paper = {},
    .band = anything(),
    .unit = "cm"};

}  // namespace isocloth::experiments::locking
