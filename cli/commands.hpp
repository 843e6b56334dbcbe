#pragma once

/// The commands of the program. Each file adds one: its options go to the parser, and where the user named
/// it, `chosen` becomes what is to be done; that returns the exit status.

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <functional>
#include <string>
#include <vector>

#include "isocloth/core/threads.hpp"

namespace isocloth::cli {

/// Exit status, the same for every command.
enum ExitStatus {
  kDone = 0,
  kMissed = 1,    ///< it ran, but not to the end, not within its tolerance, or nobody could be told
  kBadInput = 2,  ///< the input or the command line cannot be used
  kBroken = 3,    ///< our own mistake, or too little memory
};

using Command = std::function<ExitStatus()>;

/// A word that the command line must hold.
inline void add_argument(CLI::App& command, const char* name, std::string& into, const char* meaning) {
  command.add_option(name, into, meaning)->type_name("")->required();
}

void add_run(CLI::App& app, Command& chosen);
void add_info(CLI::App& app, Command& chosen);
void add_convert(CLI::App& app, Command& chosen);
void add_render(CLI::App& app, Command& chosen);
void add_export(CLI::App& app, Command& chosen);
void add_view(CLI::App& app, Command& chosen);
void add_bench(CLI::App& app, Command& chosen);
void add_drape(CLI::App& app, Command& chosen);
void add_reproduce(CLI::App& app, Command& chosen);
void add_scenes(CLI::App& app, Command& chosen);
void add_materials(CLI::App& app, Command& chosen);
void add_fit(CLI::App& app, Command& chosen);
void add_track(CLI::App& app, Command& chosen);
void add_record_synthetic(CLI::App& app, Command& chosen);

/// `--name VALUE`; `stands_for` is VALUE in the help.
template <class Value>
CLI::Option* add_value(CLI::App& command, const char* name, Value& value, const char* stands_for,
                       const char* meaning) {
  return command.add_option(name, value, meaning)->type_name(stands_for);
}

/// `--name A,B,…`, `count` of them.
template <class Number>
CLI::Option* add_list(CLI::App& command, const char* name, std::vector<Number>& list, int count,
                      const char* meaning) {
  return command.add_option(name, list, meaning)->delimiter(',')->expected(count);
}

inline void add_threads(CLI::App& command, int& threads, const char* meaning) {
  add_value(command, "--threads", threads, "N", meaning)->check(CLI::Range(1, Threads::kMost));
}

}  // namespace isocloth::cli
