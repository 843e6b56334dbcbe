#include "isocloth/isometry/isometry_rows.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "isocloth/core/require.hpp"
#include "isocloth/isometry/metric_tensors.hpp"

namespace isocloth {
namespace {

/// A node has rows where elements without rows of their own cover at least this share of what is around it.
constexpr double kLeastShare = 0.5 - 1e-9;

/// |cos 2θ| of sides at an angle θ to the threads, above which they count as along them: less than 22.5°.
constexpr double kAlongThreads = 0.7071;

/// A fold through a node at the boundary with one quad needs edges that yield so far along the boundary.
constexpr int kFoldReach = 2;

/// Elements around each node.
std::vector<std::vector<int>> elements_of_nodes(const Mesh& mesh) {
  std::vector<std::vector<int>> around(mesh.node_count());
  for (int e = 0; e < mesh.element_count(); ++e)
    for (int i = 0; i < corner_count(mesh.elements[e]); ++i) around[mesh.elements[e][i]].push_back(e);
  return around;
}

/// Which side of an element an edge is; −1: none.
int side_of(const Element& element, const Edge& edge) {
  const int corners = corner_count(element);
  for (int i = 0; i < corners; ++i) {
    const int from = element[i], to = element[(i + 1) % corners];
    if ((from == edge[0] && to == edge[1]) || (from == edge[1] && to == edge[0])) return i;
  }
  return -1;
}

/// Boundary node before and after each boundary node.
std::map<int, std::array<int, 2>> boundary_neighbours(const Topology& topology) {
  std::map<int, std::array<int, 2>> result;
  for (const Edge& edge : topology.boundary_edges) {
    result[edge[1]][0] = edge[0];
    result[edge[0]][1] = edge[1];
  }
  return result;
}

Vec3 normal_of(const Tangents& t) { return t.xi.cross(t.eta).normalized(); }

ShapeValues middle_of(const Element& element) {
  return corner_count(element) == 4 ? quad_shape(0, 0) : triangle_shape(1.0 / 3, 1.0 / 3);
}

/// A warp that is across the cloth somewhere tells nothing of its threads there.
void require_threads(const Mesh& rest, const Vec3& warp) {
  for (int e = 0; e < rest.element_count(); ++e) {
    const Tangents t = tangents(rest.elements[e], rest.x, middle_of(rest.elements[e]));
    require(std::abs(normal_of(t).dot(warp)) < kAcross,
            "element " + std::to_string(e) + ": the warp (" + to_text(warp.x()) + ", " + to_text(warp.y()) +
                ", " + to_text(warp.z()) + ") is across the cloth there; give one that lies in it");
  }
}

/// Makes the rows, kind by kind.
class RowMaker {
 public:
  RowMaker(const Mesh& rest, const Topology& topology, const std::vector<int>& corners, RowsAt at,
           Frames frames, const std::optional<Vec3>& warp)
      : rest_(rest),
        topology_(topology),
        at_(at),
        frames_(frames),
        axis_(warp.value_or(Vec3::UnitX())),
        around_(elements_of_nodes(rest)),
        node_area_(node_areas(rest)),
        frame_(node_frames(rest, axis_)) {
    result_.frames = frames;
    result_.woven = warp.has_value();
    result_.row_of_node.assign(rest.node_count(), -1);
    result_.row_of_element.assign(rest.element_count(), -1);
    group_of_element_.assign(rest.element_count(), -1);
    choose_elements();
    find_fold_lines(corners);
  }

  void add_quads() {
    for (int e = 0; e < rest_.element_count(); ++e) {
      if (!has_rows(e)) continue;
      result_.row_of_element[e] = result_.rows.pattern().row_count();
      group_of_element_[e] = result_.rows.pattern().group_count();
      add_metric(metric_in_middle(rest_.elements[e]), element_area(rest_.elements[e], rest_.x));
    }
  }

