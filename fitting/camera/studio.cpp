#include "fitting/camera/studio.hpp"

#include <cmath>
#include <numbers>

namespace isocloth::fitting {
namespace {

/// A box from its least to its greatest corner, turned by nothing.
Prop box(const Vec3& low, const Vec3& high, const io::Rgb& color) {
  constexpr int kFaces[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1},
                                {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
  Prop prop{Points(36, 3), color};
  const auto corner = [&](int k) {
    return Vec3((k & 1) != 0 ? high.x() : low.x(), (k & 2) != 0 ? high.y() : low.y(),
                (k & 4) != 0 ? high.z() : low.z());
  };
  int row = 0;
  for (const auto& face : kFaces)
    for (const int k : {0, 1, 2, 0, 2, 3}) prop.corners.row(row++) = corner(face[k]);
  return prop;
}

Prop shifted(Prop prop, const Vec3& by) {
  prop.corners.rowwise() += by.transpose();
  return prop;
}

}  // namespace

Prop cloth_prop(const Reality& reality, const Points& x, const io::Rgb& color) {
  Prop prop{Points(6 * reality.mesh.element_count(), 3), color};
  int row = 0;
  for (const Element& element : reality.mesh.elements)
    for (const int k : {0, 1, 2, 0, 2, 3}) prop.corners.row(row++) = x.row(element[k]);
  return prop;
}

std::vector<Prop> studio_props(const RealityOptions& options, const Vec3& displacement) {
  constexpr io::Rgb kSteel{120, 124, 130}, kBlack{35, 35, 38}, kPaint{205, 203, 195}, kWood{150, 115, 80},
      kGreen{70, 120, 90};
  const double half = 0.5 * options.size[0], top = options.top;
  std::vector<Prop> props;
  const auto moving = [&](const Vec3& low, const Vec3& high, const io::Rgb& color) {
    props.push_back(shifted(box(low, high, color), displacement));
  };
  // the hanger, on which the top edge hangs, and the clamps at the corners, before the cloth
  moving({-half - 0.04, 0.004, top - 0.004}, {half + 0.04, 0.024, top + 0.016}, kSteel);
  for (const double x : {-half, half})
    moving({x - 0.009, -0.008, top - 0.012}, {x + 0.009, 0.006, top + 0.02}, kBlack);
  // the robot: hand, forearm going back and up
  moving({-0.04, -0.02, top + 0.016}, {0.04, 0.06, top + 0.12}, kSteel);
  moving({-0.06, 0.02, top + 0.08}, {0.06, 0.7, top + 0.22}, kPaint);
  props.push_back(box({-3, 1.0, -0.5}, {3, 1.05, 3}, kPaint));                        // wall
  props.push_back(box({-0.8, -0.35, 0.55}, {0.8, 0.9, 0.6}, kWood));                  // table
  props.push_back(box({half + 0.08, 0.05, 0.6}, {half + 0.14, 0.11, 1.25}, kGreen));  // stand
  return props;
}

Prop passing_prop(const RealityOptions& options, double time) {
  const double x = 0.25 * std::sin(2 * std::numbers::pi * time / 7);
  return box({x - 0.02, -0.75, options.top - options.size[1] - 0.3}, {x + 0.02, -0.71, options.top + 0.3},
             {40, 60, 140});
}

}  // namespace isocloth::fitting
