#include "fitting/recording/number_table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>

#include "io/file.hpp"
#include "io/mesh/text.hpp"

namespace isocloth::fitting {
namespace {

std::string_view without_blanks(std::string_view text) {
  const char* blanks = " \t\r\"";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find_first_of(",;\t", begin), line.size());
    cells.push_back(without_blanks(line.substr(begin, end - begin)));
    begin = end + 1;
  }
  return cells;
}

/// False where the cell is no number.
bool number_of(std::string_view cell, double& value) {
  value = std::numeric_limits<double>::quiet_NaN();
  if (cell.empty() || cell == "nan" || cell == "NaN" || cell == "NAN") return true;
  if (cell.front() == '+') cell.remove_prefix(1);
  const auto [end, failed] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  return failed == std::errc() && end == cell.data() + cell.size();
}

void add_row(NumberTable& table, const std::vector<std::string_view>& cells, int line) {
  std::vector<double> row(cells.size());
  for (std::size_t c = 0; c < cells.size(); ++c)
    if (!number_of(cells[c], row[c]))
      io::fail_at(table.path, line,
                  "column " + std::to_string(c + 1) + " holds \"" + std::string(cells[c].substr(0, 20)) +
                      "\", which is no number; write numbers, and nan where nothing was seen");
  const std::size_t wanted = table.rows.empty() ? table.header.size() : table.rows[0].size();
  if (wanted != 0 && row.size() != wanted)
    io::fail_at(table.path, line,
                "has " + std::to_string(row.size()) + " columns where the lines before have " +
                    std::to_string(wanted) + "; is the file cut off here?");
  table.rows.push_back(std::move(row));
  table.lines.push_back(line);
}

bool is_header_line(const std::vector<std::string_view>& cells) {
  double ignored;
  return std::none_of(cells.begin(), cells.end(),
                      [&](std::string_view cell) { return !cell.empty() && number_of(cell, ignored); });
}

}  // namespace

NumberTable read_number_table(const std::string& path) {
  NumberTable table{.path = path};
  const std::string text = io::read_file(path);
  io::LineReader lines(std::string_view(text).substr(text.starts_with("\xEF\xBB\xBF") ? 3 : 0));
  while (const auto line = lines.next()) {
    const std::string_view content = without_blanks(*line);
    if (content.empty() || content.front() == '#') continue;
    const std::vector<std::string_view> cells = cells_of(content);
    if (table.header.empty() && table.rows.empty() && is_header_line(cells)) {
      table.header.assign(cells.begin(), cells.end());
    } else {
      add_row(table, cells, lines.line());
    }
  }
  if (table.rows.empty()) io::fail_at(path, 0, "holds no row of numbers; is this the right file?");
  return table;
}

std::vector<std::size_t> ascending_rows(const NumberTable& table, std::size_t key) {
  std::vector<std::size_t> order(table.rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return table.rows[a][key] < table.rows[b][key]; });
  return order;
}

}  // namespace isocloth::fitting
