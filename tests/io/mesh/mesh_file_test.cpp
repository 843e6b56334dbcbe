#include "io/mesh/mesh_file.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <clocale>
#include <filesystem>

#include "io/file.hpp"
#include "isocloth/mesh/topology.hpp"
#include "support/meshes.hpp"
#include "support/refusal.hpp"

namespace isocloth::io {
namespace {

/// A folder of its own for each test, gone afterwards.
class MeshFile : public ::testing::Test {
 protected:
  MeshFile() {
    const std::string test = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    folder_ = std::filesystem::temp_directory_path() / ("isocloth_" + test + "_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
  }
  ~MeshFile() override { std::filesystem::remove_all(folder_); }

  std::string in_folder(const std::string& name) const { return (folder_ / name).string(); }

 private:
  std::filesystem::path folder_;
};

/// Positions that need all 17 digits.
Mesh disturbed(Mesh mesh) {
  add_noise(mesh, 1e-3, 1);
  return mesh;
}

TEST_F(MeshFile, RoundTripThroughObjAndPlyIsExact) {
  for (const std::string ending : {".obj", ".ply", ".OBJ", ".Ply"})
    for (const auto& [name, mesh] : test::all_meshes()) {
      const Mesh written = disturbed(mesh);
      write_mesh(in_folder("mesh" + ending), written);
      const Mesh read = read_mesh(in_folder("mesh" + ending));
      EXPECT_EQ(read.x, written.x) << name << ending;
      EXPECT_EQ(read.elements, written.elements) << name << ending;
    }
}

TEST_F(MeshFile, RoundTripKeepsExtremeNumbers) {
  Mesh mesh = make_rectangle({1, 1}, {2, 2});
  mesh.x << 1e-308, -1.7976931348623157e308, 5e-324, -0.0, 0.1, 1.0 / 3, 1e22, 123456789.123456789, 4, -5, 6,
      7;
  for (const std::string ending : {".obj", ".ply"}) {
    write_mesh(in_folder("mesh" + ending), mesh);
    EXPECT_EQ(read_mesh(in_folder("mesh" + ending)).x, mesh.x);
  }
}

TEST_F(MeshFile, RoundTripThroughStlKeepsShapeInSinglePrecision) {
  for (const auto& [name, mesh] : test::all_meshes()) {
    write_mesh(in_folder("mesh.stl"), mesh);
    const Mesh read = read_mesh(in_folder("mesh.stl"));
    std::size_t triangles = 0;
    for (const Element& element : mesh.elements) triangles += corner_count(element) - 2;
    EXPECT_EQ(read.elements.size(), triangles) << name;
    EXPECT_EQ(read.node_count(), mesh.node_count()) << name;
    const Topology before = analyze_topology(mesh), after = analyze_topology(read);
    EXPECT_EQ(after.boundary_edges.size(), before.boundary_edges.size()) << name;
    EXPECT_EQ(after.piece_count, before.piece_count) << name;
    // the first triangle is the first three nodes of the first element, rounded to float
    for (int k = 0; k < 3; ++k)
      EXPECT_EQ(read.x.row(read.elements[0][k]).cast<float>(), mesh.x.row(mesh.elements[0][k]).cast<float>())
          << name;
  }
}

TEST_F(MeshFile, DoesNotDependOnTheLocale) {
  const char* before = std::setlocale(LC_NUMERIC, nullptr);
  const std::string old = before ? before : "C";
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"})
    if (std::setlocale(LC_NUMERIC, name)) break;  // decimal comma, where the machine has such a locale
  const Mesh mesh = disturbed(make_rectangle({0.5, 0.25}, {3, 3}));
  write_mesh(in_folder("mesh.obj"), mesh);
  EXPECT_EQ(read_file(in_folder("mesh.obj")).find(','), read_file(in_folder("mesh.obj")).find(", metres"));
  EXPECT_EQ(read_mesh(in_folder("mesh.obj")).x, mesh.x);
  std::setlocale(LC_NUMERIC, old.c_str());
}

TEST_F(MeshFile, RefusesOtherEndingsAndListsItsOwn) {
  for (const std::string name : {"mesh.vtk", "mesh", "mesh.obj.gz"}) {
    EXPECT_REFUSES(read_mesh(in_folder(name)), "use .obj, .ply or .stl");
    EXPECT_REFUSES(write_mesh(in_folder(name), make_rectangle({1, 1}, {2, 2})), "use .obj, .ply or .stl");
  }
}

TEST_F(MeshFile, NamesAFileThatIsNotThere) {
  EXPECT_REFUSES(read_mesh(in_folder("none.obj")), in_folder("none.obj") + ": cannot be read");
}

TEST_F(MeshFile, DoesNotWriteWhatItWouldNotRead) {
  Mesh mesh = make_rectangle({1, 1}, {2, 2});
  mesh.elements[0][2] = 4;
  EXPECT_REFUSES(write_mesh(in_folder("mesh.ply"), mesh), "element 0 names node 4");
  mesh = make_rectangle({1, 1}, {2, 2});
  mesh.x(1, 1) = NAN;
  EXPECT_REFUSES(write_mesh(in_folder("mesh.obj"), mesh), "not finite");
  mesh.x(1, 1) = 1e300;
  EXPECT_REFUSES(write_mesh(in_folder("mesh.stl"), mesh), "does not fit into STL");
  EXPECT_FALSE(std::filesystem::exists(in_folder("mesh.stl")));
}

}  // namespace
}  // namespace isocloth::io
