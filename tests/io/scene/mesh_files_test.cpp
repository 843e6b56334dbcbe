/// Meshes of other programs in scenes: units, quads that are not convex, positions to start with.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "io/file.hpp"
#include "io/mesh/mesh_file.hpp"
#include "io/scene/build_simulation.hpp"
#include "io/scene/read_scene.hpp"
#include "support/refusal.hpp"

namespace isocloth::io::test {
namespace {

class MeshFilesOfScenes : public ::testing::Test {
 protected:
  MeshFilesOfScenes() {
    const std::string test = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    folder_ = std::filesystem::temp_directory_path() / ("isocloth_" + test + "_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
  }
  ~MeshFilesOfScenes() override { std::filesystem::remove_all(folder_); }

  std::string in(const std::string& name) const { return (folder_ / name).string(); }

  Scene scene(const std::string& cloth, const std::string& more = "") const {
    return parse_scene("cloth: {" + cloth + "}\n" + more + "\ntime: {duration: 1}\n", in("a.yaml"));
  }

 private:
  std::filesystem::path folder_;
};

const std::string kRectangle = "mesh: {rectangle: {size: [0.3, 0.3], nodes: [4, 4]}}";

TEST_F(MeshFilesOfScenes, AreScaled) {
  const Mesh millimetres = make_rectangle({300, 200}, {4, 3});
  write_mesh(in("cloth.ply"), millimetres);
  Mesh body = make_rectangle({60000, 60000}, {2, 2}, ElementKind::triangle);  // closed below to a tetrahedron
  body.x.resize(4, 3);
  body.x << 0, 0, 0, 0, 60000, 0, 60000, 0, 0, 0, 0, 60000;
  body.x.rowwise() += Eigen::RowVector3d(0, 0, -90000);
  body.elements = {{0, 1, 2, kNoNode}, {0, 2, 3, kNoNode}, {0, 3, 1, kNoNode}, {1, 3, 2, kNoNode}};
  write_mesh(in("body.obj"), body);
  const std::string obstacle = "obstacles: [{mesh: {file: body.obj, scale: 0.001}}]";
  const Scene small = scene("mesh: {file: cloth.ply, scale: 0.001}", obstacle);
  EXPECT_EQ(make_mesh(small.cloths[0]).x, Points(0.001 * millimetres.x));
  Remarks remarks;
  const Simulation simulation = make_simulation(small, 1, &remarks);
  EXPECT_NEAR(simulation.obstacles()[0].shape->distance_to({0, 0, 0}).distance, 29.999, 0.5) << "60 m high";
  ASSERT_EQ(remarks.size(), 1u) << "a body of 60 m, after it was scaled";
  EXPECT_EQ(
      remarks[0],
      in("body.obj") + ": is 60 m long; where its unit is not the metre, give it a scale (scale: 0.001)");
  EXPECT_EQ(parse_scene(small.text, in("a.yaml")), small);
  EXPECT_REFUSES(scene("mesh: {rectangle: {size: [1, 1], nodes: [2, 2]}, scale: 2}"),
                 "a.yaml:1: cloth.mesh.scale is for a file");
  EXPECT_REFUSES(scene("mesh: {file: cloth.ply, scale: 0}"), "cloth.mesh.scale must be from 1e-06 to 1e+06");
}

TEST_F(MeshFilesOfScenes, OfQuadsThatAreNotConvexRunWithARemark) {
  write_file(in("a.obj"), "vv 1\nv 0 0 0\nv 2 1 0\nv 0 2 0\nv 1 1 0\nms 3\nvv 2\nf 1 2 3 4\n");
  Remarks remarks;
  Simulation simulation =
      make_simulation(scene("mesh: {file: a.obj}", "grasps: [{nodes: [0]}]"), 1, &remarks);
  EXPECT_EQ(simulation.model().rest.element_count(), 2);
  EXPECT_EQ(simulation.step().status, StepStatus::converged);
  ASSERT_EQ(remarks.size(), 2u);
  EXPECT_EQ(remarks[0], in("a.obj") +
                            ":1: lines that begin with unknown words (\"ms\", \"vv\") are left aside, 3 in "
                            "all, the first here");
  EXPECT_EQ(remarks[1], in("a.obj") +
                            ": 1 quad with an inner angle above 180 degrees split into triangles, first "
                            "element 0 (counted from 0)");
}

TEST_F(MeshFilesOfScenes, GiveAClothPositionsToStartWith) {
  Mesh draped = make_rectangle({0.3, 0.3}, {4, 4});
  draped.x.col(2) = draped.x.col(0);
  draped.x.col(0).setZero();  // upright
  write_mesh(in("draped.ply"), draped);
  EXPECT_EQ(make_simulation(scene(kRectangle + ", start: {file: draped.ply}")).state().x, draped.x)
      << "in world coordinates";
  const Simulation posed =
      make_simulation(scene(kRectangle + ", start: {file: draped.ply}, pose: {translate: [1, 0, 0]}"));
  EXPECT_EQ(posed.state().x.col(0).minCoeff(), 1) << "a pose moves them";
  EXPECT_EQ(posed.model().rest.x, make_rectangle({0.3, 0.3}, {4, 4}).x) << "the rest shape stays";

  draped.x *= 100;
  write_mesh(in("draped.ply"), draped);
  Remarks remarks;
  make_simulation(scene(kRectangle + ", start: {file: draped.ply, scale: 0.01}"), 1, &remarks);
  EXPECT_TRUE(remarks.empty());
  make_simulation(scene(kRectangle + ", start: {file: draped.ply, scale: 0.02}"), 1, &remarks);
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_NE(remarks[0].find("edges are up to 100 % off their length at rest"), std::string::npos);
}

TEST_F(MeshFilesOfScenes, OfAnotherMeshAreNoStart) {
  const auto start = [&](const Mesh& mesh) {
    write_mesh(in("start.ply"), mesh);
    make_simulation(scene(kRectangle + ", start: {file: start.ply}"));
  };
  const Mesh rest = make_rectangle({0.3, 0.3}, {4, 4});
  EXPECT_REFUSES(start(make_rectangle({0.3, 0.3}, {4, 5})), "start.ply: has 20 nodes, but the cloth");
  EXPECT_REFUSES(start(make_rectangle({0.3, 0.3}, {4, 4}, ElementKind::triangle)),
                 "its elements are not those");
  Mesh other = rest;
  std::swap(other.elements[3], other.elements[4]);
  EXPECT_REFUSES(start(other), "start.ply: its elements are not those of cloth.mesh");
  other = rest;
  other.elements.pop_back();
  EXPECT_REFUSES(start(other), "its elements are not those");
  EXPECT_REFUSES(make_simulation(scene(kRectangle + ", start: {file: none.ply}")),
                 "none.ply: cannot be read");
}

TEST_F(MeshFilesOfScenes, StartFitsWhereQuadsOfTheRestShapeWereSplit) {
  const std::string arrowhead = "v 0 0 0\nv 2 1 0\nv 0 2 0\nv 1 1 0\nf 1 2 3 4\n";
  write_file(in("rest.obj"), arrowhead);
  for (const std::string faces : {"f 1 2 3 4\n", "f 1 2 4\nf 2 3 4\n"}) {
    write_file(in("start.obj"), "v 0 0 1\nv 2 1 1\nv 0 2 1\nv 1 1 1\n" + faces);
    const Simulation simulation = make_simulation(scene("mesh: {file: rest.obj}, start: {file: start.obj}"));
    EXPECT_EQ(simulation.state().x.col(2).minCoeff(), 1);
  }
}

TEST_F(MeshFilesOfScenes, GraspsBeginWhereTheirNodeIs) {
  const auto grasp = [&](const std::string& keys) {
    return "grasps: [{name: hand, nodes: [3, 0], " + keys + "}]";
  };
  const auto make = [&](const std::string& keys) { make_simulation(scene(kRectangle, grasp(keys))); };
  write_file(in("far.csv"), "0.5,0.3,0,0.82\n1,0.3,0,0\n");
  EXPECT_REFUSES(
      make("motion: {csv: far.csv}"),
      "a.yaml:2: grasp \"hand\": its path begins at (0.300, 0.000, 0.820) m, 0.82 m from its first "
      "node 3, which is at (0.300, 0.000, 0.000) m; begin the path there, say relative: true, or");
  EXPECT_REFUSES(make("motion: {polyline: {times: [0], points: [[0.3, 0, 0.11]]}}"), "0.11 m from");
  EXPECT_NO_THROW(make("motion: {polyline: {times: [0], points: [[0.3, 0, 0.09]]}}")) << "10 m/s";
  EXPECT_NO_THROW(make("motion: {csv: {file: far.csv, relative: true}}"));
  EXPECT_NO_THROW(make("motion: {csv: far.csv}, from: 0.5")) << "where the node is then, nobody knows";
}

}  // namespace
}  // namespace isocloth::io::test
