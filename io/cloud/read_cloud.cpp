#include "io/cloud/read_cloud.hpp"

#include <algorithm>
#include <cmath>

#include "io/cloud/formats.hpp"
#include "io/file.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {
namespace {

constexpr double kFarthest = 50;  ///< [m]; depth cameras see about 10 m, a cloth in millimetres is 300 wide

Cloud parse_cloud(const std::string& bytes, const std::string& path) {
  const std::string ending = ending_of(path);
  if (ending == ".ply") return parse_ply_cloud(bytes, path);
  if (ending == ".pcd") return parse_pcd(bytes, path);
  if (ending == ".xyz" || ending == ".txt") return parse_xyz(bytes, path);
  NpzClouds all = parse_npz(bytes, path);
  if (all.clouds.size() != 1)
    fail_at(path, 0,
            "holds " + std::to_string(all.clouds.size()) +
                " clouds where one is expected; name the file itself as the recording");
  return std::move(all.clouds[0]);
}

double middle_of(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

bool is_cloud_file(const std::string& path) {
  const std::string ending = ending_of(path);
  return ending == ".ply" || ending == ".pcd" || ending == ".xyz" || ending == ".txt" || ending == ".npz";
}

Cloud read_cloud(const std::string& path, double scale) {
  if (!is_cloud_file(path)) fail_at(path, 0, "is no point cloud; use .ply, .pcd, .xyz, .txt or .npz");
  Cloud cloud = parse_cloud(read_file(path), path);
  drop_invalid_points(cloud, scale);
  return cloud;
}

void drop_invalid_points(Cloud& cloud, double scale) {
  int kept = 0;
  for (int k = 0; k < cloud.size(); ++k) {
    if (!cloud.points.row(k).allFinite() || cloud.points.row(k).isZero(0)) continue;
    cloud.points.row(kept) = scale * cloud.points.row(k);
    if (cloud.has_colors()) cloud.colors[kept] = cloud.colors[k];
    ++kept;
  }
  cloud.dropped += cloud.size() - kept;
  cloud.points.conservativeResize(kept, 3);
  if (cloud.has_colors()) cloud.colors.resize(kept);
}

void check_units(const Cloud& cloud, const std::string& path) {
  if (cloud.size() == 0) return;
  std::vector<double> from_origin(cloud.size());
  for (int k = 0; k < cloud.size(); ++k) from_origin[k] = cloud.points.row(k).norm();
  const double distance = middle_of(from_origin);
  if (distance > kFarthest)
    fail_at(path, 0,
            "has points about " + to_text(std::round(distance)) +
                " m away, which looks like millimetres; give positions in metres, or the unit mm");
}

}  // namespace isocloth::io
