#include <cmath>
#include <limits>

#include "scene_texts.hpp"

namespace isocloth::io::test {
namespace {

TEST(ReadScene, FillsInTheDocumentedDefaults) {
  const Scene scene = parse_scene(kScene, "folder/a.yaml");
  EXPECT_EQ(scene.name, "a");
  EXPECT_EQ(scene.path, "folder/a.yaml");
  EXPECT_EQ(std::get<RectangleSpec>(scene.cloths[0].mesh).element, ElementKind::quad);
  EXPECT_EQ(scene.cloths[0].pose, PoseSpec{});
  EXPECT_EQ(scene.cloths[0].material.virtual_mass, 0.2) << "equal to density";
  EXPECT_EQ(scene.cloths[0].material.bending, 0);
  EXPECT_EQ(scene.cloths[0].rest_noise.std, 0);
  EXPECT_EQ(scene.cloths[0].corners.angle_deg, 30);
  EXPECT_FALSE(scene.cloths[0].corners.nodes);
  EXPECT_EQ(scene.cloths[0].frames, Frames::aligned);
  EXPECT_EQ(scene.gravity, Vec3(0, 0, -9.8));
  EXPECT_EQ(scene.time, (TimeSpec{10, 0.01, 0.02}));
  EXPECT_EQ(scene.solver, (SolverSpec{1e-3, 50, 0, SolverMethod::implicit}));
  EXPECT_EQ(scene.grasps[0].until, std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::holds_alternative<FixedMotion>(scene.grasps[0].motion));
  EXPECT_EQ(parse_scene(with(kScene, "name: left, ", ""), "a.yaml").grasps[0].name, "grasp0");
}

TEST(ReadScene, KnowsWovenCloth) {
  const auto shear = [](const std::string& value) {
    return parse_scene(with(kScene, "density: 0.2", "density: 0.2, shear_stiffness: " + value), "a.yaml")
        .cloths[0]
        .material.shear_stiffness;
  };
  EXPECT_EQ(shear("25"), 25);
  EXPECT_TRUE(std::isinf(shear("inf")));
  EXPECT_TRUE(std::isinf(parse_scene(kScene, "a.yaml").cloths[0].material.shear_stiffness));
}

TEST(ReadScene, ReadsEveryKey) {
  const Scene scene = parse_scene(R"(
cloth:
  mesh: {rectangle: {size: [0.3, 0.4], nodes: [3, 4], element: triangle}}
  pose: {translate: [1, 2, 3], rotate_deg: [90, 0, -45]}
  material: {density: 0.2, virtual_mass: 0.1, bending: 1e-5, damping: 2.5, bending_damping: 1e-6, thickness: 0.001}
  rest_noise: {std: 0.003, length: 0.1, seed: 7}
  corners: {nodes: [0, 2]}
  frames: mean_tangents
  warp: [0, 2, 0]
grasps:
  - {name: a, nodes: [0, 1], motion: {sine: {direction: [0, 3, 4], amplitude: 0.1, frequency: 2, phase: 1}}, from: 1, until: 2}
  - {name: b, nodes: [2], motion: {polyline: {times: [0, +1.5], points: [[0, 0, 0], [1, 0, .5]], relative: true}}}
  - {name: c, nodes: [3], motion: fixed}
gravity: [0, -9.81, 0]
time: {duration: 2, step: 0.005, frame: 0.015}
solver: {tolerance: 1e-4, max_iterations: 7, budget: 3, method: fast_projection}
)",
                                  "a.yaml");
  const ClothSpec& cloth = scene.cloths[0];
  EXPECT_EQ(std::get<RectangleSpec>(cloth.mesh), (RectangleSpec{{0.3, 0.4}, {3, 4}, ElementKind::triangle}));
  EXPECT_EQ(cloth.pose, (PoseSpec{Vec3(1, 2, 3), Vec3(90, 0, -45)}));
  EXPECT_EQ(cloth.material, (MaterialSpec{0.2, 0.1, 1e-5, 2.5, 1e-6, 0.001}));
  EXPECT_EQ(cloth.rest_noise, (RestNoiseSpec{0.003, 0.1, 7}));
  EXPECT_EQ(cloth.corners.nodes, (std::vector<int>{0, 2}));
  EXPECT_EQ(cloth.frames, Frames::mean_tangents);
  EXPECT_EQ(cloth.warp, Vec3(0, 1, 0));
  EXPECT_EQ(scene.grasps[0], (GraspSpec{"a", {0, 1}, SineMotion{Vec3(0, 0.6, 0.8), 0.1, 2, 1}, 1, 2}));
  EXPECT_EQ(std::get<PolylineMotion>(scene.grasps[1].motion),
            (PolylineMotion{{0, 1.5}, {Vec3(0, 0, 0), Vec3(1, 0, 0.5)}, true}));
  EXPECT_EQ(scene.gravity, Vec3(0, -9.81, 0));
  EXPECT_EQ(scene.time, (TimeSpec{2, 0.005, 0.015}));
  EXPECT_EQ(scene.solver, (SolverSpec{1e-4, 7, 3, SolverMethod::fast_projection}));
}

TEST(ReadScene, ReadsEveryMesh) {
  const auto mesh_of = [](const std::string& mesh) {
    return parse_scene("cloth: {mesh: {" + mesh + "}}\ntime: {duration: 1}\n", "folder/a.yaml")
        .cloths[0]
        .mesh;
  };
  EXPECT_EQ(mesh_of("irregular: {size: [1, 2], count: 30, seed: 3}"), MeshSpec(IrregularSpec{{1, 2}, 30, 3}));
  EXPECT_EQ(mesh_of("ring: {inner_radius: 0.1, outer_radius: 0.2, nodes: [12, 3]}"),
            MeshSpec(RingSpec{0.1, 0.2, {12, 3}, ElementKind::quad}));
  EXPECT_EQ(mesh_of("disc: {radius: 0.1, core: 4, rings: 2}"), MeshSpec(DiscSpec{0.1, 4, 2}));
  EXPECT_EQ(mesh_of("tube: {radius: 0.1, height: 1, nodes: [12, 3], element: triangle}"),
            MeshSpec(TubeSpec{0.1, 1, {12, 3}, ElementKind::triangle}));
  EXPECT_EQ(mesh_of("file: shirt.obj"), MeshSpec(FileSpec{"folder/shirt.obj"}))
      << "relative to the scene file";
  EXPECT_EQ(mesh_of("file: /meshes/shirt.obj"), MeshSpec(FileSpec{"/meshes/shirt.obj"}));
}

TEST(ReadScene, AcceptsJson) {
  const std::string json = R"({"cloth": {"mesh": {"rectangle": {"size": [0.3, 0.4], "nodes": [3, 4]}},
    "material": {"density": 0.2}}, "grasps": [{"name": "left", "nodes": [9]},
    {"name": "right", "nodes": [11], "until": 8}], "time": {"duration": 10}})";
  Scene from_json = parse_scene(json, "a.yaml");
  const Scene from_yaml = parse_scene(kScene, "a.yaml");
  from_json.text = from_yaml.text;  // keeps the quotes of JSON, all else is the same
  EXPECT_EQ(from_json, from_yaml);
}

