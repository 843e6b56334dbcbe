#include "io/trajectory/export.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>

#include "io/file.hpp"
#include "io/mesh/mesh_file.hpp"
#include "io/output_file.hpp"
#include "io/trajectory/parse.hpp"
#include "io/trajectory/sample_trajectories.hpp"
#include "io/trajectory/trajectory_reader.hpp"
#include "io/trajectory/zip_writer.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {
namespace {

using namespace isocloth::test;

std::string exported(const std::string& ending, const Trajectory& trajectory) {
  const TemporaryFolder folder;
  export_trajectory(folder / ("run" + ending), trajectory);
  EXPECT_FALSE(std::filesystem::exists(folder / ("run" + ending + ".part")));
  return read_file(folder / ("run" + ending));
}

TEST(Csv, HasOneRowPerFrameWithNineDigits) {
  Trajectory run = mixed_elements(3);
  run.frames[1].x(5, 2) = -1.0 / 3;
  const std::vector<std::string> rows = split(exported(".csv", run), '\n');
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0], "t,x0,y0,z0,x1,y1,z1,x2,y2,z2,x3,y3,z3,x4,y4,z4,x5,y5,z5");
  const std::vector<std::string> second = split(rows[2], ',');
  ASSERT_EQ(second.size(), 19u);
  EXPECT_EQ(second[0], "0.02");
  EXPECT_EQ(second[18], "-0.333333333");
  for (std::size_t k = 1; k < 19; ++k) {
    const double value = run.frames[1].x.data()[k - 1];
    EXPECT_LE(std::abs(std::stod(second[k]) - value),
              5.1e-9 * std::abs(value));  // half a unit of the ninth digit
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", value);
    EXPECT_EQ(second[k], text);
  }
}

TEST(Npz, HoldsEveryArrayWithItsShape) {
  Trajectory run = mixed_elements(3);
  run.frames[1].energy = {1, 2, 3, 4, 5};
  std::map<std::string, std::string> entries = unzip(exported(".npz", run));
  const auto array = [&](const std::string& name, const std::string& type, const std::string& shape) {
    const Npy npy = parse_npy(entries.at(name + ".npy"));
    EXPECT_EQ(npy.description, "{'descr':'" + type + "','fortran_order':False,'shape':(" + shape + ",),}")
        << name;
    return npy.data;
  };
  EXPECT_EQ(entries.size(), 31u);
  EXPECT_EQ(numbers<double>(array("t", "<f8", "3")), (std::vector<double>{0, 0.02, 0.04}));
  EXPECT_EQ(numbers<double>(array("bending_energy", "<f8", "3"))[1], 3);
  const auto positions = numbers<double>(array("positions", "<f8", "3,6,3"));
  const auto velocities = numbers<double>(array("velocities", "<f8", "3,6,3"));
  const auto forces = numbers<double>(array("grasp_force", "<f8", "3,2,3")),
             torques = numbers<double>(array("grasp_torque", "<f8", "3,2,3")),
             poses = numbers<double>(array("grasp_pose", "<f8", "3,2,7"));
  for (int f = 0; f < 3; ++f) {
    const Frame& frame = run.frames[f];
    for (int k = 0; k < 18; ++k) {
      EXPECT_EQ(positions[18 * f + k], frame.x.data()[k]);
      EXPECT_EQ(velocities[18 * f + k], frame.v.data()[k]);
    }
    for (int k = 0; k < 6; ++k) {
      EXPECT_EQ(forces[6 * f + k], frame.grasp_force.data()[k]);
      EXPECT_EQ(torques[6 * f + k], frame.grasp_torque.data()[k]);
    }
    EXPECT_EQ(poses[14 * f + 7 + 3 + 2], frame.grasp_pose[1].rotation.y());
  }
  EXPECT_EQ(numbers<std::int32_t>(array("elements", "<i4", "2,4")),
            (std::vector<std::int32_t>{0, 1, 4, 3, 1, 2, 5, -1}));
  EXPECT_EQ(numbers<double>(array("rest", "<f8", "6,3"))[17], run.info.rest.x(5, 2));
  EXPECT_EQ(numbers<double>(array("metric_error", "<f8", "3"))[1], 5e-4);
  EXPECT_EQ(numbers<double>(array("area_total", "<f8", "3"))[2], -2e-4);
  EXPECT_EQ(numbers<double>(array("area_mean", "<f8", "3"))[2], 3e-4);
  EXPECT_EQ(numbers<double>(array("area_dispersion", "<f8", "3"))[2], 1e-3);
  EXPECT_EQ(numbers<std::int32_t>(array("iterations", "<i4", "3")), (std::vector<std::int32_t>{7, 8, 9}));
  EXPECT_EQ(numbers<std::int32_t>(array("steps", "<i4", "3")), (std::vector<std::int32_t>{2, 2, 2}));
  EXPECT_EQ(numbers<std::int32_t>(array("converged_steps", "<i4", "3")),
            (std::vector<std::int32_t>{1, 2, 1}));
  const auto names = numbers<std::uint32_t>(array("grasp_names", "<U6", "2"));
  EXPECT_EQ(names, (std::vector<std::uint32_t>{'l', 'e', 'f', 't', 0, 0, 'r', 'i', 0xDF, 'g', 'h', 't'}));
}

