#pragma once

/// Numbers that decide how a step goes, for all who take steps.

namespace isocloth {

/// BDF2 is stable where no step is more than 1 + √2 times as long as the one before (time_rule.hpp).
inline constexpr double kMostGrowth = 2.01;

/// θ of calm motion: with ½ nothing would be damped, with more it would grow.
inline constexpr double kThirdOrder = 0.48;

/// Steps in a row that one iteration was enough for, after which motion counts as calm.
inline constexpr int kCalmSteps = 10;

/// How many iterations make a step a hard one, and for how many steps after it the motion is Euler's: cloth
/// that is jerked, squeezed or pulled too far needs its damping.
inline constexpr int kHardIterations = 3, kRoughSteps = 20;

/// No hand moves faster [m/s]. A grasp that is led faster, as by a path in the coordinates of another place,
/// comes to where it should be at a walk.
inline constexpr double kTopSpeed = 20;

/// Grasps are point loads: rows that depend on a held node are this much stiffer.
inline constexpr double kPointLoadShare = 10;

/// A step that leaves an element further off than this is divided [-].
inline constexpr double kMostDistortion = 0.05;

/// Where one edge of a quad lengthens and the opposite one shortens, no row sees it and the element keeps its
/// size: such an edge counts this much.
inline constexpr double kEdgeErrorShare = 1.0 / 3;

/// Hands that give way do not crush a flat sheet: it is pressed where rows are shorter than this share of the
/// tolerance, of which those across a pull have some, and flat where no normal is turned by more than this
/// from the first [rad].
inline constexpr double kPressedShare = 0.1, kPressedThoughPulled = 0.4, kFlat = 1e-3;

/// … unless they are so short that no unevenness may be added.
inline constexpr double kNearlyMissed = 0.8;

}  // namespace isocloth
