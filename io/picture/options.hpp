#pragma once

/// What a picture of a trajectory shows, and how.

#include <optional>
#include <string>
#include <vector>

#include "isocloth/core/types.hpp"

namespace isocloth::io {

struct PictureOptions {
  int panels = 6;                           ///< frames shown, evenly spaced in time
  std::vector<double> times{};              ///< instead of that: the frames nearest to these times [s]
  std::optional<int> columns{};             ///< panels side by side; by default about half more than rows
  int panel_width = 420;                    ///< [pixels]
  int panel_height = 400;                   ///< [pixels] without the label
  bool shape_panels = true;                 ///< panels of that area take the shape of what they show
  bool whole_run = false;                   ///< the camera fits all frames, not only those shown
  std::optional<Points> fitted{};           ///< instead of what is shown, the camera fits these points [m]
  int samples = 3;                          ///< per pixel in each direction
  Vec3 camera_direction{0.62, -1.0, 0.42};  ///< from the cloth towards the camera
  std::optional<double>
      ground_height{};  ///< z of the ground [m]; by default just below the lowest node, none with half-spaces
  bool color_by_area_error = false;     ///< colours and a legend for the signed error of each element's area
  bool color_by_contact_force = false;  ///< instead of that: contact force over the area around each node
  std::optional<double>
      area_error_range{};  ///< error at the ends of the legend [-]; by default the largest shown

  unsigned front_color = 0x3f7fc4, back_color = 0xe6b06a;  ///< of the cloth's sides, sRGB
  std::vector<std::string> labels{};                       ///< under the panels, instead of the times

  /// The first thing wrong, or nothing.
  std::optional<std::string> problem() const;
};

}  // namespace isocloth::io
