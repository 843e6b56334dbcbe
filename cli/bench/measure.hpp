#pragma once

/// Times one scene: the solver that the scene asks for, and the textbook one (method `reference`) beside it.
///
///   ms per step      = shortest of all repetitions of the whole motion / steps
///   reference ratio  = reference / solver, both over the same first steps, both the shortest of all
///                      repetitions
///
/// Repetitions of the two alternate, so that both see the same moods of the machine. Building the model,
/// frames and files are not timed. The runs are the same bit by bit, so the results of one stand for all.

#include <functional>
#include <optional>
#include <string>

#include "io/scene/run_scene.hpp"

namespace isocloth::cli::bench {

/// How much time to spend on a scene; at least one repetition of each solver is made.
struct Effort {
  int repetitions = 5;
  double solver_s = 6;      ///< no further repetition of the solver after this [s]
  double reference_s = 10;  ///< the reference ends its run after this, and is not repeated then [s]
  double warm_up_s = 0.2;   ///< [s]
  int threads = 1;          ///< of the solver; the reference runs on one
};

struct Result {
  std::string name;
  int nodes = 0;
  int elements = 0;
  double dt = 0;    ///< [s]
  RunReport run{};  ///< of the whole motion
  int threads = 1;
  int repetitions = 0;
  double best_s = 0;          ///< shortest repetition [s]
  double median_s = 0;        ///< [s]
  double processor_s = 0;     ///< least computing time of a repetition, over all threads [s]
  double factor_flops = 0;    ///< multiplications and additions of one factorisation
  double peak_memory_mb = 0;  ///< 10⁶ bytes, as peak_memory_mb() finds it

  struct Reference {
    RunReport run{};      ///< of the first steps, as many as there was time for
    double best_s = 0;    ///< [s]
    double solver_s = 0;  ///< the solver's shortest time for as many steps [s]
  };
  std::optional<Reference> reference{};  ///< none where the cloth is too large for it
};

/// `say` hears what is being done, a few words at a time.
Result measure(const std::string& name, const io::Scene& scene, const Effort& effort,
               const std::function<void(const std::string&)>& say);

/// Most memory that a scene needs: resident set of a child process that builds and runs it and does nothing
/// else. The child begins as a copy of this process, so ask before anything large has been built here.
/// [10⁶ bytes]. The child stops after `seconds`: memory is taken at the beginning, a step takes none.
/// InputError where the scene cannot be built.
double peak_memory_mb(const io::Scene& scene, double seconds);

}  // namespace isocloth::cli::bench
