#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <random>
#include <set>

#include "cli/bench/catalog.hpp"
#include "cli/bench/plot.hpp"
#include "io/scene/build_simulation.hpp"
#include "io/scene/read_scene.hpp"
#include "isocloth/mesh/parts.hpp"

namespace isocloth::cli::bench {
namespace {

TEST(BenchCatalog, HasEveryNameOnce) {
  std::set<std::string> names;
  for (const Entry& entry : catalog()) EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
  for (const char* name :
       {"shake9", "shake17", "locking23", "locking_triangles", "ring768", "tube", "drop9", "drop17", "drop33",
        "drop65", "garment1700", "contact_none", "contact_some", "contact_all"})
    EXPECT_TRUE(names.contains(name)) << name;
}

TEST(BenchCatalog, ScenesCanBeReadAndHaveTheNodesOfTheirName) {
  for (const Entry& entry : catalog()) {
    const std::string path = std::string(ISOCLOTH_SOURCE_DIR) + "/scenes/" + entry.scene + ".yaml";
    const io::Scene scene = io::load_scene(path, entry.overrides);
    if (!entry.drop) continue;
    const Mesh mesh = io::make_mesh(scene.cloths[0]);
    const double side = std::stod(entry.name.substr(4));
    EXPECT_EQ(mesh.node_count(), side * side);
    ASSERT_EQ(scene.grasps.size(), 2u);
    const auto held = [&](std::size_t g) {
      return mesh.x.row(nodes_of_parts(mesh, analyze_topology(mesh), scene.grasps[g].parts).front());
    };
    const double apart = (held(0) - held(1)).norm();
    EXPECT_NEAR(apart, 1, 6 * scene.cloths[0].rest_noise.std) << "[m] neighbouring corners, up to noise";
  }
}

TEST(PowerLaw, IsFoundExactlyWhereThereIsOne) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> exponent(0.5, 2), factor(1e-6, 1e-3);
  for (int trial = 0; trial < 20; ++trial) {
    const PowerLaw law{exponent(random), factor(random)};
    std::vector<CostPoint> points;
    for (const double nodes : {81.0, 289.0, 1089.0, 4225.0}) points.push_back({nodes, law.at(nodes)});
    const PowerLaw fit = fit_power_law(points);
    EXPECT_NEAR(fit.exponent, law.exponent, 1e-12);
    EXPECT_NEAR(fit.factor / law.factor, 1, 1e-11);
  }
}

TEST(CostPlot, ShowsEveryPointInsideThePictureWhateverTheNumbers) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> power(-6, 6);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<CostPoint> points;
    for (const double nodes : {81.0, 289.0, 1089.0}) points.push_back({nodes, std::pow(10, power(random))});
    const std::string svg = cost_plot(points);
    std::size_t found = 0;
    for (std::size_t at = svg.find("<circle"); at != std::string::npos; at = svg.find("<circle", at + 1)) {
      double x = 0, y = 0;
      ASSERT_EQ(std::sscanf(svg.c_str() + at, "<circle cx=\"%lf\" cy=\"%lf\"", &x, &y), 2);
      EXPECT_TRUE(x > 0 && x < 760 && y > 0 && y < 340) << x << ", " << y;
      ++found;
    }
    EXPECT_EQ(found, points.size());
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
  }
}

}  // namespace
}  // namespace isocloth::cli::bench
