#pragma once

/// Whether sanitizers watch this build: everything takes ten times as long, so tests do less of the same.

namespace isocloth::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace isocloth::test
