#pragma once

/// What a step achieved.

#include "isocloth/fem/element_error.hpp"
#include "isocloth/projection/projection_options.hpp"

namespace isocloth {

/// Why a step is infeasible.
enum class StepCause {
  none,
  reach,                 ///< grasps pull the cloth further than it reaches
  reach_round_obstacle,  ///< the same, round an obstacle that it presses on
  grasp_in_obstacle,     ///< a grasp leads its nodes into an obstacle
  grasp_too_fast,        ///< a grasp jumps further in a step than any hand moves
  squeezed,              ///< obstacles leave the cloth no room
  began_inside,          ///< the cloth was inside an obstacle as the step began, and is let out at a walk
  strained,              ///< nothing holds the cloth, but it is stretched or pressed beyond what a step mends
  budget,  ///< the budget of iterations ended far from the tolerance: the cloth stands still, or
           ///< did so and its grasps are catching up
  layers,  ///< layers of the cloth would pass through each other, and it stands still
};

struct [[nodiscard]] StepReport {
  StepStatus status = StepStatus::converged;
  StepCause cause = StepCause::none;
  int iterations = 0;
  int substeps = 1;                ///< into which the step had to be divided
  double metric_error = 0;         ///< largest relative error of the first fundamental form [-]
  double edge_error = 0;           ///< largest |length / rest length − 1| of an edge of an element [-]
  double grasp_slip = 0;           ///< largest distance of a held node from where its grasp wants it [m]
  int grasp = -1;                  ///< index of that grasp; −1 where none holds, or all exactly
  int missed_grasp = -1;           ///< index of the first that closed where no node was; −1: none
  double node_penetration = 0;     ///< deepest node that is not held, inside an obstacle [m]
  double surface_penetration = 0;  ///< deepest point of the surface between nodes, or node [m]
  double contact_residual = 0;     ///< of Signorini's and Coulomb's conditions, as a length [m]
  AreaError area{};                ///< [-]
};

/// What a status means to the person who made the scene, and what to do; empty where it converged.
const char* explain(StepStatus status, StepCause cause);

}  // namespace isocloth
