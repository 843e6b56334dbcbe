#pragma once

/// What all worlds of a batch share, as flat tables, and where the numbers of a world lie.
///
/// Rows (isometry/quadratic_rows.hpp) come in three kinds, by how they are evaluated:
///
///   metrics   E, F, G of an element from its tangents x₁ = Σ d1_i x_i, x₂ = Σ d2_i x_i
///   edges     |x_j − x_i|² d²
///   forms     any other: Σ T^{ij} ⟨x_i, x_j⟩ with a tensor per row (hems, rows at nodes, woven cloth)
///
/// They keep the numbers that the model gives them. Nodes are eliminated in the order of `order`; row p of
/// the factor begins at node first[p] of that order (an envelope: inside it the factor is dense).

namespace isocloth::batch {

/// Kinds of tension that a form has (QuadraticKind).
enum FormKind : int { kMetricForm, kThreadsForm, kShearForm, kLengthForm, kHemForm };

/// A slot is a node that hands may hold; how a world holds it (a number of the world, as all below).
inline constexpr double kOpen = 0, kRigid = 1, kSpring = 2;

/// Formulas of shapes (ShapeFormula), and that of an obstacle which was removed.
enum ShapeKind : int { kNowhere, kPlane, kRoundedBox, kRoundedCylinder };

struct ShapeFacts {
  ShapeKind kind;
  double core[3], normal[3], rounding;
  double inner_radius;  ///< [m]; infinite for a half-space
};

/// A place inside an edge or an element at which an obstacle that is not flat may touch, with the nodes of
/// its point; of an element, the edges around it. An element of hard cloth has one such place; one of cloth
/// that can be squeezed has one for what pokes, and then those of its quarters.
///
/// Contacts are numbered: per obstacle and node; then these, obstacle by obstacle, edges before elements;
/// then, for each of these of hard cloth, a point that is kept (Contacts::keep_pressed).
struct InnerSite {
  int obstacle, part;  ///< which edge or element
  int count, nodes[4];
  int edges[4];  ///< sites of the edges of an element
};

/// Sites of an obstacle: from `begin` up to those of elements, up to `end`; none where it is flat.
struct InnerSites {
  int begin, elements, end;
};

/// Where a node or an edge is in an element: which corner, or which of its edges.
struct PlaceInElement {
  int element, place;
};

/// Numbers of the stiffness of a contact (step_contacts.hpp, Yielding).
inline constexpr int kYieldingSize = 5;

/// Whether a step needs more than lanes do, and was not taken: it is to be redone, from the state that the
/// numbers are; or from what its Simulation knows beside them (away), and so are those after it; or from the
/// beginning, which has contacts that the numbers have not.
inline constexpr double kRegular = 0, kToRedo = 1, kAway = 2, kBegins = 3;

/// Numbers of a world that are one each; all are doubles, so that a world is one array.
enum WorldNumber : int {
  kDensity,            ///< ρ [kg/m²]
  kGravitationalMass,  ///< δ [kg/m²]
  kBending,            ///< κ [N·m]
  kDamping,            ///< α [kg/(m²·s)]
  kBendingDamping,     ///< β [N·m·s]
  kShear,              ///< S of a woven cloth [N/m]
  kGravityX,           ///< [m/s²]
  kGravityY,
  kGravityZ,
  kPastDt,        ///< StepPast
  kPastDtBefore,  ///< …
  kCalm,
  kRough,
  kFlagged,  ///< kRegular, kToRedo or kAway
  kStatus,   ///< StepStatus of the last step, and what it reports
  kIterations,
  kMetricError,  ///< [-]
  kEdgeError,    ///< [-]
  kAreaError,    ///< the largest of an element [-]
  kWorldNumbers
};
static_assert(kGravityX % 3 == 0);  // read as a vector

/// Where arrays of a world begin, in its numbers: settings and state …
struct WorldLayout {
  int stiffness;                 ///< of each constraint, stiff round held nodes [N·m]
  int hold, grip, grip_damping;  ///< per slot: kOpen, kRigid or kSpring; k [N/m], c [N·s/m]
  int friction, pose;            ///< per obstacle: µ, and where it is: x y z [m], quaternion w x y z
  int target;                    ///< per slot: where its hand has the node [m]
  int x, v, dx, dx_before, dv, dv_before;
  int multipliers, tensions;
  int pressed;  ///< per contact that is not kept: γ of the last step, 0 where it did not press [N] …
  int rubbed;   ///< … friction then, in the obstacle's frame [N] …
  int settled;  ///< … 1 where it had pressed in the step before that one …
  int slid;     ///< … and 1 where it slid
  int size;

