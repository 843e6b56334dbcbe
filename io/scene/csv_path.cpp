#include "io/scene/csv_path.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>
#include <utility>

#include "io/file.hpp"
#include "io/scene/scene_parts.hpp"

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

Tree tree_at(const Place& place, Tree::Kind kind, std::string key = {}) {
  Tree tree;
  tree.kind = kind;
  tree.key = std::move(key);
  tree.place = place;
  return tree;
}

Tree list_at(const Place& place, std::string key) { return tree_at(place, Tree::Kind::list, std::move(key)); }

Tree scalar_at(const Place& place, std::string text, std::string key = {}) {
  Tree tree = tree_at(place, Tree::Kind::scalar, std::move(key));
  tree.text = std::move(text);
  return tree;
}

Tree map_at(const Place& place, std::vector<Tree> items) {
  Tree tree = tree_at(place, Tree::Kind::map);
  tree.items = std::move(items);
  return tree;
}

using Columns = std::vector<std::string>;

/// Columns `first` to `last` of a row as a list of numbers.
Tree numbers_at(const Place& place, std::string key, const Columns& columns, std::size_t first,
                std::size_t last) {
  Tree list = list_at(place, std::move(key));
  for (std::size_t i = first; i < last; ++i) list.items.push_back(scalar_at(place, columns[i]));
  return list;
}

/// Text of the columns as a header has them.
std::string text_of(const Columns& columns) {
  std::string text;
  for (const std::string& column : columns) text += (text.empty() ? "" : ",") + column;
  return text;
}

struct Row {
  Place place;
  Columns columns;
};

/// All rows, each with the columns of one of `kinds`, the same in all of them.
std::vector<Row> read_rows(const std::string& file, const std::vector<Columns>& kinds) {
  Place place{std::make_shared<const std::string>(file), 0};
  std::string expected;
  for (const Columns& kind : kinds) expected += (expected.empty() ? "" : " or ") + text_of(kind);
  std::vector<Row> rows;
  const Columns* kind = nullptr;
  std::istringstream text(read_text_file(file));
  bool header_allowed = true;
  for (std::string line; std::getline(text, line);) {
    ++place.line;
    line = trimmed(line);
    if (line.empty() || line[0] == '#') continue;
    Columns columns = columns_of(line);
    const bool header = std::exchange(header_allowed, false) && is_header(columns);
    for (const Columns& one : kinds) {
      if (!kind && (header ? one == columns : one.size() == columns.size())) kind = &one;
    }
    if (header && !kind) fail(place, "the header must be " + expected + ", got " + quote(line));
    if (header) continue;
    if (!kind || kind->size() != columns.size()) {
      const std::string wanted = kind ? text_of(*kind) : expected;
      const std::size_t count = kind ? kind->size() : kinds[0].size();
      fail(place, "a row must have the " + std::to_string(count) + " columns " + wanted + ", got " +
                      std::to_string(columns.size()));
    }
    if (rows.size() >= static_cast<std::size_t>(kMaxPathPoints)) {
      fail(place, "more than " + std::to_string(kMaxPathPoints) + " points; thin the path out");
    }
    rows.push_back({place, std::move(columns)});
  }
  if (rows.empty()) fail(place, "holds no row; give " + expected + " of at least one point");
  return rows;
}

const Columns kPoint{"t", "x", "y", "z"};
const Columns kPose{"t", "x", "y", "z", "qw", "qx", "qy", "qz"};

Tree polyline_of(const std::vector<Row>& rows, const Place& whole, const Place& named_at) {
  Tree times = list_at(whole, "times"), points = list_at(whole, "points");
  for (const Row& row : rows) {
    times.items.push_back(scalar_at(row.place, row.columns[0]));
    points.items.push_back(numbers_at(row.place, "", row.columns, 1, 4));
  }
  Tree path = map_at(named_at, {std::move(times), std::move(points)});
  path.key = "polyline";
  return path;
}

Tree keyframes_of(const std::vector<Row>& rows, const Place& whole, const Place& named_at) {
  Tree times = list_at(whole, "times"), poses = list_at(whole, "poses");
  for (const Row& row : rows) {
    times.items.push_back(scalar_at(row.place, row.columns[0]));
    Tree pose = map_at(row.place, {numbers_at(row.place, "translate", row.columns, 1, 4)});
    if (row.columns.size() == kPose.size())
      pose.items.push_back(numbers_at(row.place, "quaternion", row.columns, 4, 8));
    poses.items.push_back(std::move(pose));
  }
  Tree path = map_at(named_at, {std::move(times), std::move(poses)});
  path.key = "keyframes";
  return path;
}

Place place_of(const std::string& file) { return {std::make_shared<const std::string>(file), 0}; }

}  // namespace

Tree read_csv_path(const std::string& file, const Place& named_at, bool relative) {
  const std::vector<Row> rows = read_rows(file, {kPoint, kPose});
  const bool turns = rows.front().columns.size() == kPose.size();
  Tree path = (turns ? keyframes_of : polyline_of)(rows, place_of(file), named_at);
  if (relative) path.items.push_back(scalar_at(named_at, "true", "relative"));
  return path;
}

Tree read_csv_poses(const std::string& file, const Place& named_at) {
  return keyframes_of(read_rows(file, {kPoint, kPose}), place_of(file), named_at);
}

}  // namespace isocloth::io
