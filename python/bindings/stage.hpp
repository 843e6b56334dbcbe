#pragma once

/// A simulation whose grasps can be led by hand and whose whole state, hands included, can be saved, restored
/// and branched.
///
/// The library's Simulation resumes a ClothState exactly for the same grasps. Here a saved state also holds
/// since when and until when each grasp holds and where it is being led: so grasping, moving and letting go
/// can be undone by restore().

#include <memory>

#include "isocloth/dynamics/simulation.hpp"

namespace isocloth::python {

/// Where a grasp is led: along the motion it was given, or, once led by hand, straight from point to point.
struct Lead {
  Motion given = fixed_motion();
  bool by_hand = false;
  bool by_function = false;                     ///< the hand is a Python function, asked before every step
  double begin = 0, end = 0;                    ///< [s]
  Vec3 from = Vec3::Zero(), to = Vec3::Zero();  ///< [m]

  Vec3 at(double t) const;
};

struct SavedGrasp {
  std::vector<int> nodes;
  double from = 0, until = 0;  ///< [s]
  bool relative = true;
  bool by_hand = false;
  bool by_function = false;
  double begin = 0, end = 0;
  Vec3 start = Vec3::Zero(), goal = Vec3::Zero();
};

struct SavedState {
  ClothState cloth;
  std::vector<SavedGrasp> grasps;
};

class Stage {
 public:
  Stage(std::shared_ptr<const ClothModel> model, const Points& start, const StepOptions& options);
  explicit Stage(Simulation&& simulation);

  const Simulation& simulation() const { return simulation_; }
  const ClothState& state() const { return simulation_.state(); }
  double dt() const { return simulation_.options().dt; }

  StepReport step() { return simulation_.step(); }

  /// Adds a grasp and returns its number, which no later grasp will have. As Simulation::add_grasp otherwise.
  int grasp(Grasp grasp);
  int grasp_count() const { return static_cast<int>(leads_.size()); }

  /// Index of a grasp; InputError where restore() has taken it away.
  int index_of(int number) const;
  int number_at(int index) const { return numbers_[static_cast<std::size_t>(index)]; }

  void release(int index);

  /// When the grasp lets go [s], the moment it began included: for grasps that are made again as they were.
  void set_end(int index, double until);

  /// Where the grasp wants its first node now [m].
  Vec3 target(int index) const;

  /// Leads the grasp straight from where it wants its first node now to `to` [m], within `duration` [s], at
  /// least one step.
  void move(int index, const Vec3& to, double duration);

  /// The same within one step, given where the grasp was led to before.
  void lead_to(int index, const Vec3& from, const Vec3& to);

  /// Leads it from `from` to `to` within the next step, as a function says; displacements where its motion is
  /// relative.
  void lead_by_function(int index, const Vec3& from, const Vec3& to);

  /// Whether a function leads it and it has not let go.
  bool follows_function(int index) const;

  int add_obstacle(Obstacle obstacle);

  SavedState save() const;

  /// Grasps that were added since are taken away. InputError where the state is another simulation's.
  void restore(const SavedState& state);

  /// New positions [m] and velocities [m/s]; what holds takes hold anew where its nodes are then.
  void place(const Points& x, const Points& v);

  /// The same cloth, grasps and obstacles with its own state and workspace; must not outlive this.
  std::unique_ptr<Stage> twin() const;

  /// Another number whenever grasps or obstacles have come or gone: a twin made before is none any more.
  int edition() const { return edition_; }

 private:
  Grasp& grasp_at(int index);
  void wrap(Grasp& grasp);
  void lead(int index, const Vec3& from, const Vec3& to);

  Simulation simulation_;
  std::vector<std::shared_ptr<Lead>> leads_;  ///< as many as grasps
  std::vector<int> numbers_;
  int next_number_ = 0;
  int edition_ = 0;
};

}  // namespace isocloth::python
