#include <fmt/format.h>

#include <cmath>

#include "info_parts.hpp"
#include "io/scene/build_simulation.hpp"
#include "io/scene/read_scene.hpp"
#include "io/scene/run_scene.hpp"
#include "json_of_cloths.hpp"

namespace isocloth::cli {
namespace {

const char* name_of(const io::MotionSpec& motion) {
  constexpr std::array<const char*, 3> kNames{"fixed", "sine", "polyline"};
  return kNames[motion.index()];
}

const char* name_of(const io::MeshSpec& mesh) {
  constexpr std::array<const char*, 11> kNames{"rectangle", "irregular", "ring",    "disc",
                                               "tube",      "tank_top",  "t_shirt", "skirt",
                                               "trousers",  "towel",     "file"};
  return kNames[mesh.index()];
}

const char* name_of(const io::ShapeSpec& shape) {
  constexpr std::array<const char*, 8> kNames{"plane", "sphere", "capsule",   "cylinder",
                                              "box",   "torus",  "ellipsoid", "mesh"};
  return kNames[shape.index()];
}

const char* name_of(const io::ObstacleMotionSpec& motion) {
  constexpr std::array<const char*, 3> kNames{"fixed", "sine", "keyframes"};
  return kNames[motion.index()];
}

Json json_of_obstacles(const io::Scene& scene) {
  Json obstacles = Json::array();
  for (const io::ObstacleSpec& obstacle : scene.obstacles)
    obstacles.push_back({{"name", obstacle.name},
                         {"shape", name_of(obstacle.shape)},
                         {"motion", name_of(obstacle.motion)},
                         {"friction", obstacle.friction},
                         {"finger", obstacle.finger.has_value()}});
  return obstacles;
}

Json json_of_grasps(const io::Scene& scene) {
  Json grasps = Json::array();
  for (const io::GraspSpec& grasp : scene.grasps)
    grasps.push_back({{"name", grasp.name},
                      {"cloth", grasp.cloth ? Json(scene.cloths[static_cast<std::size_t>(*grasp.cloth)].name)
                                            : Json(nullptr)},
                      {"nodes", grasp.nodes},
                      {"motion", name_of(grasp.motion)},
                      {"from", grasp.from},
                      {"until", std::isfinite(grasp.until) ? Json(grasp.until) : Json(nullptr)}});
  return grasps;
}

Json json_of_material(const io::MaterialSpec& m) {
  return {{"density", m.density},
          {"virtual_mass", m.virtual_mass},
          {"bending", m.bending},
          {"damping", m.damping},
          {"bending_damping", m.bending_damping},
          {"thickness", m.thickness},
          {"compression", std::isfinite(m.compression) ? Json(m.compression) : Json()},
          {"shear_stiffness", std::isfinite(m.shear_stiffness) ? Json(m.shear_stiffness) : Json()}};
}

Json json_of_cloths(const io::Scene& scene, const ClothModel& model) {
  Json cloths = json_of_pieces(model.rest);
  for (std::size_t c = 0; c < scene.cloths.size(); ++c) {
    cloths[c]["mesh"] = name_of(scene.cloths[c].mesh);
    cloths[c]["area_m2"] = model.pieces[c].area;
    cloths[c]["material"] = json_of_material(scene.cloths[c].material);
    cloths[c]["warp"] = json_of(scene.cloths[c].warp);
  }
  return cloths;
}

/// What a scene with one cloth says of it is said of the first.
Json json_of_scene(const io::Scene& scene, const ClothModel& model) {
  const io::ClothSpec& first = scene.cloths.front();
  return {{"kind", "scene"},
          {"path", scene.path},
          {"name", scene.name},
          {"mesh", name_of(first.mesh)},
          {"nodes", model.rest.node_count()},
          {"elements", model.rest.element_count()},
          {"area_m2", model.element_area.sum()},
          {"rows", model.rows.pattern().row_count()},
          {"material", json_of_material(first.material)},
          {"warp", json_of(first.warp)},
          {"cloths", json_of_cloths(scene, model)},
          {"grasps", json_of_grasps(scene)},
          {"obstacles", json_of_obstacles(scene)},
          {"gravity", json_of(scene.gravity)},
          {"time",
           {{"duration", scene.time.duration},
            {"step", scene.time.step},
            {"frame", scene.time.frame},
            {"steps", io::step_count(scene.time)},
            {"frames", 1 + io::step_count(scene.time) / io::frame_steps(scene.time)}}}};
}

std::string grasp_text(const io::GraspSpec& grasp, const ClothModel& model) {
  std::string text = grasp.nodes.empty() ? "what is at " + text_of(grasp.at->point) + " m then"
                     : grasp.nodes.size() == 1
                         ? model.node_text(grasp.nodes.front())
                         : counted(static_cast<std::int64_t>(grasp.nodes.size()), "node");
  if (grasp.nodes.size() != 1 && grasp.cloth && model.pieces.size() > 1)
    text += " of cloth \"" + model.pieces[static_cast<std::size_t>(*grasp.cloth)].name + "\"";
  text += std::string(", ") + name_of(grasp.motion);
  if (grasp.from > 0) text += fmt::format(", from {:.6g} s", grasp.from);
  if (std::isfinite(grasp.until)) text += fmt::format(", until {:.6g} s", grasp.until);
  return text;
}

void print_cloth(const io::ClothSpec& cloth, const Piece& piece) {
  const io::MaterialSpec& m = cloth.material;
  print(entry("mesh",
              fmt::format("{}, {}, {}, {:.6g} m²", name_of(cloth.mesh), counted(piece.node_count, "node"),
                          counted(piece.element_count, "element"), piece.area)));
  const std::string shear =
      std::isfinite(m.shear_stiffness)
          ? fmt::format(", shear stiffness {:.6g} N/m, warp {}", m.shear_stiffness, text_of(cloth.warp))
          : std::string();
  const std::string compression =
      m.thickness > 0 ? fmt::format(", compression {:.6g} Pa", m.compression) : std::string();
  print(entry("material", fmt::format("density {:.6g} kg/m², virtual mass {:.6g} kg/m², bending {:.6g} N·m, "
                                      "damping {:.6g} kg/(m²·s), bending damping {:.6g} N·m·s, thickness "
                                      "{:.6g} m{}{}",
                                      m.density, m.virtual_mass, m.bending, m.damping, m.bending_damping,
                                      m.thickness, compression, shear)));
}

void print_scene(const io::Scene& scene, const ClothModel& model) {
  const io::TimeSpec& t = scene.time;
  print(entry("scene", one_line(scene.name)));
  for (std::size_t c = 0; c < scene.cloths.size(); ++c) {
    if (scene.cloths.size() > 1) print(entry("cloth", scene.cloths[c].name));
    print_cloth(scene.cloths[c], model.pieces[c]);
  }
  print(entry("rows", std::to_string(model.rows.pattern().row_count())));
  if (scene.grasps.empty()) print(entry("grasps", "none, the cloth falls"));
  for (const io::GraspSpec& grasp : scene.grasps)
    print(entry("grasp", grasp.name + ": " + grasp_text(grasp, model)));
  for (const io::ObstacleSpec& obstacle : scene.obstacles)
    print(entry("obstacle", fmt::format("{}: {}, {}, friction {:.6g}{}", obstacle.name,
                                        name_of(obstacle.shape), name_of(obstacle.motion), obstacle.friction,
                                        obstacle.finger ? ", a finger" : "")));
  print(entry("gravity", text_of(scene.gravity) + " m/s²"));
  print(entry("time", fmt::format("{:.6g} s, {} of {:.6g} s, a frame every {:.6g} s", t.duration,
                                  counted(io::step_count(t), "step"), t.step, t.frame)));
}

}  // namespace

ExitStatus info_scene(const std::string& path, bool json) {
  io::Scene scene = io::load_scene(path);
  io::Remarks remarks;
  const Simulation simulation = io::make_simulation(scene, 1, &remarks);
  for (std::size_t g = 0; g < scene.grasps.size(); ++g)  // parts and places as the nodes they are
    scene.grasps[g].nodes = simulation.grasps()[g].nodes;
  if (json) {
    Json object = json_of_scene(scene, simulation.model());
    object["remarks"] = remarks;
    print(object);
  } else {
    print_scene(scene, simulation.model());
    for (const std::string& remark : remarks) print(entry("remark", one_line(remark)));
  }
  return kDone;
}

}  // namespace isocloth::cli
