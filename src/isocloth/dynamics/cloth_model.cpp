#include "isocloth/dynamics/cloth_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "isocloth/bending/bending_stiffness.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/isometry/edge_rows.hpp"

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

/// k = ¼ Y · area of the row for the constraints, then these for the springs.
RowLaw make_law(const Material& material, const ClothOptions& options, const Vector& area,
                const Vector& springs) {
  RowLaw law;
  law.stiffness.resize(area.size() + springs.size());
  law.stiffness << material.density / 4 * std::pow(options.stretch_wave_speed, 2) * area, springs;
  law.rest = Vector::Zero(law.stiffness.size());
  law.stiffening = options.stiffening_strain;
  return law;
}

/// Share of the shortest edge that a cloth which touches itself may be thick: neighbours are then too far from
/// each other to touch where it lies flat.
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

void make_rows(const ClothOptions& options, ClothModel& model) {
  if (options.edges) {
    EdgeRows edges = make_edge_rows(model.rest, model.topology);
    model.law = make_law(model.material, options, edges.area, options.edges->shear_stiffness * edges.spring);
    model.rows = std::move(edges.rows);
    return;
  }
  const bool woven = model.material.is_woven();
  IsometryRows isometry =
      make_isometry_rows(model.rest, model.topology, model.corners, options.rows, options.frames,
                         woven ? std::optional<Vec3>(options.warp.normalized()) : std::nullopt);
  model.springs =
      ElementSprings(model.rest, model.topology, isometry, model.material.density, model.material.bending,
                     model.material.shear_stiffness, options.element_springs);
  model.law = make_law(model.material, options, isometry.area.head(isometry.rows.pattern().constraint_rows),
                       (woven ? model.material.shear_stiffness : 0) * isometry.shear);
  model.rows = std::move(isometry.rows);
}

}  // namespace

std::shared_ptr<const ClothModel> make_cloth_model(const Mesh& rest, const Material& material,
                                                   const ClothOptions& options) {
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

  if (options.self_contact) check_self_contact(rest, material, *options.self_contact);

  const bool has_nodal_rows =
      options.rows == RowsAt::nodes || std::any_of(rest.elements.begin(), rest.elements.end(),
                                                   [](const Element& e) { return corner_count(e) == 3; });
  require(options.frames == Frames::aligned || has_nodal_rows,
          "frames are those of rows at nodes, but quads have rows in their middle; leave frames out, or set "
          "rows to nodes");
  if (material.is_woven()) {
    require(!options.edges, "a woven cloth (shear_stiffness) is no model of edges; remove one of them");
    require(options.frames != Frames::element,
            "a woven cloth (shear_stiffness) needs frames along its threads; use aligned or mean_tangents, "
            "not element");
    const double length = options.warp.norm();
    require(length > 0 && std::isfinite(length),
            "warp must be a direction, got a vector of length " + to_text(length));
  }

  auto model = std::make_shared<ClothModel>();
  model->rest = rest;
  model->material = material;
  model->options = options;
  model->topology = analyze_topology(rest);
  model->corners =
      options.corners ? *options.corners : find_corners(rest, model->topology, options.corner_angle);
  model->node_area = node_areas(rest);
  model->element_area.resize(rest.element_count());
  element_areas(rest, rest.x, model->element_area);
  model->edge_squares.resize(static_cast<Eigen::Index>(model->topology.edges.size()));
  for (Eigen::Index e = 0; e < model->edge_squares.size(); ++e) {
    const Edge& edge = model->topology.edges[static_cast<std::size_t>(e)];
    model->edge_squares[e] = (rest.x.row(edge[1]) - rest.x.row(edge[0])).squaredNorm();
  }

  model->unevenness = kUnevenness * model->node_area.cwiseSqrt().cwiseProduct(uneven_heights(rest));

  make_rows(options, *model);

  model->bending.resize(rest.node_count(), rest.node_count());
  if (material.bending > 0 || material.bending_damping > 0)
    model->bending = bending_stiffness(rest, model->topology);
  return model;
}

}  // namespace isocloth
