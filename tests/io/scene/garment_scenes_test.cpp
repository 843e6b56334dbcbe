#include <gtest/gtest.h>

#include "io/file.hpp"
#include "io/scene/build_simulation.hpp"
#include "io/scene/scene_parts.hpp"
#include "scene_texts.hpp"
#include "support/measured.hpp"
#include "support/refusal.hpp"
#include "support/sanitized.hpp"

namespace isocloth::io::test {
namespace {

std::string scene_with(const std::string& mesh, const std::string& nodes = "[0]") {
  return "cloth:\n  mesh: {" + mesh + "}\ngrasps:\n  - {name: hand, nodes: " + nodes +
         "}\ntime: {duration: 1}\n";
}

MeshSpec mesh_of(const std::string& mesh) { return parse_scene(scene_with(mesh), "a.yaml").cloths[0].mesh; }

TEST(GarmentScenes, DefaultsAreTheGarments) {
  EXPECT_EQ(mesh_of("tank_top: {}"), MeshSpec(TankTop{}));
  EXPECT_EQ(mesh_of("t_shirt: {}"), MeshSpec(TShirt{}));
  EXPECT_EQ(mesh_of("skirt: {}"), MeshSpec(Skirt{}));
  EXPECT_EQ(mesh_of("towel: {width: 0.7}"), MeshSpec(Towel{.width = 0.7}));
  EXPECT_EQ(mesh_of("trousers: {}"), MeshSpec(Trousers{}));
}

TEST(GarmentScenes, ReadEveryKey) {
  EXPECT_EQ(mesh_of("tank_top: {triangles: 300, seed: 7, depth: 0.08, width: 0.6, length: 0.7, "
                    "shoulder_width: 0.4, shoulder_drop: 0.03, neck_width: 0.22, front_neck_drop: 0.2, "
                    "back_neck_drop: 0.15, arm_hole: 0.25}"),
            MeshSpec(TankTop{300, 7, 0.08, 0.6, 0.7, 0.4, 0.03, 0.22, 0.2, 0.15, 0.25}));
  EXPECT_EQ(mesh_of("t_shirt: {triangles: 300, seed: 7, depth: 0.08, width: 0.6, length: 0.7, neck_width: "
                    "0.22, front_neck_drop: 0.2, back_neck_drop: 0.15, sleeve_length: 0.25, sleeve_width: "
                    "0.21, slope_deg: 15}"),
            MeshSpec(TShirt{300, 7, 0.08, 0.6, 0.7, 0.22, 0.2, 0.15, 0.25, 0.21, 15}));
  EXPECT_EQ(mesh_of("skirt: {triangles: 300, seed: 7, depth: 0.08, waist: 0.4, hem: 0.5, length: 0.7}"),
            MeshSpec(Skirt{300, 7, 0.08, 0.4, 0.5, 0.7}));
  EXPECT_EQ(mesh_of("trousers: {triangles: 300, seed: 7, depth: 0.08, waist: 0.5, length: 1.1, rise: 0.35, "
                    "leg_width: 0.25, stride: 0.1}"),
            MeshSpec(Trousers{300, 7, 0.08, 0.5, 1.1, 0.35, 0.25, 0.1}));
}

TEST(GarmentScenes, RefusalsNameTheLineAndTheKey) {
  EXPECT_EQ(
      error_of(scene_with("tank_top: {neck_width: 0.3}")),
      "a.yaml:2: cloth.mesh.tank_top.neck_width must be at most 0.288 m (0.9 of shoulder_width), got 0.3");
  EXPECT_EQ(error_of(scene_with("skirt: {triangles: 20}")),
            "a.yaml:2: cloth.mesh.skirt.triangles must be from 200 to 200000, got 20");
  EXPECT_EQ(
      error_of(scene_with("skirt: {lenght: 1}")),
      "a.yaml:2: unknown key \"lenght\" in cloth.mesh.skirt; did you mean \"length\"? (valid: triangles, "
      "seed, depth, waist, hem, length)");
  EXPECT_EQ(
      error_of(scene_with("skirt: {waist: 36 cm}")),
      "a.yaml:2: cloth.mesh.skirt.waist must be a number, got \"36 cm\"; numbers are in SI units (m, kg, s) "
      "and written without the unit");
}

TEST(GarmentScenes, AGraspHoldsAPartByItsName) {
  for (const std::string mesh : {"tank_top: {triangles: 300}", "tank_top: {triangles: 900}"}) {
    const Scene scene = parse_scene(scene_with(mesh, "left_shoulder"), "a.yaml");
    EXPECT_EQ(scene.grasps[0].parts, std::vector<std::string>{"left_shoulder"});
    EXPECT_EQ(parse_scene(scene.text, "a.yaml"), scene) << "the text holds the name";
    const Simulation simulation = make_simulation(scene);
    const Garment garment = make_garment(std::get<TankTop>(scene.cloths[0].mesh));
    bool found = false;
    for (const MeshPart& part : garment.mesh.parts)
      found = found || (part.name == "left_shoulder" && part.nodes == simulation.grasps()[0].nodes);
    EXPECT_TRUE(found);
  }
}

TEST(GarmentScenes, UnknownPartsGetASuggestionAndTheList) {
  EXPECT_EQ(error_of(scene_with("skirt: {}", "wiast")),
            "a.yaml:4: grasps.0.nodes must be a list of node indices or one of hem, right_side, waist, "
            "left_side, got \"wiast\"; did you mean \"waist\"?");
}

TEST(GarmentScenes, PartsThatShareANodeCannotBothBeHeld) {
  Scene scene = parse_scene(scene_with("skirt: {}", "waist"), "a.yaml");
  scene.grasps.push_back(scene.grasps[0]);
  scene.grasps[1].name = "other";
  scene.grasps[1].parts = {"left_side"};  // ends in the waist
  EXPECT_REFUSES(make_simulation(scene), "a.yaml:4: grasps \"hand\" and \"other\" both hold node");
}

TEST(GarmentScenes, AreDocumented) {
  const std::string text = read_file(std::string(ISOCLOTH_SOURCE_DIR) + "/docs/scene-file.md");
  for (const std::string kind : {"tank_top", "t_shirt", "skirt", "trousers", "towel"}) {
    const std::string error = error_of(scene_with(kind + ": {nonsense_key: 1}"));
    std::string word;
    for (std::size_t i = error.find("(valid: ") + 8; i < error.size(); ++i) {
      if (error[i] != ',' && error[i] != ')') {
        if (error[i] != ' ') word += error[i];
        continue;
      }
      EXPECT_NE(text.find('`' + word + '`'), std::string::npos) << kind << "." << word;
      word.clear();
    }
    for (const std::string& part : part_names(mesh_of(kind + ": {}")))
      EXPECT_NE(text.find(part), std::string::npos) << kind << " has " << part;
  }
}

/// Where elements of a shoulder lie on the rod is chosen anew where a guess was far off: else steps take
/// turns.
TEST(GarmentScenes, ATankTopDoesNotTrembleOnItsHanger) {
  if (isocloth::test::kSanitized) GTEST_SKIP() << "takes a minute under sanitizers";
  Simulation sim = make_simulation(parse_scene(R"(
cloth:
  mesh: {tank_top: {triangles: 700, seed: 2}}
  pose: {translate: [0, 0, 1]}
  material: {density: 0.2, virtual_mass: 0.2, bending: 1e-5, damping: 0.2, thickness: 0.001, compression: 5000}
  self_contact: {friction: 0.3}
obstacles:
  - name: hanger
    cylinder: {radius: 0.02, length: 0.46, rounding: 0.01}
    pose: {translate: [0, 0, 0.92], rotate_deg: [0, 90, 0]}
    motion: {sine: {direction: [0, 1, 0], amplitude: 0.05, frequency: 1}}
    friction: 0.5
time: {duration: 1}
)",
                                               "a.yaml"));
  const int steps = 80, first = 40;
  Points before = sim.state().v, before_that = before;
  Vector turns = Vector::Zero(before.rows());  // Σ |v₊ − 2v + v₋|/4: what alternates from step to step [m/s]
  for (int k = 0; k < steps; ++k) {
    (void)sim.step();
    if (k >= first) turns += 0.25 * (sim.state().v - 2 * before + before_that).rowwise().norm();
    before_that = before;
    before = sim.state().v;
  }
  isocloth::test::expect_at_most("tank top on a shaken hanger: alternates from step to step by",
                                 turns.maxCoeff() / (steps - first), 0.03, "m/s");
}

}  // namespace
}  // namespace isocloth::io::test
