#pragma once

/// How rows are met, and how well they were.

#include <optional>
#include <string>

namespace isocloth {

enum class ProjectionMethod {
  implicit,
  fast,
  reference,  ///< fast, with textbook linear algebra: slow, for comparison; allocates
};

struct ProjectionOptions {
  ProjectionMethod method = ProjectionMethod::implicit;
  double tolerance =
      1e-3;  ///< largest |c_r| of a converged step: relative error of the first fundamental form [-]
  int max_iterations = 50;  ///< linear systems per step

  /// The first thing wrong with these options, or nothing.
  std::optional<std::string> problem() const;
};

enum class StepStatus {
  converged,        ///< every row within the tolerance
  infeasible,       ///< at the best compromise that was found, but not all rows are met; the cause says why
  iteration_limit,  ///< neither, after max_iterations
  not_finite,       ///< the input was so large that numbers overflowed; the step was not taken
  distorted,        ///< every row within the tolerance, but an element is far from its rest shape
};
inline constexpr int kStepStatuses = 5;

/// "converged", "infeasible", …
const char* to_text(StepStatus status);

}  // namespace isocloth
