#pragma once

/// What goes to stdout: lines for people, or with --json one object for scripts.

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace isocloth::cli {

using Json = nlohmann::ordered_json;  ///< keys in the order in which they are written

/// Stdout cannot take what is printed (a full disk).
struct OutputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Text with a line's end after it; OutputError where that fails.
void print(const std::string& text);

/// The object; bytes that are no UTF-8 (names of files) are replaced.
void print(const Json& object);

/// A line on stderr, "isocloth: remark: …", for what is to be known and does not end a command.
void remark_on(const std::string& sentence);

/// The same as one line: control characters become spaces.
std::string one_line(std::string text);

/// A fraction as a person reads it: "1.7 %", "0.02 %", "<0.001 %".
std::string percent(double fraction);

/// Two digits from 0.01 to 10, whole numbers above: "0.18", "5.6", "56", "1234".
std::string short_number(double value);

/// "1 node", "81 nodes".
std::string counted(std::int64_t count, const std::string& noun);

}  // namespace isocloth::cli
