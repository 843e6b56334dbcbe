#pragma once

/// Results as a table for people and as JSON for scripts. Both come from one list of columns.

#include <string>
#include <vector>

#include "cli/bench/measure.hpp"
#include "cli/output.hpp"

namespace isocloth::cli::bench {

/// One entry of the `scenes` of `bench --json`.
Json to_json(const Result& result);

/// Aligned, one line a scene, with a line of headings.
std::string table_of(const std::vector<Result>& results);

/// Lines of cells as text: the first column to the left, all others to the right.
std::string aligned(const std::vector<std::vector<std::string>>& lines);

}  // namespace isocloth::cli::bench
