#pragma once

/// The files that a command reads, so that it writes over none of them.
///
/// While a KeepInputs lives (the program holds one from start to end) every file that is opened for reading
/// is remembered, and every writer asks refuse_input first. Names and links that lead to one file are one
/// file. Without a KeepInputs nothing is remembered: who uses the library may write what it has read.

#include <string>

namespace isocloth::io {

class KeepInputs {
 public:
  KeepInputs();
  ~KeepInputs();
  KeepInputs(const KeepInputs&) = delete;
  KeepInputs& operator=(const KeepInputs&) = delete;
};

/// Called by whatever opens a file for reading.
void remember_input(const std::string& path);

/// InputError "FILE: …" where the file has been read. A command that works for long asks before it begins.
void refuse_input(const std::string& path);

}  // namespace isocloth::io
