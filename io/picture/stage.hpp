#pragma once

/// What all panels of a picture share: where things are, how they are seen and lit.

#include <optional>
#include <vector>

#include "io/picture/bodies.hpp"
#include "io/picture/camera.hpp"
#include "io/picture/canvas.hpp"
#include "io/picture/smooth_cloth.hpp"
#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

struct Stage {
  Camera camera;                   ///< for panels of width × height samples
  int width = 0, height = 0;       ///< [samples]
  int samples = 1;                 ///< per pixel in each direction
  double size = 1;                 ///< of what is shown [m]
  Vec3 middle = Vec3::Zero();      ///< of what is shown
  std::optional<double> ground;    ///< z [m]; none where half-spaces take its place
  Vec3 lamp = Vec3::UnitZ();       ///< unit vector towards the lamp
  double error_range = 0;          ///< area error at the end of the colours [-]; 0: not shown
  double traction_range = 0;       ///< contact force over area at the end of the colours [N/m²]; 0: not shown
  std::vector<Color> front, back;  ///< of each cloth
  std::vector<int> cloth_of_element;
  SmoothCloth cloth;
  std::vector<Body> bodies;
};

inline constexpr unsigned kPaper = 0xffffff,  ///< around the panels, sRGB
    kBackdrop = 0xe9edf2;                     ///< of the panels

}  // namespace isocloth::io
