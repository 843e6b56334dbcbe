#include "io/picture/ground.hpp"

#include <algorithm>
#include <cmath>

namespace isocloth::io {

namespace {

const Color kGroundColor = from_srgb(0xf1f4f7);
const Color kGridColor = from_srgb(0xd3d9e2);
const Color kShadowColor = from_srgb(0x59637a);
constexpr double kFadeStart = 0.5, kFadeEnd = 1.6;  ///< distance from the middle, share of the scene's size
constexpr float kShadowStrength = 0.7f;
constexpr double kPushedBack = 0.012;  ///< share of the scene's size: cloth that lies on a plane is in front

float smooth_step(double from, double to, double value) {
  const double t = std::clamp((value - from) / (to - from), 0.0, 1.0);
  return static_cast<float>(t * t * (3 - 2 * t));
}

/// 1, 2 or 5 times a power of ten, about a sixth of the scene.
double grid_spacing(double size) {
  const double wanted = size / 6;
  const double power = std::pow(10.0, std::floor(std::log10(wanted)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= wanted) return factor * power;
  }
  return 10 * power;
}

/// Distance to the next grid line in one direction [m].
double to_grid_line(double value, double spacing) {
  return std::abs(value - spacing * std::round(value / spacing));
}

/// Directions along the plane; along x and y where it is level.
struct Axes {
  Vec3 along, across;
  explicit Axes(const Vec3& normal) {
    const Vec3 level = Vec3::UnitZ().cross(normal);
    along = level.norm() < 1e-6 ? Vec3::UnitX() : level.normalized();
    across = normal.cross(along);
  }
};

/// 1 where the plane is level, darker where it turns away from the lamp.
float brightness(const Vec3& normal, const Vec3& lamp) {
  const double lit = std::max(0.0, normal.dot(lamp)) / std::max(lamp.z(), 0.1);
  return static_cast<float>(std::min(0.6 + 0.4 * lit, 1.0));
}

}  // namespace

void draw_plane(Canvas& canvas, std::vector<double>& depth, const Stage& stage, const Plane& plane,
                bool solid, const Shadow& shadow) {
  const Camera& camera = stage.camera;
  const double drop = plane.normal.dot(camera.position - plane.point);
  if (!(drop > 0)) return;
  const Axes axes(plane.normal);
  const Vec3 middle = stage.middle - plane.normal.dot(stage.middle - plane.point) * plane.normal;
  const double spacing = grid_spacing(stage.size), half_line = 0.0022 * stage.size;
  const float light = brightness(plane.normal, stage.lamp);
  const bool faces_lamp = plane.normal.dot(stage.lamp) > 0;
  for (int y = 0; y < stage.height; ++y) {
    for (int x = 0; x < stage.width; ++x) {
      const Vec3 ray = camera.ray(x + 0.5, y + 0.5);
      const double falling = -plane.normal.dot(ray);
      if (!(falling > 1e-9)) continue;
      const double away_from_camera = drop / falling + (solid ? kPushedBack * stage.size : 0.0);
      double& nearest = depth[static_cast<std::size_t>(y) * stage.width + x];
      if (away_from_camera >= nearest) continue;
      const Vec3 point = camera.position + ray * (drop / falling);
      const double away = (point - middle).norm() / stage.size;
      const float fade = 1 - smooth_step(kFadeStart, kFadeEnd, away);
      if (fade <= 0) continue;
      const double u = axes.along.dot(point), v = axes.across.dot(point);
      const bool on_line = std::min(to_grid_line(u, spacing), to_grid_line(v, spacing)) < half_line;
      Color color = light * (on_line ? kGridColor : kGroundColor);
      if (faces_lamp) color = mix(color, kShadowColor, kShadowStrength * shadow.shade_on_ground(point));
      canvas.blend(x, y, color, fade);
      if (solid) nearest = away_from_camera;
    }
  }
}

}  // namespace isocloth::io
