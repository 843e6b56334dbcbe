#pragma once

/// What the paper found by fitting and predicting four textiles, and what we accept on synthetic recordings
/// of them.

#include <array>

#include "experiments/claim.hpp"

namespace isocloth::experiments::validation {

/// A cell of Table 1: a textile in one motion (its parameters are those of fitting/camera/presets.hpp), and
/// the mean error of its prediction.
struct PaperCase {
  const char* textile;
  bool fast;
  double error;  ///< ē [cm]
};

inline constexpr std::array<PaperCase, 8> kTable1{{{"paper", false, 0.45},
                                                   {"paper", true, 0.41},
                                                   {"cotton", false, 0.41},
                                                   {"cotton", true, 0.31},
                                                   {"felt", false, 0.39},
                                                   {"felt", true, 0.30},
                                                   {"wool", false, 0.37},
                                                   {"wool", true, 0.34}}};

inline Claim prediction(const std::string& name, double paper) {
  return {name + ": mean error of the prediction", "Table 1", paper, at_most(0.5), "cm"};
}
inline Claim baseline_error() {
  return {"edges keep their length, cotton fast: mean error", "Parameter fitting", 1.40, anything(), "cm"};
}
inline Claim baseline_margin() {
  return {"edges keep their length: worse than ours by, in the nearest case",
          "Parameter fitting",
          {},
          at_least(0),
          "cm"};
}
inline Claim other_mesh(const std::string& mesh, double paper) {
  return {"cotton fast, parameters of 9×9 kept, " + mesh + ": mean error", "Discussion", paper, anything(),
          "cm"};
}
inline Claim mesh_difference() {
  return {"other meshes against 9×9, largest difference", "Discussion", 0.06, at_most(0.1), "cm"};
}
inline Claim a_priori(const std::string& motion, double paper) {
  return {"cotton " + motion + ", mean of slow and fast parameters: mean error", "Discussion", paper,
          at_most(1), "cm"};
}
inline Claim tracking() {
  return {"recorded nodes: mean distance to the true ones, worst recording", "–", {}, at_most(3), "mm"};
}

}  // namespace isocloth::experiments::validation
