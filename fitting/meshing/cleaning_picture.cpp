#include "fitting/meshing/cleaning_picture.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "io/picture/camera.hpp"
#include "io/picture/canvas.hpp"

namespace isocloth::fitting {
namespace {

constexpr int kPanelWidth = 400, kPanelHeight = 500;  ///< [pixels]
constexpr int kSamples = 2;                           ///< per pixel, along each side
constexpr unsigned kPaper = 0xffffff, kRule = 0xd8d8d8, kPlain = 0x667788, kGrid = 0x1a4f8b, kNode = 0xc0392b;
constexpr std::array<unsigned, kFates> kFateColors{0x303438, 0xd0d4d8, 0x7fa8d8,
                                                   0xf0a030, 0xe02020, 0x30a060};

io::Color srgb_of(const io::Rgb& c) {
  return io::from_srgb(static_cast<unsigned>(c[0]) << 16 | static_cast<unsigned>(c[1]) << 8 | c[2]);
}

/// Points as small squares, nearest last.
template <class ColorOf>
void draw_points(const Points& points, const io::Camera& camera, const ColorOf& color_of, int size,
                 io::Canvas& canvas) {
  std::vector<Vec3> seen(points.rows());
  std::vector<int> order(points.rows());
  for (std::size_t k = 0; k < seen.size(); ++k)
    seen[k] = camera.project(points.row(static_cast<Eigen::Index>(k)));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return seen[a].z() > seen[b].z(); });
  for (const int k : order) {
    if (!(seen[k].z() > 0.01) || seen[k].cwiseAbs().maxCoeff() > 1e6) continue;
    for (int y = 0; y < size; ++y)
      for (int x = 0; x < size; ++x)
        canvas.blend(static_cast<int>(seen[k].x()) + x - size / 2,
                     static_cast<int>(seen[k].y()) + y - size / 2, color_of(k), 1.0F);
  }
}

void draw_line(const Vec3& from, const Vec3& to, const io::Camera& camera, const io::Color& color,
               io::Canvas& canvas) {
  const Vec3 a = camera.project(from), b = camera.project(to);
  if (!a.allFinite() || !b.allFinite()) return;
  const int steps = 1 + static_cast<int>(std::min(4000.0, (b - a).head<2>().norm()));
  for (int k = 0; k <= steps; ++k) {
    const Vec3 p = a + (b - a) * k / steps;
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x)
        canvas.blend(static_cast<int>(p.x()) + x, static_cast<int>(p.y()) + y, color, 0.7F);
  }
}

void draw_grid(const Points& nodes, const std::array<int, 2>& size, const io::Camera& camera,
               io::Canvas& canvas) {
  const auto [columns, rows] = size;
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      const int node = r * columns + c;
      if (c + 1 < columns)
        draw_line(nodes.row(node), nodes.row(node + 1), camera, io::from_srgb(kGrid), canvas);
      if (r + 1 < rows)
        draw_line(nodes.row(node), nodes.row(node + columns), camera, io::from_srgb(kGrid), canvas);
    }
  }
  Points seen(nodes.rows(), 3);
  Eigen::Index count = 0;
  for (Eigen::Index k = 0; k < nodes.rows(); ++k)
    if (nodes.row(k).allFinite()) seen.row(count++) = nodes.row(k);
  seen.conservativeResize(count, 3);
  draw_points(seen, camera, [](int) { return io::from_srgb(kNode); }, 9, canvas);
}

/// From where what is left, or all there is, fills most of the picture.
io::Camera view_of(const TrackedFrame& frame, const Vec3& from) {
  const Points& points = frame.cleaned.cloud.size() > 0 ? frame.cleaned.cloud.points : frame.cloud.points;
  const io::View view{kPanelWidth * kSamples, kPanelHeight * kSamples, from, 0.5, 0.15};
  return io::fit_camera({&points}, view, 0.05);
}

}  // namespace

io::Image picture_of(const TrackedFrame& frame, const TrackOptions& options, const Vec3& from) {
  const int width = kPanelWidth * kSamples, height = kPanelHeight * kSamples;
  io::Canvas all(3 * width, height, io::from_srgb(kPaper));
  if (frame.cloud.size() == 0) return io::to_image(all, kSamples);
  const io::Camera camera = view_of(frame, from);
  const auto panel = [&](int place, const auto& draw) {
    io::Canvas canvas(width, height, io::from_srgb(kPaper));
    draw(canvas);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) all.at(place * width + x, y) = canvas.at(x, y);
      all.at(place * width, y) = io::from_srgb(kRule);
    }
  };
  panel(0, [&](io::Canvas& canvas) {
    draw_points(
        frame.cloud.points, camera,
        [&](int k) {
          return frame.cloud.has_colors() ? srgb_of(frame.cloud.colors[k]) : io::from_srgb(kPlain);
        },
        5, canvas);
  });
  panel(1, [&](io::Canvas& canvas) {
    draw_points(
        frame.cloud.points, camera,
        [&](int k) { return io::from_srgb(kFateColors[static_cast<std::size_t>(frame.cleaned.fates[k])]); },
        5, canvas);
  });
  panel(2, [&](io::Canvas& canvas) {
    draw_points(frame.cleaned.cloud.points, camera, [](int) { return io::from_srgb(0xc4c9cf); }, 4, canvas);
    if (frame.nodes != nullptr) draw_grid(*frame.nodes, options.nodes, camera, canvas);
  });
  return io::to_image(all, kSamples);
}

}  // namespace isocloth::fitting