TEST(Npz, HoldsPosesForcesAndContactsOfObstacles) {
  const Trajectory run = with_obstacles(mixed_elements(3));
  const auto entries = unzip(exported(".npz", run));
  const auto array = [&](const std::string& name, const std::string& shape) {
    const Npy npy = parse_npy(entries.at(name + ".npy"));
    EXPECT_NE(npy.description.find("'shape':(" + shape + ",)"), std::string::npos) << npy.description;
    return npy.data;
  };
  const auto poses = numbers<double>(array("obstacle_pose", "3,2,7"));
  const RigidPose& last = run.frames[2].obstacle_pose[1];
  EXPECT_EQ(
      (std::vector<double>(poses.end() - 7, poses.end())),
      (std::vector<double>{last.translation.x(), last.translation.y(), last.translation.z(),
                           last.rotation.w(), last.rotation.x(), last.rotation.y(), last.rotation.z()}));
  EXPECT_EQ(numbers<double>(array("obstacle_force", "3,2,3")).back(), 8);
  EXPECT_EQ(numbers<double>(array("obstacle_torque", "3,2,3")).back(), -8);
  EXPECT_EQ(numbers<double>(array("contact_force", "3,6,3"))[18 + 1], run.frames[1].contact_force(0, 1));
  EXPECT_EQ(numbers<double>(array("node_penetration", "3")), (std::vector<double>{1e-5, 2e-5, 1e-5 * 3}));
  EXPECT_EQ(numbers<double>(array("surface_penetration", "3"))[1], 2e-4);
  EXPECT_EQ(numbers<std::uint32_t>(array("obstacle_names", "2")),
            (std::vector<std::uint32_t>{'f', 'l', 'o', 'o', 'r', 'c', 'u', 0xDF, 'e', 0}));
}

TEST(Npz, OfNoFramesAndNoGraspsHasEmptyArrays) {
  Trajectory run = mixed_elements(0);
  run.info.grasps.clear();
  const auto entries = unzip(exported(".npz", run));
  EXPECT_NE(parse_npy(entries.at("positions.npy")).description.find("(0,6,3,)"), std::string::npos);
  EXPECT_NE(parse_npy(entries.at("grasp_names.npy")).description.find("'<U1'"), std::string::npos);
}

TEST(Npz, RefusesMoreThanZipCanHoldBeforeWritingIt) {
  const TemporaryFolder folder;
  OutputFile file(folder / "large.npz");
  ZipWriter zip(file);
  try {
    zip.begin("positions.npy", 5000000000ull);
    FAIL() << "5 GB were accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("large.npz: would pass the 4 GB"), std::string::npos)
        << error.what();
  }
}

std::string vtk_array(const std::string& xml, const std::string& name) {
  const std::string raw = from_base64(between(xml, ">", "</DataArray>", xml.find("Name=\"" + name + "\"")));
  EXPECT_EQ(number_at<std::uint64_t>(raw, 0), raw.size() - 8) << name;
  return raw.substr(8);
}

void expect_frame(const std::string& xml, const Trajectory& run, const Frame& frame) {
  EXPECT_EQ(numbers<double>(vtk_array(xml, "positions")),
            std::vector<double>(frame.x.data(), frame.x.data() + frame.x.size()));
  EXPECT_EQ(numbers<double>(vtk_array(xml, "velocity")),
            std::vector<double>(frame.v.data(), frame.v.data() + frame.v.size()));
  EXPECT_EQ(numbers<double>(vtk_array(xml, "area_error")).size(), run.info.rest.elements.size());
}

