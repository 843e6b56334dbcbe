#include <fmt/format.h>

#include <algorithm>

#include "info_parts.hpp"
#include "io/mesh/mesh_file.hpp"
#include "mesh_facts.hpp"

namespace isocloth::cli {
namespace {

constexpr std::size_t kMostNamed = 12;  ///< corners and loops that the text form names one by one

Json json_of_facts(const std::string& path, const MeshFacts& facts) {
  Json json{{"kind", "mesh"},
            {"path", path},
            {"nodes", facts.nodes},
            {"elements", facts.triangles + facts.quads},
            {"triangles", facts.triangles},
            {"quads", facts.quads},
            {"area_m2", facts.area},
            {"bounding_box_m", {json_of(facts.low), json_of(facts.high)}},
            {"shortest_edge_m", facts.shortest_edge},
            {"longest_edge_m", facts.longest_edge},
            {"smallest_angle_deg", facts.smallest_angle},
            {"largest_angle_deg", facts.largest_angle}};
  if (const auto& c = facts.connections) {
    Json loops = Json::array();
    for (std::size_t i = 0; i < c->loop_lengths.size(); ++i)
      loops.push_back({{"nodes", c->loop_nodes[i]}, {"length_m", c->loop_lengths[i]}});
    json.update({{"edges", c->edges},
                 {"boundary_loops", std::move(loops)},
                 {"corners", c->corners},
                 {"pieces", c->pieces},
                 {"euler_characteristic", c->euler_characteristic}});
  }
  json["problem"] = facts.problem.empty() ? Json(nullptr) : Json(facts.problem);
  return json;
}

std::string loops_text(const Connections& c) {
  std::string text = std::to_string(c.loop_lengths.size());
  for (std::size_t i = 0; i < std::min(c.loop_lengths.size(), kMostNamed); ++i)
    text +=
        fmt::format("{}{:.6g} m ({})", i ? ", " : ": ", c.loop_lengths[i], counted(c.loop_nodes[i], "node"));
  return c.loop_lengths.size() > kMostNamed ? text + ", …" : text;
}

std::string corners_text(const Connections& c) {
  std::string text = std::to_string(c.corners.size());
  for (std::size_t i = 0; i < std::min(c.corners.size(), kMostNamed); ++i)
    text += (i ? ", " : ": nodes ") + std::to_string(c.corners[i]);
  return c.corners.size() > kMostNamed ? text + ", …" : text;
}

void print_facts(const std::string& path, const MeshFacts& facts) {
  print(entry("mesh", one_line(path)));
  print(entry("nodes", std::to_string(facts.nodes)));
  print(entry("elements",
              fmt::format("{}, {}", counted(facts.triangles, "triangle"), counted(facts.quads, "quad"))));
  print(entry("area", fmt::format("{:.6g} m²", facts.area)));
  print(entry("bounding box", text_of(facts.low) + " to " + text_of(facts.high) + " m"));
  print(entry("edges", fmt::format("{:.6g} to {:.6g} m", facts.shortest_edge, facts.longest_edge)));
  print(entry("angles", fmt::format("{:.3g} to {:.3g}°", facts.smallest_angle, facts.largest_angle)));
  if (const auto& c = facts.connections) {
    print(entry("boundary loops", loops_text(*c)));
    print(entry("corners", corners_text(*c)));
    print(entry("pieces", std::to_string(c->pieces)));
    print(entry("Euler number", std::to_string(c->euler_characteristic)));
  }
  print(entry("problem", facts.problem.empty() ? "none, it can be simulated" : one_line(facts.problem)));
}

}  // namespace

ExitStatus info_mesh(const std::string& path, bool json) {
  io::Remarks remarks;
  const MeshFacts facts = facts_of(io::read_surface(path, 1, &remarks));
  if (json) {
    Json object = json_of_facts(path, facts);
    object["remarks"] = remarks;
    print(object);
  } else {
    print_facts(path, facts);
    for (const std::string& remark : remarks) print(entry("remark", one_line(remark)));
  }
  return facts.problem.empty() ? kDone : kMissed;
}

}  // namespace isocloth::cli
