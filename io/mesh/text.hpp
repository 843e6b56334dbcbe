#pragma once

/// Lines, words and numbers of mesh files written as text, the same under every locale.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace isocloth::io {

/// Takes one line off a text at a time, without its end (LF or CRLF), and counts them.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}

  std::optional<std::string_view> next();
  int line() const { return line_; }               ///< number of the line last taken, from 1
  std::string_view rest() const { return rest_; }  ///< what follows that line

 private:
  std::string_view rest_;
  int line_ = 0;
};

/// Words between blanks.
void split_words(std::string_view line, std::vector<std::string_view>& words);

/// The whole word as a number, "nan" and "inf" included; too large for a double gives ±inf, too small 0.
std::optional<double> parse_number(std::string_view word);

/// The whole word as a number of type int.
std::optional<int> parse_int(std::string_view word);

/// A number for use as a coordinate [m]: throws InputError "PATH:LINE: …" unless the word is one, and finite.
double parse_coordinate(std::string_view word, const std::string& path, int line);

/// The word in quotes, fit for one line of a message: shortened, and without control characters.
std::string quoted(std::string_view word);

/// The shortest text that reads back as the same double: at most 17 significant digits.
void append_number(double value, std::string& text);

}  // namespace isocloth::io
