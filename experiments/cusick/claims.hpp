#pragma once

/// What the paper says of Cusick's test, the three materials, and what we accept.

#include <array>

#include "experiments/claim.hpp"

namespace isocloth::experiments::cusick {

/// One of the paper's three stiffnesses.
struct Stiffness {
  const char* name;
  double calibrated;  ///< DC on the mesh of 768 nodes, Figure "Simulation of Cusick's test" [%]
  double mean;        ///< DC over 24 meshes, Figure "Computation of the drape coefficient" [%]
  double bending;     ///< κ [N·m], found once by `isocloth reproduce cusick --calibrate`
};

inline constexpr double kDensity = 0.2;  ///< ρ of all three [kg/m²]; only κ/ρ and S/ρ matter at rest

/// S of all three [N/m]: 0.36 gf/(cm·deg) as the Kawabata system gives it, a soft woven cloth.
inline constexpr double kShear = 20;

inline constexpr std::array<Stiffness, 3> kStiffnesses{
    {{"low", 26.1, 23.2, 4.469e-6}, {"medium", 54.9, 52.4, 2.04e-5}, {"high", 77.2, 77.3, 8.469e-5}}};

inline constexpr std::array<int, 2> kCalibrationNodes{96, 8};  ///< 768 nodes
inline constexpr int kFineNodes = 700;  ///< "very stable (especially from 700 nodes on)"

inline Claim calibrated_claim(const Stiffness& s) {
  return {std::string("Drape coefficient on 768 nodes, ") + s.name, "Cusick's test, figure of 768 nodes",
          s.calibrated, within(s.calibrated, 1), "%"};
}

inline Claim mean_claim(const Stiffness& s) {
  return {std::string("Mean over the meshes, ") + s.name, "Cusick's test, figure of 24 meshes", s.mean,
          within(s.calibrated, 4), "%"};
}

inline Claim spread_claim(const Stiffness& s) {
  return {std::string("Half the range over meshes of 700 nodes and more, ") + s.name,
          "Cusick's test, “very stable”",
          {},
          at_most(2),
          "points"};
}

inline Claim step_claim(const Stiffness& s) {
  return {std::string("Time step halved, ") + s.name, "–", {}, within(0, 1), "points"};
}

inline Claim turn_claim(const Stiffness& s) {
  return {std::string("Mesh turned by half a cell, ") + s.name, "–", {}, within(0, 1), "points"};
}

inline Claim disc_claim(const Stiffness& s) {
  return {std::string("Disc on a table instead of the ring, ") + s.name, "–", {}, anything(), "points"};
}

inline const Claim kAtRest{"Woven rings that did not come to rest", "–", {}, at_most(0), ""};

inline const Claim kDispersion{"Area dispersion at any time, worst of all runs", "–", {}, at_most(3), "%"};

}  // namespace isocloth::experiments::cusick
