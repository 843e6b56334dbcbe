#include "isocloth/batch/lane_step.hpp"
#include "isocloth/batch/lanes_engine.hpp"
#include "isocloth/batch/step.hpp"

namespace isocloth::batch {

void step_four_worlds(const Tables& tables, double* numbers, double* scratch) {
  using Engine = LanesEngine<4>;
  using Real = Engine::Real;
  const World<Engine> world{tables, reinterpret_cast<Real*>(numbers), reinterpret_cast<Real*>(scratch)};
  take_step(world, RowsInPlace<Engine>{world});
}

}  // namespace isocloth::batch
