#pragma once

/// A table of numbers as text: one row a line, columns between commas (or semicolons, tabs), a header or
/// none.
///
/// Empty lines and lines that begin with # are left out. A cell that is empty, `nan` or `NaN` is NaN; any
/// other text is refused with its line.

#include <string>
#include <vector>

namespace isocloth::fitting {

struct NumberTable {
  std::string path;
  std::vector<std::string> header{};  ///< empty where the first row holds numbers
  std::vector<std::vector<double>> rows{};
  std::vector<int> lines{};  ///< of each row, from 1
};

/// InputError "FILE:LINE: …" where it cannot be read, a row has another number of columns, or there is no
/// row.
NumberTable read_number_table(const std::string& path);

/// Numbers of the rows in an order that makes column `key` ascend; equal ones stay in the order of the file.
std::vector<std::size_t> ascending_rows(const NumberTable& table, std::size_t key);

}  // namespace isocloth::fitting
