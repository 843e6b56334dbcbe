#include "scene_texts.hpp"

namespace isocloth::io::test {
namespace {

TEST(Overrides, ReplaceAValueAndAppearInTheText) {
  const Scene scene = parse_scene(kScene, "a.yaml", {"cloth.material.density=0.5", "gravity=[0, 0, 0]"});
  EXPECT_EQ(scene.cloths[0].material.density, 0.5);
  EXPECT_EQ(scene.gravity, Vec3(0, 0, 0));
  EXPECT_NE(scene.text.find("density: 0.5"), std::string::npos);
  EXPECT_NE(scene.text.find("gravity: [0, 0, 0]"), std::string::npos);
}

TEST(Overrides, MakeMissingMapsAlongValidKeys) {
  const Scene scene = parse_scene(kScene, "a.yaml", {"cloth.rest_noise.std=0.01", "solver.tolerance=1e-5"});
  EXPECT_EQ(scene.cloths[0].rest_noise.std, 0.01);
  EXPECT_EQ(scene.solver.tolerance, 1e-5);
}

TEST(Overrides, NameGraspsByIndexAndByName) {
  const Scene scene =
      parse_scene(kScene, "a.yaml",
                  {"grasps.0.motion={sine: {direction: [1, 0, 0], amplitude: 0, frequency: 1}}",
                   "grasps.0.motion.sine.amplitude=0.1", "grasps.right.until=3", "grasps.left.nodes.0=10"});
  EXPECT_EQ(std::get<SineMotion>(scene.grasps[0].motion).amplitude, 0.1);
  EXPECT_EQ(scene.grasps[1].until, 3);
  EXPECT_EQ(scene.grasps[0].nodes, std::vector<int>{10});
  EXPECT_EQ(
      parse_scene(with(kScene, "name: right, ", ""), "a.yaml", {"grasps.grasp1.until=3"}).grasps[1].until, 3)
      << "a default name is a name";
}

TEST(Overrides, ApplyInOrder) {
  const Scene scene = parse_scene(kScene, "a.yaml", {"time.duration=2", "time.duration=3"});
  EXPECT_EQ(scene.time.duration, 3);
}

TEST(Overrides, ErrorsNameTheOverride) {
  const auto error = [](const std::string& text) { return error_of(kScene, {text}); };
  EXPECT_EQ(error("cloth.materal.bending=1"),
            "--set cloth.materal.bending=1: unknown key \"materal\" in cloth; did you mean \"material\"? "
            "(valid: mesh, "
            "pose, start, material, rest_noise, corners, rows, frames, warp, model, self_contact)");
  EXPECT_EQ(error("cloth.material.bending=-1"),
            "--set cloth.material.bending=-1: cloth.material.bending must be from 0 to 100 N·m, got \"-1\"");
  EXPECT_EQ(error("cloth.rest_noise.seed=1"),
            "--set cloth.rest_noise.seed=1: missing key \"std\" in cloth.rest_noise; add it");
  EXPECT_EQ(error("time.duration"), "--set time.duration: no value given; write key.path=value");
  EXPECT_EQ(error("time.duration="), "--set time.duration=: time.duration must be a number, got nothing");
  EXPECT_EQ(error("grasps.lefft.until=3"),
            "--set grasps.lefft.until=3: no item \"lefft\" in grasps; did you mean \"left\"? (there are: "
            "left, right)");
  EXPECT_EQ(error("grasps.2.until=3"),
            "--set grasps.2.until=3: grasps has 2 items, counted from 0; there is no 2");
  EXPECT_EQ(error("time.duration.s=3"),
            "--set time.duration.s=3: time.duration is \"10\" and has no keys; set it as a whole, "
            "time.duration={…}");
  EXPECT_EQ(error("gravity=[0, 0"),
            "--set gravity=[0, 0: not valid YAML (end of sequence flow not found); check "
            "indentation, colons, quotes and brackets");
  EXPECT_EQ(error("cloth.mesh.ring.nodes=[3, 3]"),
            "--set cloth.mesh.ring.nodes=[3, 3]: cloth.mesh holds both rectangle and ring; keep one of them");
}

TEST(Overrides, RepeatedKeysInAValueAreRefused) {
  EXPECT_EQ(
      error_of(kScene, {"solver={tolerance: 0.1, tolerance: 0.2}"}),
      "--set solver={tolerance: 0.1, tolerance: 0.2}: key \"tolerance\" is given twice in solver; keep one");
}

TEST(Overrides, OddPathsGetASentenceToo) {
  for (const std::string text : {"", "=", "=1", ".", ".=1", "..=", "cloth..mesh=1", "grasps.=1", "grasps=1",
                                 "grasps.0=1", "grasps.-1.until=1", "grasps.99999999999999999999=1",
                                 "cloth=", "a=&b [*b]", "time.duration=1\n2", "\n=\n"}) {
    const std::string error = error_of(kScene, {text});
    EXPECT_TRUE(error.starts_with("--set ")) << text << " → " << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  }
}

}  // namespace
}  // namespace isocloth::io::test
