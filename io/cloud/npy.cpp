#include "io/cloud/format_parts.hpp"

#include <cstdint>

#include "io/mesh/bytes.hpp"
#include "io/mesh/text.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {
namespace {

/// What stands behind 'key': in the dictionary of the header, up to the next quote, comma or bracket's end.
std::string_view value_of(std::string_view header, std::string_view key, const std::string& name) {
  const std::size_t at = header.find("'" + std::string(key) + "'");
  require(at != std::string_view::npos, name + " has no " + std::string(key) + "; save it again with numpy");
  std::string_view rest = header.substr(at + key.size() + 2);
  rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(": ")));
  if (rest.starts_with('(')) return rest.substr(1, rest.find(')') - 1);
  if (rest.starts_with('\'')) return rest.substr(1, rest.find('\'', 1) - 1);
  return rest.substr(0, rest.find_first_of(",}"));
}

std::vector<std::size_t> shape_of(std::string text, const std::string& name) {
  for (char& c : text) c = c == ',' ? ' ' : c;
  std::vector<std::string_view> words;
  split_words(text, words);
  std::vector<std::size_t> shape;
  for (const std::string_view word : words) {
    const auto length = parse_int(word);
    require(length && *length >= 0, name + " has a shape that cannot be read; save it again with numpy");
    shape.push_back(static_cast<std::size_t>(*length));
  }
  return shape;
}

template <class T>
void read_values(std::string_view data, std::vector<double>& values) {
  for (std::size_t k = 0; k < values.size(); ++k)
    values[k] = static_cast<double>(read_bytes<T>(data.substr(k * sizeof(T))));
}

struct NpyType {
  const char* code;
  std::size_t bytes;
  void (*read)(std::string_view, std::vector<double>&);
};

constexpr NpyType kNpyTypes[] = {{"f4", 4, read_values<float>},         {"f8", 8, read_values<double>},
                                 {"u1", 1, read_values<std::uint8_t>},  {"i1", 1, read_values<std::int8_t>},
                                 {"u2", 2, read_values<std::uint16_t>}, {"i2", 2, read_values<std::int16_t>},
                                 {"u4", 4, read_values<std::uint32_t>}, {"i4", 4, read_values<std::int32_t>},
                                 {"i8", 8, read_values<std::int64_t>}};

}  // namespace

NpyArray parse_npy(std::string_view bytes, const std::string& name) {
  const std::string damaged = name + " is damaged; save it again with numpy.savez";
  require(bytes.size() >= 12 && bytes.substr(0, 6) == "\x93NUMPY", damaged);
  const bool is_long = bytes[6] != 1;
  const std::size_t length =
      is_long ? read_bytes<std::uint32_t>(bytes.substr(8)) : read_bytes<std::uint16_t>(bytes.substr(8));
  const std::size_t start = is_long ? 12 : 10;
  require(bytes.size() - start >= length, damaged);
  const std::string_view header = bytes.substr(start, length), data = bytes.substr(start + length);

  require(value_of(header, "fortran_order", name) != "True",
          name + " is in Fortran order; save numpy.ascontiguousarray of it");
  const std::string_view descr = value_of(header, "descr", name);
  NpyArray array;
  array.shape = shape_of(std::string(value_of(header, "shape", name)), name);
  double count = 1;  // in floating point it cannot overflow
  for (const std::size_t length_along : array.shape) count *= static_cast<double>(length_along);
  for (const NpyType& type : kNpyTypes) {
    if (descr.size() != 3 || descr.substr(1) != type.code || (descr[0] == '>' && type.bytes > 1)) continue;
    require(count * static_cast<double>(type.bytes) <= static_cast<double>(data.size()), damaged);
    array.is_fraction = type.code[0] == 'f';
    array.values.resize(static_cast<std::size_t>(count));
    type.read(data, array.values);
    return array;
  }
  throw InputError(name + " is of type " + io::quoted(descr) + "; save it as float32, float64 or uint8");
}

}  // namespace isocloth::io
