#pragma once

/// Nearest points of a cloud: a k-d tree (nanoflann) over points that must outlive it.

#include <memory>
#include <span>

#include "isocloth/core/types.hpp"

namespace isocloth::fitting {

class Nearest {
 public:
  explicit Nearest(const Points& points);
  ~Nearest();

  /// The points nearest to `to`, nearest first; returns how many were found, at most the size of both spans.
  std::size_t find(const Vec3& to, std::span<std::uint32_t> indices,
                   std::span<double> squared_distances) const;

 private:
  struct Tree;
  std::unique_ptr<Tree> tree_;
};

}  // namespace isocloth::fitting
