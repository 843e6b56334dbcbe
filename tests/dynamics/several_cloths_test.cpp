#include <gtest/gtest.h>

#include "dynamics/runs.hpp"
#include "isocloth/dynamics/energy.hpp"
#include "isocloth/mesh/parts.hpp"
#include "support/count_allocations.hpp"
#include "support/refusal.hpp"

namespace isocloth::test {
namespace {

/// Three that differ in all they can: quads, a woven cloth of irregular triangles, a model of edges.
std::vector<ClothPiece> three_cloths() {
  std::vector<ClothPiece> cloths(3);
  cloths[0] = {.rest = noisy(make_rectangle({0.3, 0.4}, {6, 7})),
               .name = "soft",
               .material = {.density = 0.1, .bending = 1e-6, .damping = 0.1, .thickness = 0.001}};
  cloths[1] = {.rest = noisy(make_irregular_rectangle({0.3, 0.4}, 50, 3), 2),
               .name = "woven",
               .material = {.density = 0.5,
                            .virtual_mass = 0.4,
                            .bending = 5e-5,
                            .damping = 0.5,
                            .bending_damping = 1e-6,
                            .thickness = 0.003,
                            .compression = 500,
                            .shear_stiffness = 30}};
  cloths[2] = {.rest = noisy(make_rectangle({0.3, 0.4}, {5, 6}), 3),
               .name = "edges",
               .material = {.density = 1, .damping = 1},
               .options = {.edges = EdgeModel{20}}};
  return cloths;
}

/// Beside each other, each hung by two corners of its upper edge, one of which is shaken.
Points start_of(const std::vector<ClothPiece>& cloths) {
  Points start(0, 3);
  for (std::size_t c = 0; c < cloths.size(); ++c) {
    const Points own = upright(cloths[c].rest);
    start.conservativeResize(start.rows() + own.rows(), 3);
    start.bottomRows(own.rows()) = own.rowwise() + Eigen::RowVector3d(0.5 * static_cast<double>(c), 0, 0);
  }
  return start;
}

int part(const Mesh& mesh, const std::string& name) {
  return nodes_of_parts(mesh, analyze_topology(mesh), {name}).front();
}

void hang(const ClothPiece& cloth, int first_node, Simulation& sim) {
  const Motion shake = sine_motion({0, 1, 0}, 0.02, 0.5);
  sim.grasp(cloth.name + " left", {first_node + part(cloth.rest, "top_left")});
  sim.grasp(cloth.name + " right", {first_node + part(cloth.rest, "top_right")}, shake);
}

/// One iteration is enough in every step, for one cloth as for all: where one needs more, the others get them
/// too.
StepOptions one_iteration(int threads = 1) {
  StepOptions options;
  options.projection.tolerance = 0.05;
  options.threads = threads;
  return options;
}

void advance_by_one_iteration_each(Simulation& sim, int steps) {
  for (int k = 0; k < steps; ++k) {
    const StepReport report = sim.step();
    EXPECT_EQ(report.status, StepStatus::converged);
    EXPECT_EQ(report.iterations, 1);
  }
}

Simulation hung(const std::vector<ClothPiece>& cloths, const StepOptions& options = one_iteration()) {
  Simulation sim(make_cloth_model(cloths), start_of(cloths), options);
  for (std::size_t c = 0; c < cloths.size(); ++c) hang(cloths[c], sim.model().pieces[c].first_node, sim);
  return sim;
}

/// The c-th of several, alone.
Simulation hung_alone(const std::vector<ClothPiece>& cloths, std::size_t c) {
  const std::shared_ptr<const ClothModel> all = make_cloth_model(cloths);
  const Piece& piece = all->pieces[c];
  Simulation sim(make_cloth_model(cloths[c].rest, cloths[c].material, cloths[c].options),
                 start_of(cloths).middleRows(piece.first_node, piece.node_count), one_iteration());
  hang(cloths[c], 0, sim);
  return sim;
}

constexpr double kSame = 1e-9;  ///< [m] rounding, and what conjugate gradients leave, in half a second

TEST(SeveralCloths, EachMovesAsItDoesAlone) {
  const std::vector<ClothPiece> cloths = three_cloths();
  Simulation all = hung(cloths);
  advance_by_one_iteration_each(all, 50);
  for (std::size_t c = 0; c < cloths.size(); ++c) {
    Simulation alone = hung_alone(cloths, c);
    advance_by_one_iteration_each(alone, 50);
    const Piece& piece = all.model().pieces[c];
    const Points own = all.state().x.middleRows(piece.first_node, piece.node_count);
    EXPECT_LT((own - alone.state().x).rowwise().norm().maxCoeff(), kSame) << cloths[c].name;
    EXPECT_LT((all.grasp_force(2 * static_cast<int>(c)) - alone.grasp_force(0)).norm(), 1e-3) << "[N]";
  }
}

TEST(SeveralCloths, MoveByTheSameBitsOnAnyNumberOfThreads) {
  Simulation one = hung(three_cloths()), two = hung(three_cloths(), one_iteration(2));
  (void)advance(one, 20);
  (void)advance(two, 20);
  EXPECT_EQ(one.state().x, two.state().x);
}

TEST(SeveralCloths, HaveTheEnergyOfEach) {
  const std::vector<ClothPiece> cloths = three_cloths();
  Simulation all = hung(cloths);
  (void)advance(all, 10);
  const auto& [x, v] = std::pair(all.state().x, all.state().v);
  const Energy together = energy(all.model(), {0, 0, -9.8}, x, v);
  Energy sum;
  for (std::size_t c = 0; c < cloths.size(); ++c) {
    const Piece& piece = all.model().pieces[c];
    const auto own = [&](const Points& p) {
      return Points(p.middleRows(piece.first_node, piece.node_count));
    };
    const auto alone = make_cloth_model(cloths[c].rest, cloths[c].material, cloths[c].options);
    const Energy its = energy(*alone, {0, 0, -9.8}, own(x), own(v));
    for (const auto& [name, part] : kEnergyParts) sum.*part += its.*part;
  }
  for (const auto& [name, part] : kEnergyParts)
    EXPECT_NEAR(together.*part, sum.*part, 1e-12 * (1 + std::abs(sum.*part))) << name;
  EXPECT_GT(together.bending, 0);
}

TEST(SeveralCloths, HaveTheirOwnThicknessAtTheirNodes) {
  const auto model = make_cloth_model(three_cloths());
  for (int node = 0; node < model->rest.node_count(); ++node) {
    const Material& material = model->piece_of(node).material;
    EXPECT_EQ(model->node_half_thickness[node], material.thickness / 2);
    EXPECT_EQ(model->node_compression[node], material.compression);
  }
  EXPECT_EQ(model->piece_of(0).name, "soft");
  EXPECT_EQ(model->piece_of(41).name, "soft");
  EXPECT_EQ(model->piece_of(42).name, "woven");
  EXPECT_EQ(model->piece_of(model->rest.node_count() - 1).name, "edges");
}

TEST(SeveralCloths, ResumeBitByBitAndRefuseAStateOfOthers) {
  Simulation sim = hung(three_cloths());
  (void)advance(sim, 10);
  const ClothState saved = sim.state();
  (void)advance(sim, 10);
  Simulation twin = hung(three_cloths());
  twin.restore(saved);
  (void)advance(twin, 10);
  EXPECT_EQ(sim.state().x, twin.state().x);

  std::vector<ClothPiece> heavier = three_cloths();
  heavier[2].material.density = 2;
  EXPECT_REFUSES(hung(heavier).restore(saved), "its material is another");
}

TEST(SeveralCloths, AreTakenByAHandFromOneOnlyWhereItNamesOne) {
  std::vector<ClothPiece> cloths = three_cloths();
  cloths.resize(2);
  const auto model = make_cloth_model(cloths);
  Points start = start_of(cloths);  // the second onto the first
  start.bottomRows(model->pieces[1].node_count).col(0).array() -= 0.5;
  Simulation sim(model, start);
  const Pick corner = PickNear{{0, 0, 0}, 0.02};
  const auto nodes = [&](int grasp) { return sim.grasps()[static_cast<std::size_t>(grasp)].nodes; };
  const int second = sim.add_grasp({.name = "second", .pick = corner, .piece = 1});
  EXPECT_EQ(nodes(second), std::vector<int>{42});
  sim.release(second);
  EXPECT_EQ(nodes(sim.pick("both", corner)), (std::vector<int>{0, 42}));
  EXPECT_REFUSES(sim.add_grasp({.name = "far", .pick = PickNear{{0, 0.1, 0}, 0.02}, .piece = 1}),
                 "the nearest, node 0 of cloth \"woven\" at");
  EXPECT_REFUSES(sim.grasp("again", {42}), "both hold node 0 of cloth \"woven\"");
  EXPECT_REFUSES(sim.add_grasp({.name = "none", .pick = corner, .piece = 2}),
                 "names cloth 2, but there are 2");
}

TEST(SeveralCloths, LieOnObstaclesAndArePressedEachByItsOwnThicknessAndCompression) {
  const double thickness[3] = {0.001, 0.003, 0.002};
  const double compression[3] = {1000, 500, std::numeric_limits<double>::infinity()};
  std::vector<ClothPiece> cloths(3);
  Points start(0, 3);
  for (std::size_t c = 0; c < 3; ++c) {
    cloths[c] = {.rest = make_rectangle({0.3, 0.3}, {7, 7}), .name = std::string(1, char('a' + c))};
    cloths[c].material = {.density = 0.2,
                          .bending = 1e-5,
                          .damping = 0.5,
                          .thickness = thickness[c],
                          .compression = compression[c]};
    start.conservativeResize(start.rows() + 49, 3);
    start.bottomRows(49) =
        cloths[c].rest.x.rowwise() + Eigen::RowVector3d(0.5 * static_cast<double>(c), 0, 0.004);
  }
  Simulation sim(make_cloth_model(cloths), start);
  sim.add_obstacle({.name = "floor", .shape = make_half_space({0, 0, 0}, {0, 0, 1}), .friction = 0.5});
  EXPECT_EQ(advance(sim, 50).missed, 0);
  for (Eigen::Index c = 0; c < 3; ++c) {
    const auto height = sim.state().x.middleRows(49 * c, 49).col(2);
    EXPECT_NEAR(height.minCoeff() / (thickness[c] / 2), 1, 0.01) << c;
    EXPECT_NEAR(height.maxCoeff() / (thickness[c] / 2), 1, 0.01) << c;
  }
  // plates come down on both soft ones, to ¾ of what they are thick: there the pressure is P
  int plates[2];
  for (const int c : {0, 1}) {
    const auto path = [c, t = thickness[c]](double time) {
      const double height = t * (1 - 0.25 * std::clamp((time - 0.5) / 0.3, 0.0, 1.0));
      return RigidPose{.translation = {0.5 * c + 0.15, 0.15, height + 0.01}};
    };
    plates[c] = sim.add_obstacle(
        {.name = "plate" + std::to_string(c), .shape = make_box({0.4, 0.4, 0.02}), .path = path});
  }
  EXPECT_EQ(advance(sim, 60).missed, 0);
  for (const int c : {0, 1})
    EXPECT_NEAR(sim.obstacle_load(plates[c]).force.z() / (-compression[c] * 0.3 * 0.3), 1, 0.02) << c;
}

TEST(SeveralCloths, AreRefusedByName) {
  std::vector<ClothPiece> cloths = three_cloths();
  cloths[1].material.density = -1;
  EXPECT_REFUSES(make_cloth_model(cloths), "cloth \"woven\": density must be above 0");
  cloths = three_cloths();
  cloths[2].options.stiffening_strain = 1e-3;
  EXPECT_REFUSES(make_cloth_model(cloths),
                 "cloth \"edges\": its stiffening_strain must be that of the other");
  cloths = three_cloths();
  cloths[2].name = "soft";
  EXPECT_REFUSES(make_cloth_model(cloths), "two cloths are named \"soft\"");
}

TEST(SeveralCloths, TakeStepsThatAllocateNothing) {
  if (!CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
  std::vector<ClothPiece> cloths = three_cloths();
  Simulation sim = hung(cloths, {});
  (void)sim.step();
  const CountAllocations here;
  for (int k = 0; k < 20; ++k) (void)sim.step();
  EXPECT_EQ(here.count(), 0);
}

}  // namespace
}  // namespace isocloth::test
