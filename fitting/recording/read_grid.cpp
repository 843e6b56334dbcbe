#include "fitting/recording/read_grid.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "fitting/recording/number_table.hpp"
#include "io/file.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::fitting {
namespace {

/// Where the time and each coordinate stand in a row of the table.
struct GridColumns {
  std::size_t time = 0;
  std::vector<std::size_t> coordinates;  ///< x0 y0 z0 x1 …
  bool moved = false;                    ///< not in the usual order
};

std::size_t column_named(const NumberTable& table, const std::string& name) {
  for (std::size_t c = 0; c < table.header.size(); ++c) {
    std::string text = table.header[c];
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char l) { return std::tolower(l); });
    if (text == name || (name == "t" && text == "time")) return c;
  }
  io::fail_at(
      table.path, 1,
      "the header names no column \"" + name + "\"; it must be t,x0,y0,z0,x1,… in any order, or be left out");
}

GridColumns find_columns(const NumberTable& table) {
  const std::size_t width = table.rows[0].size();
  if (width < 4 || (width - 1) % 3 != 0)
    io::fail_at(table.path, table.lines[0],
                "has " + std::to_string(width) + " columns, but t and x, y, z of each node make 4, 7, 10, …");
  GridColumns columns;
  for (std::size_t k = 0; k + 1 < width; ++k) {
    const std::string name = std::string(1, "xyz"[k % 3]) + std::to_string(k / 3);
    columns.coordinates.push_back(table.header.empty() ? k + 1 : column_named(table, name));
    columns.moved = columns.moved || columns.coordinates.back() != k + 1;
  }
  if (!table.header.empty()) columns.time = column_named(table, "t");
  return columns;
}

/// Without a header the first column must look like time: nearly every row later than the one before.
void check_time(const NumberTable& table, std::size_t time) {
  std::size_t later = 0;
  for (std::size_t r = 1; r < table.rows.size(); ++r) later += table.rows[r][time] > table.rows[r - 1][time];
  if (table.header.empty() && table.rows.size() > 2 && 2 * later < table.rows.size())
    io::fail_at(
        table.path, table.lines[0],
        "column 1 does not grow like a time; are columns swapped? Name them in a header t,x0,y0,z0,x1,…");
}

void shape_grid(GridRecording& grid, const GridOptions& options, int nodes, const std::string& path) {
  if (options.rows.value_or(2) < 2 || options.columns.value_or(2) < 2)
    io::fail_at(path, 0, "the grid must have at least 2 rows and 2 columns");
  const int side = static_cast<int>(std::lround(std::sqrt(nodes)));
  grid.rows = options.rows.value_or(options.columns ? nodes / *options.columns : side);
  grid.columns = options.columns.value_or(nodes / std::max(grid.rows, 1));
  if (nodes < 4)
    io::fail_at(path, 0, "tracks " + std::to_string(nodes) + " points; a grid has at least 2×2 nodes");
  if (grid.rows < 2 || grid.columns < 2 || grid.rows * grid.columns != nodes)
    io::fail_at(path, 0,
                "tracks " + std::to_string(nodes) + " nodes, which are no " + std::to_string(grid.rows) +
                    "×" + std::to_string(grid.columns) + " grid; say the grid (rows, columns)");
}

}  // namespace

GridRecording read_grid(const std::string& path, const GridOptions& options) {
  const NumberTable table = read_number_table(path);
  const GridColumns columns = find_columns(table);
  GridRecording grid;
  const int nodes = static_cast<int>(columns.coordinates.size() / 3);
  shape_grid(grid, options, nodes, path);
  check_time(table, columns.time);
  if (columns.moved)
    grid.remarks.push_back("Columns stand in another order than t,x0,y0,z0,…; taken by their names.");
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const double time = table.rows[r][columns.time];
    if (!std::isfinite(time))
      io::fail_at(path, table.lines[r], "has no time; remove the line or give its time");
    grid.times.push_back(time);
    Points x(nodes, 3);
    for (int k = 0; k < 3 * nodes; ++k) x.data()[k] = table.rows[r][columns.coordinates[k]];
    grid.positions.push_back(std::move(x));
  }
  mend_frames(grid, options, path);
  return grid;
}

}  // namespace isocloth::fitting
