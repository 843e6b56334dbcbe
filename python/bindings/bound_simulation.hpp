#pragma once

/// A session as Python holds it: with the Python functions that lead some of its grasps and obstacles, and a
/// guard so that one thread at a time is in it.
///
/// A session runs with the GIL released. Functions are asked before a step, and hold the GIL while they
/// answer; so a step itself never calls Python, and a function that raises leaves the cloth as it was.

#include <nanobind/nanobind.h>

#include <atomic>
#include <stdexcept>

#include "isocloth/session/session.hpp"

namespace isocloth::python {

namespace nb = nanobind;

struct BoundSimulation {
  explicit BoundSimulation(Session&& made) : session(std::move(made)) {}

  /// A Python function as the session calls it, with the GIL released: time [s] → float64 array (7): x y z,
  /// quaternion w x y z. No function where `call` is None.
  PosePath pose_function(nb::object call);

  Session session;
  StartCheck check = StartCheck::now;  ///< none while it is made again as it was
  std::vector<std::shared_ptr<nb::object>>
      functions;  ///< for Python's collector; empty objects once it has cleared them
  std::atomic<bool> busy{false};
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

template <class Function, class Result, class... Args>
auto claimed(Function function, Result (Function::*)(Session&, Args...) const) {
  return [function](BoundSimulation& self, Args... args) -> Result {
    const Claim claim(self);
    return function(self.session, std::forward<Args>(args)...);
  };
}

/// What a function of a session does and returns, for one call at a time.
template <class Function>
auto claimed(Function function) {
  return claimed(function, &Function::operator());
}

/// Lets Ctrl-C through while the GIL is released: call it often, it looks every tenth of a second.
class Interruption {
 public:
  /// Raises KeyboardInterrupt, or whatever a signal's handler raises.
  void check();

 private:
  double last_ = 0;  ///< [s]
};

/// InputError where a Python function leads a grasp or an obstacle, which "a gradient cannot ask".
void check_that_nothing_asks_python(const Session& session, const char* who_cannot);

/// Session::run with the GIL released; Ctrl-C stops it.
RunReport run_released(BoundSimulation& simulation, std::int64_t steps, RunOptions options = {});

}  // namespace isocloth::python