TEST(Vtp, KeepsQuadsAndTriangles) {
  Trajectory run = mixed_elements(2);
  run.frames[1].x = run.info.rest.x;
  run.frames[1].x.col(0) *= 1.25;
  run.frames[1].energy.kinetic = 7;
  const std::string xml = exported(".vtp", run);
  EXPECT_EQ(numbers<double>(vtk_array(xml, "kinetic_energy")), std::vector<double>{7});
  EXPECT_NE(xml.find("NumberOfPoints=\"6\""), std::string::npos);
  EXPECT_NE(xml.find("NumberOfPolys=\"2\""), std::string::npos);
  EXPECT_EQ(numbers<std::int64_t>(vtk_array(xml, "connectivity")),
            (std::vector<std::int64_t>{0, 1, 4, 3, 1, 2, 5}));
  EXPECT_EQ(numbers<std::int64_t>(vtk_array(xml, "offsets")), (std::vector<std::int64_t>{4, 7}));
  expect_frame(xml, run, run.frames[1]);
  for (const double error : numbers<double>(vtk_array(xml, "area_error"))) {
    EXPECT_NEAR(error, 0.25, 1e-14);  // a stretch of 1.25 in one direction, a few roundings
  }
}

TEST(Pvd, ListsOneFilePerFrameWithItsTime) {
  const TemporaryFolder folder;
  const Trajectory run = mixed_elements(3);
  export_trajectory(folder / "a&b.pvd", run);
  const std::string xml = read_file(folder / "a&b.pvd");
  std::size_t at = 0;
  for (int k = 0; k < 3; ++k) {
    at = xml.find("<DataSet", at + 1);
    EXPECT_EQ(std::stod(between(xml, "timestep=\"", "\"", at)), run.frames[k].time);
    const std::string name = "/frame_00000" + std::to_string(k) + ".vtp";
    EXPECT_EQ(between(xml, "file=\"", "\"", at), "a&amp;b" + name);
    expect_frame(read_file(folder / ("a&b" + name)), run, run.frames[k]);
  }
  EXPECT_EQ(xml.find("<DataSet", at + 1), std::string::npos);
}

TEST(Pvd, HoldsObstaclesAsAPartThatIsWrittenAgainWhenTheyMove) {
  const TemporaryFolder folder;
  Trajectory run = with_obstacles(mixed_elements(3));
  run.frames[1].obstacle_pose = run.frames[0].obstacle_pose;
  export_trajectory(folder / "run.pvd", run);
  const std::string xml = read_file(folder / "run.pvd");
  std::vector<std::string> files;
  for (std::size_t at = xml.find("part=\"1\""); at != std::string::npos; at = xml.find("part=\"1\"", at + 1))
    files.push_back(between(xml, "file=\"", "\"", at));
  EXPECT_EQ(files, (std::vector<std::string>{"run/obstacles_000000.vtp", "run/obstacles_000000.vtp",
                                             "run/obstacles_000002.vtp"}));
  const std::string moved = read_file(folder / files[2]);
  const auto x = numbers<double>(vtk_array(moved, "positions"));
  ASSERT_EQ(x.size(), 3u * (4 + 8));
  const Vec3 corner = run.frames[2].obstacle_pose[1].to_world(run.info.obstacles[1].surface.x.row(7));
  EXPECT_EQ(Vec3(x[33], x[34], x[35]), corner);
  EXPECT_EQ(numbers<std::int32_t>(vtk_array(moved, "obstacle")),
            (std::vector<std::int32_t>{0, 0, 1, 1, 1, 1, 1, 1}));
  const auto connectivity = numbers<std::int64_t>(vtk_array(moved, "connectivity"));
  EXPECT_EQ(*std::max_element(connectivity.begin(), connectivity.end()), 11);
  const std::string cloth = read_file(folder / "run/frame_000001.vtp");
  EXPECT_EQ(numbers<double>(vtk_array(cloth, "contact_force"))[1], run.frames[1].contact_force(0, 1));
}

TEST(Pc2, HasTheHeaderBlenderExpectsAndFloatPositions) {
  const Trajectory run = mixed_elements(3);
  const std::string bytes = exported(".pc2", run);
  ASSERT_EQ(bytes.size(), 32u + 3 * 6 * 12);
  EXPECT_EQ(bytes.substr(0, 12), std::string("POINTCACHE2\0", 12));
  EXPECT_EQ(number_at<std::int32_t>(bytes, 12), 1);
  EXPECT_EQ(number_at<std::int32_t>(bytes, 16), 6);
  EXPECT_EQ(number_at<float>(bytes, 20), 0.0f);
  EXPECT_EQ(number_at<float>(bytes, 24), 1.0f);
  EXPECT_EQ(number_at<std::int32_t>(bytes, 28), 3);
  const auto values = numbers<float>(bytes.substr(32));
  for (int k = 0; k < 18; ++k) EXPECT_EQ(values[36 + k], static_cast<float>(run.frames[2].x.data()[k]));
}

