#pragma once

/// Products with the Jacobian J of stacked rows, group by group.

#include "isocloth/core/rows.hpp"

namespace isocloth {

/// out += Jᵀ y.
void add_transposed_product(const RowPattern& pattern, const RowValues& values,
                            const Eigen::Ref<const Vector>& y, Points& out);

/// out = J dx.
void product(const RowPattern& pattern, const RowValues& values, const Points& dx, Eigen::Ref<Vector> out);

/// Sets the rows of held nodes to zero.
void clear_held(const std::vector<char>& held, Points& x);

}  // namespace isocloth
