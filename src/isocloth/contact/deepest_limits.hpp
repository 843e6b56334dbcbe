#pragma once

/// Numbers that decide where inside an edge or an element a cloth touches (deepest_point.hpp), for all who
/// look for it.

namespace isocloth {

/// Slopes below this count as level: over an edge of 5 cm they hide 25 µm at most.
inline constexpr double kLevel = 1e-5;

/// Halvings along a line at most.
inline constexpr int kMostHalvings = 24;

/// Share of an edge within which a level part is a point.
inline constexpr double kLevelPoint = 1e-4;

/// Share of an edge to which the end of a level part is found: what jumps as its nodes move must not be felt;
/// and to rounding, for derivatives.
inline constexpr double kNearEnd = 1e-8, kExactEnd = 1e-14;

/// Rounds of the search in an element, each along ξ or η and then along the ridge found there.
inline constexpr int kMostRounds = 8;

/// Two rounds that together go less deeper than this are the last [m].
inline constexpr double kSettledDepth = 5e-6;

/// Where the search from the middle ends at the boundary, as over the corner of a box, it begins again at the
/// deepest of so many points along each side.
inline constexpr int kSamples = 6;

/// Points nearer to the boundary than this share of the element are on it: rounding must not decide.
inline constexpr double kOnBoundary = 1e-9;

/// The distance may fall this much faster than at the middle of the element, as its slope turns within it.
inline constexpr double kTurns = 0.5;

/// Where the distance still falls as much at its deepest point, cloth lies over a sharp edge or corner: the
/// obstacle has many normals there. That of the contact is across the cloth, as it is at every smooth deepest
/// point; unless the two have less than the second in common.
inline constexpr double kSharp = 0.05, kSameSide = 0.3;

/// … and on an edge, where the normals on both sides have at least this in common; otherwise, as on a box, it
/// is the one of them that is more across the cloth: rounding must not decide.
inline constexpr double kSameCorner = 1e-9;

/// So often is found what is deepest in a step; after that, what pressed stays as well.
inline constexpr int kFindsToTell = 2;

/// Weights that differ by less are those of the same point.
inline constexpr double kSamePoint = 1e-3;

/// Points this deep are asked how deep they were [m].
inline constexpr double kWorthAsking = 1e-4;

}  // namespace isocloth
