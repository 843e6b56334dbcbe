#pragma once

/// The numbers of the worlds at hand: E::Real each, so those of W worlds where an engine has W lanes.

#include "isocloth/batch/engine.hpp"
#include "isocloth/batch/tables.hpp"

namespace isocloth::batch {

template <class E>
ISOCLOTH_ANYWHERE inline typename E::Real real(double a) {
  return typename E::Real{} + a;
}

template <class E>
struct World {
  using Real = typename E::Real;

  const Tables& tables;
  Real* numbers;  ///< settings and state: WorldNumber, then arrays
  Real* scratch;

  ISOCLOTH_ANYWHERE Real& operator[](WorldNumber which) const { return numbers[which]; }
  ISOCLOTH_ANYWHERE bool has_obstacles() const { return E::kTouches && tables.obstacles > 0; }

#define ISOCLOTH_STATE(name) \
  ISOCLOTH_ANYWHERE Real* name() const { return numbers + tables.at.name; }
#define ISOCLOTH_SCRATCH(name) \
  ISOCLOTH_ANYWHERE Real* name() const { return scratch + tables.at.name; }
  ISOCLOTH_STATE(stiffness)
  ISOCLOTH_STATE(hold)
  ISOCLOTH_STATE(grip)
  ISOCLOTH_STATE(grip_damping)
  ISOCLOTH_STATE(friction)
  ISOCLOTH_STATE(pose)
  ISOCLOTH_STATE(target)
  ISOCLOTH_STATE(x)
  ISOCLOTH_STATE(v)
  ISOCLOTH_STATE(dx)
  ISOCLOTH_STATE(dx_before)
  ISOCLOTH_STATE(dv)
  ISOCLOTH_STATE(dv_before)
  ISOCLOTH_STATE(multipliers)
  ISOCLOTH_STATE(tensions)
  ISOCLOTH_STATE(pressed)
  ISOCLOTH_STATE(rubbed)
  ISOCLOTH_STATE(settled)
  ISOCLOTH_STATE(slid)
  ISOCLOTH_SCRATCH(wanted)
  ISOCLOTH_SCRATCH(held)
  ISOCLOTH_SCRATCH(lambda)
  ISOCLOTH_SCRATCH(sigma)
  ISOCLOTH_SCRATCH(past)
  ISOCLOTH_SCRATCH(load)
  ISOCLOTH_SCRATCH(diagonal)
  ISOCLOTH_SCRATCH(next)
  ISOCLOTH_SCRATCH(c)
  ISOCLOTH_SCRATCH(slope)
  ISOCLOTH_SCRATCH(pull)
  ISOCLOTH_SCRATCH(spring_rest)
  ISOCLOTH_SCRATCH(metric_tangents)
  ISOCLOTH_SCRATCH(metric_tension)
  ISOCLOTH_SCRATCH(edge_tangents)
  ISOCLOTH_SCRATCH(edge_tension)
  ISOCLOTH_SCRATCH(form_gradients)
  ISOCLOTH_SCRATCH(form_tension)
  ISOCLOTH_SCRATCH(blocks)
  ISOCLOTH_SCRATCH(factor)
  ISOCLOTH_SCRATCH(diagonal_factors)
  ISOCLOTH_SCRATCH(solution)
  ISOCLOTH_SCRATCH(move)
  ISOCLOTH_SCRATCH(wanted_pose)
  ISOCLOTH_SCRATCH(placed)
  ISOCLOTH_SCRATCH(placed_end)
  ISOCLOTH_SCRATCH(carried)
  ISOCLOTH_SCRATCH(found_gap)
  ISOCLOTH_SCRATCH(found_normal)
  ISOCLOTH_SCRATCH(found)
  ISOCLOTH_SCRATCH(found_weights)
  ISOCLOTH_SCRATCH(found_area)
  ISOCLOTH_SCRATCH(edge_gap)
  ISOCLOTH_SCRATCH(ends_level)
  ISOCLOTH_SCRATCH(sharing)
  ISOCLOTH_SCRATCH(poking)
  ISOCLOTH_SCRATCH(poking_weights)
  ISOCLOTH_SCRATCH(chosen)
  ISOCLOTH_SCRATCH(chosen_poking)
  ISOCLOTH_SCRATCH(chosen_weights)
  ISOCLOTH_SCRATCH(chosen_least)
  ISOCLOTH_SCRATCH(kept_poking)
  ISOCLOTH_SCRATCH(squeeze_force)
  ISOCLOTH_SCRATCH(weights)
  ISOCLOTH_SCRATCH(listed)
  ISOCLOTH_SCRATCH(gap)
  ISOCLOTH_SCRATCH(normal)
  ISOCLOTH_SCRATCH(way)
  ISOCLOTH_SCRATCH(rub)
  ISOCLOTH_SCRATCH(slides)
  ISOCLOTH_SCRATCH(gamma)
  ISOCLOTH_SCRATCH(limit)
  ISOCLOTH_SCRATCH(penalty)
  ISOCLOTH_SCRATCH(force)
  ISOCLOTH_SCRATCH(asked)
  ISOCLOTH_SCRATCH(missing)
  ISOCLOTH_SCRATCH(answer)
  ISOCLOTH_SCRATCH(asked_k)
  ISOCLOTH_SCRATCH(base_k)
  ISOCLOTH_SCRATCH(factor_k)
  ISOCLOTH_SCRATCH(base_blocks)
  ISOCLOTH_SCRATCH(shift)
  ISOCLOTH_SCRATCH(column)
  ISOCLOTH_SCRATCH(sideways_penalty)
#undef ISOCLOTH_STATE
  ISOCLOTH_ANYWHERE int* list() const { return reinterpret_cast<int*>(scratch + tables.at.list); }
#undef ISOCLOTH_SCRATCH
};

}  // namespace isocloth::batch
