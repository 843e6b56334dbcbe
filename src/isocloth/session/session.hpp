#pragma once

/// A simulation that is led: hands and functions move its grasps and obstacles while it runs, and its whole
/// state, with what leads it, can be saved, restored and branched.
///
/// Simulation resumes a ClothState exactly for the same grasps. Here a saved state also holds since when and
/// until when each grasp holds, and where grasps and obstacles are being led: so grasping, moving and letting
/// go can be undone by restore().

#include <functional>
#include <memory>

#include "isocloth/dynamics/simulation.hpp"
#include "isocloth/session/run_report.hpp"
#include "isocloth/session/saved_state.hpp"
#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth {

/// A value for a time [s]: pose of a hand or an obstacle, what drives a finger.
template <class Value>
using LeadFunction = std::function<Value(double t)>;

struct RunOptions {
  std::int64_t steps_per_frame = 0;                      ///< 0: no frames
  std::function<void(Frame)> on_frame{};                 ///< each frame as it is made, the start included
  std::function<bool(const RunReport& so_far)> go_on{};  ///< after each step; false stops the run
};

class Session {
 public:
  Session(std::shared_ptr<const ClothModel> model, const Points& start, const StepOptions& options = {});
  explicit Session(Simulation&& simulation);

  const Simulation& simulation() const { return simulation_; }
  const ClothState& state() const { return simulation_.state(); }
  double dt() const { return simulation_.options().dt; }

  /// Asks the functions that lead, for both ends of the step, then steps. A function that throws leaves all
  /// as it was.
  StepReport step();

  /// As Simulation::take_back_step; what leads is where it was led then.
  void take_back_step() { simulation_.take_back_step(); }

  /// Steps on. Allocates per frame, not per step.
  RunReport run(std::int64_t steps, const RunOptions& options = {});

  /// Steps on until `time` [s] is reached, up to rounding.
  RunReport run_until(double time);

  /// Adds a grasp, led by its motion or, where there is one, by a function of the time [s] (then of its
  /// motion only `relative` and `origin` count). Returns its number, which no later grasp will have. As
  /// Simulation::add_grasp otherwise. All below take that number; InputError where restore() has taken the
  /// grasp away.
  int grasp(Grasp grasp, PosePath function = {});

  /// The grasp with this number, and where it stands among simulation().grasps().
  const Grasp& grasp_at(int number) const;
  int index_of(int number) const;
  const std::vector<int>& grasp_numbers() const { return numbers_; }

  void release(int number) { simulation_.release(index_of(number)); }

  /// When the grasp lets go [s]: as Simulation::set_end.
  void set_end(int number, double until) { simulation_.set_end(index_of(number), until); }

  bool holds(int number) const;

  /// Where its hand is to be now. One that moves relative to where it took hold begins with the orientation
  /// (1, 0, 0, 0), its origin at its first node.
  RigidPose pose(int number) const;

  /// Its origin alone [m].
  Vec3 target(int number) const { return pose(number).translation; }

  /// Force that it exerted on the cloth in the last step [N].
  Vec3 force(int number) const { return simulation_.grasp_force(index_of(number)); }

  /// The same with its torque about the origin of the hand's frame, in world axes.
  Wrench wrench(int number) const { return simulation_.grasp_wrench(index_of(number)); }

  /// Momentum that it gave the cloth in the last step, as Simulation::grasp_impulse.
  Wrench impulse(int number) const { return simulation_.grasp_impulse(index_of(number)); }

  /// Leads the hand from where it is to be now to a pose, straight and evenly turning, within `duration` [s],
  /// at least one step; or to a position [m], turned as it is.
  void move(int number, const RigidPose& to, double duration = 0);
  void move(int number, const Vec3& to, double duration = 0);

  /// The same within one step, also where it has let go.
  void lead(int number, const RigidPose& to);
  void lead(int number, const Vec3& to) { lead(number, RigidPose{pose(number).rotation, to}); }

  /// Whether a function leads it and it has not let go.
  bool follows_function(int number) const;

  /// Adds an obstacle, led by its path or, where there is one, by a function of the time [s]. Returns its
  /// index. As Simulation::add_obstacle otherwise.
  int add_obstacle(Obstacle obstacle, PosePath function = {}, StartCheck check = StartCheck::now);

  /// Takes an obstacle away, as Simulation::remove_obstacle. All below refuse one that was removed.
  void remove_obstacle(int obstacle);

  /// Where an obstacle is led now; a finger that has closed is further along its axis.
  RigidPose obstacle_pose(int obstacle) const;

  /// Leads it from where it is led now to a pose, straight and evenly turning, within `duration` [s], at
  /// least one step. A robot's arm is followed with one call before each step; what that changes of the pose
  /// is the velocity that friction knows.
  void move_obstacle(int obstacle, const RigidPose& to, double duration = 0);

  bool obstacle_follows_function(int obstacle) const;

  /// How far a finger has gone along its axis [m].
  double finger_position(int obstacle) const;

  /// Closing force of a finger from the next step on [N]; below 0 it opens. InputError where its position is
  /// prescribed.
  void push_finger(int obstacle, double force);

  /// Leads a finger whose position is prescribed to `position` [m] along its axis, within `duration` [s], at
  /// least one step.
  void close_finger(int obstacle, double position, double duration = 0);

  SavedState save() const;

  /// Grasps that were added since are taken away. InputError, with nothing changed, where the state is
  /// another simulation's.
  void restore(const SavedState& state);

  /// Goes on from where another session was, on purpose: with another material, step or friction, but as many
  /// nodes, rows, grasps and obstacles.
  void go_on_from(SavedState state);

  /// New positions [m] and velocities [m/s]; what holds takes hold anew where its nodes are then.
  /// InputError where the cloth would be pierced by an obstacle. With a `step` it is after so many then.
  void place(const Points& x, const Points& v, std::optional<std::int64_t> step = {});

  /// At least `count` sessions of the same cloth, grasps and obstacles, each with its own state and
  /// workspace, made when they are first needed; until a grasp or an obstacle comes or goes. Their grasps
  /// have the numbers 0, 1, …
  std::vector<std::unique_ptr<Session>>& twins(int count);

 private:
  template <class Value>
  struct Lead : Led<Value> {
    LeadFunction<Value> path;        ///< that was given
    LeadFunction<Value> function{};  ///< none where it cannot be led by one
    Track<Value> asked{};            ///< what the function answered, until all have

    Value at(double t) const { return this->by == LedBy::path ? path(t) : this->track.at(t); }
  };
  using GraspLead = std::shared_ptr<Lead<RigidPose>>;  ///< shared with the path that the simulation has
  struct LedObstacle {
    Lead<RigidPose> pose;
    Lead<double> drive;  ///< of a finger
  };
  using ObstacleLead = std::shared_ptr<LedObstacle>;

  void wrap_grasp(int index);
  void wrap_obstacle(int index);
  void unwrap_obstacle(int index, Simulation& twin) const;
  void ask_functions();
  template <class Value>
  Track<Value> track_from_now(const Value& from, const Value& to, double duration) const;
  LedObstacle& lead_of(int obstacle) const;
  Lead<double>& drive_of(int obstacle, bool by_position) const;
  std::unique_ptr<Session> twin() const;

  Simulation simulation_;
  std::vector<GraspLead> grasps_;        ///< as many as the simulation has
  std::vector<ObstacleLead> obstacles_;  ///< likewise
  std::vector<int> numbers_;             ///< of the grasps, increasing
  int next_number_ = 0;
  std::vector<std::unique_ptr<Session>> twins_;
};

}  // namespace isocloth
