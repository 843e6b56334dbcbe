#pragma once

/// Derivatives of a loss L by what a step goes on from and by what it is asked for.

#include <algorithm>

#include "isocloth/projection/projection_record.hpp"

namespace isocloth {

/// ∂L by all that a step goes on from (ClothState), each as large as what it is the derivative by. All of it
/// carries derivatives from step to step: a gradient without that by λ or σ looks right and is not.
struct StateGradient {
  StateGradient(Eigen::Index nodes, Eigen::Index rows, Eigen::Index elements)
      : x(Points::Zero(nodes, 3)),
        v(x),
        dx(x),
        dx_before(x),
        dv(x),
        dv_before(x),
        multipliers(Vector::Zero(rows)),
        tensions(Vector::Zero(elements)) {}

  Points x, v;
  Points dx, dx_before, dv, dv_before;      ///< by what the last two steps changed (StepPast)
  Vector multipliers;                       ///< by λ
  Vector tensions;                          ///< by σ
  std::vector<ContactGradient> contacts{};  ///< by τ
};

/// ∂L by where hands want their nodes, per node, and by the poses of obstacles: at the beginning of a step
/// and at its end.
struct TargetGradient {
  TargetGradient(Eigen::Index nodes, std::size_t obstacle_count)
      : begin(Points::Zero(nodes, 3)), end(begin), obstacles(obstacle_count) {}
  void set_zero() {
    begin.setZero();
    end.setZero();
    std::fill(obstacles.begin(), obstacles.end(), ObstacleGradient{});
  }

  Points begin, end;
  std::vector<ObstacleGradient> obstacles;
};

}  // namespace isocloth
