#pragma once

/// Where the worlds of a batch are kept and stepped: on the cores of this machine, or on a GPU.

#include <functional>
#include <memory>
#include <string>

#include "isocloth/batch/batch_model.hpp"

namespace isocloth::batch {

/// Numbers for each step and world: (steps, worlds, …).
struct StepNumbers {
  const double* data = nullptr;  ///< none: what they are about stays where it is
  std::ptrdiff_t of_step = 0;    ///< numbers from one step to the next …
  std::ptrdiff_t of_world = 0;   ///< … and from world to world; 0: all have the same
  bool on_device = false;        ///< the data is in the GPU's memory

  const double* at(int step, int world) const {
    return data == nullptr ? nullptr : data + step * of_step + world * of_world;
  }
};

/// Where hands are to have their nodes at the end of each step, (slots, 3) [m], and where obstacles are to
/// be, (obstacles, 7): x y z [m], quaternion w x y z.
struct Leads {
  StepNumbers hands, poses;
};

/// Takes step `step` of an advance() that a world could not take; may be called for several worlds at once.
using Redo = std::function<void(int world, int step, const double* hands, const double* poses)>;

class BatchEngine {
 public:
  virtual ~BatchEngine() = default;

  /// The numbers of a world (tables.hpp).
  virtual void read(int world, double* numbers) const = 0;
  virtual void write(int world, const double* numbers) = 0;

  /// `count` numbers of each world, from number `first` on, world by world; written to the worlds in the
  /// mask.
  virtual void read_all(int first, int count, double* to) const = 0;
  virtual void write_some(const char* mask, int first, int count, const double* from) = 0;

  /// The numbers with which a world begins, and begins again: as those in the mask do.
  virtual void write_start(int world, const double* numbers) = 0;
  virtual void write_starts(const double* numbers) = 0;  ///< the same for all
  virtual void reset(const char* mask) = 0;

  /// Where the numbers of all worlds are in the GPU's memory, world after world; nullptr: they are not.
  virtual double* on_device() const { return nullptr; }

  /// Steps all worlds; steps that one cannot take are redone, and the world goes on from there.
  virtual void advance(int steps, const Leads& leads, const Redo& redo) = 0;
};

/// Worlds that this processor steps at once: 4 or 8.
int most_lanes();

/// On as many threads, the caller's included; so many worlds at once, no more than most_lanes().
std::unique_ptr<BatchEngine> make_lane_engine(const BatchModel& model, int worlds, int threads,
                                              int width = most_lanes());

/// On a GPU, where gpu_problem() has nothing to say; redoes steps on as many threads.
std::unique_ptr<BatchEngine> make_gpu_engine(const BatchModel& model, int worlds, int threads);
std::string gpu_problem();

}  // namespace isocloth::batch
