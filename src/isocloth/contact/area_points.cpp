/// Where the area of a cloth stands that can be squeezed.
///
/// Where an element lies evenly on an obstacle, each corner carries its quarter of it (or third, of a
/// triangle). Where it does not, as at the rim of a finger, the quarter stands at four points of its own,
/// always the same ones of the cloth, so that friction remembers them. All areas together are that of the
/// cloth, and none counts twice. What is so small that it pokes between these points is met at its deepest
/// point, which takes a sixteenth of its element.

#include <algorithm>
#include <limits>

#include "isocloth/contact/contacts.hpp"
#include "isocloth/contact/soft_limits.hpp"

namespace isocloth {
namespace {

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

/// How far a point of the element can be from the nearest of its corners [m].
double farthest_from_corners(const Element& e, const Points& x) {
  const auto side = [&](int a, int b) { return (x.row(e[a]) - x.row(e[b])).norm(); };
  if (corner_count(e) == 3) return 2.0 / 3 * std::max({side(0, 1), side(1, 2), side(2, 0)});
  return 0.5 * (std::max(side(0, 1), side(2, 3)) + std::max(side(1, 2), side(3, 0)));
}

}  // namespace

/// The deepest point of every edge near the obstacle that is deeper than its nodes.
void Contacts::find_deep_edges(int obstacle, const Points& x) {
  for (std::size_t e = 0; e < sites_.edges.size(); ++e) {
    const Edge& edge = sites_.edges[e];
    const SignedDistance &a = at_node_[edge[0]], &b = at_node_[edge[1]];
    edge_distance_[e] = std::min(a.distance, b.distance);
    has_deep_[e] = 0;
    if (!is_soft(edge[0])) continue;
    const double reach =
        kNodeReach + half_thickness_[edge[0]] + 0.5 * (x.row(edge[0]) - x.row(edge[1])).norm();
    if (edge_distance_[e] > reach || has_same_normal(a, b)) continue;
    const auto deep = deepest_on_edge(end_[obstacle], x, edge, a, b);
    if (!deep || deep->at.distance > edge_distance_[e] - kDeeper) continue;
    edge_distance_[e] = deep->at.distance;
    edge_deep_[e] = *deep;
    has_deep_[e] = 1;
  }
}

/// The deepest point of an element: a node that is not held, a point of an edge, or one inside.
Contacts::PokingPoint Contacts::deepest_of(int obstacle, int k, const Points& x,
                                           const std::vector<char>& held) const {
  const Element& element = sites_.elements[k];
  PokingPoint deepest = deepest_of_boundary(k, &held);
  const bool is_convex = obstacles_[obstacle].shape->is_convex();
  if (is_convex && deepest.site >= 0 && !falls_inwards(x, element, deepest.deep)) return deepest;
  if (const auto inside = deepest_in_element(end_[obstacle], x, element, deepest.deep.at.distance - kDeeper))
    deepest = {sites_.element_site(k, sites_.per_element - 1), *inside};
  return deepest;
}

/// An element that does not lie evenly, to points of its own.
void Contacts::share_out(int obstacle, int k, const Points& x, const std::vector<char>& held,
                         Penetration& deepest) {
  const Element& element = sites_.elements[k];
  const double half = half_thickness_[element[0]], range = range_[element[0]];
  ElementChoice choice = this->choice(obstacle, k);
  std::array<DeepPoint, 4 * kPointsPerQuarter> points;
  const int count = corner_count(element) * kPointsPerQuarter;
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (int p = 0; p < count; ++p) {
    points[p].point = quarter_point(element, p / kPointsPerQuarter, p % 2 == 0 ? 0.25 : 0.75,
                                    p % kPointsPerQuarter < 2 ? 0.25 : 0.75);
    points[p].at = end_[obstacle].distance_to(points[p].point.at(x));
    least = std::min(least, points[p].at.distance);
    most = std::max(most, points[p].at.distance);
  }
  if (finds_ <= kFindsToChoose && std::abs(least - choice.least) > kMadeElsewhere * range) choice = {};
  // between the points, of which there are four along each side, the cloth can be this much deeper
  const double between = 0.25 * farthest_from_corners(element, x);
  if (choice.kind == ElementChoice::open && least - between - half > range)
    choice.kind = ElementChoice::at_points;
  if (choice.kind == ElementChoice::open) {
    const PokingPoint deep = deepest_of(obstacle, k, x, held);
    for (int c = 0; c < corner_count(element); ++c) most = std::max(most, at_node_[element[c]].distance);
    const bool is_even = most - std::min(least, deep.deep.at.distance) < kEvenShare * range;
    const bool pressed = deep.site >= 0 && remembered(obstacle, deep.site) >= 0;
    choice.kind = is_even ? ElementChoice::at_nodes : ElementChoice::at_points;
    const bool pokes = deep.deep.at.distance < least - (pressed ? kEvenShare : kPokes) * range;
    choice.poking = pokes ? deep.site : -1;
    choice.point = deep.deep.point;
    choice.least = least;
    if (std::min(least, deep.deep.at.distance) - half < range) {
      this->choice(obstacle, k) = choice;
      has_choices_ = true;
    }
  }
  if (choice.kind == ElementChoice::at_nodes) {
    for (int c = 0; c < corner_count(element); ++c) node_area_[element[c]] += quarter_area_[k];
    return;
  }
  double area = quarter_area_[k] / kPointsPerQuarter;
  if (choice.poking >= 0) {
    give_to(obstacle, choice, x, area, deepest);
    area *= 1 - 1.0 / count;
  }
  for (int p = 0; p < count; ++p)
    if (points[p].at.distance < half + kInnerReach)
      add(obstacle, sites_.element_site(k, p), points[p].point, points[p].at, x, area, deepest);
}

/// An area to the point that pokes.
void Contacts::give_to(int obstacle, const ElementChoice& choice, const Points& x, double area,
                       Penetration& deepest) {
  if (choice.poking < sites_.node_count) {
    node_area_[choice.poking] += area;
    return;
  }
  const DeepPoint at{choice.point, end_[obstacle].distance_to(choice.point.at(x))};
  if (choice.poking >= sites_.element_site(0)) {
    if (at.at.distance < half_thickness_[at.point.nodes[0]] + kNodeReach)
      add(obstacle, choice.poking, at.point, at.at, x, area, deepest);
    return;
  }
  const int e = choice.poking - sites_.edge_site(0);
  edge_deep_[e] = at;
  edge_area_[e] += area;
}

void Contacts::find_areas(int obstacle, const Points& x, const std::vector<char>& held,
                          Penetration& deepest) {
  const auto near = [&](int node) { return half_thickness_[node] + kNodeReach; };
  const bool is_convex = obstacles_[obstacle].shape->is_convex();
  node_area_.setZero();
  edge_area_.setZero();
  find_deep_edges(obstacle, x);
  for (int k = 0; k < static_cast<int>(sites_.elements.size()); ++k) {
    const Element& element = sites_.elements[k];
    if (!is_soft(element[0])) continue;
    const int corners = corner_count(element);
    double nearest = std::numeric_limits<double>::infinity(), sum = 0;
    bool is_flat = choice(obstacle, k).kind == ElementChoice::open;
    for (int c = 0; c < corners; ++c) {
      nearest = std::min(nearest, at_node_[element[c]].distance);
      sum += at_node_[element[c]].distance;
      is_flat = is_flat && has_same_normal(at_node_[element[0]], at_node_[element[c]]);
    }
    if (nearest - farthest_from_corners(element, x) > near(element[0])) continue;
    const bool is_on_nodes = is_flat || choice(obstacle, k).kind == ElementChoice::at_nodes;
    const double reach = half_thickness_[element[0]] + kInnerReach;
    if (!is_on_nodes && is_convex && is_beyond(element, x, reach)) continue;
    is_flat = is_flat &&
              end_[obstacle].distance_to(element_middle(element).at(x)).distance > sum / corners - kDeeper;
    if (!is_flat) share_out(obstacle, k, x, held, deepest);
    for (int c = 0; is_flat && c < corners; ++c) node_area_[element[c]] += quarter_area_[k];
  }
  const bool gives_way = obstacles_[obstacle].gives_way();  // then a node that is held stops it
  for (int i = 0; i < sites_.node_count; ++i)
    if (node_area_[i] > 0 && (!held[i] || gives_way) && at_node_[i].distance < near(i))
      add(obstacle, i, node_point(i), at_node_[i], x, node_area_[i], deepest);
  for (std::size_t e = 0; e < sites_.edges.size(); ++e)
    if (edge_area_[e] > 0 && edge_deep_[e].at.distance < near(sites_.edges[e][0]))
      add(obstacle, sites_.edge_site(static_cast<int>(e)), edge_deep_[e].point, edge_deep_[e].at, x,
          edge_area_[e], deepest);
}

}  // namespace isocloth
