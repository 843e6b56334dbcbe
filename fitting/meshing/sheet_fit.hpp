#pragma once

/// A sheet of known size laid through a cloud.
///
/// The nodes x of a fine grid minimise, by Gauss–Newton,
///
///   Σ_p (n·(p − S))² / s²          points on the surface: distance along its normal, robust, s from the data
/// + Σ_b (t·(p_b − S) + m)² / σ_b²  the outermost points lie at the sheet's edge, less a margin m
/// + Σ_e (|x_i − x_j| − L)² / σ_e²  edges and diagonals keep their rest lengths: the sheet does not stretch
/// + Σ   |x_i − 2x_j + x_k|² / σ_κ² no sharp folds between cells
/// + Σ_i |x_i − x̂_i|² / σ_t²        weakly: where the nodes are expected
///
/// A camera loses a pixel or two at every edge: m is measured as half of what the cloud's width lacks, as the
/// width of the sheet is known. An edge that is hidden (points end well inside) counts less the farther
/// inside they end, and next to nothing from some centimetres on.

#include "fitting/meshing/sheet_system.hpp"

namespace isocloth::fitting {

struct SheetFitOptions {
  double edge_noise = 0.003;       ///< σ_b [m]
  double edge_reach = 0.01;        ///< outermost points this far off begin to count less [m]
  double strain = 0.005;           ///< σ_e = strain · L [-]
  double curvature = 3;            ///< σ_κ = curvature · cell² [1/m]
  double expectation = 0.06;       ///< σ_t [m]
  double reach = 0.04;             ///< points farther from the sheet are not its own [m]
  double held_edge_weight = 0.25;  ///< of the last row's edge, where a hanger may be in the way [-]
};

struct SheetFitReport {
  double rms = 0;                ///< distance of the points used from the sheet [m]
  double edge_miss = 0;          ///< median distance of the outermost points from where they should be [m]
  int used = 0;                  ///< points
  double coverage = 0;           ///< share of the sheet's cells that hold a point [-]
  std::vector<int> cell_points;  ///< points in each cell, row by row
};

class SheetFit {
 public:
  SheetFit(const SheetShape& shape, const SheetFitOptions& options);

  /// Moves x onto the cloud. x: a first guess; `expected`: where nodes are expected, another matrix. `rough`:
  /// the guess may be far off, so that constraints tighten only little by little.
  SheetFitReport fit(const Points& cloud, const Points& expected, bool rough, Points& x);

  double margin() const { return margin_; }  ///< m [m]

 private:
  struct Stage {
    double strain, reach, edge_reach;
  };
  void guess_feet(const Points& cloud, const Points& x);
  void iterate(const Points& cloud, const Points& expected, const Stage& stage, Points& x);
  void find_feet(const Points& cloud, const Points& x);
  void add_points(const Stage& stage);
  std::vector<EdgePoint> edge_points(double reach) const;
  void add_edges(const Stage& stage);
  void add_isometry(const Points& x, double strain);
  void add_smoothness(const Points& x, const Points& expected);
  void measure_edges();
  SheetFitReport report() const;

  SheetShape shape_;
  SheetFitOptions options_;
  SheetSystem system_;
  double margin_ = 0.003;
  bool margin_known_ = false;
  double edge_miss_ = 0;
  Points smooth_;                  ///< the sheet without its finest ripples, for feet and normals [m]
  std::vector<Vec2> feet_;         ///< places of the points on the sheet, in cells
  std::vector<double> distances_;  ///< along the normal [m]
  double scale_ = 0.005;           ///< s [m]
};

}  // namespace isocloth::fitting
