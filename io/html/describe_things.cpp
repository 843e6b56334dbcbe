#include "io/html/replay_parts.hpp"

#include "isocloth/bending/laplacian.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/fem/element_geometry.hpp"
#include "isocloth/mesh/pieces.hpp"

namespace isocloth::io {
namespace {

using Json = Sections::Json;

std::vector<float> as_floats(const Eigen::Ref<const Vector>& values) {
  std::vector<float> floats;
  floats.reserve(static_cast<std::size_t>(values.size()));
  for (const double value : values) floats.push_back(static_cast<float>(value));
  return floats;
}

Json add_points(const Points& x, Sections& sections) {
  return sections.add(as_floats(Eigen::Map<const Vector>(x.data(), x.size())));
}

Json add_elements(const std::vector<Element>& elements, Sections& sections) {
  std::vector<std::int32_t> nodes;
  nodes.reserve(4 * elements.size());
  for (const Element& element : elements) nodes.insert(nodes.end(), element.begin(), element.end());
  return sections.add(nodes);
}

/// Rows of the Laplacian for the interior nodes, |Δx| is twice the mean curvature there. Nothing for a mesh
/// that is no surface, or where samples are not just the interior nodes (a strip one element wide).
std::optional<Json> add_laplacian(const Mesh& rest, Sections& sections) try {
  const Topology topology = analyze_topology(rest);
  const NodeMatrix rows = make_laplacian(rest, topology).rows;
  std::vector<std::int32_t> nodes, starts{0}, columns;
  std::vector<float> weights;
  for (int node = 0; node < rest.node_count(); ++node)
    if (!topology.on_boundary[static_cast<std::size_t>(node)]) nodes.push_back(node);
  if (static_cast<Eigen::Index>(nodes.size()) != rows.rows() || nodes.empty()) return std::nullopt;
  for (Eigen::Index row = 0; row < rows.rows(); ++row) {
    for (NodeMatrix::InnerIterator entry(rows, row); entry; ++entry) {
      columns.push_back(static_cast<std::int32_t>(entry.col()));
      weights.push_back(static_cast<float>(entry.value()));
    }
    starts.push_back(static_cast<std::int32_t>(columns.size()));
  }
  return Json{{"nodes", sections.add(nodes)},
              {"starts", sections.add(starts)},
              {"columns", sections.add(columns)},
              {"weights", sections.add(weights)}};
} catch (const InputError&) {
  return std::nullopt;
}

Json describe_obstacles(const TrajectoryInfo& info, Sections& sections) {
  Json list = Json::array();
  for (const ObstacleInfo& obstacle : info.obstacles) {
    list.push_back({{"name", obstacle.name},
                    {"friction", obstacle.friction},
                    {"unbounded", obstacle.unbounded},
                    {"seenOnly", obstacle.seen_only},
                    {"x", add_points(obstacle.surface.x, sections)},
                    {"elements", add_elements(obstacle.surface.elements, sections)}});
    if (obstacle.color) list.back()["color"] = *obstacle.color;
  }
  return list;
}

}  // namespace

Json describe_things(const TrajectoryInfo& info, Sections& sections) {
  Json grasps = Json::array();
  for (const GraspInfo& grasp : info.grasps) grasps.push_back({{"name", grasp.name}, {"nodes", grasp.nodes}});
  Json cloths = Json::array();
  for (const MeshPiece& piece : pieces_of(info.rest))
    cloths.push_back({{"name", piece.name}, {"nodes", piece.node_count}, {"elements", piece.element_count}});
  Json things{{"step", info.step},
              {"rest", add_points(info.rest.x, sections)},
              {"elements", add_elements(info.rest.elements, sections)},
              {"nodeArea", sections.add(as_floats(node_areas(info.rest)))}};
  if (const auto laplacian = add_laplacian(info.rest, sections)) things["laplacian"] = *laplacian;
  things["cloths"] = std::move(cloths);
  things["grasps"] = std::move(grasps);
  things["obstacles"] = describe_obstacles(info, sections);
  return things;
}

}  // namespace isocloth::io
