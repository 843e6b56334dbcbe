#include "io/picture/panel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "io/picture/contact_tractions.hpp"
#include "io/picture/ground.hpp"
#include "io/picture/raster.hpp"
#include "io/picture/shadow.hpp"

#include "isocloth/fem/element_error.hpp"

namespace isocloth::io {

namespace {

const Color kHeld = from_srgb(0xd8403a);
const Color kSolid = from_srgb(0xb4b1aa);
const Color kScenery = from_srgb(0xdde0e4);  ///< solids too large to be shown whole
constexpr double kSolidPushedBack =
    0.005;  ///< share of the scene's size: cloth that lies on a solid is in front

/// Directions at a point of a surface, all unit; `normal` on the seen side.
struct Place {
  Vec3 normal, towards_lamp, towards_eye;
  float lamp_reaches = 1;  ///< share of the lamp's light that is not in shadow
};

/// Light from the lamp, the sky, the ground and a little from the camera.
double light_at(const Place& at) {
  const double lamp = at.normal.dot(at.towards_lamp);
  const double sky = 0.5 + 0.5 * at.normal.z();
  const double facing = std::clamp(at.normal.dot(at.towards_eye), 0.0, 1.0);
  const double scattered = 0.5 + 0.5 * lamp;  // light that went around through the fibres
  return 0.15 + 0.17 * sky + 0.13 * facing + 0.10 * scattered + 0.60 * std::max(0.0, lamp) * at.lamp_reaches;
}

Color shade(const Color& base, const Place& at) {
  const double facing = std::clamp(at.normal.dot(at.towards_eye), 0.0, 1.0);
  const double sheen = 0.06 * std::pow(1 - facing, 3);  // fibres that stand up catch light at grazing angles
  return base * static_cast<float>(light_at(at)) + Color::Constant(static_cast<float>(sheen));
}

/// For colours that carry a meaning: never brighter than the legend, and only gently darker.
Color shade_gently(const Color& base, const Place& at) {
  return base * static_cast<float>(0.45 + 0.55 * std::min(light_at(at) / 0.9, 1.0));
}

/// As fine as the samples on the cloth, which covers about half the panel.
int shadow_cells(const Stage& stage) { return std::clamp(std::max(stage.width, stage.height) / 2, 96, 640); }

/// Cloth and solids as one set of triangles, for the lamp.
struct Casters {
  Points x;
  std::vector<Triangle> triangles;

  Casters(const TrajectoryInfo& info, const Frame& frame, const Stage& stage, const Points& cloth)
      : x(cloth), triangles(stage.cloth.triangles) {
    for (const Body& body : stage.bodies) {
      if (!body.in_view) continue;  // the map would have no cells left for the cloth
      const auto first = static_cast<int>(x.rows());
      const Points nodes = placed_nodes(info.obstacles[body.obstacle], frame.obstacle_pose[body.obstacle]);
      x.conservativeResize(x.rows() + nodes.rows(), 3);
      x.bottomRows(nodes.rows()) = nodes;
      for (Triangle triangle : body.triangles) {
        for (int& node : triangle.nodes) node += first;
        triangles.push_back(triangle);
      }
    }
  }
};

Shadow make_shadow(const TrajectoryInfo& info, const Frame& frame, const Stage& stage, const Points& cloth) {
  const Casters all(info, frame, stage, cloth);
  return {all.x, all.triangles, stage.lamp, stage.size, shadow_cells(stage)};
}

class Painter {
 public:
  Painter(const TrajectoryInfo& info, const Frame& frame, const Stage& stage)
      : info_(info),
        frame_(frame),
        stage_(stage),
        cloth_(stage.cloth.at(frame.x, stage.traction_range > 0
                                           ? contact_tractions(info.rest, frame.contact_force)
                                           : Vector())),
        shadow_(make_shadow(info, frame, stage, cloth_.x)),
        canvas_(stage.width, stage.height, from_srgb(kBackdrop)),
        depth_(canvas_.pixels.size(), std::numeric_limits<double>::infinity()) {
    if (stage.error_range > 0) errors_ = signed_area_errors(info.rest, frame.x);
  }

