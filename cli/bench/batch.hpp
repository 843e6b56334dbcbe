#pragma once

/// Times many worlds of one scene stepped together (ClothBatch) beside as many plain simulations as there are
/// threads, in turns, so that both see the same moods of the machine.

#include "cli/output.hpp"
#include "io/scene/scene.hpp"
#include "isocloth/batch/cloth_batch.hpp"

namespace isocloth::cli::bench {

struct BatchResult {
  std::string scene;
  int nodes = 0;
  int worlds = 0;
  int steps = 0;  ///< of each world, in a repetition
  BatchOptions options{};
  double steps_per_s = 0;         ///< of all worlds together
  double plain_steps_per_s = 0;   ///< of plain simulations on as many threads
  double redone_share = 0;        ///< of the steps, by a Simulation
  double distance_to_plain = 0;   ///< of the first world after a second from a plain simulation [m] …
  double growth_of_rounding = 0;  ///< … and of such a one from itself, begun with nodes moved by 1e-15 m …
  double growth_of_more = 0;      ///< … or by 1e-13 m [m]
};

/// All worlds but the first differ a little in their damping and friction.
BatchResult measure_batch(const std::string& name, const io::Scene& scene, int worlds,
                          const BatchOptions& options);

Json to_json(const BatchResult& result);
std::string text_of(const BatchResult& result);

}  // namespace isocloth::cli::bench
