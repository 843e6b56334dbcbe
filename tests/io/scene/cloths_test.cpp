#include <gtest/gtest.h>

#include "io/scene/build_simulation.hpp"
#include "io/scene/scene_texts.hpp"
#include "isocloth/mesh/pose.hpp"
#include "support/refusal.hpp"

namespace isocloth::io::test {
namespace {

using isocloth::test::refusal_of;

/// Lines: 2 napkin, 4 towel, 7 left, 8 right.
const std::string kTwo =
    "cloths:\n"
    "  - name: napkin\n"
    "    mesh: {rectangle: {size: [0.3, 0.4], nodes: [3, 4]}}\n"
    "  - {name: towel, mesh: {rectangle: {size: [0.5, 0.5], nodes: [5, 5]}}, pose: {translate: [1, 0, 0]},\n"
    "     material: {density: 0.4, thickness: 0.002}, rows: nodes, frames: element}\n"
    "grasps:\n"
    "  - {name: left, cloth: napkin, nodes: [9]}\n"
    "  - {name: right, cloth: towel, nodes: [20, 9]}\n"
    "time: {duration: 10}\n";

TEST(Cloths, OfAListHaveNamesAndAllKeysOfACloth) {
  const Scene scene = parse_scene(kTwo, "a.yaml");
  ASSERT_EQ(scene.cloths.size(), 2u);
  EXPECT_EQ(scene.cloths[0].name, "napkin");
  EXPECT_EQ(scene.cloths[1].key, "cloths.1");
  EXPECT_EQ(scene.cloths[1].material.density, 0.4);
  EXPECT_EQ(scene.cloths[0].material.density, 1);
  EXPECT_EQ(scene.cloths[1].frames, Frames::element);
  EXPECT_EQ(scene.grasps[1].cloth, 1);
  EXPECT_EQ(parse_scene(scene.text, "a.yaml"), scene) << "as it is written again";
  const Scene one = parse_scene(kScene, "a.yaml");
  EXPECT_EQ(one.cloths.size(), 1u);
  EXPECT_EQ(one.cloths[0].key, "cloth");
  EXPECT_EQ(parse_scene(with(kTwo, "name: towel, ", "") + "gravity: [0, 0, 0]\n", "a.yaml",
                        {"grasps.right.cloth=cloth1"})
                .cloths[1]
                .name,
            "cloth1");
}

TEST(Cloths, AreSetByTheirNumberOrTheirName) {
  const Scene scene =
      parse_scene(kTwo, "a.yaml", {"cloths.0.material.density=0.3", "cloths.towel.material.bending=1e-5"});
  EXPECT_EQ(scene.cloths[0].material.density, 0.3);
  EXPECT_EQ(scene.cloths[1].material.bending, 1e-5);
  EXPECT_EQ(error_of(kTwo, {"cloths.shirt.material.density=1"}),
            "--set cloths.shirt.material.density=1: no item \"shirt\" in cloths (there are: napkin, towel)");
}

TEST(Cloths, AreBuiltOneAfterTheOther) {
  const Simulation sim = make_simulation(parse_scene(kTwo, "a.yaml"));
  const ClothModel& model = sim.model();
  ASSERT_EQ(model.pieces.size(), 2u);
  EXPECT_EQ(model.pieces[1].first_node, 12);
  EXPECT_EQ(model.pieces[1].node_count, 25);
  EXPECT_EQ(model.pieces[1].options.rows, RowsAt::nodes);
  EXPECT_EQ(model.pieces[0].options.rows, RowsAt::elements);
  EXPECT_EQ(sim.grasps()[0].nodes, std::vector<int>{9});
  EXPECT_EQ(sim.grasps()[1].nodes, (std::vector<int>{12 + 20, 12 + 9}));
  EXPECT_EQ(sim.state().x.row(12), Eigen::RowVector3d(1, 0, 0));
  const std::string named = with(kTwo, "[20, 9]", "[top_left, bottom_right]");
  EXPECT_EQ(make_simulation(parse_scene(named, "a.yaml")).grasps()[1].nodes,
            (std::vector<int>{12 + 20, 12 + 4}));
}

TEST(Cloths, AtAPlaceAreTakenAllOrTheOneThatIsNamed) {
  const std::string onto = with(kTwo, "translate: [1, 0, 0]", "translate: [0, 0, 0]");
  const auto nodes = [&](const std::string& grasp) {
    const std::string text = with(onto, "cloth: napkin, nodes: [9]", grasp);
    return make_simulation(parse_scene(text, "a.yaml")).grasps()[0].nodes;
  };
  EXPECT_EQ(nodes("at: {point: [0, 0, 0], radius: 0.01}"), (std::vector<int>{0, 12}));
  EXPECT_EQ(nodes("cloth: towel, at: {point: [0, 0, 0], radius: 0.01}"), std::vector<int>{12});
}

TEST(Cloths, ThatCannotBeMeantAreRefused) {
  EXPECT_EQ(error_of(with(kTwo, "cloth: napkin, ", "")),
            "a.yaml:7: grasps.0 does not say whose nodes it holds; add cloth: one of napkin, towel");
  EXPECT_EQ(error_of(with(kTwo, "cloth: towel", "cloth: towl")),
            "a.yaml:8: grasps.1.cloth must be one of the cloths napkin, towel, got \"towl\"; did you mean "
            "\"towel\"?");
  EXPECT_EQ(error_of(with(kTwo, "nodes: [9]", "nodes: [12]")),
            "a.yaml:7: grasps.0.nodes.0 names node 12, but the mesh has 12 nodes (0 to 11)");
  EXPECT_EQ(error_of(with(kTwo, "name: towel", "name: napkin")),
            "a.yaml:4: a second cloth is named \"napkin\"; names must differ");
  EXPECT_EQ(error_of(kTwo + "cloth: {mesh: {disc: {radius: 1, core: 2, rings: 1}}}\n").substr(0, 53),
            "a.yaml:10: the scene has both cloth and cloths; keep ");
  EXPECT_EQ(error_of("cloths: []\ntime: {duration: 1}\n"),
            "a.yaml:1: cloths is empty; give at least one cloth");
  EXPECT_EQ(error_of("time: {duration: 1}\n"), "a.yaml:1: missing key \"cloth\" in the scene; add it");
  EXPECT_NE(error_of(with(kScene, "material:", "name: a\n  material:")).find("unknown key \"name\" in cloth"),
            std::string::npos);
  EXPECT_NE(refusal_of([] {
              (void)make_simulation(parse_scene(with(kTwo, "rows: nodes, ", ""), "a.yaml"));
            }).find("a.yaml: cloth \"towel\": frames are those of rows at nodes"),
            std::string::npos);
}

TEST(Cloths, MayHaveNodesOfTheSameNumberHeldAtOnce) {
  EXPECT_EQ(error_of(with(kTwo, "[20, 9]", "[9]")), "");
  EXPECT_NE(error_of(with(kTwo, "cloth: towel, nodes: [20, 9]", "cloth: napkin, nodes: [9]"))
                .find("grasps \"left\" and \"right\" both hold node 9"),
            std::string::npos);
}

}  // namespace
}  // namespace isocloth::io::test
