#pragma once

/// What the standard library of Debian's Emscripten (LLVM 13) lacks of C++20, for one thread: included before
/// every source of the engine, and nowhere else.

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>

namespace std {

#ifndef __cpp_lib_bit_cast
template <class To, class From>
  requires(sizeof(To) == sizeof(From) && is_trivially_copyable_v<To> && is_trivially_copyable_v<From>)
To bit_cast(const From& from) {
  To to;
  memcpy(&to, &from, sizeof to);
  return to;
}
#endif

#ifndef __cpp_lib_to_chars
/// Of floating point; blanks, plus signs and hexadecimal digits, which strtod would read, are none.
inline from_chars_result from_chars(const char* begin, const char* end, double& value) {
  const string text(begin, end);
  const size_t sign = !text.empty() && text[0] == '-' ? 1 : 0;
  const auto is_first = [](char c) { return ('0' <= c && c <= '9') || c == '.' || c == 'i' || c == 'n'; };
  if (text.size() <= sign || !is_first(text[sign])) return {begin, errc::invalid_argument};
  if (text.substr(sign, 2) == "0x" || text.substr(sign, 2) == "0X") {
    value = 0;
    return {begin + sign + 1, errc()};
  }
  errno = 0;
  char* rest = nullptr;
  const double number = strtod(text.c_str(), &rest);
  if (rest == text.c_str()) return {begin, errc::invalid_argument};
  const char* const stop = begin + (rest - text.c_str());
  if (errno == ERANGE) return {stop, errc::result_out_of_range};
  value = number;
  return {stop, errc()};
}

/// As few digits as read back to the same number.
inline to_chars_result to_chars(char* begin, char* end, double value) {
  char text[40];
  for (int digits = 1; digits <= 17; ++digits) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, nullptr) == value || value != value) break;
  }
  const size_t length = strlen(text);
  if (length > static_cast<size_t>(end - begin)) return {end, errc::value_too_large};
  memcpy(begin, text, length);
  return {begin + length, errc()};
}
#endif

#ifndef __cpp_lib_atomic_ref
template <class T>
class atomic_ref {
 public:
  explicit atomic_ref(T& value) : value_(value) {}
  T load(memory_order = memory_order_seq_cst) const { return value_; }
  void store(T value, memory_order = memory_order_seq_cst) const { value_ = value; }

 private:
  T& value_;
};
#endif

#ifndef __cpp_lib_jthread
class jthread {
 public:
  template <class Body>
  explicit jthread(Body&& body) : thread_(forward<Body>(body)) {}
  jthread(jthread&&) = default;
  ~jthread() {
    if (thread_.joinable()) thread_.join();
  }

 private:
  thread thread_;
};
#endif

}  // namespace std
