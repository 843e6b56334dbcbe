#include "io/cloud/formats.hpp"

#include <bit>
#include <limits>
#include <optional>

#include "io/cloud/format_parts.hpp"
#include "io/cloud/point_list.hpp"
#include "io/file.hpp"
#include "io/mesh/bytes.hpp"
#include "io/mesh/text.hpp"

namespace isocloth::io {
namespace {

/// The fields that are of use: indices into the header's.
struct PcdColumns {
  std::array<std::size_t, 3> position{};
  std::optional<std::size_t> color{};
};

PcdColumns pcd_columns(const PcdHeader& header, const std::string& path) {
  const auto index_of = [&](std::string_view name) -> std::optional<std::size_t> {
    for (std::size_t k = 0; k < header.fields.size(); ++k)
      if (header.fields[k].name == name) return k;
    return std::nullopt;
  };
  PcdColumns columns;
  const std::array<const char*, 3> names{"x", "y", "z"};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto found = index_of(names[axis]);
    if (!found || header.fields[*found].type != 'F')
      fail_at(path, header.last_line,
              std::string("has no field ") + names[axis] + " of type F; export it again");
    columns.position[axis] = *found;
  }
  columns.color = index_of("rgb") ? index_of("rgb") : index_of("rgba");
  if (columns.color && header.fields[*columns.color].bytes != 4) columns.color.reset();
  return columns;
}

Rgb unpacked(std::uint32_t bits) {
  return {static_cast<std::uint8_t>(bits >> 16), static_cast<std::uint8_t>(bits >> 8),
          static_cast<std::uint8_t>(bits)};
}

double number_at(const PcdField& field, std::string_view bytes) {
  return field.bytes == 8 ? read_bytes<double>(bytes) : static_cast<double>(read_bytes<float>(bytes));
}

void read_text_points(const PcdHeader& header, const PcdColumns& columns, const std::string& path,
                      PointList& list) {
  std::vector<std::size_t> first_word(header.fields.size());
  std::size_t word_count = 0;
  for (std::size_t k = 0; k < header.fields.size(); ++k) {
    first_word[k] = word_count;
    word_count += header.fields[k].count;
  }
  LineReader lines(header.rest);
  std::vector<std::string_view> words;
  while (const auto line = lines.next()) {
    split_words(*line, words);
    if (words.empty()) continue;
    const int number = header.last_line + lines.line();
    if (words.size() != word_count)
      fail_at(path, number,
              "has " + std::to_string(words.size()) + " values where FIELDS asks for " +
                  std::to_string(word_count) + "; correct the line");
    const auto value = [&](std::size_t field) {
      const std::string_view word = words[first_word[field]];
      const auto parsed = parse_number(word);
      if (!parsed) fail_at(path, number, io::quoted(word) + " is not a number; correct it");
      return *parsed;
    };
    list.add(value(columns.position[0]), value(columns.position[1]), value(columns.position[2]));
    if (!columns.color) continue;
    const double color = value(*columns.color);
    const bool packed_as_float = header.fields[*columns.color].type == 'F';
    const bool whole = color >= 0 && color <= std::numeric_limits<std::uint32_t>::max();
    list.colors.push_back(unpacked(packed_as_float ? std::bit_cast<std::uint32_t>(static_cast<float>(color))
                                   : whole         ? static_cast<std::uint32_t>(color)
                                                   : 0));
  }
  if (list.coordinates.size() / 3 != header.points)
    fail_at(path, 0,
            "has " + std::to_string(list.coordinates.size() / 3) + " points where its header announces " +
                std::to_string(header.points) + "; export it again");
}

/// Point after point, or the values of each field after each other.
void read_binary_points(const PcdHeader& header, const PcdColumns& columns, std::string_view data,
                        bool field_by_field, PointList& list) {
  const auto bytes_of = [&](std::size_t field, std::size_t point) {
    const PcdField& f = header.fields[field];
    const std::size_t start = field_by_field ? f.at * header.points : f.at;
    const std::size_t stride =
        field_by_field ? static_cast<std::size_t>(f.bytes) * f.count : header.point_bytes;
    return data.substr(start + point * stride, f.bytes);
  };
  for (std::size_t k = 0; k < header.points; ++k) {
    std::array<double, 3> p{};
    for (std::size_t axis = 0; axis < 3; ++axis)
      p[axis] = number_at(header.fields[columns.position[axis]], bytes_of(columns.position[axis], k));
    list.add(p[0], p[1], p[2]);
    if (columns.color)
      list.colors.push_back(unpacked(read_bytes<std::uint32_t>(bytes_of(*columns.color, k))));
  }
}

std::string decompressed_points(const PcdHeader& header, const std::string& path) {
  const std::size_t wanted = header.points * header.point_bytes;
  const bool has_sizes = header.rest.size() >= 8;
  const std::size_t packed = has_sizes ? read_bytes<std::uint32_t>(header.rest) : 0;
  const std::size_t unpacked_size = has_sizes ? read_bytes<std::uint32_t>(header.rest.substr(4)) : 0;
  if (!has_sizes || header.rest.size() - 8 < packed || unpacked_size != wanted)
    fail_at(path, 0, "is cut off, or its compressed size does not fit its header; export it again");
  auto data = decompress_lzf(header.rest.substr(8, packed), wanted);
  if (!data) fail_at(path, 0, "has damaged compressed data; export it again");
  return std::move(*data);
}

}  // namespace

Cloud parse_pcd(std::string_view bytes, const std::string& path) {
  const PcdHeader header = parse_pcd_header(bytes, path);
  const PcdColumns columns = pcd_columns(header, path);
  PointList list;
  if (header.data == PcdData::ascii) {
    read_text_points(header, columns, path, list);
  } else if (header.data == PcdData::binary) {
    if (header.rest.size() / header.point_bytes < header.points)
      fail_at(path, 0,
              "ends before the last of its " + std::to_string(header.points) + " points; export it again");
    read_binary_points(header, columns, header.rest, false, list);
  } else {
    read_binary_points(header, columns, decompressed_points(header, path), true, list);
  }
  return std::move(list).to_cloud();
}

}  // namespace isocloth::io