  void add_interior_nodes() {
    for (int k = 0; k < rest_.node_count(); ++k) {
      const std::vector<int> around = without_rows_around(k);
      if (topology_.on_boundary[k] || around.empty()) continue;
      result_.row_of_node[k] = result_.rows.pattern().row_count();
      add_metric(metric_at_node(rest_, k, around, frames_, frame_[k]), node_area_[k]);
    }
  }

  void add_corners(const std::vector<int>& corners) {
    if (result_.woven) return;
    const auto neighbours = boundary_neighbours(topology_);
    for (const int k : corners) {
      if (without_rows_around(k).size() < around_[k].size()) continue;
      align_with_boundary(rest_, k, neighbours.at(k)[0], neighbours.at(k)[1], frame_[k]);
      const Frames frames = frames_ == Frames::mean_tangents ? Frames::aligned : frames_;
      const MetricTensors tensors = metric_at_node(rest_, k, around_[k], frames, frame_[k]);
      result_.rows.add_group(QuadraticKind::shear, tensors.support, {tensors.efg[1]});
      areas_.push_back(kBoundaryShare * 2 * node_area_[k]);
    }
  }

  void add_boundary_edges() {
    for (const Edge& edge : topology_.boundary_edges) {
      const bool is_spring = yields(edge);
      result_.row_of_edge.push_back(is_spring ? -1 : result_.rows.pattern().row_count());
      if (is_spring) continue;
      const int element = elements_of(edge).front();
      const double area = (node_area_[edge[0]] + node_area_[edge[1]]) / 2;
      if (has_rows(element))
        add_hem(edge, element);
      else
        add_edge(edge, element);
      areas_.push_back((has_rows(element) ? kHemShare : kBoundaryShare) * area);
    }
  }

  void end_constraints() { result_.rows.end_constraints(); }

  /// E, F, G in the middle of each element that has no rows, or of all where the cloth is woven, for F.
  void add_element_springs() {
    for (int e = 0; e < rest_.element_count(); ++e) {
      if (has_rows(e) && !result_.woven) continue;
      const Element& element = rest_.elements[e];
      result_.spring_elements.push_back(e);
      const MetricTensors tensors = metric_in_middle(element);
      result_.rows.add_group(QuadraticKind::metric, tensors.support, tensors.efg);
      const double area = element_area(element, rest_.x);
      areas_.insert(areas_.end(), {area, 2 * area, area});
      shear_.insert(shear_.end(), {0, result_.woven ? area : 0, 0});
    }
  }

  /// The edges of quads that have rows. What a woven cloth keeps of an edge differs from quad to quad: there
  /// it has a spring in each.
  void add_edge_springs() {
    for (const Edge& edge : topology_.edges) {
      const std::vector<int> elements = elements_of(edge);
      const auto spring_in = [&](const std::vector<int>& quads) {
        EdgeSpring spring{.first = quads.front(), .second = quads.back()};
        for (const int e : quads) spring.area += element_area(rest_.elements[e], rest_.x) / 2;
        add_edge(edge, spring.first);
        areas_.push_back(spring.area);
        shear_.push_back(0);
        result_.edge_springs.push_back(spring);
      };
      std::vector<int> quads;
      std::copy_if(elements.begin(), elements.end(), std::back_inserter(quads),
                   [&](int e) { return has_rows(e); });
      if (elements.size() == 1 && !yields(edge)) continue;
      if (!result_.woven && !quads.empty()) spring_in(quads);
      for (std::size_t q = 0; q < quads.size() && result_.woven; ++q) spring_in({quads[q]});
    }
  }

  IsometryRows take() {
    result_.rows.set_rest(rest_.x);
    result_.area = as_vector(areas_);
    result_.shear = as_vector(shear_);
    return std::move(result_);
  }

 private:
  static Vector as_vector(const std::vector<double>& values) {
    return Eigen::Map<const Vector>(values.data(), static_cast<Eigen::Index>(values.size()));
  }

