#pragma once

/// The sheet as it is followed from frame to frame.

#include "fitting/meshing/track_clouds.hpp"

namespace isocloth::fitting {

class Tracker {
 public:
  explicit Tracker(const TrackOptions& options);

  /// Where the cloth can be at `time`, if it is being followed.
  std::optional<Box> region(double time) const;

  /// Lays the sheet through a cleaned cloud; false where the cloth is not in it. `name` is for the error
  /// where it has another size.
  bool follow(const Points& cloud, double time, const std::string& name);

  const SheetFitReport& report() const { return report_; }
  double margin() const { return fit_.margin(); }

  /// Nodes of the grid, NaN where no point of the cloud is near.
  Points nodes() const;

 private:
  bool start(const Points& cloud, const std::string& name);
  Points expected(double time) const;
  bool looks_right() const;
  int points_near(int column, int row) const;

  TrackOptions options_;
  std::array<int, 2> cells_;  ///< of the sheet per cell of the grid
  SheetShape shape_;
  SheetFit fit_;
  SheetFitReport report_;
  Points x_, velocity_;  ///< [m], [m/s]
  double time_ = 0;
  bool following_ = false;
  std::optional<std::array<Vec3, 4>> last_corners_;
};

}  // namespace isocloth::fitting
