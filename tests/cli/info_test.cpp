#include <cmath>
#include <numbers>

#include "io/mesh/mesh_file.hpp"
#include "isocloth/mesh/generators.hpp"
#include "program.hpp"
#include "support/meshes.hpp"

namespace isocloth::cli::test {
namespace {

using Json = nlohmann::json;

TEST(Info, MeshIsMeasured) {
  const TemporaryFolder folder;
  io::write_mesh(folder / "sheet.obj", make_rectangle({0.3, 0.4}, {4, 5}));
  const Result result = isocloth_program({"info", folder / "sheet.obj", "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const Json json = result.json();
  EXPECT_EQ(json["nodes"], 20);
  EXPECT_EQ(json["quads"], 12);
  EXPECT_EQ(json["triangles"], 0);
  EXPECT_NEAR(json["area_m2"], 0.12, 1e-15);
  EXPECT_EQ(json["bounding_box_m"], Json({{0, 0, 0}, {0.3, 0.4, 0}}));
  ASSERT_EQ(json["boundary_loops"].size(), 1u);
  EXPECT_NEAR(json["boundary_loops"][0]["length_m"], 1.4, 1e-14);
  EXPECT_EQ(json["corners"], Json({0, 3, 16, 19}));
  EXPECT_EQ(json["pieces"], 1);
  EXPECT_EQ(json["euler_characteristic"], 1) << "a disc";
  EXPECT_NEAR(json["shortest_edge_m"], 0.1, 1e-15);
  EXPECT_NEAR(json["smallest_angle_deg"], 90, 1e-12);
  EXPECT_TRUE(json["problem"].is_null());
}

TEST(Info, EveryMeshOfTheFamilyCanBeSimulated) {
  for (const auto& [name, mesh] : isocloth::test::all_meshes()) {
    const TemporaryFolder folder;
    io::write_mesh(folder / "mesh.ply", mesh);
    const Result result = isocloth_program({"info", folder / "mesh.ply", "--json"});
    EXPECT_EQ(result.status, 0) << name << result.out << result.err;
    EXPECT_EQ(isocloth_program({"info", folder / "mesh.ply"}).status, 0) << name;
  }
}

TEST(Info, TubeHasTwoLoopsAndEulerNumberZero) {
  const TemporaryFolder folder;
  io::write_mesh(folder / "tube.ply", make_tube(0.1, 0.4, {64, 7}));
  const Json json = isocloth_program({"info", folder / "tube.ply", "--json"}).json();
  ASSERT_EQ(json["boundary_loops"].size(), 2u);
  const double polygon = 2 * 64 * 0.1 * std::sin(std::numbers::pi / 64);  // [m]
  for (const Json& loop : json["boundary_loops"]) EXPECT_NEAR(loop["length_m"], polygon, 1e-12);
  EXPECT_EQ(json["euler_characteristic"], 0);
}

TEST(Info, MeshThatIsNoSurfaceIsMeasuredAndTheReasonSaid) {
  const TemporaryFolder folder;
  const std::string mesh =
      folder.write("fins.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 1 1 1\nf 1 2 3\nf 3 2 4\nf 3 2 5\n");
  const Result text = isocloth_program({"info", mesh});
  EXPECT_EQ(text.status, 1);
  EXPECT_EQ(text.err, "");
  const Json json = isocloth_program({"info", mesh, "--json"}).json();
  EXPECT_EQ(json["triangles"], 3);
  const std::string problem = json["problem"];
  EXPECT_NE(problem.find("edge"), std::string::npos) << problem;
  EXPECT_NE(text.out.find(problem), std::string::npos) << "the same sentence: " << text.out;
}

TEST(Info, DegenerateMeshesGiveNumbersAllTheSame) {
  const TemporaryFolder folder;
  for (const char* text : {"v 0 0 0\nv 0 0 0\nv 0 0 0\nf 1 2 3\n", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n",
                           "v 1e300 0 0\nv -1e300 0 0\nv 0 1e300 0\nf 1 2 3\n",
                           "v 1e308 0 0\nv -1e308 0 0\nv 0 1e308 0\nf 1 2 3\n"}) {
    const std::string mesh = folder.write("bad.obj", text);
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"info", mesh}, {"info", mesh, "--json"}}) {
      const Result result = isocloth_program(arguments);
      EXPECT_EQ(result.status, 1) << result.err;
      EXPECT_EQ(result.out.find("nan"), std::string::npos) << result.out;
      EXPECT_EQ(result.out.find("inf"), std::string::npos) << result.out;
    }
  }
}

TEST(Info, BadFilesAreRefused) {
  const TemporaryFolder folder;
  expect_refusal(isocloth_program({"info", folder.write("a.obj", "v 0 0\n")}), "a.obj:1: ");
  expect_refusal(isocloth_program({"info", folder.write("a.ict", "no trajectory")}), "a.ict: ");
  expect_refusal(isocloth_program({"info", folder.write("a.yaml", "cloth: 3\n")}), "a.yaml:1: ");
  expect_refusal(isocloth_program({"info", folder.write("a.txt", "")}),
                 "a.txt: has an ending that info does not know");
}

TEST(Info, SceneIsDescribed) {
  const Result result = isocloth_program({"info", "shake", "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const Json json = result.json();
  EXPECT_EQ(json["name"], "shake");
  EXPECT_EQ(json["nodes"], 81);
  EXPECT_GT(json["rows"], 81);
  EXPECT_EQ(json["material"]["virtual_mass"], 0.52);
  EXPECT_EQ(json["grasps"][1]["name"], "right");
  EXPECT_TRUE(json["grasps"][1]["until"].is_null());
  EXPECT_EQ(json["time"]["steps"], 1000);
  EXPECT_EQ(json["time"]["frames"], 501);
  EXPECT_EQ(isocloth_program({"info", "release"}).status, 0);
}

TEST(Info, TrajectoryTellsWhetherItsEndIsDamaged) {
  const TemporaryFolder folder;
  const std::string run = folder / "run.ict";
  ASSERT_EQ(isocloth_program({"run", "shake", "--set", "time.duration=0.1", "--out", run}).status, 0);
  const Json whole = isocloth_program({"info", run, "--json"}).json();
  EXPECT_EQ(whole["frames"], 6);
  EXPECT_EQ(whole["t_last"], 0.1);
  EXPECT_EQ(whole["dt"], 0.01);
  EXPECT_EQ(whole["steps"], 10);
  EXPECT_TRUE(whole["damage"].is_null());
  EXPECT_EQ(isocloth_program({"info", run}).status, 0);

  std::filesystem::resize_file(run, std::filesystem::file_size(run) - 100);
  const Result result = isocloth_program({"info", run, "--json"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.json()["frames"], 5);
  EXPECT_EQ(result.json()["damage"], "frame 5 is incomplete");

  std::filesystem::resize_file(run, 500);
  expect_refusal(isocloth_program({"info", run}), "run.ict: ");
}

}  // namespace
}  // namespace isocloth::cli::test
