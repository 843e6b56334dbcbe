#pragma once

/// A cloth that is stepped: model, state and workspace in one object, with grasps that come and go and
/// obstacles that it cannot enter.

#include "isocloth/dynamics/cloth_model.hpp"
#include "isocloth/dynamics/hold_times.hpp"
#include "isocloth/dynamics/step_data.hpp"
#include "isocloth/obstacles/obstacle.hpp"

namespace isocloth {

enum class StartCheck { now, none };

struct StepRecord;
struct StepWorkspace;

class Simulation {
 public:
  /// Starts at rest at `start` (the rest shape somewhere in space, or any other positions of its nodes [m]).
  Simulation(std::shared_ptr<const ClothModel> model, const Points& start, const StepOptions& options = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  /// Adds a grasp and returns its index; InputError where it cannot be, or another grasp has one of its nodes
  /// then. One by place (Grasp::pick) closes now if it holds from now on, else when it begins, on what is
  /// there then and held by no other: where that is nothing, it holds nothing, and the step's report names
  /// it.
  int add_grasp(Grasp grasp);

  /// Grasps what is at a place now; InputError, with the nearest node, where none is.
  int pick(const std::string& name, const Pick& place, Motion motion = fixed_motion(), const Grip& grip = {});

  /// Grasps nodes from now on; moves them with `motion` until released.
  int grasp(const std::string& name, std::vector<int> nodes, Motion motion = fixed_motion(),
            const Grip& grip = {});

  /// Lets go: the grasp does not hold from the next step on.
  void release(int grasp);

  /// When a grasp lets go [s], also before it began: then it never holds. InputError where another has one of
  /// its nodes meanwhile.
  void set_end(int grasp, double until);

  /// How a grasp moves from the next step on.
  void set_motion(int grasp, Motion motion);

  /// Adds an obstacle and returns its index; InputError where it cannot be, or where the cloth is pierced by
  /// it (check_start.hpp), unless a restore() follows that puts the cloth elsewhere.
  int add_obstacle(Obstacle obstacle, StartCheck check = StartCheck::now);

  /// Takes an obstacle away: the cloth does not feel it from the next step on. The others keep their indices
  /// and loads. A state from before brings it back.
  void remove_obstacle(int obstacle);

  /// How an obstacle moves from the next step on.
  void set_path(int obstacle, PosePath path);

  /// Closing force of a finger from the next step on, as a function of time [s] in N, or constant; or its
  /// position in m, where that is prescribed.
  void set_finger_force(int obstacle, std::function<double(double t)> force);
  void set_finger_position(int obstacle, std::function<double(double t)> position);
  void set_finger_force(int obstacle, double force) { set_finger_force(obstacle, constant_force(force)); }

  /// How far a finger has gone along its axis [m].
  double finger_position(int obstacle) const;

  /// Whether it was removed, and how far a finger that gives way has gone.
  const ObstacleState& obstacle_state(int obstacle) const;

  /// Where an obstacle is now, a finger as far as it has gone.
  RigidPose obstacle_pose(int obstacle) const;

  /// Closes hands that begin, then steps (step.hpp). Allocates only where one closes.
  StepReport step();

  /// The same, and keeps in a record what derivatives need to go back through it (gradient module). Bending
  /// outside the factor (projection/matrix_split.hpp) is then solved for to rounding instead of 1e-4.
  StepReport step(StepRecord& record);

  /// Scratch of its steps, for who goes back through recorded ones: between steps it is free, but for what
  /// the last one left for those who ask (forces, contacts).
  StepWorkspace& workspace() { return *work_; }

  /// Goes back by the step that was taken last, once, for it to be taken again with hands and obstacles led
  /// otherwise; costs less than a state that is kept for that. InputError where anything else came in
  /// between.
  void take_back_step();

  const ClothModel& model() const { return *model_; }
  const StepOptions& options() const { return options_; }
  const std::vector<Grasp>& grasps() const { return grasps_; }

  /// Those that were removed included.
  const std::vector<Obstacle>& obstacles() const { return obstacles_; }

  /// A copy of the state resumes the run bit by bit, in this simulation or in one that was made alike, with
  /// the same grasps. InputError, which says what differs, for a state of any other.
  const ClothState& state() const { return state_; }
  void restore(const ClothState& state);

  /// The same with other grasps, those that the state knows of, which replace the ones that are here.
  void restore(const ClothState& state, std::vector<Grasp> grasps);

  /// Goes on from where another simulation was, on purpose: with another material, step or friction, but as
  /// many nodes, rows, grasps and obstacles.
  void go_on_from(ClothState state);

  /// The same cloth with the same grasps and obstacles in the same state, which goes its own way, on one
  /// thread.
  Simulation twin() const;

  /// Force that a grasp exerted on the cloth in the last step [N]; zero where it did not hold, and after
  /// restore() until the next step.
  Vec3 grasp_force(int grasp) const;

  /// The same with its torque about the origin of the hand's frame, in world axes.
  Wrench grasp_wrench(int grasp) const;

  /// Momentum that a grasp gave the cloth in the last step [N·s], with its moment about the origin of the
  /// hand's frame (handed_over.hpp): over dt, the mean of its force. A rigid one's is the force times dt.
  /// Also after restore(), and what is still to come of one that has let go.
  Wrench grasp_impulse(int grasp) const;

  /// Where the frame of a hand is: where it has come to if it holds, else where its path has it.
  RigidPose grasp_pose(int grasp) const;

  /// What an obstacle exerted on the cloth in the last step, in the world's frame; zero after restore() until
  /// the next step, as the two below.
  ObstacleLoad obstacle_load(int obstacle) const;

  /// Momentum that an obstacle gave, impacts included, with its moment about the origin of its frame.
  Wrench obstacle_impulse(int obstacle) const;

  /// Force of all obstacles on each node [N].
  const Points& contact_force() const;

  /// Each point where an obstacle presses on the cloth.
  std::vector<ContactForce> contacts() const;

  /// What other layers of cloth exerted on each node in the last step [N], valid until the next call.
  const Points& layer_force() const;

  /// What one cloth, `other`, exerted on another; torque about the world's origin. By their indices.
  Wrench layer_wrench(int cloth, int other) const;

  /// Multiplications and additions of one iteration's factorisation: what bounds the time of a step from
  /// below.
  double factor_flops() const;

 private:
  const Grasp& grasp_at(int grasp) const;
  void end_what_let_go();
  bool begins_now(const Grasp& grasp) const;
  void close(int grasp, const Pick& place);
  int close_hands();
  void check_state(const ClothState& state, const std::vector<Grasp>& grasps) const;
  void put(const ClothState& state);
  void forget_forces();
  const Obstacle& obstacle_at(int obstacle) const;
  void change(int obstacle, Obstacle to);
  void use_obstacles();

  std::shared_ptr<const ClothModel> model_;
  StepOptions options_;
  std::vector<Grasp> grasps_;  ///< as many as state_.grasps
  HoldTimes holds_;
  std::vector<Obstacle> obstacles_;
  ClothState state_;
  std::unique_ptr<StepWorkspace> work_;
  bool has_stepped_ = false;  ///< and the state before is in work_
};

}  // namespace isocloth
