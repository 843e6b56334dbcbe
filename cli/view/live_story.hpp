#pragma once

/// What hands did in a live run, for a scene that repeats it (live_scene.hpp).
///
/// Ways are sampled fifty times a second, and half as often whenever there are kMostSamples of them: memory
/// and the saved scene stay bounded, and still reach from the start to the present.

#include <deque>
#include <optional>

#include "io/scene/scene.hpp"
#include "isocloth/obstacles/rigid_pose.hpp"

namespace isocloth::cli {

/// Poses at increasing times; the last is the present one.
struct SampledPath {
  std::vector<double> times{};  ///< [s]
  std::vector<RigidPose> poses{};
  bool may_move = false;  ///< the last, which is less than an interval after the one before it

  /// Adds a sample, or moves the last where it may, or rests; `interval` [s].
  /// Leaves out what no scene file may name: beyond 10 km, or not finite.
  void add(double time, const RigidPose& pose, double interval);

  /// Leaves out every second, but neither the first nor the last.
  void thin();
};

/// Nodes of the cloth that a hand led.
struct HandPath {
  std::vector<int> nodes{};
  double from = 0;                ///< [s]
  std::optional<double> until{};  ///< [s]; none: it still holds
  SampledPath way{};              ///< of the first node, without rotation
};

struct LiveStory {
  static constexpr std::size_t kMostSamples = 40'000;  ///< of all ways; a scene file may have 50,000 in each
  static constexpr std::size_t kMostHands = 2'000;     ///< beyond, the first are forgotten

  io::Scene scene{};                     ///< material and friction as they are now
  std::vector<MeshPiece> cloths{};       ///< of the scene
  std::vector<std::vector<int>> held{};  ///< nodes of each grasp of the scene
  std::vector<double> released{};        ///< when a hand took each of them off [s], or < 0
  std::deque<HandPath> hands{};          ///< in the order they took hold
  std::size_t forgotten = 0;             ///< hands before those
  std::vector<SampledPath> obstacles{};  ///< from the start on; empty where none was pushed
  double time = 0;                       ///< the present [s]
  bool from_link = false;                ///< began from a state, with a past that is not known
  double interval = 0.02;                ///< between samples [s]

  /// A hand takes hold now, of nodes of which the first is at `at` [m]; returns its number.
  std::size_t take(std::vector<int> nodes, const Vec3& at);

  /// The path of a hand, none where it is forgotten.
  HandPath* find(std::size_t hand) { return hand < forgotten ? nullptr : &hands[hand - forgotten]; }

  /// The way that an obstacle went by itself, up to now.
  void add_own_way(std::size_t obstacle, const PosePath& own);

  /// Samples half as often from now on, and of what there is, where there are too many.
  void bound();
};

}  // namespace isocloth::cli
