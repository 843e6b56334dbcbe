#include "isocloth/dynamics/cloth_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "isocloth/bending/bending_stiffness.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/dynamics/piece_rows.hpp"

namespace isocloth {
namespace {

/// Height of the unevenness, over the distance of neighbouring nodes.
constexpr double kUnevenness = 1e-2;

/// Heights between −1 and 1 that look random, yet depend on the rest position alone, not on the numbering.
Vector uneven_heights(const Mesh& rest) {
  Vector heights(rest.node_count());
  for (int k = 0; k < rest.node_count(); ++k) {
    const double phase = 1e4 * std::sin(rest.x.row(k).dot(Vec3(12.9, 78.2, 37.7)) + 1);
    heights[k] = 2 * (phase - std::floor(phase)) - 1;
  }
  return heights;
}

/// Share of the shortest edge that a cloth which touches itself may be thick: neighbours are then too far
/// from each other to touch where it lies flat.
constexpr double kMostThickness = 0.6;

void check_self_contact(const Mesh& rest, const Material& material, const SelfContact& contact) {
  require(contact.friction >= 0 && std::isfinite(contact.friction),
          "self_contact.friction must be at least 0, got " + to_text(contact.friction));
  require(material.thickness > 0,
          "a cloth that touches itself (self_contact) needs a thickness; set material.thickness [m]");
  double shortest = std::numeric_limits<double>::infinity();
  Edge where{};
  for (const Element& e : rest.elements)
    for (int c = 0; c < corner_count(e); ++c) {
      const Edge edge{e[c], e[(c + 1) % corner_count(e)]};
      const double length = (rest.x.row(edge[1]) - rest.x.row(edge[0])).norm();
      if (length < shortest) {
        shortest = length;
        where = edge;
      }
    }
  require(material.thickness <= kMostThickness * shortest,
          "a cloth that touches itself (self_contact) may be " + to_text(kMostThickness) +
              " times as thick as its shortest edge, that of nodes " + std::to_string(where[0]) + " and " +
              std::to_string(where[1]) + ", is long (" + to_text(shortest) + " m), but thickness is " +
              to_text(material.thickness) + " m; use a coarser mesh or a smaller thickness");
}

void check_options(const ClothPiece& cloth) {
  const ClothOptions& options = cloth.options;
  const Material& material = cloth.material;
  if (const auto problem = material.problem()) throw InputError(*problem);
  require(options.stretch_wave_speed > 0 && std::isfinite(options.stretch_wave_speed),
          "stretch_wave_speed must be above 0 m/s, got " + to_text(options.stretch_wave_speed));
  require(options.stiffening_strain > 0 && options.stiffening_strain < 1,
          "stiffening_strain must be between 0 and 1, got " + to_text(options.stiffening_strain));
  const ElementSpringOptions& springs = options.element_springs;
  require(springs.tension_share >= 0 && std::isfinite(springs.tension_share),
          "tension_share must be at least 0, got " + to_text(springs.tension_share));
  require(springs.edge_share >= 0 && std::isfinite(springs.edge_share),
          "edge_share must be at least 0, got " + to_text(springs.edge_share));
  require(springs.viscosity >= 0 && std::isfinite(springs.viscosity),
          "viscosity must be at least 0 m²/s, got " + to_text(springs.viscosity));
  if (options.edges)
    require(options.edges->shear_stiffness >= 0 && std::isfinite(options.edges->shear_stiffness),
            "shear_stiffness must be at least 0 N/m, got " + to_text(options.edges->shear_stiffness));

  if (options.self_contact) check_self_contact(cloth.rest, material, *options.self_contact);
  require(!options.self_contact || !options.edges,
          "a model of edges does not touch itself; remove one of self_contact and edges");
  const std::vector<Element>& elements = cloth.rest.elements;
  const bool has_nodal_rows =
      options.rows == RowsAt::nodes ||
      std::any_of(elements.begin(), elements.end(), [](const Element& e) { return corner_count(e) == 3; });
  require(options.frames == Frames::aligned || has_nodal_rows,
          "frames are those of rows at nodes, but quads have rows in their middle; leave frames out, or set "
          "rows to nodes");
  if (!material.is_woven()) return;
  require(!options.edges, "a woven cloth (shear_stiffness) is no model of edges; remove one of them");
  require(options.frames != Frames::element,
          "a woven cloth (shear_stiffness) needs frames along its threads; use aligned or mean_tangents, "
          "not element");
  const double length = options.warp.norm();
  require(length > 0 && std::isfinite(length),
          "warp must be a direction, got a vector of length " + to_text(length));
}

/// What `make` returns; where there are several cloths, InputErrors name the one at fault.
template <class Make>
auto naming(const std::vector<ClothPiece>& cloths, std::size_t which, Make make) {
  if (cloths.size() == 1) return make();
  try {
    return make();
  } catch (const InputError& error) {
    throw InputError("cloth \"" + cloths[which].name + "\": " + error.what());
  }
}

Mesh joined(const std::vector<ClothPiece>& cloths) {
  std::vector<Mesh> meshes;
  std::vector<std::string> names;
  for (const ClothPiece& cloth : cloths) {
    meshes.push_back(cloth.rest);
    names.push_back(cloth.name);
  }
  return join_meshes(meshes, names);
}

/// What follows from the mesh alone.
void measure_rest(ClothModel& model) {
  const Mesh& rest = model.rest;
  model.node_area = node_areas(rest);
  model.element_area.resize(rest.element_count());
  element_areas(rest, rest.x, model.element_area);
  model.edge_squares.resize(static_cast<Eigen::Index>(model.topology.edges.size()));
  for (Eigen::Index e = 0; e < model.edge_squares.size(); ++e) {
    const Edge& edge = model.topology.edges[static_cast<std::size_t>(e)];
    model.edge_squares[e] = (rest.x.row(edge[1]) - rest.x.row(edge[0])).squaredNorm();
  }
  model.unevenness = kUnevenness * model.node_area.cwiseSqrt().cwiseProduct(uneven_heights(rest));
}

/// What follows from a cloth's place among the others: its area and edges; thickness at its nodes.
void measure_piece(Piece& piece, ClothModel& model) {
  const std::vector<Edge>& edges = model.topology.edges;  // sorted by node: those of a cloth are in one run
  const auto at = [&](int node) {
    const auto is_before = [](const Edge& edge, int first) { return edge[0] < first; };
    return static_cast<int>(std::lower_bound(edges.begin(), edges.end(), node, is_before) - edges.begin());
  };
  piece.first_edge = at(piece.first_node);
  piece.edge_count = at(piece.first_node + piece.node_count) - piece.first_edge;
  piece.area = model.node_area.segment(piece.first_node, piece.node_count).sum();
  model.node_half_thickness.segment(piece.first_node, piece.node_count)
      .setConstant(piece.material.thickness / 2);
  model.node_compression.segment(piece.first_node, piece.node_count).setConstant(piece.material.compression);
}

}  // namespace

const Piece& ClothModel::piece_of(int node) const {
  const auto is_before = [](int n, const Piece& piece) { return n < piece.first_node; };
  return *std::prev(std::upper_bound(pieces.begin() + 1, pieces.end(), node, is_before));
}

std::string ClothModel::node_text(int node) const {
  if (pieces.size() == 1) return "node " + std::to_string(node);
  const Piece& piece = piece_of(node);
  return "node " + std::to_string(node - piece.first_node) + " of cloth \"" + piece.name + "\"";
}

bool ClothModel::has_woven() const {
  return std::any_of(pieces.begin(), pieces.end(), [](const Piece& p) { return p.material.is_woven(); });
}

std::shared_ptr<const ClothModel> make_cloth_model(const Mesh& rest, const Material& material,
                                                   const ClothOptions& options) {
  return make_cloth_model({{.rest = rest, .material = material, .options = options}});
}

std::shared_ptr<const ClothModel> make_cloth_model(const std::vector<ClothPiece>& cloths) {
  auto model = std::make_shared<ClothModel>();
  std::vector<Topology> topologies;
  for (std::size_t p = 0; p < cloths.size(); ++p)
    topologies.push_back(naming(cloths, p, [&] {
      check_options(cloths[p]);
      return analyze_topology(cloths[p].rest);
    }));
  model->rest = joined(cloths);
  model->topology = cloths.size() == 1 ? topologies.front() : analyze_topology(model->rest);
  measure_rest(*model);
  model->node_half_thickness.resize(model->rest.node_count());
  model->node_compression.resize(model->rest.node_count());

  std::vector<RowsOfPiece> rows;
  std::vector<NodeMatrix> bending;
  for (std::size_t p = 0; p < cloths.size(); ++p) {
    const auto& [rest, name, material, options] = cloths[p];
    require(options.stiffening_strain == cloths.front().options.stiffening_strain,
            "cloth \"" + name + "\": its stiffening_strain must be that of the other cloths");
    const bool is_sharp = options.frames == Frames::mean_tangents;
    require(is_sharp == (cloths.front().options.frames == Frames::mean_tangents),
            "cloth \"" + name + "\": either all cloths have mean_tangents as frames, or none has");
    require(options.self_contact.has_value() == cloths.front().options.self_contact.has_value(),
            "cloth \"" + name + "\": either all cloths touch each other (self_contact), or none does");
    Piece& piece = model->pieces.emplace_back(Piece{{model->rest.pieces[p]}, material, options, 0, {}, 0, 0});
    measure_piece(piece, *model);
    const std::vector<int> corners =
        options.corners ? *options.corners : find_corners(rest, topologies[p], options.corner_angle);
    for (const int corner : corners) model->corners.push_back(piece.first_node + corner);
    rows.push_back(naming(cloths, p, [&] { return make_rows(cloths[p], topologies[p], corners, piece); }));
    const bool bends = material.bending > 0 || material.bending_damping > 0;
    bending.push_back(bends ? bending_stiffness(rest, topologies[p]) : NodeMatrix());
  }
  join_rows(rows, *model);
  model->bending = join_bending(bending, *model);
  return model;
}

}  // namespace isocloth
