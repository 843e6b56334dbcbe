#pragma once

/// The parts of a scene, each read from its branch of the tree. Adding a key is one line in a reader.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/scene/scene.hpp"
#include "io/scene/tree.hpp"

namespace isocloth::io {

/// Most nodes that a mesh may ask for: what generators make at most.
inline constexpr int kMaxNodes = 4'000'000;

/// Most points of a path, 50 s at 1 kHz: a path is held in memory and written into every trajectory.
inline constexpr int kMaxPathPoints = 50'000;

/// Most obstacles; each is asked for its distance at every node in every iteration.
inline constexpr int kMaxObstacles = 1000;

/// Most cloths of a scene.
inline constexpr int kMaxCloths = 1000;

/// What a grasp can name of a cloth.
struct ClothNames {
  std::string name;
  std::optional<std::int64_t> node_count{};  ///< where it is known before the mesh is made
  std::vector<std::string> parts{};          ///< none known of a file before it is read
};

/// What relative paths start from, and which cloths there are.
struct SceneContext {
  std::string scene_path;
  std::vector<ClothNames> cloths{};
};

/// The only cloth of a scene, or those of a list; what grasps can name of them is put into the context.
ClothSpec read_cloth(Tree& tree, const std::string& path, SceneContext& context);
std::vector<ClothSpec> read_cloths(Tree& tree, const std::string& path, SceneContext& context);
std::vector<GraspSpec> read_grasps(Tree& tree, const std::string& path, const SceneContext& context);
std::vector<ObstacleSpec> read_obstacles(Tree& tree, const std::string& path, const SceneContext& context);

MaterialSpec read_material(Tree& tree, const std::string& path, const SceneContext& context);
/// `{file: …, scale: …}`, a mesh in a file.
FileSpec read_file_spec(Tree& tree, const std::string& path, const SceneContext& context);
MeshSpec read_mesh_spec(Tree& tree, const std::string& path, const SceneContext& context);

/// A garment: TankTop, TShirt, Skirt, Trousers or Towel.
template <class Cut>
Cut read_garment(Tree& tree, const std::string& path);

/// Parts that a grasp can name; none of a file, which has not been read.
std::vector<std::string> part_names(const MeshSpec& mesh);

/// Nodes of a mesh made by rule; nothing for a garment or a file.
std::optional<std::int64_t> node_count(const MeshSpec& mesh);

/// A list of node indices without repetition, each one of the mesh where its size is known.
std::vector<int> read_nodes(const Tree& tree, const std::string& path, const ClothNames& cloth);

/// What a grasp closes on, by place.
PlaceSpec read_place(Tree& tree, const std::string& path);

/// Name of a cloth, grasp or obstacle: up to 64 letters, digits, _ and -, no digit first.
std::string read_name(const Tree& tree, const std::string& path);

/// Exactly one of the shapes in the map of an obstacle, whose other keys the caller has asked for.
ShapeSpec read_shape(Tree& tree, const std::string& path, const SceneContext& context);

RigidPoseSpec read_rigid_pose(Tree& tree, const std::string& path);

/// The motion of an obstacle; poses in a CSV file are put into the tree as keyframes.
ObstacleMotionSpec read_obstacle_motion(Tree& tree, const std::string& path, const SceneContext& context);

/// `{axis: …, force: …}` or `{axis: …, position: …}`.
FingerSpec read_finger(Tree& tree, const std::string& path);

SineMotion read_sine(Tree& tree, const std::string& path);

/// Poses and their times; where `may_be_relative`, with the key `relative`.
KeyframeMotion read_keyframes(Tree& tree, const std::string& path, bool may_be_relative);

/// Times that increase [s].
std::vector<double> read_times(const Tree& tree, const std::string& path);

/// Throws unless there are as many `items` ("points") as times, at least one and at most kMaxPathPoints.
void check_path(std::size_t times, std::size_t items, const std::string& what, const Tree& tree,
                const std::string& path);

/// The motion; a path in a CSV file is put into the tree in place of the file's name.
MotionSpec read_motion(Tree& tree, const std::string& path, const SceneContext& context);

/// The file as seen from the scene's folder.
std::string beside_scene(const std::string& file, const SceneContext& context);

}  // namespace isocloth::io