  /// Boundary nodes up to kFoldReach edges from one with a single quad where the boundary turns, though it is
  /// not named as a corner.
  void find_fold_lines(const std::vector<int>& corners) {
    folds_.assign(static_cast<std::size_t>(rest_.node_count()), 0);
    for (const int k : find_corners(rest_, topology_)) {
      const bool is_named = std::find(corners.begin(), corners.end(), k) != corners.end();
      if (!is_named && around_[k].size() == 1 && has_rows(around_[k][0])) folds_[k] = 1;
    }
    for (int step = 1; step < kFoldReach; ++step) {
      const std::vector<char> nearer = folds_;
      for (const auto& [i, j] : topology_.boundary_edges) {
        if (nearer[i]) folds_[j] = 1;
        if (nearer[j]) folds_[i] = 1;
      }
    }
  }

  /// Whether a boundary edge is a spring.
  bool yields(const Edge& edge) const {
    return (folds_[edge[0]] || folds_[edge[1]]) && has_rows(elements_of(edge).front());
  }

  bool has_rows(int element) const { return has_rows_[static_cast<std::size_t>(element)]; }

  /// Which elements have rows of their own: quads; of a woven cloth those whose sides lie along the threads.
  /// Across these, shear that changes from place to place would look like sides that stretch.
  void choose_elements() {
    for (const Element& element : rest_.elements) {
      bool has = at_ == RowsAt::elements && corner_count(element) == 4;
      if (has && result_.woven) {
        const Tangents t = tangents(element, rest_.x, middle_of(element));
        const double along = frame_along(axis_, normal_of(t)).t1.dot(t.xi.normalized());
        has = std::abs(2 * along * along - 1) > kAlongThreads;
      }
      has_rows_.push_back(has);
    }
  }

  /// Elements without rows of their own around a node; none where they are less than half of what is there.
  std::vector<int> without_rows_around(int node) const {
    std::vector<int> without;
    double all = 0, theirs = 0;
    for (const int e : around_[node]) {
      const double area = element_area(rest_.elements[e], rest_.x);
      all += area;
      if (has_rows(e)) continue;
      theirs += area;
      without.push_back(e);
    }
    if (theirs < kLeastShare * all) without.clear();
    return without;
  }

  std::vector<int> elements_of(const Edge& edge) const {
    std::vector<int> result;
    std::copy_if(around_[edge[0]].begin(), around_[edge[0]].end(), std::back_inserter(result),
                 [&](int e) { return side_of(rest_.elements[e], edge) >= 0; });
    return result;
  }

  MetricTensors metric_in_middle(const Element& element) const {
    const ShapeValues middle = middle_of(element);
    const Tangents t = tangents(element, rest_.x, middle);
    return metric_at(element, middle, t, frame_along(axis_, normal_of(t)));
  }

  /// Rows E, F, G that stand for an area; E and G where woven.
  void add_metric(const MetricTensors& tensors, double area) {
    if (result_.woven) {
      result_.rows.add_group(QuadraticKind::threads, tensors.support, {tensors.efg[0], tensors.efg[2]});
      areas_.insert(areas_.end(), {area, area});
    } else {
      result_.rows.add_group(QuadraticKind::metric, tensors.support, tensors.efg);
      areas_.insert(areas_.end(), {area, 2 * area, area});
    }
  }

  /// A hem keeps the length that its quad has in the middle.
  void add_hem(const Edge& edge, int element) {
    const Element& quad = rest_.elements[element];
    const NodeFrame frame = frame_along(axis_, normal_of(tangents(quad, rest_.x, middle_of(quad))));
    const Vec3 along = along_edge(edge);
    const double u = frame.t1.dot(along), v = frame.t2.dot(along);
    if (result_.woven)
      result_.rows.add_hem(group_of_element_[element], threads_along(edge, quad).second, {u * u, v * v});
    else
      result_.rows.add_hem(group_of_element_[element], length_in(edge, quad), {u * u, 2 * u * v, v * v});
  }

