#include "isocloth/core/instruction_set.hpp"

namespace isocloth {

const char* instruction_set() {
#if defined(__AVX512F__)
  return "AVX-512";
#elif defined(__AVX2__)
  return "AVX2";
#elif defined(__SSE2__)
  return "SSE2";
#elif defined(__ARM_NEON)
  return "NEON";
#else
  return "plain";
#endif
}

}  // namespace isocloth
