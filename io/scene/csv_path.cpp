#include "io/scene/csv_path.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>
#include <utility>

#include "io/scene/scene_parts.hpp"
#include "io/scene/text_file.hpp"

namespace isocloth::io {
namespace {

std::string trimmed(const std::string& text) {
  const auto is_space = [](unsigned char c) { return std::isspace(c) != 0; };
  const auto first = std::find_if_not(text.begin(), text.end(), is_space);
  const auto last = std::find_if_not(text.rbegin(), std::make_reverse_iterator(first), is_space).base();
  return {first, last};
}

std::vector<std::string> columns_of(const std::string& row) {
  std::vector<std::string> columns(1);
  for (const char c : row) {
    if (c == ',') {
      columns.emplace_back();
    } else {
      columns.back() += c;
    }
  }
  for (std::string& column : columns) column = trimmed(column);
  return columns;
}

bool is_header(const std::vector<std::string>& columns) {
  return !columns[0].empty() && std::isalpha(static_cast<unsigned char>(columns[0][0])) != 0;
}

Tree list_at(const Place& place, std::string key) {
  Tree tree;
  tree.kind = Tree::Kind::list;
  tree.key = std::move(key);
  tree.place = place;
  return tree;
}

Tree scalar_at(const Place& place, std::string text) {
  Tree tree;
  tree.kind = Tree::Kind::scalar;
  tree.text = std::move(text);
  tree.place = place;
  return tree;
}

void append_row(const std::vector<std::string>& columns, const Place& place, Tree& times, Tree& points) {
  if (columns.size() != 4) {
    fail(place, "a row must have the 4 columns t,x,y,z, got " + std::to_string(columns.size()));
  }
  if (times.items.size() >= static_cast<std::size_t>(kMaxPathPoints)) {
    fail(place, "more than " + std::to_string(kMaxPathPoints) + " points; thin the path out");
  }
  times.items.push_back(scalar_at(place, columns[0]));
  Tree point = list_at(place, "");
  for (std::size_t i = 1; i < 4; ++i) point.items.push_back(scalar_at(place, columns[i]));
  points.items.push_back(std::move(point));
}

}  // namespace

Tree read_csv_path(const std::string& file, const Place& named_at, bool relative) {
  Place place{std::make_shared<const std::string>(file), 0};
  Tree times = list_at(place, "times");
  Tree points = list_at(place, "points");
  std::istringstream text(read_text_file(file));
  bool header_allowed = true;
  for (std::string row; std::getline(text, row);) {
    ++place.line;
    row = trimmed(row);
    if (row.empty() || row[0] == '#') continue;
    const std::vector<std::string> columns = columns_of(row);
    const bool header = std::exchange(header_allowed, false) && is_header(columns);
    if (header && columns != std::vector<std::string>{"t", "x", "y", "z"}) {
      fail(place, "the header must be t,x,y,z, got " + quote(row));
    }
    if (!header) append_row(columns, place, times, points);
  }
  if (times.items.empty()) fail(place, "holds no row; give t,x,y,z of at least one point");
  Tree path;
  path.kind = Tree::Kind::map;
  path.place = named_at;
  path.items = {std::move(times), std::move(points)};
  if (relative) {
    path.items.push_back(scalar_at(named_at, "true"));
    path.items.back().key = "relative";
  }
  return path;
}

}  // namespace isocloth::io
