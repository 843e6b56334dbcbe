#include "isocloth/solids/convex_hull.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "isocloth/core/require.hpp"

namespace isocloth {
namespace {

/// Points no farther before a face than this share of the extent are on it: far above the rounding of a
/// plane through three points, far below what a mesh in single precision resolves.
constexpr double kOnFace = 1e-9;

struct HullFace {
  std::array<int, 3> corner{};
  Vec3 normal = Vec3::Zero();
  double offset = 0;
  std::vector<int> before{};  ///< points that it is before, each at one face only
  bool gone = false;
};

class Quickhull {
 public:
  explicit Quickhull(const Points& points) : x_(points) {
    tolerance_ = kOnFace * (x_.colwise().maxCoeff() - x_.colwise().minCoeff()).maxCoeff();
    begin();
    for (std::size_t f = 0; f < faces_.size();) {  // those that are made are looked at too
      if (faces_[f].gone || faces_[f].before.empty()) {
        ++f;
        continue;
      }
      replace(f);
      if (2 * gone_ < faces_.size()) continue;
      std::erase_if(faces_, [](const HullFace& face) { return face.gone; });
      f = gone_ = 0;
    }
  }

  Mesh mesh() const {
    Mesh mesh;
    std::map<int, int> number;
    for (const HullFace& face : faces_) {
      if (face.gone) continue;
      Element element{0, 0, 0, kNoNode};
      for (int k = 0; k < 3; ++k)
        element[k] = number.try_emplace(face.corner[k], static_cast<int>(number.size())).first->second;
      mesh.elements.push_back(element);
    }
    mesh.x.resize(static_cast<Eigen::Index>(number.size()), 3);
    for (const auto& [point, node] : number) mesh.x.row(node) = x_.row(point);
    return mesh;
  }

 private:
  double height(const HullFace& face, int point) const {
    return face.normal.dot(x_.row(point)) - face.offset;
  }

  void add(int a, int b, int c) {
    HullFace face{{a, b, c}};
    const Vec3 u = x_.row(b) - x_.row(a), v = x_.row(c) - x_.row(a);
    face.normal = u.cross(v).stableNormalized();
    face.offset = face.normal.dot(x_.row(a));
    faces_.push_back(std::move(face));
  }

  /// Gives each point to the first of the faces from `first` on that it is before.
  void share_out(const std::vector<int>& points, std::size_t first) {
    for (const int p : points)
      for (std::size_t f = first; f < faces_.size(); ++f)
        if (height(faces_[f], p) > tolerance_) {
          faces_[f].before.push_back(p);
          break;
        }
  }

  template <class Measure>
  int farthest(Measure measure, double at_least) const {
    int best = 0;
    double most = -1;
    for (int p = 0; p < static_cast<int>(x_.rows()); ++p)
      if (const double value = measure(Vec3(x_.row(p))); value > most) {
        best = p;
        most = value;
      }
    require(most > at_least, "the points of a hull lie in a plane; give points of a solid");
    return best;
  }

  void begin() {
    int a = 0;
    x_.col(0).minCoeff(&a);
    const Vec3 from = x_.row(a);
    const int b = farthest([&](const Vec3& p) { return (p - from).norm(); }, tolerance_);
    const Vec3 along = (Vec3(x_.row(b)) - from).normalized();
    const int c = farthest([&](const Vec3& p) { return along.cross(p - from).norm(); }, tolerance_);
    const Vec3 normal = along.cross(Vec3(x_.row(c)) - from).normalized();
    const int d = farthest([&](const Vec3& p) { return std::abs(normal.dot(p - from)); }, tolerance_);
    const bool below = normal.dot(Vec3(x_.row(d)) - from) < 0;
    const std::array<int, 4> t = below ? std::array<int, 4>{a, b, c, d} : std::array<int, 4>{a, c, b, d};
    add(t[0], t[1], t[2]);
    add(t[0], t[2], t[3]);
    add(t[2], t[1], t[3]);
    add(t[1], t[0], t[3]);
    std::vector<int> all(static_cast<std::size_t>(x_.rows()));
    for (std::size_t p = 0; p < all.size(); ++p) all[p] = static_cast<int>(p);
    share_out(all, 0);
  }

  /// The farthest point before a face replaces all faces that it sees by those to their outline.
  void replace(std::size_t seed) {
    const std::vector<int>& before = faces_[seed].before;
    const int apex = *std::max_element(before.begin(), before.end(), [&](int p, int q) {
      return height(faces_[seed], p) < height(faces_[seed], q);
    });
    std::map<std::pair<int, int>, bool> edges;  // of faces that are seen, in their direction
    std::vector<int> orphans;
    for (HullFace& face : faces_) {
      if (face.gone || !(height(face, apex) > tolerance_)) continue;
      face.gone = true;
      ++gone_;
      orphans.insert(orphans.end(), face.before.begin(), face.before.end());
      std::vector<int>().swap(face.before);
      for (int k = 0; k < 3; ++k) edges[{face.corner[k], face.corner[(k + 1) % 3]}] = true;
    }
    const std::size_t first = faces_.size();
    for (const auto& [edge, seen] : edges)
      if (!edges.contains({edge.second, edge.first})) add(edge.first, edge.second, apex);
    share_out(orphans, first);
  }

  const Points& x_;
  double tolerance_ = 0;  ///< [m]
  std::vector<HullFace> faces_;
  std::size_t gone_ = 0;  ///< how many of them
};

}  // namespace

Mesh convex_hull(const Points& points) {
  require(points.rows() >= 4, "a hull needs at least 4 points, got " + std::to_string(points.rows()));
  require(points.allFinite(), "the points of a hull must be finite");
  return Quickhull(points).mesh();
}

}  // namespace isocloth
