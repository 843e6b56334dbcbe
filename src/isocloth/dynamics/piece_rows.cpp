#include "isocloth/dynamics/piece_rows.hpp"

#include <cmath>

#include "isocloth/isometry/edge_rows.hpp"

namespace isocloth {
namespace {

/// Rows that are to let a coarse cloth fold sharply (Frames::mean_tangents) are stiff by this share, and
/// stiffen from this many times the strain on: as stiff as others, they leave irregular triangles in one of
/// several folds, which are centimetres apart.
constexpr double kSharpStiffness = 0.25, kSharpStrain = 1.5;

/// k = ¼ Y · area of the row for the constraints, then these for the springs.
RowLaw make_law(const Material& material, const ClothOptions& options, const Vector& area,
                const Vector& springs) {
  RowLaw law;
  law.stiffness.resize(area.size() + springs.size());
  const bool is_sharp = options.frames == Frames::mean_tangents;
  const double share = (is_sharp ? kSharpStiffness : 1) / 4;
  law.stiffness << share * material.density * std::pow(options.stretch_wave_speed, 2) * area, springs;
  law.rest = Vector::Zero(law.stiffness.size());
  law.stiffening = (is_sharp ? kSharpStrain : 1) * options.stiffening_strain;
  return law;
}

}  // namespace

RowsOfPiece make_rows(const ClothPiece& cloth, const Topology& topology, const std::vector<int>& corners,
                      Piece& piece) {
  const ClothOptions& options = cloth.options;
  const Material& material = cloth.material;
  if (options.edges) {
    EdgeRows edges = make_edge_rows(cloth.rest, topology);
    RowLaw law = make_law(material, options, edges.area, options.edges->shear_stiffness * edges.spring);
    return {std::move(edges.rows), std::move(law)};
  }
  const bool woven = material.is_woven();
  IsometryRows isometry =
      make_isometry_rows(cloth.rest, topology, corners, options.rows, options.frames,
                         woven ? std::optional<Vec3>(options.warp.normalized()) : std::nullopt);
  piece.springs = ElementSprings(cloth.rest, topology, isometry, material.density, material.bending,
                                 material.shear_stiffness, options.element_springs);
  RowLaw law = make_law(material, options, isometry.area.head(isometry.rows.pattern().constraint_rows),
                        (woven ? material.shear_stiffness : 0) * isometry.shear);
  return {std::move(isometry.rows), std::move(law)};
}

void join_rows(const std::vector<RowsOfPiece>& made, ClothModel& model) {
  std::vector<int> first_constraint;
  for (std::size_t p = 0; p < made.size(); ++p) {
    first_constraint.push_back(model.rows.pattern().row_count());
    model.pieces[p].first_constraint = first_constraint[p];
    model.pieces[p].constraint_count = made[p].rows.pattern().constraint_rows;
    model.rows.append(made[p].rows, 0, made[p].rows.pattern().constraint_groups, model.pieces[p].first_node);
  }
  model.rows.end_constraints();
  std::vector<int> first_spring;
  for (std::size_t p = 0; p < made.size(); ++p) {
    const RowPattern& own = made[p].rows.pattern();
    first_spring.push_back(model.rows.pattern().row_count());
    model.rows.append(made[p].rows, own.constraint_groups, own.group_count(), model.pieces[p].first_node);
    model.pieces[p].springs.share(first_constraint[p], first_spring[p], model.pieces[p].first_element);
  }
  model.law.rest = Vector::Zero(model.rows.pattern().row_count());
  model.law.stiffness.resize(model.law.rest.size());
  model.law.stiffening = made.front().law.stiffening;
  for (std::size_t p = 0; p < made.size(); ++p) {
    const Vector& own = made[p].law.stiffness;
    const int constraints = made[p].rows.pattern().constraint_rows;
    const Eigen::Index springs = own.size() - constraints;
    model.law.stiffness.segment(first_constraint[p], constraints) = own.head(constraints);
    model.law.stiffness.segment(first_spring[p], springs) = own.tail(springs);
  }
}

NodeMatrix join_bending(const std::vector<NodeMatrix>& made, const ClothModel& model) {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t p = 0; p < made.size(); ++p)
    for (Eigen::Index i = 0; i < made[p].outerSize(); ++i)
      for (NodeMatrix::InnerIterator entry(made[p], i); entry; ++entry)
        entries.emplace_back(static_cast<int>(entry.row()) + model.pieces[p].first_node,
                             static_cast<int>(entry.col()) + model.pieces[p].first_node, entry.value());
  NodeMatrix all(model.rest.node_count(), model.rest.node_count());
  all.setFromTriplets(entries.begin(), entries.end());
  return all;
}

}  // namespace isocloth
