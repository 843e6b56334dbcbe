#include <gtest/gtest.h>
#include <png.h>

#include <cmath>
#include <filesystem>
#include <random>

#include "io/picture/camera.hpp"
#include "io/picture/canvas.hpp"
#include "io/picture/image.hpp"
#include "io/picture/labels.hpp"
#include "io/picture/raster.hpp"
#include "io/picture/smooth_cloth.hpp"
#include "io/picture/text.hpp"
#include "io/trajectory/sample_trajectories.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/mesh/generators.hpp"

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

TEST(SmoothCloth, KnowsTheRimFromTheInside) {
  const SmoothCloth cloth(test::make_sheet(3, 3, false));
  int rim = 0, inner = 0;
  for (const auto& sides : cloth.lines) {
    for (const Line line : sides) {
      rim += line == Line::rim;
      inner += line == Line::inner;
    }
  }
  EXPECT_EQ(rim, 8 * cloth.cells);
  EXPECT_EQ(inner, 8 * cloth.cells);  // four inner edges, seen from both sides
}

/// A sheet rolled around the x axis, a sixth of a circle of radius 1 m.
Mesh rolled_sheet(bool triangles) {
  Mesh sheet = test::make_sheet(5, 5, triangles);
  const double height = sheet.x.col(2).maxCoeff();
  for (Eigen::Index i = 0; i < sheet.x.rows(); ++i) {
    const double angle = sheet.x(i, 2) / height * std::acos(-1.0) / 3;
    sheet.x.row(i) << sheet.x(i, 0), std::sin(angle), std::cos(angle);
  }
  return sheet;
}

TEST(SmoothCloth, GoesThroughEveryNodeAndHasNoGaps) {
  for (const bool triangles : {false, true}) {
    const Trajectory run = test::waving_sheet(5, 6, 3, triangles);
    const SmoothCloth cloth(run.info.rest);
    const Points& x = run.frames[2].x;
    const Points drawn = cloth.at(x, {}).x;
    const auto away = [&](const Vec3& point, Eigen::Index except) {
      double nearest = 1;
      for (Eigen::Index k = 0; k < drawn.rows(); ++k)
        if (k != except) nearest = std::min(nearest, (drawn.row(k).transpose() - point).norm());
      return nearest;
    };
    for (Eigen::Index i = 0; i < x.rows(); ++i) EXPECT_LE(away(x.row(i), -1), 1e-15) << i;
    for (std::size_t t = 0; t < cloth.triangles.size(); ++t) {
      for (int k = 0; k < 3; ++k) {
        const int a = cloth.triangles[t].nodes[(k + 1) % 3];
        if (cloth.lines[t][k] != Line::inner) continue;
        EXPECT_LE(away(drawn.row(a), a), 1e-15) << t;
      }
    }
  }
}

TEST(SmoothCloth, IsRoundWhereFlatElementsAreNot) {
  for (const bool triangles : {false, true}) {
    const Mesh sheet = rolled_sheet(triangles);
    const Points drawn = SmoothCloth(sheet).at(sheet.x, {}).x;
    const double sag = 1 - std::cos(std::acos(-1.0) / 24);  // [m] of chords of 15 degrees
    double off = 0;
    for (Eigen::Index k = 0; k < drawn.rows(); ++k) {
      const double angle = std::atan2(drawn(k, 1), drawn(k, 2)) * 12 / std::acos(-1.0);
      if (angle > 1 && angle < 3)  // normals at the rim see one side only
        off = std::max(off, std::abs(drawn.row(k).tail<2>().norm() - 1));
    }
    EXPECT_LT(off, 0.25 * sag) << triangles;
  }
}

TEST(SmoothCloth, IsNotDrawnThroughALayerThatIsNear) {
  // a sheet that sags between two rows of nodes, 1 mm above another one
  const double height[6] = {0.02, 0.012, 0.001, 0.001, 0.012, 0.02};
  Mesh both = make_rectangle({0.05, 0.05}, {6, 6});
  const Mesh upper = both;
  for (Element e : upper.elements) {
    for (int& node : e) node += 36;
    both.elements.push_back(e);
  }
  both.x.conservativeResize(72, 3);
  both.x.bottomRows(36) = upper.x;
  const double lowest_alone = [&] {
    Mesh sagging = upper;
    for (Eigen::Index i = 0; i < 36; ++i) sagging.x(i, 2) = height[i % 6];
    return SmoothCloth(upper).at(sagging.x, {}).x.col(2).minCoeff();
  }();
  EXPECT_LT(lowest_alone, 0) << "it would be seen";
  Points x = both.x;
  for (Eigen::Index i = 0; i < 36; ++i) x(36 + i, 2) = height[i % 6];
  const Points drawn = SmoothCloth(both).at(x, {}).x;
  EXPECT_GT(drawn.bottomRows(drawn.rows() / 2).col(2).minCoeff(),
            drawn.topRows(drawn.rows() / 2).col(2).maxCoeff());
}

TEST(SmoothCloth, TheHemHasNoKinkButAtItsCorners) {
  Mesh sheet = test::make_sheet(9, 3, false);
  for (Eigen::Index i = 0; i < 9; ++i)
    sheet.x(i, 2) += i % 2 == 0 ? 0.0 : 0.01;  // a ragged hem, in its plane
  const SmoothCloth cloth(test::make_sheet(9, 3, false));
  const Points drawn = cloth.at(sheet.x, {}).x;
  const int cells = cloth.cells, points = (cells + 1) * (cells + 1);
  const auto turn =
      [&](int element) {  // [rad] between the hem's last piece of an element and the next one's first
        const Vec3 come = drawn.row(element * points + cells) - drawn.row(element * points + cells - 1),
                   go = drawn.row((element + 1) * points + 1) - drawn.row((element + 1) * points);
        return std::acos(std::min(1.0, come.normalized().dot(go.normalized())));
      };
  const double step = (sheet.x.row(1) - sheet.x.row(0)).norm(), kink = 2 * std::asin(0.01 / step);
  for (int e = 0; e < 7; ++e) EXPECT_LT(turn(e), kink / 2) << e;
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
