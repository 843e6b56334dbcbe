#include "io/scene/values.hpp"

#include <charconv>
#include <cmath>

#include "isocloth/core/require.hpp"

namespace isocloth::io {
namespace {

[[noreturn]] void fail_number(const Tree& tree, const std::string& path, const std::string& kind,
                              const std::string& advice = "") {
  fail(tree.place,
       path + " must be " + kind + ", got " + describe(tree) + (advice.empty() ? "" : "; " + advice));
}

/// What to do about a scalar that begins as a number and goes on otherwise.
std::string advice_for(const Tree& tree, const char* rest) {
  if (tree.kind == Tree::Kind::scalar && tree.quoted) return "remove the quotes";
  if (tree.kind != Tree::Kind::scalar || rest == tree.text.data()) return "";
  if (*rest == ',') return "write a decimal point";
  return "numbers are in SI units (m, kg, s) and written without the unit";
}

/// A leading plus is allowed by YAML and not by from_chars.
const char* begin_of(const std::string& text) {
  return text.data() + (text.size() > 1 && text[0] == '+' && text[1] != '-' ? 1 : 0);
}

std::string range_text(const Range& range) {
  const std::string unit = *range.unit ? std::string(" ") + range.unit : "";
  if (range.open) return "above " + to_text(range.low) + " and below " + to_text(range.high) + unit;
  return "from " + to_text(range.low) + " to " + to_text(range.high) + unit;
}

}  // namespace

double read_number(const Tree& tree, const std::string& path, const Range& range) {
  double value = 0;
  const char* const end = tree.text.data() + tree.text.size();
  const auto [rest, error] = std::from_chars(begin_of(tree.text), end, value);
  const bool is_number = tree.kind == Tree::Kind::scalar && !tree.quoted && rest == end;
  const bool is_named =
      tree.text == ".inf" || tree.text == "-.inf" || tree.text == ".nan" || tree.text == ".NaN";
  if (is_named || (is_number && error == std::errc() && !std::isfinite(value))) {
    fail_number(tree, path, "a finite number");
  }
  if (is_number && error == std::errc::result_out_of_range) {
    fail_number(tree, path, range_text(range));
  }
  if (!is_number || error != std::errc()) fail_number(tree, path, "a number", advice_for(tree, rest));
  const bool inside =
      range.open ? range.low < value && value < range.high : range.low <= value && value <= range.high;
  if (!inside) fail_number(tree, path, range_text(range));
  return value;
}

std::int64_t read_whole(const Tree& tree, const std::string& path, std::int64_t low, std::int64_t high) {
  std::int64_t value = 0;
  const char* const end = tree.text.data() + tree.text.size();
  const auto [rest, error] = std::from_chars(begin_of(tree.text), end, value);
  const std::string limits = "a whole number from " + std::to_string(low) + " to " + std::to_string(high);
  const bool is_whole = tree.kind == Tree::Kind::scalar && !tree.quoted && rest == end;
  if (!is_whole || error != std::errc() || value < low || value > high) {
    fail_number(tree, path, limits, tree.quoted ? "remove the quotes" : "");
  }
  return value;
}

std::string read_text(const Tree& tree, const std::string& path) {
  if (tree.kind != Tree::Kind::scalar || tree.text.empty()) fail_number(tree, path, "a text");
  return tree.text;
}

bool read_switch(const Tree& tree, const std::string& path) {
  return choice<bool>({{"true", true}, {"false", false}})(tree, path);
}

void require_list(const Tree& tree, const std::string& path, std::size_t length, const std::string& of_what) {
  const std::string wanted = "a list of " + (length > 0 ? std::to_string(length) + " " : "") + of_what;
  if (tree.kind != Tree::Kind::list) fail_number(tree, path, wanted);
  if (length > 0 && tree.items.size() != length) {
    fail(tree.place, path + " must be " + wanted + ", got " + std::to_string(tree.items.size()));
  }
}

std::string join_path(const std::string& path, const std::string& key) {
  return path.empty() ? key : path + "." + key;
}

}  // namespace isocloth::io
