#pragma once

/// Numbers in the laws of rows and springs (row_law.hpp, element_springs.hpp), for all who compute with them.

namespace isocloth::law {

/// A constraint's law is straight from so many times its stiffening strain on.
inline constexpr double kStraight = 5;
inline constexpr double kPullAtStraight = kStraight * (1 + kStraight * kStraight * kStraight * kStraight),
                        kSlopeAtStraight = 1 + 5 * kStraight * kStraight * kStraight * kStraight;

/// Times over which σ follows a tension that rises and one that falls [s]; the first for elements that have
/// rows of their own, whose edges must hold a jerk, and for others.
inline constexpr double kRisesAtOnce = 0.01, kRises = 0.03, kFalls = 0.3;

/// How an edge holds: β, c_y, β_y; c_h: one that has yielded is twice as stiff where its squared length has
/// changed by this much.
inline constexpr double kEdgeStiff = 30, kYield = 2e-3, kEdgeYielded = 0.3, kEdgeHardening = 0.04;

/// Viscosity of edges over that of elements.
inline constexpr double kEdgeViscosity = 4;

/// c₀: a spring is twice as stiff where its element's metric has changed by this much.
inline constexpr double kHardening = 0.015;

/// Keeps 0/0 away where there is neither stress nor viscosity.
inline constexpr double kTiny = 2.2250738585072014e-308;

}  // namespace isocloth::law
