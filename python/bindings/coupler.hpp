#pragma once

/// What a coupled step does beside the steps of cloth and robot: poses of the robot's bodies go to obstacles
/// and hands, momentum that the cloth gave them goes back as force over the step. It works on arrays that the
/// robot's engine keeps in place, so that a step is a few calls; it knows the arrays, not the engine.

#include "arrays.hpp"
#include "bound_simulation.hpp"

namespace isocloth::python {

template <class Number>
using Shared = nb::ndarray<Number, nb::c_contig, nb::device::cpu>;
using Numbers = Shared<double>;
using WarningCounts =
    nb::ndarray<int, nb::ndim<1>, nb::device::cpu>;  ///< may be every second number of a list

/// Of a robot; they live as long as this.
struct RobotArrays {
  Numbers qpos, qvel, ctrl;                  ///< its state, and what drives it
  Numbers body_position, body_quaternion;    ///< (bodies, 3), (bodies, 4)
  Numbers centre_of_mass;                    ///< of bodies (bodies, 3)
  Numbers geom_position, geom_matrix;        ///< (geoms, 3), (geoms, 9)
  Numbers mocap_position, mocap_quaternion;  ///< of bodies that are led
  Numbers applied;                           ///< force and torque about centres of mass (bodies, 6)
};

/// A geom that moves and is an obstacle.
struct CoupledGeom {
  int geom = 0, body = 0, obstacle = 0;
  bool feels = false;  ///< its body can be moved
};

/// A grasp that a body carries.
struct CoupledHand {
  int grasp = 0, body = 0;  ///< the grasp's number
  bool feels = false;
  bool is_stiff = false;  ///< so that cloth and robot must agree on where it is
  RigidPose place{};      ///< in the body
};

class Coupler {
 public:
  /// `ahead` is a copy of the robot where it is guessed to be at the end of a step; `warnings` count how
  /// often it went astray.
  Coupler(BoundSimulation& simulation, RobotArrays robot, RobotArrays ahead, WarningCounts warnings,
          std::vector<CoupledGeom> geoms);

  void set_hands(std::vector<CoupledHand> hands) { hands_ = std::move(hands); }

  /// Whether some of the robot's positions are quaternions, whose change only its engine knows.
  bool has_turning_joints() const { return robot_.qpos.size() != robot_.qvel.size(); }

  /// Whether a step may have to be taken again until both sides agree.
  bool must_agree() const;

  /// Before a step: takes the load of the last one off; `start` is where the robot is then. False where the
  /// robot's numbers are not finite.
  bool begin(const Numbers& start);

  /// `velocity` is what the robot has until the end of the step with this mean acceleration. Its positions
  /// then go to those ahead; those now where it has turning joints, for its engine to go on from.
  void guess(const Numbers& acceleration, const Numbers& velocity);

  /// Takes the cloth's step with obstacles and hands where the robot ahead has them, and puts its load on the
  /// robot.
  StepReport step();

  /// After the robot's steps: its mean acceleration, by its way since begin() over dt, which its engine has
  /// found where it has turning joints. False where it went astray.
  bool end(const Numbers& way, const Numbers& acceleration) const;

  /// How far geoms that were touched, and stiff hands, are from where the cloth had them [m].
  double mismatch() const;

  /// The cloth as at begin(), the robot without its load.
  void go_back();

  /// Takes the load off the robot, where nobody has written over it.
  void unload();

 private:
  long count_warnings(bool and_forget) const;
  void drop_hands_that_are_gone();
  void lead();
  void load();
  void add_load(int body, const Vec3& origin, const Wrench& impulse);

  BoundSimulation& simulation_;
  RobotArrays robot_, ahead_;
  WarningCounts warnings_;
  std::vector<CoupledGeom> geoms_;
  std::vector<CoupledHand> hands_;
  std::vector<RigidPose> led_geoms_, led_hands_;
  std::vector<char> touched_;  ///< geoms, since begin()
  Vector load_;                ///< on bodies, force and torque
  Vector free_, loaded_;       ///< `applied` without it and with it
  Vector start_, velocity_;    ///< of the robot at begin()
};

}  // namespace isocloth::python
