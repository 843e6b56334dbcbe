#pragma once

/// Whether sanitizers watch this build: everything takes ten times as long, so tests do less of the same.

namespace isocloth::test {

#if defined(ISOCLOTH_SANITIZED)  // by CMake: compilers do not agree on a name
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace isocloth::test