  // … and scratch of a step, in an array of its own
  int wanted;         ///< per slot: where its hand is to have it at the end [m]
  int held;           ///< per slot: 1 where its node does not move
  int lambda, sigma;  ///< multipliers and tensions of the step at hand
  int past, load, diagonal, next;
  int c, slope, pull, spring_rest;
  int metric_tangents, metric_tension, edge_tangents, edge_tension, form_gradients, form_tension;
  int blocks;  ///< of H, as the table lists them
  int factor, diagonal_factors;
  int solution, move;  ///< right-hand side, Δx: in the order of elimination

  // contacts: per obstacle the two poses, per obstacle and node, then per contact (step_contacts.hpp)
  int wanted_pose;         ///< where the obstacle is to be at the end: as `pose`
  int placed, placed_end;  ///< R and place of the obstacle as the step begins and ends
  int carried;             ///< where the node would be if it did not slip [m]
  int found;               ///< 1 where it is to be a contact …
  int found_gap, found_normal, found_weights;
  int found_area;                 ///< that it stands for, of cloth that can be squeezed [m²]
  int edge_gap, ends_level;       ///< per inner site: of an edge, gap of its deepest point; see DeepPoint
  int sharing;                    ///< per obstacle and element: how its area is shared out (step_areas.hpp) …
  int poking, poking_weights;     ///< … which point pokes between those, and its weights …
  int chosen, chosen_poking;      ///< … both as they were chosen for the step …
  int chosen_weights;             ///< …
  int chosen_least;               ///< … and the nearest of its points then [m]
  int kept_poking;                ///< as `poking`, where that was chosen before this search
  int list;                       ///< numbers of the contacts of the program, as int
  int listed;                     ///< 1 where it is a contact of the program
  int weights;                    ///< of its nodes, four for each contact that is not of a node
  int gap, normal, way, rub;      ///< [m], way and friction τ across the normal [m], [N]
  int squeeze_force;              ///< A·P of compression.hpp [N]
  int slides;                     ///< 1 where it slid when it was last solved
  int gamma, limit, penalty;      ///< γ, µγ [N], ρ [N/m]
  int force;                      ///< F that the program's d accounts for [N]
  int asked, missing, answer;     ///< what the law asks for; what F lacks of it; the force at the end [N]
  int asked_k, base_k, factor_k;  ///< stiffness (Yielding) that the law asks for, that contacts keep, and
                                  ///< that in the factor
  int base_blocks;                ///< of H, where contacts add to them
  int shift;                      ///< per place: d
  int column;                     ///< 1 where a plain program has columns for it
  int sideways_penalty;           ///< ρ across the normal [N/m]
  int scratch_size;
};

/// A share of a group of rows in the block of two of its nodes.
struct MetricShare {
  int metric;
  double d11, d12, d21, d22;  ///< d1_a d1_b, d1_a d2_b, d2_a d1_b, d2_a d2_b
};
struct EdgeShare {
  int edge;
  double product;  ///< ±d²
};
struct FormShare {
  int form, a, b;  ///< places of both nodes in its support
};

/// What a block of H is summed from: shares from the end of the block before up to these.
struct BlockSum {
  int row, column;  ///< nodes
  int metric_end, edge_end, form_end;
  double bending;  ///< entry of K [1/m²]
};

struct NodeMetric {
  int metric;
  double d1, d2;
};
struct NodeEdge {
  int edge;
  double d;  ///< with its sign
};
struct NodeForm {
  int form, at;
};
struct NodeBending {
  int node;
  double entry;  ///< of K [1/m²]
};
struct NodeLists {
  int metric_end, edge_end, form_end, bending_end;
};

struct Metric {
  int nodes[4];
  double d1[4], d2[4];
  double rest[3];
  int row;
  int hem_begin, hem_end;  ///< hems that take from its stress
};
struct EdgeRow {
  int first, second;
  double d, rest;
  int row;
};
struct Form {
  FormKind kind;
  int rows, size;
  int row;
  int nodes;      ///< first in form_nodes
  int tensors;    ///< first in tensors: [row][i][j]
  int tensions;   ///< likewise those that its tension acts by
  int gradients;  ///< first in the scratch of gradients: [row][i][x, y, z]
  int hem_begin, hem_end;
};
struct HemShare {
  int row;
  double share[3];
};

/// Rows whose multipliers tell the stress at a place.
struct StressSource {
  int row, rows;
  double area;  ///< [m²]
};
struct SpringElement {
  int row, element;
  double area, share;
};
struct SpringEdge {
  int row, first, second;  ///< elements whose tension it follows
  double area;
};
struct ElementFacts {
  int nodes[4], corners;
  double inverse_area;           ///< at rest [1/m²]
  double quarter_area;           ///< over its corners [m²]
  int source_end;                ///< into sources, from where those of the element before end
  double buckling_over_bending;  ///< [1/m²]
  bool has_rows;
};
struct EdgeFacts {
  int first, second;
  double inverse_square;  ///< of its length at rest [1/m²]
};

struct Tables {
  int nodes, elements, rows, constraints, slots, obstacles;
  int metrics, edges, forms, blocks, mesh_edges, spring_elements, spring_edges;
  double dt, tolerance, stiffening, edge_share, viscosity_over_density;
  int euler, woven, bends;
  int inner;                            ///< sites inside edges and elements, of all obstacles …
  int sites_per_element;                ///< … of which each of its elements has so many
  int kept;                             ///< those that have a point that is kept: all, or none of soft cloth
  int band;                             ///< most nodes of a row of the factor
  int most_passes;                      ///< of a program, in lanes
  int back_every;                       ///< steps, at multiples of which worlds come back from a Simulation
  double half_thickness, longest_edge;  ///< of the cloth [m]
  double range;                         ///< by which each side of it can be squeezed [m]; 0: hard
  double pressure;                      ///< P of compression.hpp [Pa]
  WorldLayout at;

