#pragma once

/// Numbers of contacts of a cloth that can be squeezed (compression.hpp), for all who solve their program.

namespace isocloth {

/// Share of the half thickness by which cloth can be squeezed.
inline constexpr double kSoftShare = 0.5;

/// z from which on the law follows its tangent, and what force and slope are there, over A·P and A·P/r.
inline constexpr double kEnd = 0.95, kEndForce = kEnd / (1 - kEnd), kEndSlope = 1 / ((1 - kEnd) * (1 - kEnd));

/// In quick passes its stiffness counts as unchanged within this many times what it was.
inline constexpr double kNearlyAsStiff = 2;

/// A contact slides where its friction would be this many times what Coulomb's law allows, if it stuck. One
/// that is at the brink slides by less in one step and sticks in the next: to begin with, it counts as
/// sticking.
inline constexpr double kSlides = 2;

/// Normals count as the same where their product is this near to 1: the distance to a convex obstacle is then
/// linear between them.
inline constexpr double kSameNormal = 1e-9;

}  // namespace isocloth
