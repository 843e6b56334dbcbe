#pragma once

/// One number that the paper gives or that we promise, beside ours and the band in which ours is accepted.

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "io/report/report.hpp"

namespace isocloth::experiments {

/// What is accepted, ends included; an end may be open.
struct Band {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();

  bool holds(double value) const { return low <= value && value <= high; }
};

inline Band at_most(double high) { return {.high = high}; }
inline Band at_least(double low) { return {.low = low}; }
inline Band within(double middle, double distance) { return {middle - distance, middle + distance}; }
inline Band anything() { return {}; }

/// Written as a row: name, place, paper, band, unit.
struct Claim {
  std::string name{};
  std::string place{};            ///< in the paper: section, table, figure; "–" where it is our own promise
  std::optional<double> paper{};  ///< what the paper gives
  Band band{};
  std::string unit{};                                       ///< of all these numbers
  double value = std::numeric_limits<double>::quiet_NaN();  ///< ours, once measured

  bool ok() const { return band.holds(value); }
};

/// The claim with our value.
inline Claim measured(Claim claim, double value) {
  claim.value = value;
  return claim;
}

/// Columns: name, where in the paper, paper, ours, band, ok.
io::Table claims_table(const std::vector<Claim>& claims);

/// "0.31 cm", "≤ 2.5 cm", "22.1 to 30.1 %", "reported".
std::string number_text(double value, const std::string& unit);
std::string band_text(const Band& band, const std::string& unit);

}  // namespace isocloth::experiments
