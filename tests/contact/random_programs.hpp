#pragma once

/// Random contact programs whose solution exists, many of them degenerate.

#include <Eigen/Dense>
#include <random>
#include <string>
#include <vector>

#include "isocloth/contact/contact.hpp"

namespace isocloth::test {

enum class ProgramKind {
  general,     ///< some touch; some, with normals in all directions, do not
  inactive,    ///< nothing touches
  duplicated,  ///< every contact twice, some with a larger gap
  dependent,   ///< normals of one node that are sums of others, all of them touching
  weak,        ///< contacts that touch without pressing
  crowded,     ///< more contacts that touch than unknowns
  two_sided,   ///< between two layers: nodes of both sides move
};
inline constexpr int kOneSidedKinds = static_cast<int>(ProgramKind::two_sided);  ///< those before it

const char* to_text(ProgramKind kind);

struct RandomProgram {
  ProgramKind kind;
  Eigen::MatrixXd h;  ///< [N/m]
  std::vector<char> held;
  Points load;  ///< [N]
  std::vector<Contact> contacts;
};

/// H has a condition number from 1 to `most_condition`.
RandomProgram random_program(ProgramKind kind, std::mt19937& random, double most_condition = 1e6);

/// A frictionless contact; the weights must sum to 1, or to 0 where it is one of two sides.
Contact make_contact(const SurfacePoint& point, const Vec3& normal, double gap);

}  // namespace isocloth::test
