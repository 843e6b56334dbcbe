#pragma once

/// The runs of Cusick's test: sets of specimens that differ in mesh, time step or set-up.

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "experiments/drape/drape.hpp"
#include "experiments/experiment.hpp"

namespace isocloth::experiments::cusick {

/// Several specimens of one set-up.
struct Set {
  DrapeSetup setup;
  int nodes = 0;
  std::vector<Drape> drapes;  ///< one per specimen
  DrapeMean mean;
};

/// What was run for one stiffness.
struct Series {
  std::vector<Set> meshes;          ///< the ring on all meshes
  std::vector<Set> inextensible;    ///< on some meshes, without shear; empty where not run
  Set usual, halved, turned, disc;  ///< on the mesh of 768 nodes; `drapes` is empty where not run
};

/// κ of each stiffness: the claims', or found anew where the options say so.
std::array<double, 3> bending_of_stiffnesses(const Options& options);

/// Quick: three meshes, one specimen, no variants but the turned mesh.
std::array<Series, 3> run_series(const std::array<double, 3>& bending, const Options& options);

/// The bending stiffness with which a ring drapes as it should.
///
/// κ [N·m] at which `coefficient_at(κ)` is `target`, within kCalibrationError; the coefficient must grow with
/// κ. Regula falsi (Illinois) over log κ between kSoftest and kStiffest.
double calibrate_bending(double target, const std::function<double(double bending)>& coefficient_at);

inline constexpr double kCalibrationError = 0.002;          ///< of the drape coefficient [-]
inline constexpr double kSoftest = 1e-6, kStiffest = 1e-4;  ///< [N·m]

/// Nodes around and across of `count` rings of nearly square cells, from 250 to 1,300 nodes; one has 96 × 8.
std::vector<std::array<int, 2>> ring_meshes(int count);

}  // namespace isocloth::experiments::cusick
