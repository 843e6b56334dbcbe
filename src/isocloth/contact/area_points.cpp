/// Where the area of a cloth stands that can be squeezed.
///
/// Each quarter of an element (third of a triangle), around one of its corners, stands at one point: the
/// deepest of its node, the deepest points of its two half edges, its middle and the deepest point inside the
/// element. So all areas together are that of the cloth, and none counts twice. Where the obstacle is flat,
/// nodes are as deep as any: there they carry all, four quarters at once. At the rim of a finger, or where a
/// small one touches between nodes, other points do; there a quarter counts by as much of it as is pressed.

#include <algorithm>
#include <limits>

#include "isocloth/contact/contacts.hpp"

namespace isocloth {
namespace {

/// Normals count as the same where their product is this near to 1: the distance to a convex obstacle is then
/// linear between them.
constexpr double kSameNormal = 1e-9;

/// A quarter whose points differ by less than this share of the range is pressed as a whole.
constexpr double kEvenShare = 0.1;

bool same_normal(const SignedDistance& a, const SignedDistance& b) {
  return a.normal.dot(b.normal) > 1 - kSameNormal;
}

SurfacePoint element_middle(const Element& element) {
  const double share = 1.0 / corner_count(element);
  return {element, {share, share, share, corner_count(element) == 4 ? share : 0.0}, corner_count(element)};
}

/// A point of the quarter, or third, around a corner, by its coordinates in [0, 1]²: from the corner to the
/// middles of its edges, and to that of the element.
SurfacePoint quarter_point(const Element& element, int corner, double a, double b) {
  const int corners = corner_count(element), next = (corner + 1) % corners;
  const int last = (corner + corners - 1) % corners;
  SurfacePoint point = element_middle(element);
  for (double& weight : point.weights) weight *= a * b;
  point.weights[corner] += (1 - a) * (1 - b) + 0.5 * (a * (1 - b) + b * (1 - a));
  point.weights[next] += 0.5 * a * (1 - b);
  point.weights[last] += 0.5 * b * (1 - a);
  return point;
}

/// What of a quarter is pressed, by samples that count by what is left of the range at them.
struct PressedQuarter {
  double share = 0;  ///< of its area
  DeepPoint middle;  ///< of what is pressed