TEST(ReadScene, ExpandsAnchors) {
  const std::string text =
      with(with(kScene, "[9]", "[9], motion: &m {sine: {direction: [1, 0, 0], amplitude: 1, frequency: 1}}"),
           "until: 8", "motion: *m");
  const Scene scene = parse_scene(text, "a.yaml");
  EXPECT_EQ(scene.grasps[0].motion, scene.grasps[1].motion);
  EXPECT_EQ(scene.text.find('*'), std::string::npos) << "the text stands alone";
}

TEST(ReadScene, DefaultFrameIsAWholeNumberOfSteps) {
  for (const double step : {0.001, 0.003, 0.005, 1.0 / 60, 0.02, 0.3}) {
    const TimeSpec time = parse_scene(kScene, "a.yaml", {"time.step=" + std::to_string(step)}).time;
    const double ratio = time.frame / time.step;
    EXPECT_GE(ratio, 1);
    EXPECT_NEAR(ratio, std::round(ratio), 1e-9 * ratio);
    EXPECT_LE(std::abs(time.frame - 0.02), std::max(step / 2, step - 0.02) + 1e-12)
        << "no multiple is nearer";
  }
}

TEST(ReadScene, TextReadsBackAsTheSameScene) {
  const std::vector<std::string> overrides = {"cloth.mesh={file: 'a, b: \"c\" #d.obj'}", "grasps.0.from=0.5",
                                              "cloth.pose.translate=[0, -1e-3, +2.5]"};
  const Scene scene = parse_scene(kScene, "a.yaml", overrides);
  EXPECT_EQ(parse_scene(scene.text, "a.yaml"), scene);
  EXPECT_EQ(std::get<FileSpec>(scene.cloths[0].mesh).path, "a, b: \"c\" #d.obj");
}

}  // namespace
}  // namespace isocloth::io::test
