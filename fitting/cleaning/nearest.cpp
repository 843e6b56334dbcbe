#include "fitting/cleaning/nearest.hpp"

#include <nanoflann.hpp>

namespace isocloth::fitting {
struct Nearest::Tree {
  struct Adaptor {
    const Points& points;
    std::size_t kdtree_get_point_count() const { return static_cast<std::size_t>(points.rows()); }
    double kdtree_get_pt(std::size_t k, std::size_t axis) const {
      return points(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(axis));
    }
    template <class BoundingBox>
    bool kdtree_get_bbox(BoundingBox&) const {
      return false;
    }
  };
  using KdTree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Adaptor>, Adaptor,
                                                     3, std::uint32_t>;

  explicit Tree(const Points& points) : adaptor{points}, index(3, adaptor) {}
  Adaptor adaptor;
  KdTree index;
};

Nearest::Nearest(const Points& points) : tree_(std::make_unique<Tree>(points)) {}
Nearest::~Nearest() = default;

std::size_t Nearest::find(const Vec3& to, std::span<std::uint32_t> indices,
                          std::span<double> squared_distances) const {
  const std::size_t most = std::min(indices.size(), squared_distances.size());
  if (tree_->adaptor.points.rows() == 0) return 0;
  return tree_->index.knnSearch(to.data(), most, indices.data(), squared_distances.data());
}

}  // namespace isocloth::fitting
