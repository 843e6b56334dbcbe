#include "isocloth/dynamics/step_report.hpp"

namespace isocloth {
namespace {

const char* explain(StepCause cause) {
  switch (cause) {
    case StepCause::reach:
      return "the grasps pull the cloth further than it reaches";
    case StepCause::reach_round_obstacle:
      return "the grasps pull the cloth further than it reaches round an obstacle";
    case StepCause::grasp_in_obstacle:
      return "a grasp leads its nodes into an obstacle";
    case StepCause::grasp_too_fast:
      return "a grasp is led faster than 20 m/s and follows at its own pace; begin its path where its node "
             "is";
    case StepCause::squeezed:
      return "obstacles leave the cloth no room; move them apart";
    case StepCause::began_inside:
      return "the cloth was inside an obstacle as the step began and is let out at a walk; start it outside";
    case StepCause::strained:
      return "the cloth is stretched or pressed where it is, though nothing holds it; start it at rest";
    case StepCause::budget:
      return "the budget of iterations (solver.budget) does not suffice: the cloth stands still, and its "
             "grasps wait for it";
    case StepCause::layers:
      return "layers of the cloth would pass through each other, so it stands still; lead the grasps another "
             "way, or use shorter steps";
    default:
      return "";
  }
}

}  // namespace

const char* explain(StepStatus status, StepCause cause) {
  switch (status) {
    case StepStatus::infeasible:
      return explain(cause);
    case StepStatus::iteration_limit:
      return "the solver needs more iterations (solver.max_iterations) or shorter steps (time.step)";
    case StepStatus::not_finite:
      return "numbers overflowed and the cloth stood still; use shorter steps or slower grasps";
    case StepStatus::distorted:
      return "elements are off by more than 5 %; use shorter steps (time.step), slower grasps or a finer "
             "mesh";
    default:
      return "";
  }
}

}  // namespace isocloth
