#pragma once

/// A saved state as bytes and back, bit by bit: for pickle, and so for other processes and machines.

#include <string>

#include "stage.hpp"

namespace isocloth::python {

std::string to_bytes(const SavedState& state);

/// InputError where the bytes are no state, of another version, or incomplete.
SavedState from_bytes(const std::string& bytes);

}  // namespace isocloth::python
