#pragma once

/// A scene as plain data: what is simulated, how it is held, for how long, how exactly.
///
/// SI units, z up; angles that a person types are in degrees and say so in their name. Every field has the
/// key of the scene file as its name and its default beside it (docs/scene-file.md). Nothing here is
/// computed: a scene is what was asked for, read_scene.hpp has checked that it can be meant.

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "isocloth/core/types.hpp"
#include "isocloth/dynamics/cloth_model.hpp"
#include "isocloth/dynamics/grip.hpp"
#include "isocloth/dynamics/step_data.hpp"
#include "isocloth/garments/garment.hpp"
#include "isocloth/isometry/isometry_rows.hpp"
#include "isocloth/mesh/generators.hpp"

namespace isocloth::io {

struct RectangleSpec {
  std::array<double, 2> size{};  ///< along x and y [m]
  std::array<int, 2> nodes{};    ///< columns along x, rows along y
  ElementKind element = ElementKind::quad;
  bool operator==(const RectangleSpec&) const = default;
};

/// Rectangle of irregular triangles.
struct IrregularSpec {
  std::array<double, 2> size{};  ///< along x and y [m]
  int count = 0;                 ///< nodes in all
  std::uint32_t seed = 1;
  bool operator==(const IrregularSpec&) const = default;
};

struct RingSpec {
  double inner_radius = 0;     ///< [m]
  double outer_radius = 0;     ///< [m]
  std::array<int, 2> nodes{};  ///< around, and from the inner to the outer circle
  ElementKind element = ElementKind::quad;
  bool operator==(const RingSpec&) const = default;
};

struct DiscSpec {
  double radius = 0;  ///< [m]
  int core = 0;       ///< cells along a side of the square core
  int rings = 0;      ///< rings around the core
  bool operator==(const DiscSpec&) const = default;
};

struct TubeSpec {
  double radius = 0;           ///< [m]
  double height = 0;           ///< [m]
  std::array<int, 2> nodes{};  ///< around, along the axis
  ElementKind element = ElementKind::quad;
  bool operator==(const TubeSpec&) const = default;
};

struct FileSpec {
  std::string path;  ///< as the program can open it: the folder of the scene file is already in front
  double scale = 1;  ///< metres per unit of the file
  bool operator==(const FileSpec&) const = default;
};

using MeshSpec = std::variant<RectangleSpec, IrregularSpec, RingSpec, DiscSpec, TubeSpec, TankTop, TShirt,
                              Skirt, Trousers, Towel, FileSpec>;

/// Rotation about x, then y, then z through the origin; then translation.
struct PoseSpec {
  Vec3 translate{0, 0, 0};   ///< [m]
  Vec3 rotate_deg{0, 0, 0};  ///< about x, y, z [°]
  bool operator==(const PoseSpec&) const = default;
};

/// ρ M ẍ + D ẋ + κ K x = δ M g + constraint forces, D = α M + β K; M holds areas.
struct MaterialSpec {
  double density = 1;          ///< ρ, inertia per area [kg/m²]
  double virtual_mass = 1;     ///< δ, weight per area over g [kg/m²]; default: equal to density
  double bending = 0;          ///< κ, bending rigidity [N·m]
  double damping = 0;          ///< α, damping by the air [kg/(m²·s)]
  double bending_damping = 0;  ///< β, damping of bending [N·m·s]
  double thickness = 0;        ///< [m]; surfaces keep half of it from obstacles
  double compression = 1000;   ///< pressure that squeezes it to ¾ of its thickness [Pa]
  double shear_stiffness = std::numeric_limits<double>::infinity();  ///< S, of a woven cloth [N/m]
  bool operator==(const MaterialSpec&) const = default;
};

/// Normal noise on every coordinate of the rest shape.
struct RestNoiseSpec {
  double std = 0;     ///< standard deviation [m]; 0: none
  double length = 0;  ///< within which it is alike [m]; 0: each node has its own
  std::uint32_t seed = 1;
  bool operator==(const RestNoiseSpec&) const = default;
};

/// Which boundary nodes are corners: those where the boundary turns by more than the angle, or those named.
struct CornersSpec {
  double angle_deg = 30;                  ///< [°]
  std::optional<std::vector<int>> nodes;  ///< set: exactly these, the angle is not used
  bool operator==(const CornersSpec&) const = default;
};

/// The model that edges keep their length, to compare with: see isometry/edge_rows.hpp.
struct EdgeModelSpec {
  double shear_stiffness = 0;  ///< [N/m]
  bool operator==(const EdgeModelSpec&) const = default;
};

struct ClothSpec {
  std::string name = "cloth";  ///< of several: default "cloth<i>", unique
  std::string key = "cloth";   ///< where it stands in the scene file, "cloths.0"
  MeshSpec mesh;
  PoseSpec pose;
  std::optional<FileSpec>
      start{};  ///< set: positions to begin with, which the pose moves; else the mesh's own
  MaterialSpec material;
  RestNoiseSpec rest_noise;
  CornersSpec corners;
  std::optional<RowsAt> rows{};               ///< unset: in elements; at nodes for the paper's projection
  Frames frames = Frames::aligned;            ///< of rows at nodes
  Vec3 warp{1, 0, 0};                         ///< of a woven cloth, in the mesh's own axes
  std::optional<EdgeModelSpec> edges{};       ///< set: this model, instead of the inextensible surface
  std::optional<SelfContact> self_contact{};  ///< set: it touches itself
  bool operator==(const ClothSpec&) const = default;
};

/// Stays where it is.
struct FixedMotion {
  bool operator==(const FixedMotion&) const = default;
};

/// Displacement amplitude · direction · (sin(2π·frequency·t + phase) − sin(phase)), t = time since `from`.
struct SineMotion {
  Vec3 direction{1, 0, 0};  ///< unit vector
  double amplitude = 0;     ///< [m]
  double frequency = 0;     ///< [Hz]
  double phase = 0;         ///< [rad]
  bool operator==(const SineMotion&) const = default;
};

/// Path of the grasp's first node, linear in between, constant outside; other nodes move along with it.
struct PolylineMotion {
  std::vector<double> times;  ///< scene time [s], strictly increasing
  std::vector<Vec3> points;   ///< [m], as many as times
  bool relative = false;      ///< points are displacements from where the node was when the grasp began
  bool operator==(const PolylineMotion&) const = default;
};

/// As PoseSpec, or with a quaternion in place of the angles.
struct RigidPoseSpec {
  Vec3 translate{0, 0, 0};                            ///< [m]
  Vec3 rotate_deg{0, 0, 0};                           ///< about x, y, z [°]
  std::optional<std::array<double, 4>> quaternion{};  ///< w, x, y, z; of length 1
  bool operator==(const RigidPoseSpec&) const = default;
};

/// From pose to pose, constant before and after.
struct KeyframeMotion {
  std::vector<double> times;         ///< scene time [s], strictly increasing
  std::vector<RigidPoseSpec> poses;  ///< as many as times; of an obstacle, in place of its pose
  bool relative = false;  ///< of a hand: displacements and turns, about its first node, since it took hold
  bool operator==(const KeyframeMotion&) const = default;
};

using MotionSpec = std::variant<FixedMotion, SineMotion, PolylineMotion, KeyframeMotion>;

/// Where something was written, for errors that show later: "scene.yaml:7". What a scene is does not depend
/// on it, so all are equal.
struct WrittenAt {
  std::string place;
  bool operator==(const WrittenAt&) const { return true; }
};

/// The nodes at a place when the grasp begins: within `radius` of a point, the one nearest to it, or in a box
/// about it.
struct PlaceSpec {
  Vec3 point{0, 0, 0};                                      ///< [m]
  bool nearest = false;                                     ///< one node only
  double radius = std::numeric_limits<double>::infinity();  ///< [m]
  std::optional<Vec3> box{};                                ///< sizes [m], along x, y, z before it is turned
  Vec3 rotate_deg{0, 0, 0};                                 ///< of the box, about x, y, z [°]
  bool operator==(const PlaceSpec&) const = default;
};

struct GraspSpec {
  std::string name;        ///< default "grasp<i>", unique
  std::vector<int> nodes;  ///< of its cloth; empty where parts or a place are named
  MotionSpec motion;
  double from = 0;                                         ///< [s]
  double until = std::numeric_limits<double>::infinity();  ///< [s]; the nodes are free from then on
  Grip grip{};
  std::vector<std::string> parts{};  ///< corners, edges, seams, whose nodes are held
  std::optional<PlaceSpec> at{};     ///< set: the nodes there
  std::optional<int> cloth{};        ///< which of Scene::cloths; unset: the only one, or all at the place
  WrittenAt written{};
  bool operator==(const GraspSpec&) const = default;
};

struct PlaneSpec {
  Vec3 point{0, 0, 0};   ///< [m]
  Vec3 normal{0, 0, 1};  ///< out of the solid, any length but 0
  bool operator==(const PlaneSpec&) const = default;
};

struct SphereSpec {
  double radius = 0;  ///< [m]
  bool operator==(const SphereSpec&) const = default;
};

struct CapsuleSpec {
  double radius = 0;  ///< [m]
  double length = 0;  ///< between the centres of its caps, along z [m]
  bool operator==(const CapsuleSpec&) const = default;
};

struct CylinderSpec {
  double radius = 0;        ///< [m]
  double length = 0;        ///< along z [m]
  double rounding = 0.001;  ///< of the edges, within that size [m]
  bool operator==(const CylinderSpec&) const = default;
};

struct BoxSpec {
  Vec3 size{0, 0, 0};       ///< along x, y, z [m]
  double rounding = 0.001;  ///< of the edges, within that size [m]
  bool operator==(const BoxSpec&) const = default;
};

struct TorusSpec {
  double radius = 0;       ///< of the circle in the middle of the tube, around z [m]
  double tube_radius = 0;  ///< [m]
  bool operator==(const TorusSpec&) const = default;
};

struct EllipsoidSpec {
  Vec3 radii{0, 0, 0};  ///< along x, y, z [m]
  bool operator==(const EllipsoidSpec&) const = default;
};

/// A file holds a watertight mesh with outward normals.
using ShapeSpec = std::variant<PlaneSpec, SphereSpec, CapsuleSpec, CylinderSpec, BoxSpec, TorusSpec,
                               EllipsoidSpec, FileSpec>;

using ObstacleMotionSpec = std::variant<FixedMotion, SineMotion, KeyframeMotion>;

/// A value over time, straight in between, constant before and after; one without times: always that.
struct DriveSpec {
  std::vector<double> times;  ///< scene time [s], strictly increasing
  std::vector<double> values{0};
  bool operator==(const DriveSpec&) const = default;
};

/// As isocloth::Finger: goes by a force or by a position.
struct FingerSpec {
  Vec3 axis{1, 0, 0};                   ///< in the obstacle's own frame, unit
  double opening = 0;                   ///< how far back along the axis it begins [m]
  std::optional<DriveSpec> force{};     ///< [N]
  double stroke = 0.05;                 ///< of force [m]
  double mass = 0.1;                    ///< likewise [kg]
  double speed = 0.1;                   ///< likewise [m/s]
  std::optional<DriveSpec> position{};  ///< [m]
  bool operator==(const FingerSpec&) const = default;
};

struct ObstacleSpec {
  std::string name;  ///< default "obstacle<i>", unique
  ShapeSpec shape;
  RigidPoseSpec pose;
  ObstacleMotionSpec motion;
  double friction = 0;  ///< Coulomb coefficient µ [-]
  std::optional<FingerSpec> finger{};
  WrittenAt written{};
  bool operator==(const ObstacleSpec&) const = default;
};

struct TimeSpec {
  double duration = 0;  ///< [s]
  double step = 0.01;   ///< [s]
  double frame =
      0.02;  ///< between outputs, a whole multiple of step [s]; default: the multiple nearest to 1/50
  bool operator==(const TimeSpec&) const = default;
};

enum class SolverMethod { implicit, fast_projection, reference };

struct SolverSpec {
  double tolerance = 1e-3;  ///< relative to the rest value of a constraint
  int max_iterations = 50;  ///< per attempt of a step
  int budget = 0;           ///< iterations a step may take in all; 0: no limit
  SolverMethod method = SolverMethod::implicit;
  std::optional<Integrator> integrator{};  ///< unset: bdf2; euler for the paper's projection
  bool operator==(const SolverSpec&) const = default;
};

struct Scene {
  std::string name;  ///< name of the file without folder and ending
  std::string path;
  std::vector<ClothSpec> cloths{1};  ///< of the key `cloth`: one
  std::vector<GraspSpec> grasps;
  std::vector<ObstacleSpec> obstacles;
  Vec3 gravity{0, 0, -9.8};  ///< [m/s²]
  TimeSpec time;
  SolverSpec solver;
  std::string text;  ///< canonical YAML of the scene as it is run: overrides applied, CSV paths written out
  bool operator==(const Scene&) const = default;
};

}  // namespace isocloth::io