TEST(Obj, KeepsQuadsAndCountsFromOne) {
  Trajectory run = mixed_elements(2);
  run.frames[1].x = run.info.rest.x;
  EXPECT_EQ(exported(".obj", run),
            "# isocloth mesh, metres\nv 0 0 0\nv 0.15 0 0\nv 0.3 0 0\nv 0 0 0.42\nv 0.15 0 0.42\nv 0.3 0 "
            "0.42\nf 1 2 5 4\nf 2 3 6\n");
}

TEST(Exports, SayWhichClothEachElementIsOf) {
  const TemporaryFolder folder;
  const Trajectory run = test::two_cloths(2);
  export_npz(folder / "run.npz", run);
  const auto arrays = unzip(read_file(folder / "run.npz"));
  const auto integers = [&](const std::string& name) {
    const std::string& bytes = arrays.at(name);
    return numbers<std::int32_t>(bytes.substr(10 + number_at<std::uint16_t>(bytes, 8)));
  };
  EXPECT_EQ(integers("cloth_of_node.npy"), (std::vector<std::int32_t>{0, 0, 0, 0, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(integers("cloth_of_element.npy"), (std::vector<std::int32_t>{0, 1, 1}));
  export_vtp(folder / "run.vtp", run);
  EXPECT_NE(read_file(folder / "run.vtp").find("Name=\"cloth\""), std::string::npos);
  export_trajectory(folder / "run.obj", run);
  const Mesh read = read_mesh(folder / "run.obj");
  EXPECT_EQ(read.elements, run.info.rest.elements);
  ASSERT_EQ(read.parts.size(), 2u);
  EXPECT_EQ(read.parts[1].name, "towel");
  EXPECT_EQ(read.parts[1].nodes, (std::vector<int>{4, 5, 6, 7, 8, 9}));
}

TEST(Export, OfATrajectoryToItsOwnFormatIsACopy) {
  const TemporaryFolder folder;
  const Trajectory run = waving_sheet(4, 3, 2, true);
  export_trajectory(folder / "run.ICT", run);
  EXPECT_EQ(read_trajectory(folder / "run.ICT").frames[1].x, run.frames[1].x);
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no InputError";
}

TEST(Export, RefusesWithASentenceWhatItCannotWrite) {
  const TemporaryFolder folder;
  Trajectory run = mixed_elements(1);
  EXPECT_EQ(message_of([&] { export_trajectory("run.xyz", run); }),
            "run.xyz: no trajectory is written in this format; end the name in one of .ict, .csv, .npz, "
            ".pvd, .vtp, .glb, .pc2, .obj");
  for (const char* ending : {".ict", ".csv", ".npz", ".pvd", ".vtp", ".glb", ".pc2", ".obj"}) {
    const std::string missing = folder / ("no/run" + std::string(ending));
    EXPECT_EQ(message_of([&] { export_trajectory(missing, run); }).find(missing), 0u) << ending;
    Trajectory broken = run;
    broken.frames[0].x(2, 1) = std::nan("");
    const std::string path = folder / ("run" + std::string(ending));
    EXPECT_NE(message_of([&] { export_trajectory(path, broken); }).find("not finite at node 2"),
              std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(path));
  }
  for (const char* ending : {".vtp", ".glb", ".obj"}) {
    const std::string path = folder / ("run" + std::string(ending));
    EXPECT_NE(message_of([&] { export_trajectory(path, mixed_elements(0)); }).find("no frame"),
              std::string::npos);
  }
  run.frames[0].x(0, 0) = 1e200;
  Trajectory far = with_obstacles(mixed_elements(1));
  far.frames[0].obstacle_pose[1].translation.x() = 1e200;
  for (const char* ending : {".glb", ".pc2"}) {
    const std::string path = folder / ("run" + std::string(ending));
    EXPECT_NE(message_of([&] { export_trajectory(path, run); }).find("beyond 1e30 m"), std::string::npos);
    EXPECT_NE(message_of([&] { export_trajectory(path, far); }).find("obstacle beyond 1e30 m"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace isocloth::io
