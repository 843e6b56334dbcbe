#pragma once

/// A run whose loss has a gradient: forwards with a record of every step, backwards through them.
///
/// Records are kept, with the factors of their matrices, where they fit into the memory that is allowed;
/// else without the factors; else the states at checkpoints are kept, and the steps between two of them are
/// taken again on the way back, bit by bit the same.

#include <cstdint>
#include <memory>

#include "isocloth/gradient/held_paths.hpp"
#include "isocloth/gradient/parameter_gradient.hpp"
#include "isocloth/obstacles/pose_gradient.hpp"

namespace isocloth {

struct StepRecord;
class StepAdjoint;

struct RolloutGradient {
  explicit RolloutGradient(std::size_t cloths) : parameters(cloths) {}

  std::vector<Points> path;      ///< ∂L by HeldPaths::steps
  Points x0, v0;                 ///< ∂L by positions and velocities at the start, with the paths as they are
  ParameterGradient parameters;  ///< ∂L by materials and gravity

  /// ∂L by the pose of each obstacle at the start and at the end of each step, as many as there are x; in
  /// between it goes evenly.
  std::vector<std::vector<PoseGradient>> obstacles;
  bool exact = true;  ///< no step decided anything on the way (StepRecord::exact)
};

struct RolloutInputs {
  const std::vector<Points>* path = nullptr;  ///< of the held nodes; none: what their grasps' motions ask for
  const Points* x0 = nullptr;                 ///< at the start [m]; none: where the cloth is
  const Points* v0 = nullptr;                 ///< [m/s]; none: as fast as it is
  std::size_t memory = std::size_t{1} << 30;  ///< that records may take [bytes]
};

class DifferentiableRollout {
 public:
  /// Takes steps of a copy of the simulation. InputError where no gradient is possible.
  DifferentiableRollout(const Simulation& simulation, int steps, const RolloutInputs& inputs = {});
  ~DifferentiableRollout();
  DifferentiableRollout(DifferentiableRollout&&) noexcept;

  int steps() const { return static_cast<int>(x_.size()) - 1; }
  const std::vector<Points>& x() const { return x_; }  ///< at the start and after each step [m]
  const HeldPaths& paths() const { return paths_; }
  const std::vector<Piece>& cloths() const { return simulation_.model().pieces; }
  const std::vector<int>& iterations() const { return iterations_; }  ///< of each step
  const std::vector<char>& exact() const { return exact_; }           ///< whether each step decided nothing

  /// Of each step, a number for what it did: iterations, and which contacts pressed, stuck and slid. Where a
  /// change of the inputs leaves all of them as they were, the gradient tells what it does.
  const std::vector<std::uint64_t>& decisions() const { return decisions_; }
  std::size_t memory() const;  ///< that records take now [bytes]

  /// ∂L by everything, from ∂L by x(), as many.
  RolloutGradient backward(const std::vector<Points>& dx);

 private:
  struct Segment;
  StepRecord take_step();
  bool keep(StepRecord record);
  void take_again(int checkpoint);

  HeldPaths paths_;
  Simulation simulation_;
  std::size_t memory_;
  std::vector<Points> x_;
  std::vector<int> iterations_;
  std::vector<char> exact_;
  std::vector<std::uint64_t> decisions_;
  std::vector<ClothState> checkpoints_;
  int per_checkpoint_;
  int last_iterations_ = 0;
  bool keeps_factors_ = true;
  std::unique_ptr<Segment> kept_;  ///< records of all steps, or of those that were taken last
  std::unique_ptr<StepAdjoint> adjoint_;
};

}  // namespace isocloth