  const double* node_area;
  const Metric* metric;
  const EdgeRow* edge;
  const Form* form;
  const int* form_nodes;
  const double* tensors;
  const double* form_rest;  ///< per row
  const HemShare* hem;
  const NodeLists* node_lists;
  const NodeMetric* node_metrics;
  const NodeEdge* node_edges;
  const NodeForm* node_forms;
  const NodeBending* node_bending;
  const BlockSum* block;
  const MetricShare* metric_shares;
  const EdgeShare* edge_shares;
  const FormShare* form_shares;
  const StressSource* sources;
  const ElementFacts* element;
  const EdgeFacts* mesh_edge;
  const SpringElement* spring_element;
  const SpringEdge* spring_edge;
  const ShapeFacts* shape;            ///< per obstacle
  const InnerSites* sites_of;         ///< per obstacle
  const InnerSite* site;              ///< those inside edges and elements
  const PlaceInElement* node_places;  ///< elements around each node …
  const int* node_places_end;         ///< … up to here
  const PlaceInElement* edge_places;  ///< likewise around each edge
  const int* edge_places_end;
  const int* slot_node;
  const int* slot_of;    ///< per node, −1: none
  const int* order;      ///< node at each place of the elimination …
  const int* place_of;   ///< … and the place of each node
  const int* first;      ///< per place
  const int* last;       ///< per place: the last row that has it in its envelope
  const int* row_begin;  ///< per place: blocks of the factor before it
  const int* block_at;   ///< per block of the factor: that of H, −1: none
};

}  // namespace isocloth::batch
