#include "io/cloud/formats.hpp"

#include <algorithm>

#include "io/cloud/point_list.hpp"
#include "io/file.hpp"
#include "io/mesh/text.hpp"

namespace isocloth::io {
namespace {

bool is_comment(std::string_view word) { return word.starts_with('#') || word.starts_with("//"); }

}  // namespace

Cloud parse_xyz(std::string_view text, const std::string& path) {
  std::string blanks(text);
  std::replace_if(blanks.begin(), blanks.end(), [](char c) { return c == ',' || c == ';'; }, ' ');
  LineReader lines(blanks);
  std::vector<std::string_view> words;
  std::vector<double> values;
  std::size_t columns = 0;
  PointList list;
  while (const auto line = lines.next()) {
    split_words(*line, words);
    if (words.empty() || is_comment(words[0])) continue;
    if (columns == 0 && list.coordinates.empty() && !parse_number(words[0])) continue;  // names of columns
    if (columns == 0) columns = words.size();
    if (columns != 3 && columns != 6)
      fail_at(path, lines.line(),
              "has " + std::to_string(columns) + " numbers in a line; give x y z or x y z r g b");
    if (words.size() != columns)
      fail_at(path, lines.line(),
              "has " + std::to_string(words.size()) + " numbers where lines before have " +
                  std::to_string(columns) + "; give the same in each line");
    values.clear();
    for (const std::string_view word : words) {
      const auto value = parse_number(word);
      if (!value) fail_at(path, lines.line(), io::quoted(word) + " is not a number; correct it");
      values.push_back(*value);
    }
    list.add(values[0], values[1], values[2]);
    if (columns == 6)
      list.colors.push_back({to_channel(values[3]), to_channel(values[4]), to_channel(values[5])});
  }
  return std::move(list).to_cloud();
}

}  // namespace isocloth::io
