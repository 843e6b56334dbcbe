#pragma once

/// What the paper says of the locking test, and what we accept.

#include <array>

#include "experiments/claim.hpp"
#include "isocloth/isometry/isometry_rows.hpp"

namespace isocloth::experiments::locking {

/// One of the paper's four blankets.
struct Blanket {
  const char* name;
  int nodes;
  bool triangles;  ///< irregular; else regular quads
};

inline constexpr std::array<Blanket, 4> kBlankets{{{"472 triangles", 472, true},
                                                   {"941 triangles", 941, true},
                                                   {"529 quads", 529, false},
                                                   {"900 quads", 900, false}}};

/// Table of distances between the bottom corners, in the order of kBlankets [cm].
inline constexpr double kPaperDistance[4][4] = {
    {0, 2.45, 3.16, 1.41}, {2.45, 0, 1.41, 2.83}, {3.16, 1.41, 0, 3.74}, {1.41, 2.83, 3.74, 0}};

inline constexpr double kNoise = 0.003;      ///< standard deviation of the rest shape's noise [m]
inline constexpr double kDamping = 1;        ///< α, with ρ = 1 kg/m² [kg/m²/s]
inline constexpr double kDuration = 15;      ///< until the blankets hang still, within a millimetre [s]
inline constexpr double kQuickDuration = 5;  ///< [s]

/// What is tried with the four blankets.
struct Variant {
  const char* name;
  double noise_length;          ///< within which the noise is alike [m]; 0: each node has its own
  const char* change;           ///< to the scene; may be empty
  RowsAt rows = RowsAt::nodes;  ///< of quads
};

/// A length that the coarsest mesh (cells of 5 cm) resolves, so that the noise is the same on every mesh.
inline constexpr double kNoiseLength = 0.2;  // [m]

inline constexpr std::array<Variant, 4> kVariants{
    {{"metric", kNoiseLength, ""},
     {"edges", kNoiseLength, "cloth.model.edges.shear_stiffness=0"},
     {"metric, aligned frames", kNoiseLength, "cloth.frames=aligned"},
     {"metric, noise of nodes", 0, ""}}};

/// The quads that rows in their middle are tried on: the first alone is coarser than those of the paper.
inline constexpr std::array<Blanket, 4> kQuads{
    {{"9×9 quads", 100, false}, {"17×17", 324, false}, {"23×23", 576, false}, {"30×30", 961, false}}};
inline constexpr Variant kMiddle{"rows in the middle of quads", kNoiseLength, "", RowsAt::elements};

inline const Claim kMiddleDistance{
    "Rows in the middle of quads: corners of 17, 23 and 30 quads a side, worst of the seeds",
    "–",
    {},
    at_most(2.5),
    "cm"};
inline const Claim kCoarseDistance{"The same of 9 to 30 quads a side", "–", {}, at_most(7), "cm"};
inline const Claim kMiddleDispersion{
    "Their area dispersion, worst of 17 quads a side and more", "–", {}, at_most(1.5), "%"};

inline const Claim kLargestDistance{"Largest distance of two free corners, worst of the seeds",
                                    "Locking test, table", 3.74, at_most(2.5), "cm"};

inline const Claim kDispersion{"Area dispersion, worst of all runs and steps", "–", {}, anything(), "%"};

inline const Claim kMedianDistance{"Largest distance of two free corners, median of the seeds",
                                   "Locking test, table", 3.74, anything(), "cm"};

inline const Claim kAlignedDistance{"The worst with the default rows, frames: aligned", "Locking test, table",
                                    3.74, anything(), "cm"};

inline const Claim kRoughDistance{
    "The worst where each node has noise of its own, so that every mesh is another cloth",
    "Locking test, table", 3.74, anything(), "cm"};

inline const Claim kLockedDistance{
    "The same distance where all edges are fixed instead of the metric", "–", {}, anything(), "cm"};

}  // namespace isocloth::experiments::locking
