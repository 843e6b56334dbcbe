#include "experiments/claim.hpp"

#include <fmt/format.h>

#include <cmath>

namespace isocloth::experiments {
namespace {

/// Three digits, whole numbers as they are.
std::string plain(double value) {
  if (value == 0) return "0";
  const double size = std::abs(value);
  if (size >= 1000) return fmt::format("{:.0f}", value);
  return size >= 0.001 ? fmt::format("{:.3g}", value) : fmt::format("{:.2g}", value);
}

std::string with_unit(const std::string& number, const std::string& unit) {
  return unit.empty() ? number : number + " " + unit;
}

/// The same with spaces at which no line breaks.
std::string unbroken(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == ' ' ? std::string("\u00a0") : std::string(1, c);
  return result;
}

}  // namespace

std::string number_text(double value, const std::string& unit) {
  return std::isfinite(value) ? with_unit(plain(value), unit) : "not measured";
}

std::string band_text(const Band& band, const std::string& unit) {
  const bool low = std::isfinite(band.low), high = std::isfinite(band.high);
  if (low && high) return with_unit(plain(band.low) + " to " + plain(band.high), unit);
  if (high) return "≤ " + with_unit(plain(band.high), unit);
  return low ? "≥ " + with_unit(plain(band.low), unit) : "reported";
}

io::Table claims_table(const std::vector<Claim>& claims) {
  io::Table table{.columns = {"what", "place in the paper", "paper", "ours", "accepted", ""}};
  for (const Claim& claim : claims) {
    const std::string paper = claim.paper ? number_text(*claim.paper, claim.unit) : "–";
    table.rows.push_back(
        {claim.name, claim.place, unbroken(paper), unbroken(number_text(claim.value, claim.unit)),
         unbroken(band_text(claim.band, claim.unit)), claim.ok() ? io::good("ok") : io::bad("missed")});
  }
  return table;
}

}  // namespace isocloth::experiments