  /// Where the deepest point known is at a distance `least`.
  PressedQuarter(const PosedShape& obstacle, const Points& x, const Element& element, int corner,
                 double least, double range) {
    constexpr int kSamples = 4;  // along each side
    std::array<SurfacePoint, kSamples * kSamples> points;
    std::array<double, kSamples * kSamples> distances{};
    for (int s = 0; s < kSamples * kSamples; ++s) {
      const double a = (s / kSamples + 0.5) / kSamples, b = (s % kSamples + 0.5) / kSamples;
      points[s] = quarter_point(element, corner, a, b);
      distances[s] = obstacle.distance_to(points[s].at(x)).distance;
      least = std::min(least, distances[s]);
    }
    double sum = 0;
    middle.point = {element, {}, corner_count(element)};
    for (int s = 0; s < kSamples * kSamples; ++s) {
      const double weight = std::clamp(1 - (distances[s] - least) / range, 0.0, 1.0);
      sum += weight;
      for (int i = 0; i < 4; ++i) middle.point.weights[i] += weight * points[s].weights[i];
    }
    share = std::max(1.0, sum) / (kSamples * kSamples);
    middle.at.distance = std::numeric_limits<double>::infinity();
    if (sum <= 0) return;
    for (double& weight : middle.point.weights) weight /= sum;
    middle.at = obstacle.distance_to(middle.point.at(x));
  }
};

}  // namespace

/// The deepest point of every edge near the obstacle that is deeper than its nodes.
void Contacts::find_deep_edges(int obstacle, const Points& x) {
  for (std::size_t e = 0; e < sites_.edges.size(); ++e) {
    const Edge& edge = sites_.edges[e];
    const SignedDistance &a = at_node_[edge[0]], &b = at_node_[edge[1]];
    edge_distance_[e] = std::min(a.distance, b.distance);
    has_deep_[e] = 0;
    const double reach = kNodeReach + half_thickness_ + 0.5 * (x.row(edge[0]) - x.row(edge[1])).norm();
    if (edge_distance_[e] > reach || same_normal(a, b)) continue;
    const auto deep = deepest_on_edge(end_[obstacle], x, edge, a, b);
    if (!deep) continue;
    const int site = sites_.edge_site(static_cast<int>(e));
    if (deep->at.distance > edge_distance_[e] - margin(obstacle, site)) continue;
    edge_distance_[e] = deep->at.distance;
    edge_deep_[e] = *deep;
    has_deep_[e] = 1;
  }
}

/// The quarters of an element, each to its deepest point.
void Contacts::share_out(int obstacle, int k, const Points& x, const std::vector<char>& held,
                         Penetration& deepest) {
  const PosedShape& shape = end_[obstacle];
  const Element& element = sites_.elements[k];
  const int corners = corner_count(element);
  std::array<DeepPoint, 4> middle;
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (int c = 0; c < corners; ++c) {
    middle[c].point = quarter_point(element, c, 0.5, 0.5);
    middle[c].at = shape.distance_to(middle[c].point.at(x));
    least = std::min({least, middle[c].at.distance, edge_distance_[sites_.element_edges[k][c]]});
    most = std::max({most, middle[c].at.distance, at_node_[element[c]].distance});
  }
  if (const auto inside = deepest_in_element(shape, x, element, least - kDeeper)) {
    const auto& weights = inside->point.weights;
    middle[std::max_element(weights.begin(), weights.end()) - weights.begin()] = *inside;
    least = inside->at.distance;
  }
  const bool is_even = least - half_thickness_ > range_ || most - least < kEvenShare * range_;
  for (int c = 0; c < corners; ++c) give_quarter(obstacle, k, c, x, held, is_even, middle[c], deepest);
}

/// One quarter to the deepest of its node, of deep points on its edges, and of a point inside it. Where the
/// element is not even, by samples.
void Contacts::give_quarter(int obstacle, int k, int c, const Points& x, const std::vector<char>& held,
                            bool is_even, DeepPoint inner, Penetration& deepest) {
  const Element& element = sites_.elements[k];
  const int corners = corner_count(element), node = element[c], site = sites_.element_site(k, c);
  double least = held[node] ? std::numeric_limits<double>::infinity() : at_node_[node].distance;
  double* to = &node_area_[node];
  for (const int e : {sites_.element_edges[k][c], sites_.element_edges[k][(c + corners - 1) % corners]}) {
    const bool is_first = sites_.edges[e][0] == node;
    if (!has_deep_[e] || edge_deep_[e].point.weights[is_first ? 0 : 1] < 0.5) continue;
    if (edge_deep_[e].at.distance >= least) continue;
    least = edge_deep_[e].at.distance;
    to = &edge_area_[e];
  }
  double area = quarter_area_[k];
  if (!is_even) {
    const PressedQuarter pressed(end_[obstacle], x, element, c, std::min(least, inner.at.distance), range_);
    if (pressed.middle.at.distance < inner.at.distance + kEvenShare * range_) inner = pressed.middle;
    area *= pressed.share;
  }
  if (inner.at.distance > least - margin(obstacle, site))
    *to += area;
  else if (inner.at.distance - half_thickness_ < kNodeReach)
    add(obstacle, site, inner.point, inner.at, x, area, deepest);
}

void Contacts::find_areas(int obstacle, const Points& x, const std::vector<char>& held,
                          Penetration& deepest) {
  const double near = half_thickness_ + kNodeReach;
  node_area_.setZero();
  edge_area_.setZero();
  find_deep_edges(obstacle, x);
  for (int k = 0; k < static_cast<int>(sites_.elements.size()); ++k) {
    const Element& element = sites_.elements[k];
    const int corners = corner_count(element);
    double nearest = std::numeric_limits<double>::infinity(), sum = 0;
    bool is_flat = true;
    for (int c = 0; c < corners; ++c) {
      nearest = std::min(nearest, at_node_[element[c]].distance);
      sum += at_node_[element[c]].distance;
      is_flat = is_flat && same_normal(at_node_[element[0]], at_node_[element[c]]);
    }
    const double reach =
        (x.row(element[2]) - x.row(element[0])).norm() + (x.row(element[1]) - x.row(element[0])).norm();
    if (nearest - reach > near) continue;
    is_flat = is_flat &&
              end_[obstacle].distance_to(element_middle(element).at(x)).distance > sum / corners - kDeeper;
    if (!is_flat) share_out(obstacle, k, x, held, deepest);
    for (int c = 0; is_flat && c < corners; ++c) node_area_[element[c]] += quarter_area_[k];
  }
  for (int i = 0; i < sites_.node_count; ++i)
    if (node_area_[i] > 0 && !held[i] && at_node_[i].distance < near)
      add(obstacle, i, node_point(i), at_node_[i], x, node_area_[i], deepest);
  for (std::size_t e = 0; e < sites_.edges.size(); ++e)
    if (edge_area_[e] > 0 && edge_deep_[e].at.distance < near)
      add(obstacle, sites_.edge_site(static_cast<int>(e)), edge_deep_[e].point, edge_deep_[e].at, x,
          edge_area_[e], deepest);
}

}  // namespace isocloth
