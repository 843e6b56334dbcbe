#pragma once

/// The binary part of a .glb file, described while it is measured: what it will hold, and where.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io::glb {

using Json = nlohmann::json;
using FloatPoints = Eigen::Matrix<float, Eigen::Dynamic, 3, Eigen::RowMajor>;

inline constexpr int kFloat = 5126, kUnsignedInt = 5125;
inline constexpr int kVertexBuffer = 34962, kIndexBuffer = 34963;

/// (x, y, z) → (x, z, −y).
inline FloatPoints y_up(const Points& points) {
  FloatPoints turned(points.rows(), 3);
  turned.col(0) = points.col(0).cast<float>();
  turned.col(1) = points.col(2).cast<float>();
  turned.col(2) = -points.col(1).cast<float>();
  return turned;
}

struct Keyframe {
  float time = 0;  ///< since the first frame [s]
  const Frame* frame = nullptr;
};

class Buffer {
 public:
  /// Index of the accessor.
  int add(Json accessor, std::uint64_t bytes, int target = 0) {
    Json view{{"buffer", 0}, {"byteOffset", size_}, {"byteLength", bytes}};
    if (target != 0) view["target"] = target;
    accessor["bufferView"] = views_.size();
    views_.push_back(std::move(view));
    accessors_.push_back(std::move(accessor));
    size_ += bytes;
    return static_cast<int>(accessors_.size()) - 1;
  }
  int add_points(const FloatPoints& points, bool with_bounds) {
    Json accessor{{"componentType", kFloat}, {"count", points.rows()}, {"type", "VEC3"}};
    if (with_bounds) {
      const Eigen::RowVector3f low = points.colwise().minCoeff(), high = points.colwise().maxCoeff();
      accessor["min"] = Json::array({low[0], low[1], low[2]});
      accessor["max"] = Json::array({high[0], high[1], high[2]});
    }
    return add(std::move(accessor), sizeof(float) * static_cast<std::uint64_t>(points.size()), kVertexBuffer);
  }
  std::uint64_t size() const { return size_; }
  const Json& views() const { return views_; }
  const Json& accessors() const { return accessors_; }

 private:
  std::uint64_t size_ = 0;
  Json views_ = Json::array(), accessors_ = Json::array();
};

}  // namespace isocloth::io::glb
