#include "isocloth/isometry/isometry_rows.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "isocloth/core/require.hpp"
#include "isocloth/isometry/mean_tangents.hpp"

namespace isocloth {
namespace {

/// A node has rows where elements without rows of their own cover at least this share of what is around it.
constexpr double kLeastShare = 0.5 - 1e-9;

/// |cos 2θ| of sides at an angle θ to the threads, above which they count as along them: less than 22.5°.
constexpr double kAlongThreads = 0.7071;

/// A fold through a node at the boundary with one quad needs edges that yield so far along the boundary.
constexpr int kFoldReach = 2;

/// T_E, T_F, T_G of one node, on the nodes of the elements around it.
struct NodeTensors {
  std::vector<int> support;
  std::vector<Eigen::MatrixXd> efg;
  MeanTangents mean;
};

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

int place_of(const std::vector<int>& sorted, int node) {
  return static_cast<int>(std::lower_bound(sorted.begin(), sorted.end(), node) - sorted.begin());
}

NodeTensors empty_tensors(const Mesh& mesh, const std::vector<int>& around) {
  NodeTensors result;
  for (const int e : around)
    result.support.insert(result.support.end(), mesh.elements[e].begin(),
                          mesh.elements[e].begin() + corner_count(mesh.elements[e]));
  std::sort(result.support.begin(), result.support.end());
  result.support.erase(std::unique(result.support.begin(), result.support.end()), result.support.end());
  const auto size = static_cast<Eigen::Index>(result.support.size());
  result.efg.assign(3, Eigen::MatrixXd::Zero(size, size));
  result.mean = {Vector::Zero(size), Vector::Zero(size)};
  return result;
}

/// Adds the products of derivatives of N_i and N_j that make up E, F, G.
void add_products(double weight, const Derivatives& d, int i, int j, int row, int column,
                  std::vector<Eigen::MatrixXd>& efg) {
  efg[0](row, column) += weight * d.d1[i] * d.d1[j];
  efg[1](row, column) += weight * (d.d1[i] * d.d2[j] + d.d2[i] * d.d1[j]) / 2;
  efg[2](row, column) += weight * d.d2[i] * d.d2[j];
}

/// Algorithm 1 for one node: integrates over the elements around it.
NodeTensors node_tensors(const Mesh& mesh, int node, const std::vector<int>& around, Frames frames,
                         const NodeFrame& frame) {
  NodeTensors result = empty_tensors(mesh, around);
  double area = 0;
  for (const int e : around) {
    const Element& element = mesh.elements[e];
    const int corners = corner_count(element);
    const auto own = std::find(element.begin(), element.end(), node) - element.begin();
    for (const GaussPoint& point : gauss_points(corners)) {
      const Tangents t = tangents(element, mesh.x, point.shape);
      const double weight = point.shape.n[own] * point.weight * t.xi.cross(t.eta).norm();
      const Derivatives d = frames != Frames::element ? derivatives_in(frame, t, point.shape)
                                                      : Derivatives{point.shape.d_xi, point.shape.d_eta};
      area += weight;
      for (int i = 0; i < corners; ++i) {
        const int row = place_of(result.support, element[i]);
        result.mean.d1[row] += weight * d.d1[i];
        result.mean.d2[row] += weight * d.d2[i];
        for (int j = 0; j < corners; ++j)
          add_products(weight, d, i, j, row, place_of(result.support, element[j]), result.efg);
      }
    }
  }
  for (Eigen::MatrixXd& t : result.efg) t /= area;
  result.mean.d1 /= area;
  result.mean.d2 /= area;
  return result;
}

/// Where the nodes around a node are in its tangent plane.
Eigen::MatrixX2d positions_in(const NodeFrame& frame, const Points& x, int node,
                              const std::vector<int>& support) {
  Eigen::MatrixX2d result(support.size(), 2);
  for (std::size_t i = 0; i < support.size(); ++i) {
    const Vec3 from_node = (x.row(support[i]) - x.row(node)).transpose();
    result.row(static_cast<Eigen::Index>(i)) << frame.t1.dot(from_node), frame.t2.dot(from_node);
  }
  return result;
}

/// E, F, G of the rest shape.
Vec3 rest_values(const Points& x, const NodeTensors& tensors) {
  const auto size = static_cast<Eigen::Index>(tensors.support.size());
  Points local(size, 3);
  for (Eigen::Index i = 0; i < size; ++i)
    local.row(i) = x.row(tensors.support[i]) - x.row(tensors.support[0]);
  Vec3 result;
  for (int r = 0; r < 3; ++r) result[r] = (local.transpose() * tensors.efg[r] * local).trace();
  return result;
}

/// Divides by the rest values E⁰, √(E⁰G⁰), G⁰, which makes the rows relative errors.
void make_relative(const Points& x, NodeTensors& tensors) {
  const Vec3 rest = rest_values(x, tensors);
  tensors.efg[0] /= rest[0];
  tensors.efg[1] /= std::sqrt(rest[0] * rest[2]);
  tensors.efg[2] /= rest[2];
}

/// Changes the frame so that E = G = 1, F = 0 at rest, whichever frame it was: [E F; F G] ← S [E F; F G] S
/// with S = [E⁰ F⁰; F⁰ G⁰]^(−1/2).
void make_orthonormal(const Points& x, NodeTensors& tensors) {
  const Vec3 rest = rest_values(x, tensors);
  const Eigen::Matrix2d metric = (Eigen::Matrix2d() << rest[0], rest[1], rest[1], rest[2]).finished();
  const double root = std::sqrt(metric.determinant());
  const Eigen::Matrix2d s =
      ((metric + root * Eigen::Matrix2d::Identity()) / std::sqrt(metric.trace() + 2 * root)).inverse();
  const auto in_new_frame = [&, efg = tensors.efg](int i, int j) -> Eigen::MatrixXd {
    return s(i, 0) * s(j, 0) * efg[0] + (s(i, 0) * s(j, 1) + s(i, 1) * s(j, 0)) * efg[1] +
           s(i, 1) * s(j, 1) * efg[2];
  };
  tensors.efg = {in_new_frame(0, 0), in_new_frame(0, 1), in_new_frame(1, 1)};
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

std::vector<int> nodes_of(const Element& element) {
  return {element.begin(), element.begin() + corner_count(element)};
}

ShapeValues middle_of(const Element& element) {
  return corner_count(element) == 4 ? quad_shape(0, 0) : triangle_shape(1.0 / 3, 1.0 / 3);
}

/// E, F, G at one point of an element, in a frame there.
std::vector<Eigen::MatrixXd> metric_at(const Element& element, const ShapeValues& shape, const Tangents& t,
                                       const NodeFrame& frame) {
  const int corners = corner_count(element);
  const Derivatives d = derivatives_in(frame, t, shape);
  std::vector<Eigen::MatrixXd> efg(3, Eigen::MatrixXd::Zero(corners, corners));
  for (int i = 0; i < corners; ++i)
    for (int j = 0; j < corners; ++j) add_products(1.0, d, i, j, i, j, efg);
  return efg;
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
    choose_elements();
    find_fold_lines(corners);
  }

  void add_quads() {
    for (int e = 0; e < rest_.element_count(); ++e) {
      if (!has_rows(e)) continue;
      result_.row_of_element[e] = result_.rows.pattern().row_count();
      const Element& element = rest_.elements[e];
      const std::vector<Eigen::MatrixXd> efg = metric_in_middle(element);
      const double area = element_area(element, rest_.x);
      if (result_.woven)
        result_.rows.add_group(QuadraticKind::threads, nodes_of(element), {efg[0], efg[2]});
      else
        result_.rows.add_group(QuadraticKind::metric, nodes_of(element), efg);
      if (result_.woven)
        areas_.insert(areas_.end(), {area, area});
      else
        areas_.insert(areas_.end(), {area, 2 * area, area});
    }
  }

  void add_interior_nodes() {
    for (int k = 0; k < rest_.node_count(); ++k) {
      const std::vector<int> around = without_rows_around(k);
      if (topology_.on_boundary[k] || around.empty()) continue;
      result_.row_of_node[k] = result_.rows.pattern().row_count();
      NodeTensors tensors = node_tensors(rest_, k, around, frames_, frame_[k]);
      if (frames_ == Frames::mean_tangents && tensors.support.size() >= kLeastSupport) {
        exchange_spread(positions_in(frame_[k], rest_.x, k, tensors.support), tensors.mean, tensors.efg);
        make_orthonormal(rest_.x, tensors);
      } else {
        make_relative(rest_.x, tensors);
      }
      if (result_.woven) {
        result_.rows.add_group(QuadraticKind::threads, tensors.support, {tensors.efg[0], tensors.efg[2]});
        areas_.insert(areas_.end(), {node_area_[k], node_area_[k]});
      } else {
        result_.rows.add_group(QuadraticKind::metric, tensors.support, tensors.efg);
        areas_.insert(areas_.end(), {node_area_[k], 2 * node_area_[k], node_area_[k]});
      }
    }
  }

  void add_corners(const std::vector<int>& corners) {
    if (result_.woven) return;
    const auto neighbours = boundary_neighbours(topology_);
    for (const int k : corners) {
      if (without_rows_around(k).size() < around_[k].size()) continue;
      align_with_boundary(rest_, k, neighbours.at(k)[0], neighbours.at(k)[1], frame_[k]);
      NodeTensors tensors = node_tensors(rest_, k, around_[k], frames_, frame_[k]);
      make_relative(rest_.x, tensors);
      result_.rows.add_group(QuadraticKind::shear, tensors.support, {tensors.efg[1]});
      areas_.push_back(kBoundaryShare * 2 * node_area_[k]);
    }
  }

  void add_boundary_edges() {
    for (const Edge& edge : topology_.boundary_edges) {
      result_.row_of_edge.push_back(yields(edge) ? -1 : result_.rows.pattern().row_count());
      if (yields(edge)) continue;
      add_edge(edge, elements_of(edge).front());
      areas_.push_back(kBoundaryShare * (node_area_[edge[0]] + node_area_[edge[1]]) / 2);
    }
  }

  void end_constraints() { result_.rows.end_constraints(); }

  /// E, F, G in the middle of each element that has no rows, or of all where the cloth is woven, for F.
  void add_element_springs() {
    for (int e = 0; e < rest_.element_count(); ++e) {
      if (has_rows(e) && !result_.woven) continue;
      const Element& element = rest_.elements[e];
      result_.spring_elements.push_back(e);
      result_.rows.add_group(QuadraticKind::metric, nodes_of(element), metric_in_middle(element));
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

  /// Boundary nodes up to kFoldReach edges from one that has a single quad and is no corner.
  void find_fold_lines(const std::vector<int>& corners) {
    std::vector<char> is_corner(static_cast<std::size_t>(rest_.node_count()), 0);
    for (const int k : corners) is_corner[static_cast<std::size_t>(k)] = 1;
    folds_.assign(static_cast<std::size_t>(rest_.node_count()), 0);
    for (int k = 0; k < rest_.node_count(); ++k) {
      const auto i = static_cast<std::size_t>(k);
      if (around_[i].size() == 1 && has_rows(around_[i][0]) && !is_corner[i]) folds_[i] = 1;
    }
    for (int step = 1; step < kFoldReach; ++step) {
      const std::vector<char> nearer = folds_;
      for (const Edge& edge : topology_.boundary_edges)
        for (const int side : {0, 1})
          if (nearer[static_cast<std::size_t>(edge[side])])
            folds_[static_cast<std::size_t>(edge[1 - side])] = 1;
    }
  }

  /// Whether a boundary edge is a spring.
  bool yields(const Edge& edge) const {
    return folds_[static_cast<std::size_t>(edge[0])] || folds_[static_cast<std::size_t>(edge[1])];
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

  std::vector<Eigen::MatrixXd> metric_in_middle(const Element& element) const {
    const ShapeValues middle = middle_of(element);
    const Tangents t = tangents(element, rest_.x, middle);
    return metric_at(element, middle, t, frame_along(axis_, normal_of(t)));
  }

  void add_edge(const Edge& edge, int e) {
    const Element& element = rest_.elements[e];
    if (result_.woven) {
      result_.rows.add_group(QuadraticKind::length, nodes_of(element), {kept_of(edge, element)});
      return;
    }
    const double length_squared = (rest_.x.row(edge[0]) - rest_.x.row(edge[1])).squaredNorm();
    const Eigen::MatrixXd tensor = (Eigen::Matrix2d() << 1, -1, -1, 1).finished() / length_squared;
    result_.rows.add_group(QuadraticKind::length, {edge[0], edge[1]}, {tensor});
  }

  /// What an edge of an element keeps, on its nodes: its squared length; E cos²θ + G sin²θ where woven.
  Eigen::MatrixXd kept_of(const Edge& edge, const Element& element) const {
    const ShapeValues shape = middle_of_edge(edge, element);
    const Tangents t = tangents(element, rest_.x, shape);
    const NodeFrame frame = frame_along(axis_, normal_of(t));
    const std::vector<Eigen::MatrixXd> efg = metric_at(element, shape, t, frame);
    const Vec3 along = (rest_.x.row(edge[1]) - rest_.x.row(edge[0])).transpose().normalized();
    const double warp = frame.t1.dot(along), weft = frame.t2.dot(along);
    const Eigen::MatrixXd threads = warp * warp * efg[0] + weft * weft * efg[2];
    return result_.woven ? threads : Eigen::MatrixXd(threads + 2 * warp * weft * efg[1]);
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
  std::vector<char> has_rows_;  ///< per element
  std::vector<char> folds_;     ///< per node: edges of the boundary there are springs
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
