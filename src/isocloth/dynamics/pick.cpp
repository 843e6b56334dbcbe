#include "isocloth/dynamics/pick.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "isocloth/core/require.hpp"

namespace isocloth {
namespace {

/// Distance of a point from the place [m]; 0 inside. Of a nearest node, from the point itself.
struct Outside {
  const Vec3& x;

  double operator()(const PickNear& p) const { return std::max(0.0, (x - p.point).norm() - p.radius); }
  double operator()(const PickNearest& p) const { return (x - p.point).norm(); }
  double operator()(const PickBox& p) const {
    return (p.pose.to_own(x).cwiseAbs() - 0.5 * p.size).cwiseMax(0.0).norm();
  }
};

std::string point_text(const Vec3& p) {
  char text[100];
  std::snprintf(text, sizeof text, "(%.3f, %.3f, %.3f) m", p.x(), p.y(), p.z());
  return text;
}

struct Describe {
  std::string operator()(const PickNear& p) const {
    return "within " + to_text(p.radius) + " m of " + point_text(p.point);
  }
  std::string operator()(const PickNearest& p) const { return (*this)(PickNear{p.point, p.radius}); }
  std::string operator()(const PickBox& p) const {
    return "in the box of " + to_text(p.size.x()) + " × " + to_text(p.size.y()) + " × " +
           to_text(p.size.z()) + " m at " + point_text(p.pose.translation);
  }
};

struct Problem {
  using Text = std::optional<std::string>;

  static Text radius_problem(double radius) {
    return radius >= 0 ? std::nullopt
                       : Text("the radius of its place must be at least 0 m, got " + to_text(radius));
  }
  Text operator()(const PickNear& p) const {
    return std::isfinite(p.radius) ? radius_problem(p.radius) : "the radius of its place must be finite";
  }
  Text operator()(const PickNearest& p) const { return radius_problem(p.radius); }
  Text operator()(const PickBox& p) const {
    if (!p.size.allFinite() || p.size.minCoeff() <= 0) return "the sizes of its box must be above 0 m";
    return p.pose.rotation.coeffs().allFinite() ? std::nullopt : Text("the turn of its box must be finite");
  }
};

}  // namespace

Vec3 middle_of(const Pick& pick) {
  if (const auto* box = std::get_if<PickBox>(&pick)) return box->pose.translation;
  if (const auto* near = std::get_if<PickNear>(&pick)) return near->point;
  return std::get<PickNearest>(pick).point;
}

std::optional<std::string> problem_in(const Pick& pick) {
  if (!middle_of(pick).allFinite()) return "the point that it is to close at must be finite";
  return std::visit(Problem{}, pick);
}

Picked pick_nodes(const Pick& pick, const Points& x, const std::function<bool(int node)>& may_take) {
  Picked picked;
  const auto* nearest = std::get_if<PickNearest>(&pick);
  for (int i = 0; i < static_cast<int>(x.rows()); ++i) {
    if (may_take && !may_take(i)) continue;
    const Vec3 at = x.row(i).transpose();
    const double distance = std::visit(Outside{at}, pick);
    if (distance < picked.distance) picked.distance = distance, picked.nearest = i;
    if (!nearest && distance <= 0) picked.nodes.push_back(i);
  }
  if (!nearest) return picked;
  if (picked.nearest >= 0 && picked.distance <= nearest->radius) picked.nodes = {picked.nearest};
  picked.distance = std::max(0.0, picked.distance - nearest->radius);
  return picked;
}

std::string found_nothing(const Pick& pick, const Picked& picked, const Points& x,
                          const std::string& nearest) {
  std::string where = "closes on nothing: no node is " + std::visit(Describe{}, pick);
  if (picked.nearest < 0) return where;
  return where + "; the nearest, " + nearest + " at " + point_text(x.row(picked.nearest).transpose()) +
         ", is " + to_text(picked.distance) + " m outside; move the place, or make it larger";
}

}  // namespace isocloth
