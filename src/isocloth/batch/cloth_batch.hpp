#pragma once

/// Many worlds of one cloth, stepped together.
///
///   ClothBatch batch(simulation, 4096);      // as many copies of it as it is now
///   batch.step(10, paths);                   // (10, worlds, held nodes, 3): where hands are at each step's
///   end batch.read_positions(x);                 // (worlds, nodes, 3)
///
/// Each world has its own material, gravity, hands and state. Regular steps are taken side by side: in the
/// lanes of this processor's vector registers, or on a GPU, a block of threads each. A step that needs more
/// (batch/step.hpp) is redone by a Simulation from the state before it, so no world is worse off than alone,
/// and none depends on another: the bits are the same in any place and among any number of worlds.
///
/// Cloth touches half-spaces, spheres, capsules, boxes and cylinders with friction, at its nodes and between
/// them. Steps with other shapes are a Simulation's, and those in which much of a fine mesh sticks and slips
/// in turns.
///
/// Held nodes are those of the simulation's grasps, in their order. Without paths, hands and obstacles follow
/// the simulation's motions, each world by its own age.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "isocloth/dynamics/simulation.hpp"

namespace isocloth {

namespace batch {
class BatchEngine;
class BatchModel;
class WorldTwin;
struct Leads;
}  // namespace batch

/// What a world's last step achieved.
struct WorldReport {
  StepStatus status = StepStatus::converged;
  int iterations = 0;
  double metric_error = 0, edge_error = 0, area_error = 0;  ///< the largest [-]
};

/// Where a batch is stepped.
enum class BatchDevice { cpu, cuda };

struct BatchOptions {
  BatchDevice device = BatchDevice::cpu;
  int threads = 1;  ///< of the CPU, on a GPU those that redo steps
};

class ClothBatch {
 public:
  /// InputError where there is no such device, and where the simulation cannot be in a batch: one that
  /// touches itself, of several cloths, with fingers, or with hands that have a force limit.
  ClothBatch(const Simulation& prototype, int worlds, const BatchOptions& options = {});
  ~ClothBatch();
  ClothBatch(ClothBatch&&) noexcept;
  ClothBatch& operator=(ClothBatch&&) noexcept;

  int worlds() const { return worlds_; }
  int nodes() const;
  const std::vector<int>& held_nodes() const { return slots_; }
  Points held_places() const;  ///< where hands have them as worlds begin [m]
  int obstacles() const;
  double dt() const;

  /// Where each hand has its node at the end of a step, (steps, worlds, held nodes, 3) [m], and where each
  /// obstacle is then, (steps, worlds, obstacles, 7): x y z [m], unit quaternion w x y z; in this machine's
  /// memory or the device's. None: see above.
  struct Paths {
    const double *hands = nullptr, *obstacles = nullptr;
    bool hands_on_device = false, obstacles_on_device = false;
  };

  /// Takes steps.
  void step(int steps, const Paths& paths);
  void step(int steps, const double* hands = nullptr) { step(steps, Paths{.hands = hands}); }

  /// All worlds as a simulation of the same cloth with the same grasps is now, its material included: where
  /// they begin from now on.
  void start_from(const Simulation& prototype);

  /// All worlds as they began, or those in the mask; materials and gravity stay what they are.
  void reset(std::span<const char> mask = {});

  /// Where the batch is in the memory of its GPU, nullptr where it is not: world after world, `stride`
  /// numbers each, positions and velocities (nodes, 3) from these numbers on.
  struct OnDevice {
    double* numbers = nullptr;
    int stride = 0, x = 0, v = 0;
  };
  OnDevice on_device() const;

  /// (worlds, nodes, 3) [m] and [m/s].
  void read_positions(double* x) const;
  void read_velocities(double* v) const;
  WorldReport report(int world) const;
  std::vector<WorldReport> reports() const;

  /// Steps of all worlds so far, and how many of them a Simulation took.
  std::int64_t steps_taken() const { return steps_taken_; }
  std::int64_t steps_redone() const;

  /// Of one world, from its next step on.
  void set_material(int world, const Material& material);
  void set_gravity(int world, const Vec3& gravity);
  void set_friction(int world, int obstacle, double friction);

  /// Which of its held nodes a world's hands hold; one that it takes hold of begins where the node is.
  void set_held(int world, std::span<const char> held);

  /// Positions and velocities (worlds, nodes, 3) of the worlds in the mask, which are taken to have moved
  /// evenly until then.
  void set_states(std::span<const char> mask, const double* x, const double* v);

 private:
  /// A held node: which grasp of the prototype's, and which of its nodes.
  struct Hand {
    int grasp, node;
  };
  static constexpr int kMostSampled = 256;  ///< steps for which motions are looked up at once

  void make_start();
  void start_all();
  void advance(int steps, const batch::Leads& leads, bool by_given_poses);
  void redo(int world, int step, const double* wanted, const double* poses);
  bool follow_motions();
  std::vector<double> sampled_motions(int steps, int worlds) const;
  std::vector<double> sampled_poses(int steps, int worlds) const;
  double end_of(int world, int step) const;
  double hold_kind(int slot) const;
  void set_stiffness(double* numbers) const;
  void put_in_motion(const double* x, const double* v, double* numbers) const;
  void check_mask(std::span<const char> mask) const;
  template <class Change>
  void change_for_good(int world, const Change& change_numbers);
  std::vector<double> numbers_of(int world) const;
  void change(int world, std::vector<double>& numbers);

  int worlds_;
  std::unique_ptr<Simulation> prototype_;
  std::vector<int> slots_;
  std::vector<Hand> hands_;  ///< of each held node
  std::unique_ptr<batch::BatchModel> model_;
  std::unique_ptr<batch::BatchEngine> engine_;
  std::vector<double> start_;                             ///< numbers of a world as it begins
  std::vector<std::int64_t> age_;                         ///< steps since a world began
  std::vector<std::unique_ptr<batch::WorldTwin>> twins_;  ///< of worlds that needed one
  std::vector<std::int64_t> redone_;                      ///< per world
  std::int64_t steps_taken_ = 0;
};

}  // namespace isocloth
