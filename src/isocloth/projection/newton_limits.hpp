#pragma once

/// Numbers that decide how Newton's iterations go on, for all who iterate.

namespace isocloth {

/// Full Newton steps taken on trust; after these each step must lower the objective, which always ends at a
/// minimum.
inline constexpr int kTrustedIterations = 10;

/// An unmet row counts as infeasible only where λ = f(c) holds this much better than the tolerance.
inline constexpr double kLawShare = 0.1;

/// How far the surface may be inside an obstacle at the end of a converged step [m]. What is left moves the
/// cloth in the next step: more of it, and a cloth at rest would tremble.
inline constexpr double kMostPenetration = 5e-6;

/// After so many iterations, as where an element rocks on the corner of a box, this much is enough [m].
inline constexpr int kExactIterations = 3;
inline constexpr double kAcceptedPenetration = 1e-4;

}  // namespace isocloth
