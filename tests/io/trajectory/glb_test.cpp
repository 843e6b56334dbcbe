#include "io/trajectory/export.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/file.hpp"
#include "io/trajectory/parse.hpp"
#include "io/trajectory/sample_trajectories.hpp"

namespace isocloth::io {
namespace {

using namespace isocloth::test;
using Json = nlohmann::json;

struct Glb {
  Json json;
  std::string binary;

  template <typename T = float>
  std::vector<T> values(const Json& accessor_index) const {
    const Json& accessor = json["accessors"].at(accessor_index.get<std::size_t>());
    const Json& view = json["bufferViews"].at(accessor["bufferView"].get<std::size_t>());
    const std::size_t width = accessor["type"] == "VEC4" ? 4 : accessor["type"] == "VEC3" ? 3 : 1;
    EXPECT_EQ(view["byteLength"], 4 * width * accessor["count"].get<std::size_t>());
    EXPECT_EQ(accessor["componentType"], (std::is_same_v<T, float> ? 5126 : 5125));
    return numbers<T>(binary.substr(view["byteOffset"], view["byteLength"]));
  }
};

Glb exported(const Trajectory& run) {
  const TemporaryFolder folder;
  export_glb(folder / "run.glb", run);
  const std::string bytes = read_file(folder / "run.glb");
  EXPECT_EQ(bytes.substr(0, 4), "glTF");
  EXPECT_EQ(number_at<std::uint32_t>(bytes, 4), 2u);
  EXPECT_EQ(number_at<std::uint32_t>(bytes, 8), bytes.size());
  const std::uint32_t json_bytes = number_at<std::uint32_t>(bytes, 12);
  EXPECT_EQ(json_bytes % 4, 0u);
  EXPECT_EQ(bytes.substr(16, 4), "JSON");
  EXPECT_EQ(number_at<std::uint32_t>(bytes, 20 + json_bytes), bytes.size() - 28 - json_bytes);
  EXPECT_EQ(bytes.substr(24 + json_bytes, 4), std::string("BIN\0", 4));
  Glb glb{Json::parse(bytes.substr(20, json_bytes)), bytes.substr(28 + json_bytes)};
  EXPECT_EQ(glb.json["buffers"][0]["byteLength"], glb.binary.size());
  return glb;
}

/// glTF demands the exact bounds of positions.
void expect_bounds(const Glb& glb, const Json& index) {
  const Json& accessor = glb.json["accessors"].at(index.get<std::size_t>());
  const std::vector<float> values = glb.values(index);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    float low = values[axis], high = values[axis];
    for (std::size_t k = axis; k < values.size(); k += 3) {
      low = std::min(low, values[k]);
      high = std::max(high, values[k]);
    }
    EXPECT_EQ(accessor["min"][axis].get<float>(), low);
    EXPECT_EQ(accessor["max"][axis].get<float>(), high);
  }
}

TEST(Glb, HoldsEachFrameAsAMorphTargetWithYUp) {
  const Trajectory run = mixed_elements(4);
  const Glb glb = exported(run);
  const Json& primitive = glb.json["meshes"][0]["primitives"][0];
  EXPECT_EQ(glb.values<std::uint32_t>(primitive["indices"]),
            (std::vector<std::uint32_t>{0, 1, 4, 0, 4, 3, 1, 2, 5}));
  const std::vector<float> first = glb.values(primitive["attributes"]["POSITION"]);
  expect_bounds(glb, primitive["attributes"]["POSITION"]);
  ASSERT_EQ(primitive["targets"].size(), 3u);
  for (std::size_t k = 1; k < 4; ++k) {
    const Json& target = primitive["targets"][k - 1];
    const std::vector<float> moved = glb.values(target["POSITION"]);
    expect_bounds(glb, target["POSITION"]);
    EXPECT_EQ(glb.values(target["NORMAL"]).size(), 18u);
    for (std::size_t i = 0; i < 6; ++i) {
      const auto x = run.frames[k].x.row(static_cast<Eigen::Index>(i));
      const double tol = 3e-7;  // [m] a few roundings of float32 at 1 m
      EXPECT_NEAR(first[3 * i] + moved[3 * i], x[0], tol);
      EXPECT_NEAR(first[3 * i + 1] + moved[3 * i + 1], x[2], tol);
      EXPECT_NEAR(first[3 * i + 2] + moved[3 * i + 2], -x[1], tol);
    }
  }
  for (std::size_t i = 0; i < 6; ++i) {
    const std::vector<float> n = glb.values(primitive["attributes"]["NORMAL"]);
    EXPECT_NEAR(std::hypot(n[3 * i], n[3 * i + 1], n[3 * i + 2]), 1.0, 1e-6);
  }
}

TEST(Glb, AnimatesTheWeightsOneTargetAtATime) {
  const Glb glb = exported(mixed_elements(4));
  EXPECT_EQ(glb.json["meshes"][0]["weights"].size(), 3u);
  const Json& animation = glb.json["animations"][0];
  EXPECT_EQ(animation["channels"][0]["target"]["path"], "weights");
  const Json& sampler = animation["samplers"][0];
  EXPECT_EQ(glb.values(sampler["input"]), (std::vector<float>{0.0f, 0.02f, 0.04f, 0.06f}));
  EXPECT_EQ(glb.json["accessors"][sampler["input"].get<std::size_t>()]["max"][0].get<float>(), 0.06f);
  EXPECT_EQ(glb.values(sampler["output"]), (std::vector<float>{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}));
}

TEST(Glb, ThinsLongRunsEvenlyAndKeepsTheEnds) {
  const Glb glb = exported(mixed_elements(1501));
  const std::vector<float> times = glb.values(glb.json["animations"][0]["samplers"][0]["input"]);
  ASSERT_EQ(times.size(), std::size_t{kGlbMaxFrames});
  EXPECT_EQ(times.front(), 0.0f);
  EXPECT_FLOAT_EQ(times.back(), 30.0f);
  for (std::size_t k = 1; k < times.size(); ++k) {
    EXPECT_NEAR(times[k] - times[k - 1], 0.05,
                0.0101);  // [s] 1500 / 599 frames of 0.02 s, rounded to whole frames
  }
}

TEST(Glb, OfOneFrameOrEqualTimesHasNoAnimation) {
  EXPECT_FALSE(exported(mixed_elements(1)).json.contains("animations"));
  Trajectory run = mixed_elements(2);
  run.frames[1].time = run.frames[0].time;  // times of keyframes must increase
  EXPECT_FALSE(exported(run).json.contains("animations"));
}

TEST(Glb, MovesAndTurnsObstaclesBesideTheCloth) {
  const Trajectory run = with_obstacles(mixed_elements(4));
  const Glb glb = exported(run);
  EXPECT_EQ(glb.json["scenes"][0]["nodes"], Json::array({0, 1, 2}));
  const Json& cube = glb.json["nodes"][2];
  EXPECT_EQ(cube["name"], "cu\u00dfe");
  const Json& primitive = glb.json["meshes"][cube["mesh"].get<std::size_t>()]["primitives"][0];
  EXPECT_EQ(glb.values(primitive["attributes"]["POSITION"]).size(), 3u * 3 * 12);  // 12 triangles
  expect_bounds(glb, primitive["attributes"]["POSITION"]);
  for (const float n : glb.values(primitive["attributes"]["NORMAL"]))  // edges of 90° stay sharp
    EXPECT_TRUE(std::abs(n) < 1e-6 || std::abs(std::abs(n) - 1) < 1e-6) << n;

  const Json& animation = glb.json["animations"][0];
  ASSERT_EQ(animation["channels"].size(), 3u);  // the floor stays
  std::vector<float> places, turns;
  for (const Json& channel : animation["channels"]) {
    const Json& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
    if (channel["target"]["path"] == "weights") continue;
    EXPECT_EQ(channel["target"]["node"], 2);
    EXPECT_EQ(glb.values(sampler["input"]).size(), 4u);
    (channel["target"]["path"] == "translation" ? places : turns) = glb.values(sampler["output"]);
  }
  ASSERT_EQ(places.size(), 12u);
  ASSERT_EQ(turns.size(), 16u);
  for (int k = 0; k < 4;
       ++k) {  // a corner, turned in the world of the viewer, lands where it was turned here
    const Vec3 own = run.info.obstacles[1].surface.x.row(3);
    const Vec3 here = run.frames[k].obstacle_pose[1].to_world(own);
    const Eigen::Quaternionf turn(&turns[4 * k]);
    const Eigen::Vector3f there = turn * Eigen::Vector3f(float(own.x()), float(own.z()), -float(own.y())) +
                                  Eigen::Vector3f(&places[3 * k]);
    EXPECT_NEAR(there.x(), here.x(), 1e-6);  // [m] a few roundings of float32 below 1 m
    EXPECT_NEAR(there.y(), here.z(), 1e-6);
    EXPECT_NEAR(there.z(), -here.y(), 1e-6);
  }
}

TEST(Glb, HoldsEachClothAsAMeshOfItsOwn) {
  const Trajectory run = test::with_obstacles(test::two_cloths(3));
  const Glb glb = exported(run);
  const Json &nodes = glb.json["nodes"], &meshes = glb.json["meshes"];
  EXPECT_EQ(nodes[0]["name"], "napkin");
  EXPECT_EQ(nodes[1]["name"], "towel");
  const auto positions = [&](std::size_t mesh) {
    return glb.values(meshes[mesh]["primitives"][0]["attributes"]["POSITION"]);
  };
  EXPECT_EQ(positions(0).size(), 3u * 4);
  EXPECT_EQ(positions(1).size(), 3u * 6);
  EXPECT_EQ(positions(1)[0], static_cast<float>(run.frames[0].x(4, 0)));
  EXPECT_EQ(glb.values<std::uint32_t>(meshes[1]["primitives"][0]["indices"]),
            (std::vector<std::uint32_t>{0, 1, 4, 0, 4, 3, 1, 2, 5}));
  EXPECT_EQ(meshes[1]["primitives"][0]["targets"].size(), 2u);
  const Json& channels = glb.json["animations"][0]["channels"];
  EXPECT_EQ(channels[0]["target"]["node"], 0);
  EXPECT_EQ(channels[1]["target"]["node"], 1);
  const auto color = [&](std::size_t mesh) {
    const std::size_t material = meshes[mesh]["primitives"][0]["material"];
    return glb.json["materials"][material]["pbrMetallicRoughness"]["baseColorFactor"];
  };
  EXPECT_NE(color(0), color(1));
  EXPECT_NE(color(1), color(2)) << "of an obstacle";
}

TEST(Glb, ShowsAnObstacleWithoutSurfaceAsAnEmptyNode) {
  Trajectory run = with_obstacles(mixed_elements(2));
  run.info.obstacles[1].surface = {};
  run.info.obstacles[1].name = "\xff";
  const Glb glb = exported(run);
  EXPECT_FALSE(glb.json["nodes"][2].contains("mesh"));
  EXPECT_TRUE(glb.json["nodes"][1].contains("mesh"));
}

}  // namespace
}  // namespace isocloth::io