  /// |x_i − x_j|²/l² of a quad's edge, on the quad's nodes.
  Eigen::MatrixXd length_in(const Edge& edge, const Element& quad) const {
    Eigen::Vector4d difference = Eigen::Vector4d::Zero();
    for (int i = 0; i < 4; ++i) difference[i] = quad[i] == edge[0] ? -1 : quad[i] == edge[1] ? 1 : 0;
    return difference * difference.transpose() / (rest_.x.row(edge[0]) - rest_.x.row(edge[1])).squaredNorm();
  }

  Vec3 along_edge(const Edge& edge) const {
    return (rest_.x.row(edge[1]) - rest_.x.row(edge[0])).transpose().normalized();
  }

  void add_edge(const Edge& edge, int element) {
    if (result_.woven) {
      const auto [support, tensor] = threads_along(edge, rest_.elements[element]);
      result_.rows.add_group(QuadraticKind::length, support, {tensor});
    } else {
      add_length(edge);
    }
  }

  void add_length(const Edge& edge) {
    const double length_squared = (rest_.x.row(edge[0]) - rest_.x.row(edge[1])).squaredNorm();
    const Eigen::MatrixXd tensor = (Eigen::Matrix2d() << 1, -1, -1, 1).finished() / length_squared;
    result_.rows.add_group(QuadraticKind::length, {edge[0], edge[1]}, {tensor});
  }

  /// E cos²θ + G sin²θ in the middle of an edge of an element, and the nodes that it depends on.
  std::pair<std::vector<int>, Eigen::MatrixXd> threads_along(const Edge& edge, const Element& element) const {
    const ShapeValues shape = middle_of_edge(edge, element);
    const Tangents t = tangents(element, rest_.x, shape);
    const NodeFrame frame = frame_along(axis_, normal_of(t));
    const MetricTensors tensors = metric_at(element, shape, t, frame);
    const Vec3 along = along_edge(edge);
    const double warp = std::pow(frame.t1.dot(along), 2), weft = std::pow(frame.t2.dot(along), 2);
    return {tensors.support, warp * tensors.efg[0] + weft * tensors.efg[2]};
  }

  /// Shape functions in the middle of an edge of an element.
  static ShapeValues middle_of_edge(const Edge& edge, const Element& element) {
    constexpr double kQuad[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    constexpr double kTriangle[3][2] = {{0.5, 0}, {0.5, 0.5}, {0, 0.5}};
    const int side = side_of(element, edge);
    return corner_count(element) == 4 ? quad_shape(kQuad[side][0], kQuad[side][1])
                                      : triangle_shape(kTriangle[side][0], kTriangle[side][1]);
  }

  const Mesh& rest_;
  const Topology& topology_;
  RowsAt at_;
  Frames frames_;
  Vec3 axis_;
  std::vector<std::vector<int>> around_;
  Vector node_area_;
  std::vector<NodeFrame> frame_;
  IsometryRows result_;
  std::vector<char> has_rows_;         ///< per element
  std::vector<int> group_of_element_;  ///< −1 where it has no rows
  std::vector<char> folds_;            ///< per node: edges of the boundary there are springs
  std::vector<double> areas_, shear_;
};

}  // namespace

IsometryRows make_isometry_rows(const Mesh& rest, const Topology& topology, const std::vector<int>& corners,
                                RowsAt rows, Frames frames, const std::optional<Vec3>& warp) {
  for (const int corner : corners)
    require(corner >= 0 && corner < rest.node_count() && topology.on_boundary[corner],
            "corner node " + std::to_string(corner) + " is not on the boundary; name boundary nodes only");
  if (warp) require_threads(rest, *warp);
  RowMaker maker(rest, topology, corners, rows, frames, warp);
  maker.add_quads();
  maker.add_interior_nodes();
  maker.add_corners(corners);
  maker.add_boundary_edges();
  maker.end_constraints();
  maker.add_element_springs();
  maker.add_edge_springs();
  return maker.take();
}

}  // namespace isocloth
