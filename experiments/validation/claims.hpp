#pragma once

/// What the paper found by fitting and predicting four textiles, and what we accept on synthetic recordings
/// of them.

#include <array>

#include "experiments/claim.hpp"

namespace isocloth::experiments::validation {

/// A cell of Table 1: parameters of the textile for one motion, and the mean error of its prediction.
struct PaperCase {
  const char* textile;
  bool fast;
  double virtual_mass;  ///< δ [kg/m²], ρ = 1 kg/m²
  double damping;       ///< α [kg/(m²·s)]
  double error;         ///< ē [cm]
};

inline constexpr std::array<PaperCase, 8> kTable1{{{"paper", false, 0.32, 1.40, 0.45},
                                                   {"paper", true, 0.37, 2.50, 0.41},
                                                   {"cotton", false, 0.52, 1.29, 0.41},
                                                   {"cotton", true, 0.52, 2.69, 0.31},
                                                   {"felt", false, 0.46, 1.05, 0.39},
                                                   {"felt", true, 0.61, 2.65, 0.30},
                                                   {"wool", false, 0.47, 1.19, 0.37},
                                                   {"wool", true, 0.50, 2.52, 0.34}}};

inline Claim prediction(const std::string& name, double paper) {
  return {.name = name + ": mean error of the prediction",
          .place = "Table 1",
          .paper = paper,
          .band = at_most(0.5),
          .unit = "cm"};
}
inline Claim baseline_error() {
  return {.name = "edges keep their length, cotton fast: mean error",
          .place = "Parameter fitting",
          .paper = 1.40,
          .band = anything(),
          .unit = "cm"};
}
inline Claim baseline_margin() {
  return {.name = "edges keep their length: worse than ours by, in the nearest case",
          .place = "Parameter fitting",
          .band = at_least(0),
          .unit = "cm"};
}
inline Claim other_mesh(const std::string& mesh, double paper) {
  return {.name = "cotton fast, parameters of 9×9 kept, " + mesh + ": mean error",
          .place = "Discussion",
          .paper = paper,
          .band = anything(),
          .unit = "cm"};
}
inline Claim mesh_difference() {
  return {.name = "other meshes against 9×9, largest difference",
          .place = "Discussion",
          .paper = 0.06,
          .band = at_most(0.1),
          .unit = "cm"};
}
inline Claim a_priori(const std::string& motion, double paper) {
  return {.name = "cotton " + motion + ", mean of slow and fast parameters: mean error",
          .place = "Discussion",
          .paper = paper,
          .band = at_most(1),
          .unit = "cm"};
}
inline Claim tracking() {
  return {.name = "recorded nodes: mean distance to the true ones, worst recording",
          .place = "–",
          .band = at_most(3),
          .unit = "mm"};
}

}  // namespace isocloth::experiments::validation
