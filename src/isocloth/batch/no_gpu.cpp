#include "isocloth/batch/batch_engine.hpp"

namespace isocloth::batch {

std::string gpu_problem() {
  return "this isocloth was built without CUDA; build it where nvcc is (cmake -DISOCLOTH_CUDA=ON)";
}

std::unique_ptr<BatchEngine> make_gpu_engine(const BatchModel&, int, int) { return nullptr; }

}  // namespace isocloth::batch
