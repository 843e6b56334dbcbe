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

/// Points of a quarter of an element, each of which has as much of its area, where the element does not lie
/// evenly; sites of the element are all of these and one of what pokes between them.
inline constexpr int kPointsPerQuarter = 4, kSoftSites = 4 * kPointsPerQuarter + 1;

/// An element whose points differ by less than this share of the range lies evenly.
inline constexpr double kEvenShare = 0.1;

/// A point pokes between the others where it is deeper by this share of the range.
inline constexpr double kPokes = 0.2;

/// A choice is made again in the first finds of a step where the element has come nearer, or gone, by this
/// share of the range since: it was made where a bad guess at the motion had put it, and two steps that each
/// begin with the wrong one for the other would take turns for ever.
inline constexpr double kMadeElsewhere = 0.3;
inline constexpr int kFindsToChoose = 3;

}  // namespace isocloth
