#include "io/mesh/text.hpp"

#include <charconv>
#include <cmath>
#include <limits>

#include "io/file.hpp"

namespace isocloth::io {
namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";
constexpr std::size_t kLongestQuote = 40;  // characters, enough to recognise a word

/// from_chars knows no plus sign.
std::string_view without_plus(std::string_view word) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  return word;
}

/// What from_chars leaves open where a number does not fit a double: too large or too small.
double beyond_range(std::string_view word) {
  const bool negative = word[0] == '-';
  const std::size_t mark = word.find_first_of("eE");
  const bool tiny = mark != std::string_view::npos ? mark + 1 < word.size() && word[mark + 1] == '-'
                                                   : word.find_first_of("123456789") > word.find('.');
  const double size = tiny ? 0.0 : std::numeric_limits<double>::infinity();
  return negative ? -size : size;
}

}  // namespace

std::optional<std::string_view> LineReader::next() {
  if (rest_.empty()) return std::nullopt;
  ++line_;
  const std::size_t end = rest_.find('\n');
  std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

void split_words(std::string_view line, std::vector<std::string_view>& words) {
  words.clear();
  for (std::size_t at = line.find_first_not_of(kBlanks); at != std::string_view::npos;) {
    const std::size_t end = line.find_first_of(kBlanks, at);
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(kBlanks, end);
  }
}

std::optional<double> parse_number(std::string_view word) {
  word = without_plus(word);
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (end != word.data() + word.size() || error == std::errc::invalid_argument) return std::nullopt;
  return error == std::errc::result_out_of_range ? beyond_range(word) : value;
}

std::optional<int> parse_int(std::string_view word) {
  word = without_plus(word);
  int value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (end != word.data() + word.size() || error != std::errc()) return std::nullopt;
  return value;
}

double parse_coordinate(std::string_view word, const std::string& path, int line) {
  const std::optional<double> value = parse_number(word);
  if (!value) fail_at(path, line, quoted(word) + " is not a number; give a coordinate in metres");
  if (!std::isfinite(*value))
    fail_at(path, line, quoted(word) + " is not a finite number; correct the coordinate");
  return *value;
}

std::string quoted(std::string_view word) {
  std::string text = "\"";
  for (const char c : word.substr(0, kLongestQuote)) text += c >= ' ' && c <= '~' ? c : '?';
  return text + (word.size() > kLongestQuote ? "…\"" : "\"");
}

void append_number(double value, std::string& text) {
  char digits[32];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
  text.append(digits, end);
}

}  // namespace isocloth::io
