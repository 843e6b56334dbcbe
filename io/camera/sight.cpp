#include "io/camera/sight.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "io/camera/draw_triangles.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {
namespace {

/// Squares end beside the nodes, never along a row of them [of a square].
constexpr double kSquareShift = 0.37;

/// From a flat piece to the surface itself: most passes, and how near is there [m].
constexpr int kMostPasses = 12;
constexpr double kOnSurface = 1e-7;

Eigen::Vector3f color_at(const Paint& paint, const std::array<int, 3>& corner, const Vec3& b) {
  if (paint.colors.rows() > 0)
    return (b[0] * paint.colors.row(corner[0]) + b[1] * paint.colors.row(corner[1]) +
            b[2] * paint.colors.row(corner[2]))
        .transpose()
        .cast<float>();
  if (paint.rest.rows() == 0 || !(paint.square > 0)) return paint.color;
  const Vec3 at =
      b[0] * paint.rest.row(corner[0]) + b[1] * paint.rest.row(corner[1]) + b[2] * paint.rest.row(corner[2]);
  int count = 0;
  for (int k = 0; k < 3; ++k) count += static_cast<int>(std::floor(at[k] / paint.square + kSquareShift)) & 1;
  return count % 2 == 0 ? paint.color : paint.other;
}

/// Sets a pixel; the normal turned towards the camera. `ray` of the world.
void set_pixel(Sight& sight, std::size_t at, double depth, int label, int part, Vec3 normal, const Vec3& ray,
               const Eigen::Vector3f& paint) {
  if (normal.dot(ray) > 0) normal = -normal;
  sight.depth[at] = static_cast<float>(depth);
  sight.label[at] = label;
  sight.part[at] = part;
  sight.normal[at] = normal.cast<float>();
  sight.paint[at] = paint;
}

/// Calls visit(corner, p, range, part) for the triangles of elements that may be seen, p their corners in the
/// camera's frame.
template <class Visit>
void visit_elements(const SeenPoints& points, const std::vector<Element>& elements, const Pinhole& camera,
                    Visit&& visit) {
  for (std::size_t e = 0; e < elements.size(); ++e)
    for (int t = 0; t < corner_count(elements[e]) - 2; ++t) {
      const std::array<int, 3> corner{elements[e][0], elements[e][t + 1], elements[e][t + 2]};
      const PixelRange range = pixels_of(points, corner, camera);
      if (range.x0 >= range.x1 || range.y0 >= range.y1) continue;
      const Points& x = points.own;
      visit(corner, std::array<Vec3, 3>{x.row(corner[0]), x.row(corner[1]), x.row(corner[2])}, range,
            static_cast<int>(e));
    }
}

/// Points of the world, or of a body with this pose, in the camera's frame.
Points in_camera(const Points& x, const RigidPose& body, const RigidPose& camera) {
  const Eigen::Quaterniond turn = camera.rotation.conjugate() * body.rotation;
  const Vec3 shift = camera.to_own(body.translation);
  return (x * turn.toRotationMatrix().transpose()).rowwise() + shift.transpose();
}

void draw_half_space(const Shape& shape, const RigidPose& pose, const Paint& paint, int label, Sight& sight) {
  const Pinhole& camera = sight.camera;
  const SignedDistance at = shape.distance_to(pose.to_own(camera.pose.translation));
  const Vec3 normal = pose.rotation * at.normal;
  const Vec3 seen = camera.pose.rotation.conjugate() * normal;
  for (int y = 0; y < camera.height; ++y)
    for (int x = 0; x < camera.width; ++x) {
      const Vec3 ray = camera.ray(x + 0.5, y + 0.5);
      const double depth = -at.distance / seen.dot(ray);
      const std::size_t pixel = sight.index(x, y);
      if (!(depth > camera.nearest && depth < camera.farthest &&
            depth < static_cast<double>(sight.depth[pixel])))
        continue;
      set_pixel(sight, pixel, depth, label, 0, normal, camera.pose.rotation * ray, paint.color);
    }
}

}  // namespace

void check_pinhole(const Pinhole& camera) {
  require(camera.width >= 1 && camera.height >= 1 && camera.width <= 16384 && camera.height <= 16384,
          "a camera's picture must be from 1 to 16384 pixels wide and high, got " +
              std::to_string(camera.width) + " and " + std::to_string(camera.height));
  for (const double focal : {camera.focal_x, camera.focal_y})
    require(focal > 0 && std::isfinite(focal),
            "the focal length of a camera must be above 0 pixels, got " + to_text(focal));
  require(std::isfinite(camera.center_x) && std::isfinite(camera.center_y),
          "the centre of a camera's picture must be finite");
  require(camera.nearest > 0 && camera.nearest < camera.farthest && std::isfinite(camera.farthest),
          "a camera sees from a depth above 0 m to a greater one, got " + to_text(camera.nearest) + " and " +
              to_text(camera.farthest));
}

Sight::Sight(const Pinhole& pinhole) : camera(pinhole) {
  check_pinhole(camera);
  const std::size_t count = static_cast<std::size_t>(camera.width) * camera.height;
  depth.assign(count, std::numeric_limits<float>::infinity());
  label.assign(count, kNothing);
  part.assign(count, kNothing);
  normal.assign(count, Eigen::Vector3f::Zero());
  paint.assign(count, Eigen::Vector3f::Zero());
}

