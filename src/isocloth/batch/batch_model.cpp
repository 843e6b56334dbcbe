#include "isocloth/batch/batch_model.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "isocloth/batch/elimination_order.hpp"
#include "isocloth/contact/soft_limits.hpp"
#include "isocloth/contact/surface_sites.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/isometry/tangent_rows.hpp"

namespace isocloth::batch {
namespace {

/// Passes of a program at most; those of a step on a table are few, a sheet that lands takes a dozen.
constexpr int kMostPassesInLanes = 120;

/// On a CPU, of a mesh with more nodes, passes at most, and at multiples of how many steps worlds come back.
constexpr int kMostNodesInLanes = 200, kFewPasses = 2, kBackEvery = 512;

void check(const ClothModel& model, const StepOptions& options) {
  require(model.pieces.size() == 1, "a batch is of one cloth each, but the model has several");
  require(!model.touches_itself(), "a cloth that touches itself (self_contact) cannot be in a batch");
  require(!model.pieces.front().options.edges, "a model of edges cannot be in a batch");
  require(options.projection.method == ProjectionMethod::implicit, "a batch needs the implicit projection");
  require(options.iteration_budget == 0, "a batch has no budget of iterations; leave it 0");
}

/// d1, then d2, of a group, where its rows are products of tangents.
std::optional<std::vector<double>> tangents_of_group(const QuadraticRows& rows, int group) {
  const RowPattern& pattern = rows.pattern();
  const int size = pattern.node_begin[group + 1] - pattern.node_begin[group],
            count = pattern.row_begin[group + 1] - pattern.row_begin[group];
  const bool fits = count == 3 ? size == 3 || size == 4 : count == 1 && size == 2;
  if (!fits) return std::nullopt;
  std::vector<Eigen::MatrixXd> tensors;
  for (int r = 0; r < count; ++r)
    tensors.emplace_back(
        Eigen::Map<const Eigen::MatrixXd>(rows.tensors(group) + r * size * size, size, size));
  return tangents_of(tensors);
}

FormKind kind_of(QuadraticKind kind) {
  switch (kind) {
    case QuadraticKind::metric:
      return kMetricForm;
    case QuadraticKind::threads:
      return kThreadsForm;
    case QuadraticKind::shear:
      return kShearForm;
    case QuadraticKind::length:
      return kLengthForm;
    default:
      return kHemForm;
  }
}

}  // namespace

BatchModel::BatchModel(const ClothModel& model, const StepOptions& options, const std::vector<int>& slots,
                       const std::vector<ShapeFacts>& shapes)
    : node_area_(model.node_area.begin(), model.node_area.end()),
      rest_(model.rows.rest().begin(), model.rows.rest().end()),
      shape_(shapes),
      slot_node_(slots) {
  check(model, options);
  const Piece& piece = model.pieces.front();
  tables_.nodes = model.rest.node_count();
  tables_.elements = model.rest.element_count();
  tables_.rows = model.rows.pattern().row_count();
  tables_.constraints = model.rows.pattern().constraint_rows;
  tables_.slots = static_cast<int>(slots.size());
  tables_.obstacles = static_cast<int>(shapes.size());
  tables_.most_passes = kMostPassesInLanes;
  tables_.back_every = 1;
  tables_.half_thickness = 0.5 * piece.material.thickness;
  add_places(model);
  add_sites(model);
  for (const Edge& edge : model.topology.edges)
    tables_.longest_edge =
        std::max(tables_.longest_edge, (model.rest.x.row(edge[1]) - model.rest.x.row(edge[0])).norm());
  tables_.dt = options.dt;
  tables_.tolerance = options.projection.tolerance;
  tables_.stiffening = model.law.stiffening;
  tables_.edge_share = piece.springs.edge_share();
  tables_.viscosity_over_density = piece.springs.viscosity_over_density();
  tables_.euler = options.integrator == Integrator::euler;
  tables_.woven = piece.material.is_woven();
  tables_.bends = model.bending.nonZeros() > 0;
  slot_of_.assign(tables_.nodes, -1);
  for (int s = 0; s < tables_.slots; ++s) {
    require(slot_of_[slots[s]] < 0, "two grasps of a batch hold node " + std::to_string(slots[s]));
    slot_of_[slots[s]] = s;
  }
  add_groups(model);
  add_hems(model.rows);
  list_nodes(model);
  list_blocks(model);
  add_springs(model);
  add_elements(model);
  set_layout();
  each_table(tables_, [](auto& pointer, const auto* data, std::size_t) { pointer = data; });
}

/// Elements around nodes and edges, whose areas stand there where the cloth can be squeezed.
void BatchModel::add_places(const ClothModel& model) {
  const Material& material = model.pieces.front().material;
  if (!std::isfinite(material.compression) || !(tables_.half_thickness > 0)) return;
  tables_.range = kSoftShare * tables_.half_thickness;
  tables_.pressure = material.compression;
  const SurfaceSites sites(model.rest, model.topology);
  const auto list = [&](std::size_t count, const auto& parts_of, auto& places, std::vector<int>& ends) {
    std::vector<std::vector<PlaceInElement>> around(count);
    for (int k = 0; k < tables_.elements; ++k)
      for (int c = 0; c < corner_count(model.rest.elements[k]); ++c) around[parts_of[k][c]].push_back({k, c});
    for (const auto& own : around) {
      places.insert(places.end(), own.begin(), own.end());
      ends.push_back(static_cast<int>(places.size()));
    }
  };
  list(tables_.nodes, sites.elements, node_places_, node_places_end_);
  list(sites.edges.size(), sites.element_edges, edge_places_, edge_places_end_);
}

/// Where a cloth touches obstacles that are not flat, beside its nodes: as SurfaceSites numbers them.
void BatchModel::add_sites(const ClothModel& model) {
  const SurfaceSites sites(model.rest, model.topology);
  tables_.sites_per_element = tables_.range > 0 ? kSoftSites : 1;
  for (int o = 0; o < tables_.obstacles; ++o) {
    const auto begin = static_cast<int>(site_.size()), edges = static_cast<int>(sites.edges.size());
    sites_of_.push_back({begin, begin, begin});
    if (shape_[o].kind == kNowhere || shape_[o].kind == kPlane) continue;
    for (int e = 0; e < edges; ++e)
      site_.push_back({o, e, 2, {sites.edges[e][0], sites.edges[e][1], 0, 0}, {}});
    for (int k = 0; k < tables_.elements; ++k) {
      InnerSite site{o, k, corner_count(sites.elements[k]), {}, {}};
      for (int c = 0; c < site.count; ++c) {
        site.nodes[c] = sites.elements[k][c];
        site.edges[c] = begin + sites.element_edges[k][c];
      }
      site_.insert(site_.end(), tables_.sites_per_element, site);
    }
    sites_of_.back() = {begin, begin + edges, static_cast<int>(site_.size())};
  }
  tables_.inner = static_cast<int>(site_.size());
  tables_.kept = tables_.range > 0 ? 0 : tables_.inner;
}

void BatchModel::add_groups(const ClothModel& model) {
  const RowPattern& pattern = model.rows.pattern();
  for (int g = 0; g < pattern.group_count(); ++g) {
    const auto tangents = tangents_of_group(model.rows, g);
    const int* nodes = pattern.nodes.data() + pattern.node_begin[g];
    group_metric_.push_back(-1);
    group_form_.push_back(-1);
    if (!tangents) {
      add_form(model.rows, g);
    } else if (tangents->size() == 2) {
      edge_.push_back(
          {nodes[0], nodes[1], (*tangents)[1], rest_[pattern.row_begin[g]], pattern.row_begin[g]});
    } else {
      add_metric(pattern, g, *tangents);
    }
  }
  tables_.metrics = static_cast<int>(metric_.size());
  tables_.edges = static_cast<int>(edge_.size());
  tables_.forms = static_cast<int>(form_.size());
}

void BatchModel::add_metric(const RowPattern& pattern, int group, const std::vector<double>& tangents) {
  const auto size = static_cast<int>(tangents.size() / 2);
  const int* nodes = pattern.nodes.data() + pattern.node_begin[group];
  Metric metric{};
  for (int i = 0; i < 4; ++i) {  // a triangle has its first node twice, the second time without a share
    metric.nodes[i] = nodes[i < size ? i : 0];
    metric.d1[i] = i < size ? tangents[i] : 0;
    metric.d2[i] = i < size ? tangents[size + i] : 0;
  }
  metric.row = pattern.row_begin[group];
  for (int r = 0; r < 3; ++r) metric.rest[r] = rest_[metric.row + r];
  group_metric_.back() = static_cast<int>(metric_.size());
  metric_.push_back(metric);
}

void BatchModel::add_form(const QuadraticRows& rows, int group) {
  const RowPattern& pattern = rows.pattern();
  const int size = pattern.node_begin[group + 1] - pattern.node_begin[group],
            begin = pattern.node_begin[group];
  Form form{};
  form.kind = kind_of(rows.kind(group));
  form.row = pattern.row_begin[group];
  form.rows = pattern.row_begin[group + 1] - form.row;
  form.size = size;
  form.nodes = static_cast<int>(form_nodes_.size());
  form.tensors = static_cast<int>(tensors_.size());
  form.tensions = form.tensors + (form.kind == kHemForm ? size * size : 0);
  form.gradients = form_.empty() ? 0 : form_.back().gradients + 3 * form_.back().rows * form_.back().size;
  const int tensors = form.kind == kHemForm ? 2 : form.rows;
  tensors_.insert(tensors_.end(), rows.tensors(group), rows.tensors(group) + tensors * size * size);
  form_nodes_.insert(form_nodes_.end(), pattern.nodes.begin() + begin, pattern.nodes.begin() + begin + size);
  group_form_.back() = static_cast<int>(form_.size());
  form_.push_back(form);
}

void BatchModel::add_hems(const QuadraticRows& rows) {
  for (const QuadraticRows::Hem& hem : rows.hems()) {
    const auto at = static_cast<int>(hem_.size());
    const auto add = [&](auto& group) {
      if (group.hem_begin == group.hem_end) group.hem_begin = at;
      group.hem_end = at + 1;
    };
    if (group_metric_[hem.quad] >= 0)
      add(metric_[group_metric_[hem.quad]]);
    else
      add(form_[group_form_[hem.quad]]);
    hem_.push_back({hem.row, {hem.share[0], hem.share[1], hem.share[2]}});
  }
}

void BatchModel::list_nodes(const ClothModel& model) {
  const int nodes = tables_.nodes;
  std::vector<std::vector<NodeMetric>> metrics(nodes);
  std::vector<std::vector<NodeEdge>> edges(nodes);
  std::vector<std::vector<NodeForm>> forms(nodes);
  for (int m = 0; m < tables_.metrics; ++m)
    for (int i = 0; i < 4; ++i)
      if (i == 0 || metric_[m].nodes[i] != metric_[m].nodes[0])
        metrics[metric_[m].nodes[i]].push_back({m, metric_[m].d1[i], metric_[m].d2[i]});
  for (int e = 0; e < tables_.edges; ++e) {
    edges[edge_[e].first].push_back({e, -edge_[e].d});
    edges[edge_[e].second].push_back({e, edge_[e].d});
  }
  for (int f = 0; f < tables_.forms; ++f)
    for (int i = 0; i < form_[f].size; ++i) forms[form_nodes_[form_[f].nodes + i]].push_back({f, i});
  for (int i = 0; i < nodes; ++i) {
    node_metrics_.insert(node_metrics_.end(), metrics[i].begin(), metrics[i].end());
    node_edges_.insert(node_edges_.end(), edges[i].begin(), edges[i].end());
    node_forms_.insert(node_forms_.end(), forms[i].begin(), forms[i].end());
    for (NodeMatrix::InnerIterator entry(model.bending, i); entry; ++entry)
      node_bending_.push_back({static_cast<int>(entry.col()), entry.value()});
    node_lists_.push_back({static_cast<int>(node_metrics_.size()), static_cast<int>(node_edges_.size()),
                           static_cast<int>(node_forms_.size()), static_cast<int>(node_bending_.size())});
  }
}

/// Which blocks H has, below the diagonal in the order of elimination, and what each is summed from.
void BatchModel::list_blocks(const ClothModel& model) {
  struct Shares {
    std::vector<MetricShare> metrics;
    std::vector<EdgeShare> edges;
    std::vector<FormShare> forms;
    double bending = 0;
  };
  const auto pairs_of = [](const int* nodes, int size, const auto& body) {
    for (int a = 0; a < size; ++a)
      for (int b = 0; b < size; ++b)
        if (a == b || nodes[a] != nodes[b]) body(a, b);
  };
  std::map<std::array<int, 2>, Shares> of_pair;  // both orders; only one is kept
  for (int i = 0; i < tables_.nodes; ++i) of_pair[{i, i}];
  for (int m = 0; m < tables_.metrics; ++m) {
    const Metric& g = metric_[m];
    const int size = g.nodes[3] == g.nodes[0] ? 3 : 4;
    pairs_of(g.nodes, size, [&](int a, int b) {
      of_pair[{g.nodes[a], g.nodes[b]}].metrics.push_back(
          {m, g.d1[a] * g.d1[b], g.d1[a] * g.d2[b], g.d2[a] * g.d1[b], g.d2[a] * g.d2[b]});
    });
  }
  for (int e = 0; e < tables_.edges; ++e) {
    const int nodes[] = {edge_[e].first, edge_[e].second};
    pairs_of(nodes, 2, [&](int a, int b) {
      of_pair[{nodes[a], nodes[b]}].edges.push_back({e, (a == b ? 1 : -1) * edge_[e].d * edge_[e].d});
    });
  }
  for (int f = 0; f < tables_.forms; ++f) {
    const int* nodes = form_nodes_.data() + form_[f].nodes;
    pairs_of(nodes, form_[f].size,
             [&](int a, int b) { of_pair[{nodes[a], nodes[b]}].forms.push_back({f, a, b}); });
  }
  for (int i = 0; i < tables_.nodes; ++i)
    for (NodeMatrix::InnerIterator entry(model.bending, i); entry; ++entry)
      of_pair[{i, static_cast<int>(entry.col())}].bending = entry.value();
  for (const InnerSite& site : site_)  // contacts there couple their nodes
    pairs_of(site.nodes, site.count, [&](int a, int b) { of_pair[{site.nodes[a], site.nodes[b]}]; });

  std::vector<std::array<int, 2>> pairs;
  for (const auto& [pair, shares] : of_pair) pairs.push_back(pair);
  const EliminationOrder order = order_elimination(model.rest.x, pairs);
  int length = 0;
  for (int p = 0; p < tables_.nodes; ++p) {
    row_begin_.push_back(length);
    length += p - order.first[p] + 1;
  }
  row_begin_.push_back(length);
  block_at_.assign(length, -1);
  for (const auto& [pair, shares] : of_pair) {
    const int row = order.place_of[pair[0]], column = order.place_of[pair[1]];
    if (column > row) continue;
    block_at_[row_begin_[row] + column - order.first[row]] = static_cast<int>(block_.size());
    metric_shares_.insert(metric_shares_.end(), shares.metrics.begin(), shares.metrics.end());
    edge_shares_.insert(edge_shares_.end(), shares.edges.begin(), shares.edges.end());
    form_shares_.insert(form_shares_.end(), shares.forms.begin(), shares.forms.end());
    block_.push_back({pair[0], pair[1], static_cast<int>(metric_shares_.size()),
                      static_cast<int>(edge_shares_.size()), static_cast<int>(form_shares_.size()),
                      shares.bending});
  }
  tables_.blocks = static_cast<int>(block_.size());
  tables_.band = order.band;
  order_ = order.order;
  place_of_ = order.place_of;
  first_ = order.first;
  last_ = order.last;
}

void BatchModel::add_springs(const ClothModel& model) {
  const ElementSprings& springs = model.pieces.front().springs;
  for (std::size_t i = 0; i < springs.elements().size(); ++i)
    spring_element_.push_back({springs.element_rows_begin() + 3 * static_cast<int>(i), springs.elements()[i],
                               springs.quarter_areas()[i], springs.shares()[i]});
  int row = springs.element_rows_end();
  for (const EdgeSpring& edge : springs.edges())
    spring_edge_.push_back({row++, edge.first, edge.second, edge.area});
  tables_.spring_elements = static_cast<int>(spring_element_.size());
  tables_.spring_edges = static_cast<int>(spring_edge_.size());
}

void BatchModel::add_elements(const ClothModel& model) {
  const ElementSprings& springs = model.pieces.front().springs;
  for (int e = 0; e < tables_.elements; ++e) {
    const Element& nodes = model.rest.elements[e];
    for (const ElementSprings::Source& source : springs.sources_of(e))
      sources_.push_back({source.row, source.rows, source.area});
    ElementFacts element{};
    element.corners = corner_count(nodes);
    for (int i = 0; i < 4; ++i) element.nodes[i] = nodes[i < element.corners ? i : 0];
    element.inverse_area = 1 / model.element_area[e];
    element.quarter_area = model.element_area[e] / element.corners;
    element.source_end = static_cast<int>(sources_.size());
    element.buckling_over_bending = springs.buckling_over_bending(e);
    element.has_rows = springs.has_rows(e);
    element_.push_back(element);
  }
  for (std::size_t e = 0; e < model.topology.edges.size(); ++e)
    mesh_edge_.push_back({model.topology.edges[e][0], model.topology.edges[e][1],
                          1 / model.edge_squares[static_cast<Eigen::Index>(e)]});
  tables_.mesh_edges = static_cast<int>(mesh_edge_.size());
}

/// Lanes find a new factor in each pass in which a stiffness changes, for as many passes as the world needs
/// that needs most. Of a fine mesh that takes longer than plain simulations do, which have columns for what
/// changes: there a program of more than a few passes is not for lanes, and its world stays with its
/// Simulation until its age is a multiple of some steps, so that worlds that come back come together.
void BatchModel::leave_slow_steps() {
  if (tables_.nodes <= kMostNodesInLanes || tables_.obstacles == 0) return;
  tables_.most_passes = kFewPasses;
  tables_.back_every = kBackEvery;
}

/// One array after the other.
void BatchModel::set_layout() {
  const Tables& t = tables_;
  WorldLayout& at = tables_.at;
  const auto place = [](int& end, std::initializer_list<std::pair<int*, int>> arrays) {
    for (const auto& [begin, size] : arrays) {
      *begin = end;
      end += size;
    }
  };
  const int points = 3 * t.nodes, of_nodes = t.obstacles * t.nodes;
  const int remembered = of_nodes + t.inner, contacts = remembered + t.kept, inside = t.inner + t.kept;
  const int areas = t.range > 0 ? contacts : 0, shared = t.range > 0 ? t.obstacles * t.elements : 0;
  at.size = kWorldNumbers;
  place(at.size, {{&at.stiffness, t.constraints},
                  {&at.hold, t.slots},
                  {&at.grip, t.slots},
                  {&at.grip_damping, t.slots},
                  {&at.friction, t.obstacles},
                  {&at.pose, 7 * t.obstacles},
                  {&at.target, 3 * t.slots},
                  {&at.x, points},
                  {&at.v, points},
                  {&at.dx, points},
                  {&at.dx_before, points},
                  {&at.dv, points},
                  {&at.dv_before, points},
                  {&at.multipliers, t.rows},
                  {&at.tensions, t.elements},
                  {&at.pressed, remembered},
                  {&at.rubbed, 3 * remembered},
                  {&at.settled, remembered},
                  {&at.slid, remembered}});
  const int gradients =
      form_.empty() ? 0 : form_.back().gradients + 3 * form_.back().rows * form_.back().size;
  place(at.scratch_size, {{&at.wanted, 3 * t.slots},
                          {&at.held, t.slots},
                          {&at.lambda, t.rows},
                          {&at.sigma, t.elements},
                          {&at.past, points},
                          {&at.load, points},
                          {&at.diagonal, t.nodes},
                          {&at.next, points},
                          {&at.c, t.rows},
                          {&at.slope, t.rows},
                          {&at.pull, t.rows},
                          {&at.spring_rest, t.rows - t.constraints},
                          {&at.metric_tangents, 6 * t.metrics},
                          {&at.metric_tension, 3 * t.metrics},
                          {&at.edge_tangents, 3 * t.edges},
                          {&at.edge_tension, t.edges},
                          {&at.form_gradients, gradients},
                          {&at.form_tension, 3 * t.forms},
                          {&at.blocks, 9 * t.blocks},
                          {&at.diagonal_factors, 2 * points},
                          {&at.solution, points},
                          {&at.move, points},
                          {&at.factor, 9 * row_begin_.back()},
                          {&at.wanted_pose, 7 * t.obstacles},
                          {&at.placed, 12 * t.obstacles},
                          {&at.placed_end, 12 * t.obstacles},
                          {&at.carried, 3 * of_nodes},
                          {&at.found, contacts},
                          {&at.found_gap, contacts},
                          {&at.found_normal, 3 * contacts},
                          {&at.found_weights, 4 * inside},
                          {&at.found_area, areas},
                          {&at.edge_gap, t.inner},
                          {&at.ends_level, t.inner},
                          {&at.sharing, shared},
                          {&at.poking, shared},
                          {&at.poking_weights, 4 * shared},
                          {&at.chosen, shared},
                          {&at.chosen_poking, shared},
                          {&at.chosen_weights, 4 * shared},
                          {&at.chosen_least, shared},
                          {&at.kept_poking, shared},
                          {&at.list, contacts},
                          {&at.listed, contacts},
                          {&at.weights, 4 * inside},
                          {&at.squeeze_force, areas},
                          {&at.gap, contacts},
                          {&at.normal, 3 * contacts},
                          {&at.way, 3 * contacts},
                          {&at.rub, 3 * contacts},
                          {&at.slides, contacts},
                          {&at.gamma, contacts},
                          {&at.limit, contacts},
                          {&at.penalty, contacts},
                          {&at.force, 3 * contacts},
                          {&at.asked, 3 * contacts},
                          {&at.missing, 3 * contacts},
                          {&at.answer, 3 * contacts},
                          {&at.asked_k, kYieldingSize * contacts},
                          {&at.base_k, kYieldingSize * contacts},
                          {&at.factor_k, kYieldingSize * contacts},
                          {&at.base_blocks, t.obstacles > 0 ? 9 * t.blocks : 0},
                          {&at.shift, t.obstacles > 0 ? points : 0},
                          {&at.column, contacts},
                          {&at.sideways_penalty, contacts}});
}

}  // namespace isocloth::batch
