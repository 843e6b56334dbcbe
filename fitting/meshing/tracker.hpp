#pragma once

/// The sheet as it is followed from frame to frame.

#include "fitting/meshing/track_clouds.hpp"

namespace isocloth::fitting {

class Tracker {
 public:
  explicit Tracker(const TrackOptions& options);

  /// Where the cloth can be at `time`, if it is being followed.
  std::optional<Box> region(double time) const;

  /// Lays the sheet through a cleaned cloud; false where the cloth is not in it.
  bool follow(const Points& cloud, double time);

  /// Why the piece that the last cloud showed cannot be the cloth, where it was one of another size; or
  /// empty.
  const std::string& problem_of_size() const { return size_problem_; }

  const SheetFitReport& report() const { return report_; }
  double margin() const { return fit_.margin(); }

  /// Nodes of the grid, NaN where no point of the cloud is near.
  Points nodes() const;

 private:
  bool start(const Points& cloud);
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
  std::string size_problem_;
  bool following_ = false;
  std::optional<std::array<Vec3, 4>> last_corners_;
};

}  // namespace isocloth::fitting
