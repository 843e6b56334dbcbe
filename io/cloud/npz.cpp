#include "io/cloud/formats.hpp"

#include "io/cloud/format_parts.hpp"
#include "io/cloud/point_list.hpp"
#include "io/file.hpp"

namespace isocloth::io {
namespace {

using Entries = std::map<std::string, std::string>;

/// The array of the first of the names that the file has; an array without values where it has none.
NpyArray find_array(const Entries& entries, std::initializer_list<const char*> names,
                    const std::string& path) {
  for (const std::string name : names) {
    const auto found = entries.find(name + ".npy");
    if (found != entries.end()) return parse_npy(found->second, path + ": array " + name);
  }
  return {};
}

Cloud cloud_of(const double* points, const double* colors, double color_scale, std::size_t count) {
  Cloud cloud;
  cloud.points = Eigen::Map<const Points>(points, static_cast<Eigen::Index>(count), 3);
  for (std::size_t k = 0; colors != nullptr && k < count; ++k) {
    const double* c = colors + 3 * k;
    cloud.colors.push_back(
        {to_channel(c[0] * color_scale), to_channel(c[1] * color_scale), to_channel(c[2] * color_scale)});
  }
  return cloud;
}

}  // namespace

NpzClouds parse_npz(const std::string& bytes, const std::string& path) {
  const Entries entries = read_zip(bytes, path);
  const NpyArray points = find_array(entries, {"points", "positions"}, path);
  const NpyArray colors = find_array(entries, {"colors", "rgb"}, path);
  const NpyArray times = find_array(entries, {"t", "times"}, path);
  const std::size_t axes = points.shape.size();
  if (axes < 2 || axes > 3 || points.shape.back() != 3)
    fail_at(path, 0, "has no array points of shape (n, 3) or (frames, n, 3); save one under that name");
  if (!colors.shape.empty() && colors.shape != points.shape)
    fail_at(path, 0, "has colors of another shape than points; give one colour a point");
  const std::size_t frames = axes == 3 ? points.shape[0] : 1, count = points.shape[axes - 2];
  if (!times.shape.empty() && times.values.size() != frames)
    fail_at(path, 0,
            "has " + std::to_string(times.values.size()) + " times for " + std::to_string(frames) +
                " clouds; give one each");
  NpzClouds result;
  result.times = times.values;
  for (std::size_t f = 0; f < frames; ++f)
    result.clouds.push_back(cloud_of(points.values.data() + f * count * 3,
                                     colors.values.empty() ? nullptr : colors.values.data() + f * count * 3,
                                     colors.is_fraction ? 255 : 1, count));
  return result;
}

}  // namespace isocloth::io
