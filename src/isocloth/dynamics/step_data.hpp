#pragma once

/// What a step is asked for, what it goes on from, and what it leaves to be asked.

#include <cstdint>

#include "isocloth/contact/contact_memory.hpp"
#include "isocloth/contact/layer_memory.hpp"
#include "isocloth/dynamics/fingerprint.hpp"
#include "isocloth/dynamics/grasp.hpp"
#include "isocloth/dynamics/handed_over.hpp"
#include "isocloth/dynamics/step_report.hpp"

namespace isocloth {

/// How velocity and acceleration at the end of a step follow from positions, see time_rule.hpp.
enum class Integrator {
  bdf2,   ///< of second order
  euler,  ///< the paper's, of first order: it damps what swings, the more the longer a step is
};

struct StepOptions {
  double dt = 0.01;          ///< [s]
  Vec3 gravity{0, 0, -9.8};  ///< [m/s²]
  Integrator integrator = Integrator::bdf2;
  ProjectionOptions projection{};

  /// Hard real time: at most this many linear systems a step and no second attempt. A step that ends near the
  /// tolerance is taken, and the report says how near; for one that ends far off the cloth stands still.
  /// Where something comes near an obstacle so fast that it could pass through, the step is divided all the
  /// same: the parts share the budget, one linear system each at least. 0: as many as it takes.
  int iteration_budget = 0;

  int threads = 1;  ///< that share the work of a step; the result does not depend on it

  /// The first thing wrong with these options, or nothing.
  std::optional<std::string> problem() const;
};

/// What the last two (sub-)steps changed. Kept as changes, so that a state whose x or v is set by hand can go
/// on.
struct StepPast {
  double dt = 0, dt_before = 0;  ///< how long they took [s]; 0: there is none to go on from
  Points dx, dx_before;          ///< [m]
  Points dv, dv_before;          ///< [m/s]
  int calm = 0;                  ///< steps in a row that one iteration was enough for
  int rough = 0;                 ///< steps to go until a hard one is forgotten

  /// The next step has nothing to go on from but x and v.
  void forget() {
    dt = dt_before = 0;
    calm = rough = 0;
  }
};

/// Enough to resume a run exactly.
struct ClothState {
  std::int64_t step = 0;                 ///< steps taken; the time is step·dt
  double time = 0;                       ///< [s]
  Points x;                              ///< [m]
  Points v;                              ///< [m/s]
  StepPast past;                         ///< the last step
  Vector multipliers;                    ///< λ per row [N·m]
  Vector tensions;                       ///< per element, of the last tenths of a second [N/m]
  std::vector<GraspState> grasps;        ///< in the order of the grasps
  std::vector<ContactMemory> contacts;   ///< those with obstacles that press
  std::vector<LayerMemory> layers;       ///< likewise those of layers, sorted by pair
  std::vector<Edge> couplings;           ///< nodes that layers couple in the matrix
  std::vector<ObstacleState> obstacles;  ///< in the order of the obstacles
  Exchange exchange;                     ///< what hands and obstacles gave, and is still to come
  Fingerprint origin;                    ///< of the simulation whose state it is
};

/// What an obstacle exerted on the cloth.
struct ObstacleLoad {
  Vec3 force = Vec3::Zero();   ///< [N]
  Vec3 torque = Vec3::Zero();  ///< about the origin of the obstacle's frame [N·m]
};

/// A point of the cloth that an obstacle presses on.
struct ContactForce {
  int obstacle = 0;
  Vec3 point = Vec3::Zero();             ///< [m]
  Vec3 normal = Vec3::Zero();            ///< outwards, unit
  double normal_force = 0;               ///< [N]
  Vec3 tangential_force = Vec3::Zero();  ///< friction on the cloth [N]
};

}  // namespace isocloth
