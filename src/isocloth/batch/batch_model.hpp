#pragma once

/// The tables of a batch (tables.hpp), made from a cloth model.

#include <vector>

#include "isocloth/batch/tables.hpp"
#include "isocloth/dynamics/cloth_model.hpp"
#include "isocloth/dynamics/step_data.hpp"

namespace isocloth::batch {

class BatchModel {
 public:
  /// `slots`: nodes that hands may hold; `shapes`: of the obstacles that lanes know of. InputError where a
  /// batch cannot have such a cloth.
  BatchModel(const ClothModel& model, const StepOptions& options, const std::vector<int>& slots,
             const std::vector<ShapeFacts>& shapes = {});
  BatchModel(const BatchModel&) = delete;  // tables point into it
  BatchModel& operator=(const BatchModel&) = delete;

  const Tables& tables() const { return tables_; }

  /// Has steps taken by Simulations that they take faster than lanes of a CPU do.
  void leave_slow_steps();

  /// Calls body(pointer of the tables, where its data is, bytes) for each table: for a copy elsewhere.
  template <class Body>
  void each_table(Tables& tables, const Body& body) const;

 private:
  void add_places(const ClothModel& model);
  void add_sites(const ClothModel& model);
  void add_groups(const ClothModel& model);
  void add_metric(const RowPattern& pattern, int group, const std::vector<double>& tangents);
  void add_form(const QuadraticRows& rows, int group);
  void add_hems(const QuadraticRows& rows);
  void list_nodes(const ClothModel& model);
  void list_blocks(const ClothModel& model);
  void add_springs(const ClothModel& model);
  void add_elements(const ClothModel& model);
  void set_layout();

  Tables tables_{};
  std::vector<double> node_area_, tensors_, rest_;
  std::vector<Metric> metric_;
  std::vector<EdgeRow> edge_;
  std::vector<Form> form_;
  std::vector<int> form_nodes_, group_metric_, group_form_;
  std::vector<HemShare> hem_;
  std::vector<NodeLists> node_lists_;
  std::vector<NodeMetric> node_metrics_;
  std::vector<NodeEdge> node_edges_;
  std::vector<NodeForm> node_forms_;
  std::vector<NodeBending> node_bending_;
  std::vector<BlockSum> block_;
  std::vector<MetricShare> metric_shares_;
  std::vector<EdgeShare> edge_shares_;
  std::vector<FormShare> form_shares_;
  std::vector<StressSource> sources_;
  std::vector<ElementFacts> element_;
  std::vector<EdgeFacts> mesh_edge_;
  std::vector<SpringElement> spring_element_;
  std::vector<SpringEdge> spring_edge_;
  std::vector<ShapeFacts> shape_;
  std::vector<InnerSites> sites_of_;
  std::vector<InnerSite> site_;
  std::vector<PlaceInElement> node_places_, edge_places_;
  std::vector<int> node_places_end_, edge_places_end_;
  std::vector<int> slot_node_, slot_of_, order_, place_of_, first_, last_, row_begin_, block_at_;
};

template <class Body>
void BatchModel::each_table(Tables& t, const Body& body) const {
  const auto one = [&](auto& pointer, const auto& data) {
    body(pointer, data.data(), data.size() * sizeof(data[0]));
  };
  one(t.node_area, node_area_);
  one(t.metric, metric_);
  one(t.edge, edge_);
  one(t.form, form_);
  one(t.form_nodes, form_nodes_);
  one(t.tensors, tensors_);
  one(t.form_rest, rest_);
  one(t.hem, hem_);
  one(t.node_lists, node_lists_);
  one(t.node_metrics, node_metrics_);
  one(t.node_edges, node_edges_);
  one(t.node_forms, node_forms_);
  one(t.node_bending, node_bending_);
  one(t.block, block_);
  one(t.metric_shares, metric_shares_);
  one(t.edge_shares, edge_shares_);
  one(t.form_shares, form_shares_);
  one(t.sources, sources_);
  one(t.element, element_);
  one(t.mesh_edge, mesh_edge_);
  one(t.spring_element, spring_element_);
  one(t.spring_edge, spring_edge_);
  one(t.shape, shape_);
  one(t.sites_of, sites_of_);
  one(t.site, site_);
  one(t.node_places, node_places_);
  one(t.node_places_end, node_places_end_);
  one(t.edge_places, edge_places_);
  one(t.edge_places_end, edge_places_end_);
  one(t.slot_node, slot_node_);
  one(t.slot_of, slot_of_);
  one(t.order, order_);
  one(t.place_of, place_of_);
  one(t.first, first_);
  one(t.last, last_);
  one(t.row_begin, row_begin_);
  one(t.block_at, block_at_);
}

}  // namespace isocloth::batch
