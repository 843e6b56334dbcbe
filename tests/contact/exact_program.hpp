#pragma once

/// The same quadratic program, solved by someone else: CGAL's simplex-like solver in exact rational
/// arithmetic, for which degenerate problems are problems like others. CGAL is GPL: this program of tests may
/// use it, as it is neither installed nor part of the library.

#include <optional>
#include <vector>

#include "isocloth/contact/contact.hpp"

namespace isocloth::test {

struct ExactSolution {
  Points d;              ///< [m]
  double objective = 0;  ///< ½ dᵀHd − bᵀd [J]
};

/// The solution of minimise ½ dᵀHd − bᵀd where gap + n·u(d) ≥ 0 for all contacts; friction is not regarded,
/// held nodes stay. Nothing where the contacts contradict each other.
std::optional<ExactSolution> solve_exactly(const Eigen::MatrixXd& h, const std::vector<char>& held,
                                           const Points& load, const std::vector<Contact>& contacts);

}  // namespace isocloth::test
