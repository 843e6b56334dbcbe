/// How large the tensor of the constraints is, and what evaluating it costs, against the number of nodes.

#include "experiments/catalog.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "experiments/tensor/claims.hpp"
#include "isocloth/dynamics/cloth_model.hpp"
#include "isocloth/mesh/generators.hpp"

namespace isocloth::experiments {
namespace {

constexpr double kZero = 1e-12;  ///< of the largest entry: rounding of sums that cancel

/// Entries of the constraints' tensor that are not zero. Rows are quadratic, so the Jacobian where only node
/// j is off the origin holds column j.
long count_nonzeros(const ClothModel& model) {
  const RowPattern& pattern = model.rows.pattern();
  const int end = pattern.jacobian_begin[static_cast<std::size_t>(pattern.constraint_groups)];
  RowValues values(pattern);
  Points x = Points::Zero(model.rest.node_count(), 3);
  const auto entries_of = [&](int node, double threshold) {
    x(node, 0) = 1;
    model.rows.evaluate_groups(0, pattern.constraint_groups, x, values);
    x(node, 0) = 0;
    long count = 0;
    double largest = 0;
    for (int k = 0; k < end; k += kGradientStride) {
      const double entry = std::abs(values.jacobian[static_cast<std::size_t>(k)]);
      count += entry > threshold;
      largest = std::max(largest, entry);
    }
    return std::pair(count, largest);
  };
  const double threshold = kZero * entries_of(model.rest.node_count() / 2, 0).second;
  long count = 0;
  for (int node = 0; node < model.rest.node_count(); ++node) count += entries_of(node, threshold).first;
  return count;
}

/// Seconds to evaluate all rows once, the shortest of several times.
double evaluation_time(const ClothModel& model) {
  using Clock = std::chrono::steady_clock;
  RowValues values(model.rows.pattern());
  const int repeats = std::max(1, 40000 / model.rest.node_count());
  double best = 1e9;
  for (int turn = 0; turn < 7; ++turn) {
    const Clock::time_point begin = Clock::now();
    for (int k = 0; k < repeats; ++k) model.rows.evaluate(model.rest.x, values);
    best = std::min(best, std::chrono::duration<double>(Clock::now() - begin).count() / repeats);
  }
  return best;
}

/// Exponent of the power law through the points, by least squares of logarithms.
double exponent_of(const std::vector<double>& x, const std::vector<double>& y) {
  const Eigen::Map<const Vector> xs(x.data(), static_cast<Eigen::Index>(x.size()));
  const Eigen::Map<const Vector> ys(y.data(), static_cast<Eigen::Index>(y.size()));
  const Vector u = xs.array().log() - xs.array().log().mean(), v = ys.array().log() - ys.array().log().mean();
  return u.dot(v) / u.squaredNorm();
}

std::shared_ptr<const ClothModel> square_model(int side, bool triangles) {
  return make_cloth_model(
      triangles ? make_irregular_rectangle({1, 1}, side * side, 1) : make_rectangle({1, 1}, {side, side}), {},
      {.rows = RowsAt::nodes});  // the paper's
}

/// Non-zeros per node over nodes.
io::Series count_over_nodes(const std::vector<int>& sides, bool triangles) {
  io::Series series{.name = triangles ? "irregular triangles" : "quads", .mark = io::Mark::both};
  for (const int side : sides) {
    const auto model = square_model(side, triangles);
    series.x.push_back(model->rest.node_count());
    series.y.push_back(static_cast<double>(count_nonzeros(*model)) / model->rest.node_count());
  }
  return series;
}

io::Series cost_over_nodes(const std::vector<int>& sides) {
  io::Series series{.name = "quads, one thread", .mark = io::Mark::both};
  for (const int side : sides) {
    const auto model = square_model(side, false);
    series.x.push_back(model->rest.node_count());
    series.y.push_back(1e6 * evaluation_time(*model));
  }
  return series;
}

Result run_tensor(const Options& options) {
  Result result;
  const io::Series quads =
      count_over_nodes(options.quick ? std::vector{9, 17, 23} : std::vector{9, 17, 23, 33}, false);
  options.progress(0.4, "non-zeros of quads");
  const io::Series triangles = count_over_nodes({9, 17, 23}, true);
  options.progress(0.7, "non-zeros of triangles");
  const io::Series cost =
      cost_over_nodes(options.quick ? std::vector{9, 17, 33} : std::vector{9, 17, 33, 65, 97});

  result.claims = {measured(tensor::kNonzerosPerNode, quads.y.back()),
                   measured(tensor::kCostExponent, exponent_of(cost.x, cost.y))};
  result.section.say(
      "Inside a sheet of quads a node sees itself and eight neighbours; of their pairs those count that "
      "share one of "
      "its four elements: 49, for each of E, F and G. Boundary nodes have one or two rows instead of three.");
  result.section.add(io::Plot{.title = "Size of the tensor",
                              .x_label = "nodes",
                              .y_label = "non-zeros per node",
                              .series = {quads,
                                         triangles,
                                         {.name = "the paper's ~150",
                                          .x = {quads.x.front(), quads.x.back()},
                                          .y = {150, 150},
                                          .color = 7,
                                          .dashed = true}},
                              .include_y = {0}});
  result.section.add(io::Plot{
      .title = "Cost of evaluating all rows and their Jacobian",
      .x_label = "nodes",
      .y_label = "time [µs]",
      .series = {cost},
      .log_x = true,
      .log_y = true,
      .caption = fmt::format("{:.2f} µs per node on the largest mesh, springs of the elements included.",
                             cost.y.back() / cost.x.back())});
  options.progress(1, "cost");
  return result;
}

}  // namespace

Experiment tensor_experiment() {
  return {"tensor", "Size of the tensor",
          "How many numbers describe the constraints of a mesh, and what evaluating them costs.", run_tensor};
}

}  // namespace isocloth::experiments
