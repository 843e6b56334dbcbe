#pragma once

/// What of a cloth may touch what of it or of another: pairs of a node and a triangle, and of two edges, and
/// how far the nodes may move before one of them comes too near.
///
///   begin(x)      a position in which no layer passes through another
///   advance(y)    moves `safe` along the straight way to y, up to where a pair comes nearer than half of
///                 what is asked for; true where it arrives
///
/// A pair is asked to keep the distance t, half the thickness of both sides together; where both are near on
/// the cloth, s along it, what a fold of radius t/2 leaves them: t sin(s/t) for s below πt/2. Pairs that
/// share a node are none; a quad's node and the half of it that it is no corner of are one.
///
/// Pairs are those that come within t + slack of each other on the way from `safe` to y: found by a tree of
/// boxes, and kept, also from step to step, while no node is further than two fifths of the slack, or a
/// quarter of the height of a triangle around it, from where they were looked for, but for a shift of all:
/// none that comes within t + reach is then missing, whichever are known beside, and what lay open cannot
/// have folded. Each knows a distance that it has at least, so that those far from each other cost nothing.

#include <cstdint>
#include <utility>
#include <vector>

#include "isocloth/contact/box_tree.hpp"
#include "isocloth/contact/nearest_points.hpp"

namespace isocloth {

struct LayerPair {
  PairKind kind = PairKind::node_triangle;
  int a = 0, b = 0;            ///< node and triangle, or two edges
  std::array<int, 4> nodes{};  ///< in the order of nearest_points.hpp
  double thickness = 0;        ///< t [m]
  bool is_near = false;        ///< on the cloth
  bool is_hit = false;         ///< it came too near on a way in this step
  double at_least = 0;         ///< lower bound of its distance at `safe` [m]

  /// By which pairs are sorted: those of a node are neighbours.
  std::uint64_t key() const {
    return (static_cast<std::uint64_t>(kind) << 62) | (static_cast<std::uint64_t>(a) << 31) |
           static_cast<std::uint64_t>(b);
  }
};

inline PairKind kind_of(std::uint64_t key) { return static_cast<PairKind>(key >> 62); }

class LayerPairs {
 public:
  /// half_thickness: per node [m].
  LayerPairs(const Mesh& rest, const Vector& half_thickness);

  void begin(const Points& x);

  /// Back to where the step began.
  void restart();

  bool advance(const Points& y);

  const Points& start() const { return start_; }
  const Points& safe() const { return safe_; }
  const std::vector<LayerPair>& pairs() const { return pairs_; }
  const SurfaceTriangles& surface() const { return surface_; }

  /// Pairs nearer than this, beyond their thickness, are all known [m].
  double reach() const;

  /// Nearest points at `safe` of the pair at this index, whose distance is then known.
  Nearest measure(std::size_t index);

  FourPoints points(const LayerPair& pair, const Points& x) const;

  /// Distance that a pair is asked to keep where its nearest points have these weights [m].
  double distance_asked(const LayerPair& pair, const Nearest& nearest) const;

  /// … and its derivatives by these [m].
  std::array<double, 4> slopes_asked(const LayerPair& pair, const std::array<double, 4>& weights) const;

  /// The pair of a key, which must be known.
  const LayerPair& pair_of(std::uint64_t key) const;

  /// How much of the way to the last y `safe` went; 1: it is y.
  double safe_share() const { return safe_share_; }

 private:
  void forget_hits();
  void look_ahead(const Points& y);
  void look_for_pairs(const Points& to);
  void sort_found();
  void limit_ways(const Points& y);
  bool is_looked_for(const Points& x) const;
  void fit_boxes(const Points& y);
  std::array<int, 4> nodes_of(PairKind kind, int a, int b) const;
  void add(PairKind kind, int a, int b, const Points& y);
  bool are_near(int node, int other) const;
  double least(const LayerPair& pair, double now) const;

  const Points rest_;
  const Vector half_thickness_;
  SurfaceTriangles surface_;
  BoxTree tree_;
  double slack_;       ///< [m]
  double near_;        ///< how far apart nodes are at most that are near on the cloth, at rest [m]
  Vector most_aside_;  ///< of each node: pairs are looked for anew beyond it [m]
  Points start_, safe_;
  double safe_share_ = 1;
  bool has_pairs_ = false;
  Points looked_from_, looked_to_;  ///< ends of the way for which pairs were looked for
  std::vector<Box> boxes_,
      edge_boxes_;  ///< of the way of each node and edge, grown by t/2 and half the slack
  std::vector<std::array<int, 2>> triangles_;
  std::vector<LayerPair> pairs_, found_;
  std::vector<int> sorted_, first_of_;  ///< found_ by key; where those of each node and edge begin
  std::vector<std::uint64_t> hits_;     ///< keys, sorted
  std::vector<double> way_;             ///< length of each node's at hand [m]
};

}  // namespace isocloth