  void draw_planes();
  void draw_cloth();
  void draw_body(const Body& body);
  void draw_ball(const Vec3& center, double radius);
  Canvas take() { return std::move(canvas_); }

 private:
  /// Colours the samples where the facet is nearest, by color(at, front, b, heights): b barycentric,
  /// `heights` of the triangle in the picture [samples].
  template <typename ColorAt>
  void fill(const Facet& facet, double pushed_back, ColorAt color);
  bool colors_mean_something() const { return stage_.error_range > 0 || stage_.traction_range > 0; }
  Color base_color(const Triangle& triangle, bool front, const Vec3& b) const {
    if (stage_.error_range > 0) return diverging_color(errors_[triangle.element] / stage_.error_range);
    if (stage_.traction_range > 0) {
      double traction = 0;
      for (int k = 0; k < 3; ++k) traction += b[k] * cloth_.value[triangle.nodes[k]];
      return diverging_color(traction / stage_.traction_range);
    }
    const auto cloth = stage_.cloth_of_element[static_cast<std::size_t>(triangle.element)];
    return (front ? stage_.front : stage_.back)[static_cast<std::size_t>(cloth)];
  }

  const TrajectoryInfo& info_;
  const Frame& frame_;
  const Stage& stage_;
  DrawnPoints cloth_;  ///< its values are contact forces over area [N/m²]
  Shadow shadow_;
  Canvas canvas_;
  std::vector<double> depth_;
  Vector errors_;  ///< per element; empty where not shown
};

/// How strongly the mesh's lines cover a pixel, from its distance to each side [samples]; `cells` of the
/// drawn surface along the edge of an element.
float line_opacity(const std::array<Line, 3>& lines, const Vec3& b, const Vec3& heights, int samples,
                   int cells) {
  const double fine = cells * heights.maxCoeff() / samples;  // [pixels] size of the element
  const float inner =
      static_cast<float>(std::clamp((fine - 2) / 8, 0.0, 1.0));  // no grey veil on fine meshes
  float opacity = 0;
  for (int k = 0; k < 3; ++k) {
    const double distance = b[k] * heights[k] / samples;  // [pixels]
    if (lines[k] == Line::rim && distance < 1.1) opacity = std::max(opacity, 0.65f);
    if (lines[k] == Line::inner && distance < 0.5) opacity = std::max(opacity, 0.34f * inner);
  }
  return opacity;
}

template <typename ColorAt>
void Painter::fill(const Facet& facet, double pushed_back, ColorAt color) {
  std::array<Vec2, 3> p;
  Vec3 inverse_depth;
  for (int k = 0; k < 3; ++k) {
    const Vec3 seen = stage_.camera.project(facet[k].x);
    if (!(seen.z() > 1e-9 * stage_.size) || !seen.allFinite()) return;
    p[k] = seen.head<2>();
    inverse_depth[k] = 1 / seen.z();
  }
  const Vec2 u = p[1] - p[0], v = p[2] - p[0];
  const double twice_area = u.x() * v.y() - u.y() * v.x();
  const bool front = twice_area < 0;  // y runs downwards in the picture
  Vec3 heights;
  for (int k = 0; k < 3; ++k) heights[k] = std::abs(twice_area) / (p[(k + 2) % 3] - p[(k + 1) % 3]).norm();

  rasterize(p, stage_.width, stage_.height, [&](int x, int y, const Vec3& b) {
    const Vec3 scaled = b.cwiseProduct(inverse_depth);  // linear in the picture: attributes over depth
    const double depth = 1 / scaled.sum();
    double& nearest = depth_[static_cast<std::size_t>(y) * stage_.width + x];
    if (depth + pushed_back >= nearest) return;
    nearest = depth + pushed_back;
    Vec3 point = Vec3::Zero(), normal = Vec3::Zero();
    for (int k = 0; k < 3; ++k) {
      point += scaled[k] * depth * facet[k].x;
      normal += scaled[k] * depth * facet[k].normal;
    }
    normal = (front ? normal : Vec3(-normal)).normalized();
    Place at{normal, stage_.lamp, (stage_.camera.position - point).normalized()};
    at.lamp_reaches = normal.dot(stage_.lamp) > 0 ? shadow_.light_on_surface(point, normal) : 0.0f;
    canvas_.at(x, y) = color(at, front, b, heights);
  });
}

void Painter::draw_cloth() {
  for (std::size_t t = 0; t < stage_.cloth.triangles.size(); ++t) {
    const Triangle& triangle = stage_.cloth.triangles[t];
    Facet facet;
    for (int k = 0; k < 3; ++k)
      facet[k] = {cloth_.x.row(triangle.nodes[k]), cloth_.normals.row(triangle.nodes[k])};
    fill(facet, 0, [&](const Place& at, bool front, const Vec3& b, const Vec3& heights) {
      const Color base = base_color(triangle, front, b);
      const Color color = colors_mean_something() ? shade_gently(base, at) : shade(base, at);
      return mix(color, 0.35f * color,
                 line_opacity(stage_.cloth.lines[t], b, heights, stage_.samples, stage_.cloth.cells));
    });
  }
}

/// What lies behind the camera is cut off.
void Painter::draw_body(const Body& body) {
  const Camera& camera = stage_.camera;
  const auto in_front = [&](const Vec3& x) {
    return (x - camera.position).dot(camera.forward) - 1e-3 * stage_.size;
  };
  const ObstacleInfo& obstacle = info_.obstacles[body.obstacle];
  const Color base = obstacle.color ? from_srgb(*obstacle.color) : body.in_view ? kSolid : kScenery;
  const auto color = [&](const Place& at, bool, const Vec3&, const Vec3&) { return shade(base, at); };
  for (const Facet& facet : placed_facets(body, obstacle, frame_.obstacle_pose[body.obstacle])) {
    const std::vector<Corner> kept = clip(facet, in_front);
    for (std::size_t k = 2; k < kept.size(); ++k)
      fill({kept[0], kept[k - 1], kept[k]}, kSolidPushedBack * stage_.size, color);
  }
}

void Painter::draw_planes() {
  if (stage_.ground) {
    const Plane ground{Vec3(0, 0, *stage_.ground), Vec3::UnitZ()};
    draw_plane(canvas_, depth_, stage_, ground, false, shadow_);
  }
  for (const Plane& plane : placed_planes(info_, frame_))
    draw_plane(canvas_, depth_, stage_, plane, true, shadow_);
}

/// Nearest intersection of each pixel's ray with the sphere.
void Painter::draw_ball(const Vec3& center, double radius) {
  const Camera& camera = stage_.camera;
  const Vec3 seen = camera.project(center);
  if (!(seen.z() > 2 * radius) || !seen.allFinite()) return;
  const double reach = 1.1 * radius * camera.focal / (seen.z() - radius) + 1;
  const Vec3 offset = camera.position - center;
  for (int y = std::max(0, int(seen.y() - reach)); y < std::min(double(stage_.height), seen.y() + reach);
       ++y) {
    for (int x = std::max(0, int(seen.x() - reach)); x < std::min(double(stage_.width), seen.x() + reach);
         ++x) {
      const Vec3 ray = camera.ray(x + 0.5, y + 0.5);
      const double a = ray.squaredNorm(), h = ray.dot(offset), c = offset.squaredNorm() - radius * radius;
      const double root = h * h - a * c;
      if (root < 0) continue;
      const double depth = (-h - std::sqrt(root)) / a;
      double& nearest = depth_[static_cast<std::size_t>(y) * stage_.width + x];
      if (depth >= nearest) continue;
      nearest = depth;
      const Vec3 normal = (offset + depth * ray) / radius;
      canvas_.at(x, y) = shade(kHeld, {normal, stage_.lamp, -ray.normalized()});
    }
  }
}

}  // namespace

Canvas draw_panel(const TrajectoryInfo& info, const Frame& frame, const std::vector<int>& held,
                  const Stage& stage) {
  constexpr double kBallRadius = 0.012;  // share of the scene's size
  Painter painter(info, frame, stage);
  painter.draw_planes();
  for (const Body& body : stage.bodies) painter.draw_body(body);
  painter.draw_cloth();
  for (const int node : held) painter.draw_ball(frame.x.row(node), kBallRadius * stage.size);
  return painter.take();
}

}  // namespace isocloth::io
