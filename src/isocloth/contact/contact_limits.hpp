#pragma once

/// Numbers that decide which contacts there are and when their program is solved, for all who solve one.

namespace isocloth {

/// Gaps below this make a contact of a node [m], and of a point in an edge or an element.
inline constexpr double kNodeReach = 5e-3, kInnerReach = 2e-3;

/// A point inside an edge or element is a contact of its own where it is deeper than the nodes around by this
/// [m].
inline constexpr double kDeeper = 2e-5;

/// Points inside an element that are deeper than its edges by less than this are not looked for [m].
inline constexpr double kUnnoticed = 1e-9;

/// Deeper than this, the cloth was put inside [m]; what a converged step leaves is a tenth of it at most.
inline constexpr double kSunk = 1e-3;

/// Nothing may come nearer in one step than this share of an obstacle's inner radius.
inline constexpr double kMostOfRadius = 0.5;

/// ρ over the stiffness that H has along the normal, where multipliers converge by this factor a round, and
/// over the inertia along the tangents, where a larger one would make the corner of Coulomb's law harder to
/// find.
inline constexpr double kPenaltyShare = 30;

/// Of a program: its KKT residual [m], and a contact's force over the largest [-].
inline constexpr double kProgramTolerance = 1e-7, kForceTolerance = 1e-2;

/// Of a friction µ that is less than this, as much less may be missing: else one of a thousandth would be
/// nothing that has to be met.
inline constexpr double kSmallFriction = 0.1;

/// Rounds of multipliers at most. After some of them, contacts whose multipliers have not settled get a
/// larger ρ where the penetration no longer halves in two rounds: they nearly depend on each other, as
/// contacts of neighbours on a plane do, or contradict each other.
inline constexpr int kProgramRounds = 12, kRoundsToTell = 4;

/// Steps of the active set in one round; what they leave the next round takes up.
inline constexpr int kMostPasses = 40;

/// In the first passes of a round, a contact that goes on pressing counts as unchanged while its friction's
/// stiffness is within a few times what it was (or what a hundredth of ρ is): steps are then less good, and
/// far cheaper.
inline constexpr int kQuickPasses = 6;
inline constexpr double kNearlySame = 3, kLoose = 0.01;

/// Contacts that have columns of the factor: finding more takes longer than another factor. Until then the
/// others keep the stiffness that they have in it.
inline constexpr int kMostColumns = 24;

/// A contact that pressed and would now pull by this many times as much has opened: a node went on to another
/// triangle, say.
inline constexpr double kMostPull = 10;

/// Directions of layers that touch where the factor has no blocks for them, beyond which it gets some.
inline constexpr int kMostWithoutPlace = 15;

/// Passes in a program that may change the limits of friction; after these, what is left does not alter them
/// noticeably, or they would never agree.
inline constexpr int kLimitChanges = 12;

/// A step along which the slope has fallen to this share of what it was is long enough.
inline constexpr double kSlopeLeft = 0.05;

}  // namespace isocloth
