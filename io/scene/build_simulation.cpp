#include "io/scene/build_simulation.hpp"

#include <numbers>

#include "io/mesh/mesh_file.hpp"
#include "io/scene/build_obstacles.hpp"
#include "io/scene/start.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/mesh/edit.hpp"
#include "isocloth/mesh/parts.hpp"
#include "isocloth/mesh/pose.hpp"

namespace isocloth::io {
namespace {

/// What `make` returns; its InputErrors get the name of the file at fault in front.
template <class Make>
auto blaming(const std::string& path, Make make) {
  try {
    return make();
  } catch (const InputError& error) {
    throw InputError(path + ": " + error.what());
  }
}

struct MakeRestShape {
  Remarks* remarks;

  using Shape = Mesh;
  Shape operator()(const RectangleSpec& s) const { return make_rectangle(s.size, s.nodes, s.element); }
  Shape operator()(const IrregularSpec& s) const { return make_irregular_rectangle(s.size, s.count, s.seed); }
  Shape operator()(const RingSpec& s) const {
    return make_ring(s.inner_radius, s.outer_radius, s.nodes, s.element);
  }
  Shape operator()(const DiscSpec& s) const { return make_disc(s.radius, s.core, s.rings); }
  Shape operator()(const TubeSpec& s) const { return make_tube(s.radius, s.height, s.nodes, s.element); }
  Shape operator()(const FileSpec& s) const {
    Mesh mesh = read_surface(s.path, s.scale, remarks);
    blaming(s.path, [&] { return analyze_topology(mesh); });
    return mesh;
  }
  template <class Cut>
  Shape operator()(const Cut& cut) const {
    return make_garment(cut).mesh;
  }
};

Mesh make_shape(const ClothSpec& cloth, Remarks* remarks) {
  Mesh shape = std::visit(MakeRestShape{remarks}, cloth.mesh);
  const RestNoiseSpec& noise = cloth.rest_noise;
  if (noise.std > 0) add_noise(shape, noise.std, noise.seed, noise.length);
  return shape;
}

/// In the numbers of the whole model.
std::vector<int> held_nodes(const GraspSpec& grasp, const ClothModel& model) {
  const Piece& cloth = model.pieces[static_cast<std::size_t>(grasp.cloth.value_or(0))];
  if (!grasp.parts.empty()) return nodes_of_parts(model.rest, model.topology, grasp.parts, cloth);
  std::vector<int> nodes = grasp.nodes;
  for (int& node : nodes) {
    require(node < cloth.node_count, "grasp \"" + grasp.name + "\" names node " + std::to_string(node) +
                                         ", but the mesh has " + std::to_string(cloth.node_count) +
                                         " (indices start at 0)");
    node += cloth.first_node;
  }
  return nodes;
}

std::optional<Pick> pick_of(const std::optional<PlaceSpec>& at) {
  if (!at) return std::nullopt;
  if (at->box) return PickBox{rigid_pose({.rotate_deg = at->rotate_deg, .translate = at->point}), *at->box};
  if (at->nearest) return PickNearest{at->point, at->radius};
  return PickNear{at->point, at->radius};
}

struct MakeMotion {
  double from;  ///< when the grasp begins [s]

