#pragma once

/// For which processors the library at hand was compiled. Where there are several compilations of it, the
/// loader has chosen the newest that the processor can run (cmake/IsoclothKernels.cmake).

namespace isocloth {

/// "AVX-512", "AVX2", "SSE2", "NEON", or "plain".
const char* instruction_set();

}  // namespace isocloth
