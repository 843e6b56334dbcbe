#include "io/mesh/mesh_file.hpp"
#include "io/trajectory/export.hpp"
#include "isocloth/mesh/generators.hpp"
#include "program.hpp"

namespace isocloth::cli::test {
namespace {

TEST(Convert, MeshesKeepEveryBitOnTheWayThereAndBack) {
  const TemporaryFolder folder;
  io::write_mesh(folder / "a.obj", make_tube(0.1, 0.4, {7, 3}));
  for (const char* step : {"a.obj b.ply", "b.ply c.obj", "c.obj d.obj"}) {
    const std::string names = step;
    const Result result =
        isocloth_program({"convert", folder / names.substr(0, 5), folder / names.substr(6)});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_NE(result.out.find("21 nodes, 14 elements"), std::string::npos) << result.out;
  }
  EXPECT_EQ(contents_of(folder / "a.obj"), contents_of(folder / "d.obj"));
}

TEST(Convert, StlCutsQuadsIntoTriangles) {
  const TemporaryFolder folder;
  io::write_mesh(folder / "a.ply", make_rectangle({0.5, 0.5}, {3, 3}));
  EXPECT_EQ(isocloth_program({"convert", folder / "a.ply", folder / "a.stl"}).status, 0);
  EXPECT_EQ(isocloth_program({"convert", folder / "a.stl", folder / "b.ply"}).status, 0);
  const Mesh mesh = io::read_mesh(folder / "b.ply");
  EXPECT_EQ(mesh.node_count(), 9);
  EXPECT_EQ(mesh.element_count(), 8);
}

TEST(Convert, GivesWhatRunWouldHaveWritten) {
  const TemporaryFolder direct, converted;
  const auto run = [](const std::string& out) {
    return isocloth_program({"run", "shake", "--set", "time.duration=0.1", "--out", out}).status;
  };
  ASSERT_EQ(run(converted / "run.ict"), 0);
  for (const std::string& ending : io::export_endings()) {
    const std::string name = "run" + ending;
    ASSERT_EQ(run(direct / name), 0) << ending;
    if (ending != ".ict") {
      const Result result = isocloth_program({"convert", converted / "run.ict", converted / name});
      ASSERT_EQ(result.status, 0) << result.err;
    }
    EXPECT_TRUE(contents_of(direct / name) == contents_of(converted / name)) << ending;
  }
}

TEST(Convert, CopyOfADamagedTrajectoryIsWhole) {
  const TemporaryFolder folder;
  ASSERT_EQ(
      isocloth_program({"run", "shake", "--set", "time.duration=0.1", "--out", folder / "a.ict"}).status, 0);
  std::filesystem::resize_file(folder / "a.ict", std::filesystem::file_size(folder / "a.ict") - 5);
  const Result result = isocloth_program({"convert", folder / "a.ict", folder / "b.ict"});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.out.find("5 frames (frame 5 is incomplete"), std::string::npos) << result.out;
  EXPECT_EQ(isocloth_program({"info", folder / "a.ict"}).status, 1);
  EXPECT_EQ(isocloth_program({"info", folder / "b.ict"}).status, 0);
}

TEST(Convert, RefusesNonsenseAndListsWhatIsPossible) {
  for (const auto& [in, out] : std::vector<std::pair<std::string, std::string>>{
           {"a.obj", "a.csv"}, {"a.ict", "a.ply"}, {"a.csv", "a.ict"}, {"a.yaml", "a.obj"}, {"a", "b"}}) {
    expect_refusal(isocloth_program({"convert", in, out}),
                   ".obj .ply .stl among each other, .xml and .urdf to .yaml, and .ict to .ict, .csv, .npz, "
                   ".pvd, .vtp, .glb, .pc2, .obj");
  }
}

}  // namespace
}  // namespace isocloth::cli::test
