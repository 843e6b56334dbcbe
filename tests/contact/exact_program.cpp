#include "contact/exact_program.hpp"

#include <CGAL/Gmpzf.h>
#include <CGAL/QP_functions.h>
#include <CGAL/QP_models.h>

namespace isocloth::test {

std::optional<ExactSolution> solve_exactly(const Eigen::MatrixXd& h, const std::vector<char>& held,
                                           const Points& load, const std::vector<Contact>& contacts) {
  std::vector<int> free;  // coordinates
  std::vector<int> variable(load.size(), -1);
  for (int k = 0; k < load.size(); ++k)
    if (!held[k / 3]) {
      variable[k] = static_cast<int>(free.size());
      free.push_back(k);
    }

  CGAL::Quadratic_program<double> program(CGAL::LARGER, false, 0, false, 0);
  for (int i = 0; i < static_cast<int>(free.size()); ++i) {
    for (int j = 0; j <= i; ++j) program.set_d(i, j, h(free[i], free[j]));  // CGAL asks for twice the matrix
    program.set_c(i, -load.data()[free[i]]);
  }
  for (int p = 0; p < static_cast<int>(contacts.size()); ++p) {
    const Contact& c = contacts[p];
    std::vector<double> row(free.size(), 0.0);
    for (int i = 0; i < c.point.count; ++i)
      for (int a = 0; a < 3; ++a) {
        const int k = variable[3 * c.point.nodes[i] + a];
        if (k >= 0) row[k] += c.point.weights[i] * c.frame(0, a);
      }
    for (int k = 0; k < static_cast<int>(free.size()); ++k)
      if (row[k] != 0) program.set_a(k, p, row[k]);
    program.set_b(p, -c.offset[0]);
  }

  CGAL::Quadratic_program_options options;
  options.set_pricing_strategy(CGAL::QP_DANTZIG);  // exact too: those filtered by floating point can overflow
  const auto solution = CGAL::solve_quadratic_program(program, CGAL::Gmpzf(), options);
  if (!solution.is_optimal()) return std::nullopt;
  ExactSolution result{Points::Zero(load.rows(), 3), CGAL::to_double(solution.objective_value())};
  auto value = solution.variable_values_begin();
  for (const int k : free) result.d.data()[k] = CGAL::to_double(*value++);
  return result;
}

}  // namespace isocloth::test
