#pragma once

/// Numbers that decide how Newton's iterations go on, for all who iterate.

namespace isocloth {

/// Full Newton steps taken on trust; after these each step must lower the objective, which always ends at a
/// minimum.
inline constexpr int kTrustedIterations = 10;

/// An unmet row counts as infeasible only where λ = f(c) holds this much better than the tolerance.
inline constexpr double kLawShare = 0.1;

}  // namespace isocloth
