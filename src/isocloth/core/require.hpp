#pragma once

/// Trouble has three voices: InputError for what the caller handed in, assert for our own invariants,
/// a status in a report for numerics.

#include <stdexcept>
#include <string>

namespace isocloth {

/// The caller's input cannot be used. The message is one sentence: what is wrong, where, and what to do.
class InputError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Throws InputError with `message` unless `condition` holds.
void require(bool condition, const std::string& message);

/// A number as a person would write it: "0.25", "1e-05", "nan".
std::string to_text(double value);

}  // namespace isocloth