void draw_elements(const Points& x, const std::vector<Element>& elements, const Paint& paint, int label,
                   Sight& sight, const RigidPose& body, Sides sides) {
  const Pinhole& camera = sight.camera;
  const SeenPoints points(in_camera(x, body, camera.pose), camera);
  visit_elements(
      points, elements, camera, [&](const auto& corner, const auto& p, const auto& range, int part) {
        const Vec3 across = (p[1] - p[0]).cross(p[2] - p[0]);
        if (sides == Sides::front && across.dot(p[0]) >= 0) return;
        const Vec3 normal = camera.pose.rotation * across.normalized();
        const Vec3 middle = camera.pose.rotation * (p[0] + p[1] + p[2]);
        visit_triangle(p, range, camera, [&](int px, int py, double depth, const Vec3& w) {
          const std::size_t at = sight.index(px, py);
          if (depth >= static_cast<double>(sight.depth[at])) return;
          set_pixel(sight, at, depth, label, part, normal, middle, color_at(paint, corner, depth * w));
        });
      });
}

void draw_solid(const Shape& shape, const RigidPose& pose, const Paint& paint, int label, Sight& sight) {
  if (std::isinf(shape.outer_radius())) return draw_half_space(shape, pose, paint, label, sight);
  const Mesh mesh = shape.surface(1);
  if (shape.surface_is_exact())
    return draw_elements(mesh.x, mesh.elements, paint, label, sight, pose, Sides::front);
  const Pinhole& camera = sight.camera;
  const Eigen::Quaterniond turn = pose.rotation.conjugate() * camera.pose.rotation;
  const Vec3 from = pose.to_own(camera.pose.translation);
  const SeenPoints points(in_camera(mesh.x, pose, camera.pose), camera);
  const auto distance = [&](double depth, const Vec3& ray) { return shape.distance_to(from + depth * ray); };
  if (shape.distance_to(from).distance <= 0) return;  // a camera sees nothing of what it is in
  visit_elements(points, mesh.elements, camera, [&](const auto&, const auto& p, const auto& range, int part) {
    // flat pieces that face away are behind others
    if ((p[1] - p[0]).cross(p[2] - p[0]).dot(p[0]) >= 0) return;
    visit_triangle(p, range, camera, [&](int px, int py, double flat, const Vec3&) {
      const std::size_t at = sight.index(px, py);
      if (flat - shape.outer_radius() >= static_cast<double>(sight.depth[at])) return;
      const Vec3 ray = turn * camera.ray(px + 0.5, py + 0.5);
      double depth = flat;
      SignedDistance here = distance(depth, ray);
      for (int pass = 0; pass < kMostPasses && std::abs(here.distance) > kOnSurface; ++pass) {
        const double fall = here.normal.dot(ray);
        if (!(fall < 0)) break;
        depth -= here.distance / fall;
        here = distance(depth, ray);
      }
      if (!(std::abs(here.distance) <= kOnSurface)) depth = flat;  // it only grazes the surface
      if (depth >= static_cast<double>(sight.depth[at]) || !(depth > camera.nearest)) return;
      set_pixel(sight, at, depth, label, part, pose.rotation * here.normal, pose.rotation * ray, paint.color);
    });
  });
}

std::vector<int> visible_nodes(const Points& x, const std::vector<Element>& elements, int label,
                               const Sight& sight) {
  const Pinhole& camera = sight.camera;
  const auto sees = [&](int px, int py, int node) {
    if (px < 0 || py < 0 || px >= camera.width || py >= camera.height) return false;
    const std::size_t at = sight.index(px, py);
    if (sight.label[at] != label) return false;
    const Element& element = elements[static_cast<std::size_t>(sight.part[at])];
    return std::find(element.begin(), element.end(), node) != element.end();
  };
  std::vector<int> list;
  for (int node = 0; node < static_cast<int>(x.rows()); ++node) {
    const Vec3 at = camera.project(x.row(node));
    if (!(at.z() > camera.nearest && at.z() < camera.farthest && std::abs(at.x()) < 1e6 &&
          std::abs(at.y()) < 1e6))
      continue;
    const int px = static_cast<int>(std::floor(at.x())), py = static_cast<int>(std::floor(at.y()));
    bool seen = false;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) seen = seen || sees(px + dx, py + dy, node);
    if (seen) list.push_back(node);
  }
  return list;
}

std::vector<std::uint8_t> shade(const Sight& sight, const Eigen::Vector3f& background) {
  constexpr float kEverywhere = 0.35F;  // share of the light that comes from everywhere
  const Pinhole& camera = sight.camera;
  std::vector<std::uint8_t> rgb(3 * sight.depth.size());
  for (int y = 0; y < camera.height; ++y)
    for (int x = 0; x < camera.width; ++x) {
      const std::size_t at = sight.index(x, y);
      Eigen::Vector3f color = background;
      if (sight.label[at] != kNothing) {
        const Vec3 ray = camera.pose.rotation * camera.ray(x + 0.5, y + 0.5).normalized();
        const float facing = std::abs(sight.normal[at].dot(ray.cast<float>()));
        color = (kEverywhere + (1 - kEverywhere) * facing) * sight.paint[at];
      }
      for (int k = 0; k < 3; ++k)
        rgb[3 * at + k] = static_cast<std::uint8_t>(std::lround(255 * std::clamp(color[k], 0.0F, 1.0F)));
    }
  return rgb;
}

}  // namespace isocloth::io
