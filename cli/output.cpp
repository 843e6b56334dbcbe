#include "output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace isocloth::cli {

void print(const std::string& text) {
  const std::string line = text + "\n";
  const bool written =
      std::fwrite(line.data(), 1, line.size(), stdout) == line.size() && std::fflush(stdout) == 0;
  if (!written)
    throw OutputError("standard output: cannot be written; check where it goes and the free space");
}

void print(const Json& object) { print(object.dump(2, ' ', false, Json::error_handler_t::replace)); }

void remark_on(const std::string& sentence) {
  std::fputs(("isocloth: remark: " + one_line(sentence) + "\n").c_str(), stderr);
}

std::string one_line(std::string text) {
  std::replace_if(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
  return text;
}

std::string percent(double fraction) {
  if (fraction <= 0) return "0 %";
  if (fraction < 1e-5) return "<0.001 %";
  if (fraction >= 10) return fmt::format("{:.3g} %", 100 * fraction);
  return short_number(100 * fraction) + " %";
}

std::string short_number(double value) {
  if (value >= 10 && value < 1e9) return fmt::format("{:.0f}", value);
  return fmt::format("{:#.2g}", value);
}

std::string counted(std::int64_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace isocloth::cli
