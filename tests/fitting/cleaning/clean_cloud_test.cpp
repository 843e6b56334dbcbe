#include "fitting/cleaning/clean_cloud.hpp"

#include <gtest/gtest.h>

#include "support/refusal.hpp"

namespace isocloth::fitting {
namespace {

/// Points 1 cm apart in a sheet of 20×20, then: 50 behind the wall, 30 of the sheet in green, 25 far aside in
/// a clump, 3 alone.
struct Scenery {
  Scenery() {
    for (int r = 0; r < 20; ++r)
      for (int c = 0; c < 20; ++c) add({0.01 * c, 0, 0.01 * r}, {200, 50, 50}, Fate::kept);
    for (int k = 0; k < 50; ++k) add({0.01 * k, 2, 0}, {200, 50, 50}, Fate::half_space);
    for (int k = 0; k < 30; ++k) add({0.005 * k, 0.004, 0.1}, {50, 160, 60}, Fate::color);
    for (int k = 0; k < 25; ++k) add({0.6 + 0.01 * (k % 5), 0, 0.01 * (k / 5)}, {190, 45, 45}, Fate::island);
    for (int k = 0; k < 3; ++k) add({-0.3, 0, 0.2 * k}, {200, 50, 50}, Fate::outlier);
    cloud.points = Eigen::Map<const Points>(coordinates.data(), static_cast<Eigen::Index>(fates.size()), 3);
    options.half_spaces = {{Vec3(0, -1, 0), -1}};
    options.color = ColorFilter{.color = {200, 50, 50}};
  }
  void add(const Vec3& x, const io::Rgb& color, Fate fate) {
    coordinates.insert(coordinates.end(), x.data(), x.data() + 3);
    cloud.colors.push_back(color);
    fates.push_back(fate);
  }

  std::vector<double> coordinates;
  io::Cloud cloud;
  std::vector<Fate> fates;
  CleaningOptions options;
};

TEST(CleanCloud, GivesEachPointItsFate) {
  const Scenery scenery;
  const CleanedCloud cleaned = clean_cloud(scenery.cloud, scenery.options);
  EXPECT_EQ(cleaned.fates, scenery.fates);
  EXPECT_EQ(cleaned.counts, (std::array<int, kFates>{400, 50, 0, 30, 3, 25}));
  ASSERT_EQ(cleaned.cloud.size(), 400);
  EXPECT_EQ(cleaned.cloud.points, scenery.cloud.points.topRows(400));
  EXPECT_EQ(cleaned.cloud.colors.size(), 400U);
}

TEST(CleanCloud, RegionTakesWhatIsOutsideOfIt) {
  const Scenery scenery;
  const CleanedCloud cleaned =
      clean_cloud(scenery.cloud, scenery.options, Box{Vec3(-0.1, -0.1, -0.1), Vec3(0.3, 0.1, 0.3)});
  EXPECT_EQ(cleaned.counts, (std::array<int, kFates>{400, 50, 28, 30, 0, 0}));
}

TEST(CleanCloud, WithoutColoursKeepsAllColours) {
  Scenery scenery;
  scenery.cloud.colors.clear();
  const CleanedCloud cleaned = clean_cloud(scenery.cloud, scenery.options);
  EXPECT_EQ(cleaned.counts[static_cast<std::size_t>(Fate::color)], 0);
  EXPECT_FALSE(cleaned.cloud.has_colors());
}

TEST(CleanCloud, OfFewPointsOrNoneKeepsNone) {
  for (const int count : {0, 1, 3}) {
    io::Cloud cloud;
    cloud.points = Points::Constant(count, 3, 0.5);
    EXPECT_EQ(clean_cloud(cloud, {}).cloud.size(), 0);
  }
}

TEST(CleanCloud, OptionsThatCannotBeMeantAreNamed) {
  CleaningOptions options;
  EXPECT_FALSE(options.problem());
  options.half_spaces = {{Vec3::Zero(), 0}};
  EXPECT_EQ(options.problem().value_or(""), "the normal of a half-space must be finite and not 0");
}

TEST(ColorFilter, ForgivesShadowsMoreThanOtherColours) {
  const ColorFilter filter{.color = {200, 60, 50}};
  const std::vector<bool> near =
      near_color({{200, 60, 50}, {150, 45, 38}, {60, 150, 60}, {128, 128, 128}}, filter);
  EXPECT_EQ(near, (std::vector<bool>{true, true, false, false}));
}

TEST(ColorFilter, KnowsWhiteAndRedInLab) {
  // CIE 15, sRGB primaries under D65; the matrix has seven digits, so that 1e-2 is rounding of its last ones
  EXPECT_LE((to_lab({255, 255, 255}) - Vec3(100, 0, 0)).norm(), 1e-2);
  EXPECT_LE((to_lab({255, 0, 0}) - Vec3(53.24, 80.09, 67.20)).norm(), 2e-2);
}

}  // namespace
}  // namespace isocloth::fitting