  Motion operator()(const FixedMotion&) const { return fixed_motion(); }
  Motion operator()(const SineMotion& m) const {
    return sine_motion(m.direction, m.amplitude, m.frequency, m.phase, from);
  }
  Motion operator()(const PolylineMotion& m) const { return polyline_motion(m.times, m.points, m.relative); }
  Motion operator()(const KeyframeMotion& m) const {
    return keyframe_motion(m.times, poses_of(m), m.relative);
  }
};

Material material_of(const MaterialSpec& spec) {
  return {.density = spec.density,
          .virtual_mass = spec.virtual_mass,
          .bending = spec.bending,
          .damping = spec.damping,
          .bending_damping = spec.bending_damping,
          .thickness = spec.thickness,
          .compression = spec.compression,
          .shear_stiffness = spec.shear_stiffness};
}

ClothOptions cloth_options(const ClothSpec& cloth, SolverMethod method) {
  ClothOptions options;
  options.rows = cloth.rows.value_or(method == SolverMethod::implicit ? RowsAt::elements : RowsAt::nodes);
  options.frames = cloth.frames;
  options.warp = cloth.warp;
  if (cloth.edges) options.edges = EdgeModel{cloth.edges->shear_stiffness};
  options.corner_angle = cloth.corners.angle_deg * std::numbers::pi / 180;
  options.corners = cloth.corners.nodes;
  options.self_contact = cloth.self_contact;
  return options;
}

ProjectionMethod method_of(SolverMethod method) {
  switch (method) {
    case SolverMethod::fast_projection:
      return ProjectionMethod::fast;
    case SolverMethod::reference:
      return ProjectionMethod::reference;
    default:
      return ProjectionMethod::implicit;
  }
}

StepOptions step_options(const Scene& scene, int threads) {
  StepOptions options{.dt = scene.time.step, .gravity = scene.gravity};
  options.threads = threads;
  options.iteration_budget = scene.solver.budget;
  const bool as_printed = scene.solver.method != SolverMethod::implicit;
  options.integrator = scene.solver.integrator.value_or(as_printed ? Integrator::euler : Integrator::bdf2);
  options.projection.method = method_of(scene.solver.method);
  options.projection.tolerance = scene.solver.tolerance;
  options.projection.max_iterations = scene.solver.max_iterations;
  return options;
}

Points start_of(const ClothSpec& cloth, const Mesh& rest, Remarks* remarks) {
  return Pose{.rotate_deg = cloth.pose.rotate_deg, .translate = cloth.pose.translate}.apply(
      cloth.start ? read_start(*cloth.start, rest, remarks) : rest.x);
}

Simulation make_cloths(const Scene& scene, const std::vector<Mesh>& shapes, const Points& start,
                       int threads) {
  std::vector<ClothPiece> pieces;
  for (std::size_t c = 0; c < scene.cloths.size(); ++c) {
    const ClothSpec& cloth = scene.cloths[c];
    pieces.push_back({.rest = shapes[c],
                      .name = cloth.name,
                      .material = material_of(cloth.material),
                      .options = cloth_options(cloth, scene.solver.method)});
  }
  return {make_cloth_model(pieces), start, step_options(scene, threads)};
}

/// A mesh file names itself where it is at fault.
Mesh shape_of(const Scene& scene, const ClothSpec& cloth, Remarks* remarks) {
  const auto make = [&] { return make_shape(cloth, remarks); };
  return std::holds_alternative<FileSpec>(cloth.mesh) ? make() : blaming(scene.path, make);
}

int add_grasp(const GraspSpec& grasp, Simulation& simulation) {
  return simulation.add_grasp({.name = grasp.name,
                               .nodes = held_nodes(grasp, simulation.model()),
                               .motion = std::visit(MakeMotion{grasp.from}, grasp.motion),
                               .from = grasp.from,
                               .until = grasp.until,
                               .grip = grasp.grip,
                               .pick = pick_of(grasp.at),
                               .piece = grasp.at ? grasp.cloth : std::nullopt});
}

}  // namespace

Mesh make_mesh(const ClothSpec& cloth) { return make_shape(cloth, nullptr); }

Simulation make_simulation(const Scene& scene, int threads, Remarks* remarks) {
  std::vector<Mesh> shapes;
  Points start(0, 3);
  for (const ClothSpec& cloth : scene.cloths) {
    shapes.push_back(shape_of(scene, cloth, remarks));
    start.conservativeResize(start.rows() + shapes.back().node_count(), 3);
    start.bottomRows(shapes.back().node_count()) = start_of(cloth, shapes.back(), remarks);
  }
  std::vector<Obstacle> obstacles = make_obstacles(scene, remarks);  // these name their line themselves
  Simulation simulation = blaming(scene.path, [&] { return make_cloths(scene, shapes, start, threads); });
  for (const GraspSpec& grasp : scene.grasps)
    blaming(grasp.written.place, [&] { return add_grasp(grasp, simulation); });
  for (std::size_t o = 0; o < obstacles.size(); ++o)
    blaming(scene.obstacles[o].written.place,
            [&] { return simulation.add_obstacle(std::move(obstacles[o])); });
  check_grasps(scene, simulation);
  return simulation;
}

}  // namespace isocloth::io
