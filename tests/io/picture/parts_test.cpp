#include <gtest/gtest.h>
#include <png.h>

#include <cmath>
#include <filesystem>
#include <random>

#include "io/picture/camera.hpp"
#include "io/picture/color_map.hpp"
#include "io/picture/image.hpp"
#include "io/picture/labels.hpp"
#include "io/picture/raster.hpp"
#include "io/picture/stage.hpp"
#include "io/picture/text.hpp"
#include "io/trajectory/sample_trajectories.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {
namespace {

TEST(Png, GivesBackItsPixels) {
  const test::TemporaryFolder folder;
  Image image{7, 5, std::vector<std::uint8_t>(3 * 7 * 5)};
  std::mt19937 rng(5);
  for (std::uint8_t& byte : image.rgb) byte = static_cast<std::uint8_t>(rng());
  const std::string path = folder / "a.png";
  write_png(path, image);
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  ASSERT_TRUE(png_image_begin_read_from_file(&png, path.c_str()));
  png.format = PNG_FORMAT_RGB;
  std::vector<std::uint8_t> read(PNG_IMAGE_SIZE(png));
  ASSERT_TRUE(png_image_finish_read(&png, nullptr, read.data(), 0, nullptr));
  EXPECT_EQ(png.width, 7u);
  EXPECT_EQ(png.height, 5u);
  EXPECT_EQ(read, image.rgb);
  EXPECT_THROW(write_png(folder / "no/a.png", image), InputError);
  EXPECT_THROW(write_png(path, Image{}), InputError);
  EXPECT_THROW(write_png(path, Image{2, 2, {1, 2, 3}}), InputError);
}

TEST(Camera, FitsEveryPointAndTouchesTheMargin) {
  std::mt19937 rng(8);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int round = 0; round < 50; ++round) {
    Points points(20, 3);
    for (Eigen::Index k = 0; k < points.size(); ++k) points.data()[k] = uniform(rng);
    const View view{300, 200, Vec3(uniform(rng), uniform(rng), uniform(rng)), 0.5, 0.1};
    const Camera camera = fit_camera({&points}, view, 0);
    double fill = 0;  // 1: a point lies on the margin
    for (Eigen::Index i = 0; i < points.rows(); ++i) {
      const Vec3 seen = camera.project(points.row(i));
      ASSERT_GT(seen.z(), 0);
      fill = std::max({fill, std::abs(seen.x() - 150) / (0.8 * 150), std::abs(seen.y() - 100) / (0.8 * 100)});
    }
    EXPECT_NEAR(fill, 1, 1e-9);
  }
}

TEST(Camera, RayGoesThroughTheProjectedPoint) {
  const Points points = test::make_sheet(4, 4, false).x;
  const Camera camera = fit_camera({&points}, {300, 200, Vec3(1, -2, 0.7), 0.5, 0.1}, 0);
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    const Vec3 seen = camera.project(points.row(i));
    const Vec3 back = camera.position + seen.z() * camera.ray(seen.x(), seen.y());
    EXPECT_LE((back - points.row(i).transpose()).norm(), 1e-14 * camera.position.norm() * 10);
  }
}

TEST(Raster, CoversASquareOnceAndInterpolatesLinearly) {
  std::vector<int> hits(20 * 20, 0);
  const Vec2 a(2.2, 3.1), b(15.3, 3.1), c(15.3, 17.4), d(2.2, 17.4);
  for (const std::array<Vec2, 3>& p : {std::array<Vec2, 3>{a, b, c}, std::array<Vec2, 3>{a, c, d}}) {
    rasterize(p, 20, 20, [&](int x, int y, const Vec3& w) {
      ++hits[y * 20 + x];
      EXPECT_LE((w[0] * p[0] + w[1] * p[1] + w[2] * p[2] - Vec2(x + 0.5, y + 0.5)).norm(), 1e-13);
    });
  }
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 20; ++x) {
      const bool inside = x + 0.5 > 2.2 && x + 0.5 < 15.3 && y + 0.5 > 3.1 && y + 0.5 < 17.4;
      EXPECT_EQ(hits[y * 20 + x], inside) << x << ' ' << y;
    }
  }
}

TEST(Raster, IgnoresWhatLiesOutsideOrHasNoArea) {
  int hits = 0;
  const auto count = [&](int, int, const Vec3&) { ++hits; };
  rasterize({Vec2(-9, -9), Vec2(-1, -9), Vec2(-1, -1)}, 20, 20, count);
  rasterize({Vec2(1e12, 0), Vec2(2e12, 0), Vec2(1e12, 1e12)}, 20, 20, count);
  rasterize({Vec2(1, 1), Vec2(5, 5), Vec2(9, 9)}, 20, 20, count);
  EXPECT_EQ(hits, 0);
  rasterize({Vec2(-1e6, -1e6), Vec2(1e6, -1e6), Vec2(0, 1e6)}, 20, 20, count);
  EXPECT_EQ(hits, 400);
}

TEST(Stage, KnowsTheRimFromTheInside) {
  const auto lines = classify_sides(triangulate(test::make_sheet(3, 3, false).elements));
  int rim = 0, inner = 0, none = 0;
  for (const auto& sides : lines) {
    for (const Line line : sides) {
      rim += line == Line::rim;
      inner += line == Line::inner;
      none += line == Line::none;
    }
  }
  EXPECT_EQ(rim, 8);
  EXPECT_EQ(inner, 8);  // four inner edges, seen from both sides
  EXPECT_EQ(none, 8);   // the diagonals of four quads, from both sides
}

TEST(Text, EveryCharacterOfALabelHasItsOwnShape) {
  std::vector<std::vector<Color>> shapes;
  for (const char c : std::string("0123456789.-+=%tsareocnfpP")) {
    Canvas canvas(40, 40, Color::Ones());
    draw_text(canvas, std::string(1, c), 5, 30, 22, Color::Zero());
    EXPECT_NE(std::find(canvas.pixels.begin(), canvas.pixels.end(), Color(0, 0, 0)), canvas.pixels.end())
        << c;
    EXPECT_EQ(std::find(shapes.begin(), shapes.end(), canvas.pixels), shapes.end()) << c;
    shapes.push_back(canvas.pixels);
  }
  Canvas small(4, 4, Color::Ones());
  draw_text(small, "t = 123", -50, 2, 30, Color::Zero());  // partly outside: no harm
}

TEST(Labels, HaveEnoughDecimalsToTellMomentsApart) {
  EXPECT_EQ(time_label(0.4, 10), "t = 0.40 s");
  EXPECT_EQ(time_label(12.345, 60), "t = 12.35 s");
  EXPECT_EQ(time_label(0.0123, 0.05), "t = 0.012 s");
  EXPECT_EQ(time_label(3e9, 1), "t = 3e+09 s");
  EXPECT_EQ(time_label(0, 0), "t = 0.00 s");
}

TEST(ColorMap, IsBlueBelowPaleAtAndRedAboveZero) {
  EXPECT_GT(diverging_color(-1).z(), 2 * diverging_color(-1).x());
  EXPECT_GT(diverging_color(1).x(), 2 * diverging_color(1).z());
  EXPECT_GT(diverging_color(0).minCoeff(), 0.8f);
  EXPECT_EQ(diverging_color(-7), diverging_color(-1));
  EXPECT_EQ(diverging_color(7), diverging_color(1));
}

}  // namespace
}  // namespace isocloth::io
