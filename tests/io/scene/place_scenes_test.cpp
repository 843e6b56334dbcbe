#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "io/scene/build_simulation.hpp"
#include "scene_texts.hpp"
#include "support/refusal.hpp"

namespace isocloth::io::test {
namespace {

using Nodes = std::vector<int>;

/// kScene's cloth, 3×4 nodes 0.15 m and 0.133 m apart, with one grasp in line 5.
std::string held(const std::string& grasp) {
  return with(with(kScene, "  - {name: right, nodes: [11], until: 8}\n", ""), "nodes: [9]", grasp);
}

Nodes nodes_of(const std::string& grasp) {
  const Scene scene = parse_scene(held(grasp), "a.yaml");
  EXPECT_EQ(parse_scene(scene.text, "a.yaml"), scene) << "the text says the same";
  return make_simulation(scene).grasps()[0].nodes;
}

TEST(PlaceScenes, NodesGoByTheNamesOfCornersAndEdges) {
  EXPECT_EQ(nodes_of("nodes: top_left"), Nodes{9});
  EXPECT_EQ(nodes_of("nodes: [top_left, top_right]"), (Nodes{9, 11}));
  EXPECT_EQ(nodes_of("nodes: bottom"), (Nodes{0, 1, 2}));
  EXPECT_EQ(nodes_of("nodes: hem").size(), 10U);
}

TEST(PlaceScenes, OrByPointAndRadiusNearestNodeOrBox) {
  EXPECT_EQ(nodes_of("at: {point: [0, 0.4, 0], radius: 0.16}"), (Nodes{6, 9, 10}));
  EXPECT_EQ(nodes_of("at: {nearest: [0.2, 0.3, 5]}"), Nodes{7});
  EXPECT_EQ(nodes_of("at: {point: [0.15, 0.2, 0], box: [0.01, 0.2, 0.01]}"), (Nodes{4, 7}));
  EXPECT_EQ(nodes_of("at: {point: [0.15, 0.2, 0], box: [0.2, 0.01, 0.01], rotate_deg: [0, 0, 90]}"),
            (Nodes{4, 7}));
}

TEST(PlaceScenes, LaterOnesAreEmptyUntilThen) {
  EXPECT_TRUE(nodes_of("at: {point: [0, 0, -50], radius: 0.1}, from: 0.5").empty());
}

TEST(PlaceScenes, APlaceWithoutNodesIsRefusedWithTheLineAndTheNearest) {
  EXPECT_REFUSES(
      make_simulation(parse_scene(held("at: {point: [0, 0, 1], radius: 0.1}"), "a.yaml")),
      "a.yaml:5: grasp \"left\" closes on nothing: no node is within 0.1 m of (0.000, 0.000, 1.000) m; "
      "the nearest, node 0 at (0.000, 0.000, 0.000) m, is 0.9 m outside");
}

TEST(PlaceScenes, RefusalsSayWhatToGive) {
  const std::string ways = "a.yaml:5: grasps.0.at must be {point, radius}, {nearest} or {point, box}; ";
  EXPECT_EQ(error_of(held("nodes: [0], at: {nearest: [0, 0, 0]}")),
            "a.yaml:5: grasps.0 has both nodes and at; say once what it holds");
  EXPECT_EQ(error_of(held("at: {point: [0, 0, 0]}")), ways + "give a radius [m] or the sizes of a box [m]");
  EXPECT_EQ(error_of(held("at: {point: [0, 0, 0], radius: 1, box: [1, 1, 1]}")),
            ways + "give a radius [m] or the sizes of a box [m]");
  EXPECT_EQ(error_of(held("at: {point: [0, 0, 0], nearest: [0, 0, 0]}")),
            ways + "nearest stands for the point");
  EXPECT_EQ(error_of(held("at: {radius: 1}")), "a.yaml:5: missing key \"point\" in grasps.0.at; add it");
  EXPECT_EQ(error_of(held("at: {nearest: [0, 0, 0], rotate_deg: [0, 0, 0]}")),
            "a.yaml:5: grasps.0.at.rotate_deg turns a box; give one, or remove it");
  EXPECT_EQ(error_of(held("nodes: top_lfet")),
            "a.yaml:5: grasps.0.nodes must be a list of node indices or one of bottom_left, bottom_right, "
            "top_left, "
            "top_right, bottom, right, top, left, hem, got \"top_lfet\"; did you mean \"top_left\"?");
  EXPECT_NE(error_of(held("nodes: [top_left, 3]")), "");
  EXPECT_NE(error_of(held("nodes: 3")), "");
}

TEST(PlaceScenes, GroupsOfAFileAreParts) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "isocloth_groups.obj";
  std::ofstream(file) << "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 2 0\nv 1 2 0\n"
                         "g front sleeve\nf 1 2 3 4\ng default\no back\nf 4 3 6 5\n";
  const auto scene = [&](const std::string& nodes) {
    return parse_scene("cloth:\n  mesh: {file: " + file.string() + "}\ngrasps:\n  - {nodes: " + nodes +
                           "}\ntime: {duration: 1}\n",
                       "a.yaml");
  };
  EXPECT_EQ(make_simulation(scene("sleeve")).grasps()[0].nodes, (Nodes{0, 1, 2, 3}));
  EXPECT_EQ(make_simulation(scene("back")).grasps()[0].nodes, (Nodes{2, 3, 4, 5}));
  EXPECT_EQ(make_simulation(scene("hem")).grasps()[0].nodes, (Nodes{0, 1, 2, 3, 4, 5}));
  EXPECT_REFUSES(make_simulation(scene("collar")),
                 "a.yaml:4: the mesh has no part \"collar\" (parts: back, front, sleeve, hem)");
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace isocloth::io::test
