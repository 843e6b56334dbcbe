#pragma once

/// What a step decided and computed, so that derivatives can go back through it: the parts it was taken in,
/// each with what it began from, what held the cloth, and Newton's iterations. What follows from these by
/// formulas that have no choice in them (rows, their law, the metric) is computed again on the way back.

#include <cstdint>
#include <utility>

#include "isocloth/dynamics/step_stages.hpp"
#include "isocloth/projection/projection_record.hpp"

namespace isocloth {

/// One (sub-)step.
struct PartRecord {
  double dt = 0;                      ///< [s]
  double guess = 0;                   ///< the last step's way in the guess [-]; 0: dt times the velocity
  double rate = 0, one = 0, two = 0;  ///< of its TimeRule
  Points x;                           ///< when it began [m]
  Points past, inertial;              ///< of its TimeRule [m]
  Vector multipliers;                 ///< λ when it began [N·m]
  Vector tensions_before, tensions;   ///< σ when it began, and after [N/m]
  std::vector<char> held, pulled;     ///< nodes of hands that do not give way, and of those that do
  Vector spring, damping, stiffness;  ///< of the latter: k, c, and s = k + c·rate (grip_springs.hpp)

  /// s of hands that were at their limit, from an iteration on.
  std::vector<std::pair<std::size_t, Vector>> limits{};

  ProjectionRecord projection{};
  std::vector<ContactRecord> impacts{};  ///< contacts at which commit_step stopped the cloth, in its order
  Points v, dx, dv;                      ///< velocity and StepPast when it began, where there are impacts
  std::vector<char> limited{};           ///< rows whose λ was limited in the end; empty where none was
  bool refused = false;                  ///< the cloth stood still instead
};

struct StepRecord {
  std::vector<PartRecord> parts{};
  ProjectionRecord projection{};  ///< of the part at hand

  /// Whether nothing was decided on the way: where the step was divided or tried again, hands slipped or were
  /// held back, or it did not converge, the gradient is that of the decisions taken, as if none could change.
  bool exact = true;

  void clear();
  void begin_attempt();
  void begin_part(const ClothState& state, double dt);
  void predict(const StepWorkspace& work);
  void begin_again() { exact = false; }       ///< a crushed sheet is tried again from an uneven one
  void limit_grips(const Vector& stiffness);  ///< hands at their limit
  void end_part(const StepWorkspace& work, const ClothState& state, const ProjectionReport& projected,
                bool refused, bool gives_way);

  /// Memory that it takes [bytes].
  std::size_t size() const;

  /// A number that two steps share only if they took as many parts and iterations, with the same contacts
  /// pressing, sticking and sliding.
  std::uint64_t decisions() const;

 private:
  bool was_tried_ = false;
  Points v_, dx_, dv_;  ///< of the part at hand, until it is known whether there are impacts
};

}  // namespace isocloth
