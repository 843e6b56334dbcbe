#include "isocloth/contact/layer_pairs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

#include "isocloth/contact/crossing.hpp"
#include "isocloth/mesh/generators.hpp"

namespace isocloth {
namespace {

/// A strip rolled up: layers `pitch` apart [m].
Points rolled(const Mesh& strip, double pitch) {
  Points x = strip.x;
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    // radius r = r₀ + pitch·angle/2π; arc length along it is what the strip has
    const double inner = 0.03, s = strip.x(i, 0);
    const double growth = pitch / (2 * M_PI);
    const double angle = (std::sqrt(inner * inner + 2 * growth * s) - inner) / growth;
    const double r = inner + growth * angle;
    x.row(i) << r * std::cos(angle), strip.x(i, 1), r * std::sin(angle);
  }
  return x;
}

/// Keys of all pairs within `reach` at x that share no node, one by one.
std::set<std::uint64_t> all_pairs_within(const SurfaceTriangles& s, const Points& x, double reach) {
  std::set<std::uint64_t> keys;
  const auto point = [&](int node) { return Vec3(x.row(node).transpose()); };
  for (int node = 0; node < s.node_count; ++node)
    for (int t = 0; t < static_cast<int>(s.triangles.size()); ++t) {
      const auto [a, b, c] = s.triangles[t];
      const bool is_own = node == a || node == b || node == c;
      const FourPoints four = {point(node), point(a), point(b), point(c)};
      if (!is_own && nearest_points(PairKind::node_triangle, four).between.norm() < reach)
        keys.insert(LayerPair{.kind = PairKind::node_triangle, .a = node, .b = t}.key());
    }
  for (int e = 0; e < static_cast<int>(s.edges.size()); ++e)
    for (int f = e + 1; f < static_cast<int>(s.edges.size()); ++f) {
      const auto [a, b] = s.edges[e];
      const auto [c, d] = s.edges[f];
      if (a == c || a == d || b == c || b == d) continue;
      if (nearest_points(PairKind::edge_edge, {point(a), point(b), point(c), point(d)}).between.norm() <
          reach)
        keys.insert(LayerPair{.kind = PairKind::edge_edge, .a = e, .b = f}.key());
    }
  return keys;
}

TEST(LayerPairs, TreeFindsWhatAllPairsFind) {
  const Mesh strip = make_rectangle({0.6, 0.06}, {49, 6});
  const double thickness = 2e-3;
  std::mt19937 rng(1);
  std::normal_distribution<double> noise(0, 3e-4);
  LayerPairs pairs(strip, Vector::Constant(strip.node_count(), 0.5 * thickness));
  for (const double pitch : {2.5e-3, 6e-3, 2e-2}) {
    Points x = rolled(strip, pitch);
    for (double& coordinate : x.reshaped()) coordinate += noise(rng);
    pairs.begin(x);
    EXPECT_TRUE(pairs.advance(x));
    std::set<std::uint64_t> found;
    for (const LayerPair& pair : pairs.pairs()) found.insert(pair.key());
    const auto all = all_pairs_within(pairs.surface(), x, thickness + pairs.reach());
    for (const std::uint64_t key : all) EXPECT_TRUE(found.contains(key)) << "pitch " << pitch;
    EXPECT_EQ(all.size() > 500, pitch < 5e-3);
  }
}

TEST(LayerPairs, StopsBeforeALayerPassesThroughAnother) {
  const Mesh strip = make_rectangle({0.6, 0.06}, {49, 6});
  LayerPairs pairs(strip, Vector::Constant(strip.node_count(), 5e-4));
  const Points x = rolled(strip, 6e-3), through = rolled(strip, 1e-4);
  pairs.begin(x);
  EXPECT_FALSE(pairs.advance(through));
  EXPECT_FALSE(find_crossing(strip, pairs.safe()));
  double least = 1;
  for (const LayerPair& pair : pairs.pairs())
    if (!pair.is_near)
      least = std::min(least, nearest_points(pair.kind, pairs.points(pair, pairs.safe())).between.norm());
  EXPECT_GT(least, 0.5e-3);
  EXPECT_GT((pairs.safe() - x).rowwise().norm().maxCoeff(), 1e-3);  // it did come nearer
}

/// Steps that each lead the layers further through each other, as a hand that does not give up.
TEST(LayerPairs, NeverComeNearerThanHalfOfWhatTheyAreAskedHoweverOftenTheyAreLedThere) {
  const Mesh strip = make_rectangle({0.6, 0.06}, {49, 6});
  LayerPairs pairs(strip, Vector::Constant(strip.node_count(), 5e-4));
  const Points through = rolled(strip, 1e-4);
  Points x = rolled(strip, 6e-3);
  double least = 1;
  for (int step = 0; step < 8; ++step) {
    pairs.begin(x);
    for (int k = 0; k < 4; ++k) EXPECT_FALSE(pairs.advance(through));
    x = pairs.safe();
  }
  for (const LayerPair& pair : pairs.pairs())
    if (!pair.is_near)
      least = std::min(least, nearest_points(pair.kind, pairs.points(pair, x)).between.norm());
  EXPECT_GE(least, 0.5e-3 * (1 - 1e-6));
}

/// The lips of a cut of one element lie over each other and change places, as flat as they are.
TEST(LayerPairs, StopBothSidesOfACut) {
  Mesh mesh = make_rectangle({0.25, 0.2}, {6, 5});
  const int tip = 2 * 6 + 1, lip = 2 * 6, other = mesh.node_count();
  mesh.x.conservativeResize(other + 1, 3);
  mesh.x.row(other) = mesh.x.row(lip);
  for (std::size_t e = 10; e < mesh.elements.size(); ++e)  // of the upper two rows
    for (int& node : mesh.elements[e])
      if (node == lip) node = other;
  LayerPairs pairs(mesh, Vector::Constant(other + 1, 5e-4));
  Points over = mesh.x, under = mesh.x;
  for (Points* x : {&over, &under}) (*x)(lip, 1) += 2e-3, (*x)(other, 1) -= 2e-3;
  over(other, 2) = 2e-3;
  under(other, 2) = -2e-3;
  pairs.begin(over);
  EXPECT_FALSE(pairs.advance(under));
  EXPECT_EQ(pairs.safe().row(tip), mesh.x.row(tip));
  EXPECT_GT(pairs.safe()(other, 2), 0);
}

/// The end of a fine cloth curls until it meets itself, while another, far away, is so thick that pairs are
/// kept for longer ways than that.
TEST(LayerPairs, SeeAFineClothFoldBesideAThickOne) {
  const double edge = 1.5e-3;
  const int columns = 5, rows = 2;
  Mesh mesh = make_rectangle({edge * (columns - 1), edge * (rows - 1)}, {columns, rows});
  const Mesh thick = make_rectangle({0.2, 0.2}, {5, 5});
  const int fine = mesh.node_count();
  mesh.x.conservativeResize(fine + thick.node_count(), 3);
  mesh.x.bottomRows(thick.node_count()) = thick.x.rowwise() + Eigen::RowVector3d(1, 0, 0);
  for (Element e : thick.elements) {
    for (int& node : e) node += fine;
    mesh.elements.push_back(e);
  }
  Vector half = Vector::Constant(mesh.node_count(), 0.4e-3);
  half.tail(thick.node_count()).setConstant(12e-3);
  LayerPairs pairs(mesh, half);
  pairs.begin(mesh.x);
  bool is_free = true;
  for (double turn = 0; turn < 2.6 && is_free; turn += 0.02) {  // of each column against the one before
    Points x = mesh.x;
    for (int i = 0; i < fine; ++i) {
      double along = 2 * edge, up = 0;
      for (int c = 3; c <= i % columns; ++c)
        along += edge * std::cos((c - 2) * turn), up += edge * std::sin((c - 2) * turn);
      if (i % columns > 2) x(i, 0) = along, x(i, 2) = up;
    }
    is_free = pairs.advance(x);
    ASSERT_FALSE(find_crossing(mesh, pairs.safe())) << turn;
  }
  EXPECT_FALSE(is_free);
}

TEST(Crossing, IsFoundWhereItIs) {
  Mesh sheet = make_rectangle({0.4, 0.1}, {17, 5});
  EXPECT_FALSE(find_crossing(sheet, sheet.x));
  Points x = sheet.x;
  for (Eigen::Index i = 0; i < x.rows(); ++i)  // folded back through itself
    if (const Vec3 p = sheet.x.row(i); p.x() > 0.2)
      x.row(i) << 0.4 - p.x() + 1e-3, p.y() + 1e-3, 0.1 * (p.x() - 0.31);
  const auto crossing = find_crossing(sheet, x);
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->place.z(), 0, 1e-9);
  EXPECT_NEAR(crossing->place.x(), 0.09, 2e-2);
}

/// Two sheets at one height neither of which is on a side of the other: beside each other there is nothing to
/// say, above each other nothing could ever part them.
TEST(Crossing, IsAlsoWhatLiesInOnePlane) {
  const Mesh one = make_rectangle({0.2, 0.2}, {5, 5});
  const int n = one.node_count();
  Mesh two{.x = Points(2 * n, 3), .elements = one.elements};
  two.x << one.x, one.x;
  for (Element e : one.elements) {
    for (int& node : e) node += n;
    two.elements.push_back(e);
  }
  EXPECT_TRUE(find_crossing(two, two.x));
  for (const double aside : {0.013, 0.2}) {
    two.x.bottomRows(n) = one.x.rowwise() + Eigen::RowVector3d(aside, 0.007, 0);
    EXPECT_TRUE(find_crossing(two, two.x)) << aside;
  }
  two.x.bottomRows(n) = one.x.rowwise() + Eigen::RowVector3d(0.2001, 0.007, 0);
  EXPECT_FALSE(find_crossing(two, two.x));
}

}  // namespace
}  // namespace isocloth
