#pragma once

/// A stage as Python holds it: with the Python functions that lead some of its grasps and obstacles, and a
/// guard so that one thread at a time is in it.
///
/// Functions are called before a step, with the GIL held, for both ends of the step; in between grasps go
/// straight and obstacles turn evenly. So a step itself never calls Python: it runs with the GIL released,
/// and a function that raises leaves the cloth as it was.

#include <nanobind/nanobind.h>

#include <atomic>
#include <stdexcept>

#include "stage.hpp"

namespace isocloth::python {

namespace nb = nanobind;

/// From pose to pose within a step.
struct PoseTrack {
  double begin = 0, end = 0;  ///< [s]
  RigidPose from, to;

  RigidPose at(double t) const;
};

struct BoundSimulation {
  explicit BoundSimulation(Stage&& made) : stage(std::move(made)) {}

  struct GraspFunction {
    int number = 0;   ///< of the grasp
    nb::object call;  ///< time [s] → float64 array (3)
  };
  struct ObstacleFunction {
    std::shared_ptr<PoseTrack> track;
    nb::object call;  ///< time [s] → float64 array (7): x y z, quaternion w x y z
  };

  /// Calls the functions for both ends of the next step.
  void ask_functions();

  /// One step, with the GIL held by the caller and released inside.
  StepReport step();

  /// At least `count` twins of the stage, made when they are first needed.
  std::vector<std::unique_ptr<Stage>>& twins(int count);

  Stage stage;
  std::vector<GraspFunction> grasp_functions;
  std::vector<ObstacleFunction> obstacle_functions;
  std::atomic<bool> busy{false};

 private:
  std::vector<std::unique_ptr<Stage>> twins_;  ///< after stage, which must outlive them
  int twins_edition_ = 0;
};

/// Holds a simulation for one call; RuntimeError where another call is in it.
class Claim {
 public:
  explicit Claim(BoundSimulation& simulation) : busy_(simulation.busy) {
    if (busy_.exchange(true))
      throw std::runtime_error(
          "the simulation is in use, by another thread or by the step that called this function; wait until "
          "that is done");
  }
  ~Claim() { busy_ = false; }
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;

 private:
  std::atomic<bool>& busy_;
};

/// Lets Ctrl-C through while the GIL is released: call it often, it looks every tenth of a second.
class Interruption {
 public:
  /// Raises KeyboardInterrupt, or whatever a signal's handler raises.
  void check();

 private:
  double last_ = 0;  ///< [s]
};

}  // namespace isocloth::python
