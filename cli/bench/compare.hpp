#pragma once

/// Two builds of the program on the same scene, in turns: `PROGRAM bench NAME --json --quick --repeat 1`.
///
///   ratio = shortest time of the other program / shortest time of this one: above 1 this one is faster
///
/// The spread is that of the ratios of single rounds. Where results differ the speeds are of different work.

#include <string>
#include <vector>

#include "cli/output.hpp"

namespace isocloth::cli::bench {

struct Comparison {
  std::string name;
  int rounds = 0;
  double own_ms = 0, other_ms = 0;  ///< per step [ms]
  double ratio = 0, ratio_min = 0, ratio_max = 0;
  std::vector<std::string> differences{};  ///< "iterations_mean: 1.05 here, 1.2 there"; none: same results
  bool missed = false;                     ///< steps of this program did not converge
};

/// `scene` as on the command line. Runs this program and `other` in turns, `rounds` times, or fewer where
/// that takes minutes. InputError "PROGRAM: …" where the other is no isocloth, fails or prints something
/// else.
Comparison compare(const std::string& scene, const std::string& other, int rounds);

Json to_json(const Comparison& comparison);
std::string table_of(const std::vector<Comparison>& comparisons);

}  // namespace isocloth::cli::bench
