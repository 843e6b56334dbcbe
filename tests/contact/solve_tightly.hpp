#pragma once

/// Solves contact programs as exactly as they can be, and compares them with the exact solver.

#include <gtest/gtest.h>

#include <cmath>

#include "contact/dense_system.hpp"
#include "contact/exact_program.hpp"
#include "support/dense_rows.hpp"

namespace isocloth::test {

inline constexpr ContactProgramOptions kTight{
    .tolerance = 1e-12, .force_tolerance = 1e-10, .balance_tolerance = 1e-13, .max_rounds = 1000};

inline ContactProgramReport solve_program(const ContactProgramOptions& options, ContactSystem& system,
                                          const Points& load, std::vector<Contact>& contacts, Points& d) {
  ContactProgram program(static_cast<int>(load.rows()));
  program.reserve(static_cast<int>(contacts.size()), static_cast<int>(load.rows()));
  system.assemble();
  program.enter(system, contacts);
  if (!system.factor()) return {.solved = false};
  Points free_load = load;
  system.clear_held(free_load);
  return program.settle(options, system, free_load, contacts, d);
}

struct Deviation {
  double d = 0;          ///< |d − exact| / |exact|
  double objective = 0;  ///< the same of ½ dᵀHd − bᵀd
  ContactProgramReport report;
};

inline Deviation deviation_from_exact(DenseSystem& system, const Points& load,
                                      std::vector<Contact> contacts) {
  const auto exact = solve_exactly(system.h, system.held_nodes, load, contacts);
  if (!exact) {
    ADD_FAILURE() << "the exact solver finds that the contacts contradict each other";
    return {};
  }
  Points d;
  const ContactProgramReport report = solve_program(kTight, system, load, contacts, d);
  const Vector stack = stacked(d);
  const double objective = 0.5 * stack.dot(system.h * stack) - stacked(load).dot(stack);
  return {(d - exact->d).norm() / exact->d.norm(),
          std::abs(objective - exact->objective) / std::abs(exact->objective), report};
}

}  // namespace isocloth::test
