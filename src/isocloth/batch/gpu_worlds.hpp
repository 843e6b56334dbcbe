#pragma once

/// Worlds in the memory of a GPU: the part of the GPU's engine that its compiler sees (gpu_worlds.cu).

#include <cstddef>
#include <string>

#include "isocloth/batch/tables.hpp"

namespace isocloth::batch {

/// Numbers for each step and world in the GPU's memory; none: what they are about stays where it is.
struct GpuNumbers {
  const double* data;
  std::ptrdiff_t of_step, of_world;
};

/// Where a block leaves a world with a step that it cannot take, and waits until that has been taken here.
struct Visit {
  enum State : int { kNone, kAsks, kAnswered };
  int state, world, step;
};

/// Throws std::runtime_error where the GPU refuses.
class GpuWorlds {
 public:
  /// `tables`: those whose pointers are to the GPU's memory, see copy_table.
  GpuWorlds(const Tables& tables, int worlds);
  ~GpuWorlds();
  GpuWorlds(const GpuWorlds&) = delete;
  GpuWorlds& operator=(const GpuWorlds&) = delete;

  /// Nothing where a GPU can be used, else what is missing.
  static std::string problem();
  static void* copy_table(const void* data, std::size_t bytes);
  static void free_table(const void* data);

  /// Numbers of worlds, as BatchEngine.
  void read(int world, double* numbers) const;
  void write(int world, const double* numbers);
  void read_all(int first, int count, double* to);
  void write_some(const char* mask, int first, int count, const double* from);
  void write_start(int world, const double* numbers);
  void write_starts(const double* numbers);
  void reset(const char* mask);
  double* numbers() const { return numbers_; }  ///< on the GPU, world after world

  /// Room on the GPU for as many numbers, until the next call or read_all().
  double* reserve(std::size_t count);
  double* upload(const double* numbers, std::size_t count);
  static void download(const double* from, std::size_t count, double* to);

  /// Every world goes on from the step it is at (0 as a run begins) until step `steps`, or one after which
  /// its Simulation knows more than its numbers (kAway). While this is_running(), visits want to be answered,
  /// and nothing may wait for the GPU. `done`: the step that each world is at.
  void start(int steps, const GpuNumbers& hands, const GpuNumbers& poses, const int* done);
  bool is_running() const;
  void finish(int* done);

  int blocks() const { return blocks_; }
  Visit& visit_of(int block) { return visits_[block]; }

  /// The numbers of a visitor; then where its hands and its obstacles are wanted.
  double* visitor_of(int block) { return visitors_ + static_cast<std::ptrdiff_t>(block) * room(); }

 private:
  Tables tables_;
  int worlds_;
  int blocks_ = 0, threads_ = 0;
  std::size_t shared_ = 0;
  int room() const { return tables_.at.size + 3 * tables_.slots + 7 * tables_.obstacles; }
  void write_masked(double* to, const char* mask, int first, int count, const double* from, int stride);

  double *numbers_ = nullptr, *start_ = nullptr, *scratch_ = nullptr, *uploaded_ = nullptr;
  char* mask_ = nullptr;
  int* done_ = nullptr;
  Visit* visits_ = nullptr;     ///< of each block, in this machine's memory …
  double* visitors_ = nullptr;  ///< … with room() numbers each
  std::size_t uploaded_size_ = 0;
};

}  // namespace isocloth::batch
