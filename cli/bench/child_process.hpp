#pragma once

/// Another program, run to its end, with what it printed.

#include <string>
#include <vector>

namespace isocloth::cli::bench {

struct ChildOutput {
  int status = -1;  ///< exit status; −1 where a signal ended it
  std::string out, err;
};

/// Runs `program arguments…` without input. InputError "PROGRAM: …" where it cannot be started, prints more
/// than 16 MB or takes longer than `seconds`; it is ended then.
ChildOutput run_child(const std::string& program, const std::vector<std::string>& arguments, double seconds);

}  // namespace isocloth::cli::bench
