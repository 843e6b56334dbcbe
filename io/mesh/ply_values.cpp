#include "io/mesh/ply_values.hpp"

#include <cmath>
#include <limits>

#include "io/file.hpp"
#include "io/mesh/bytes.hpp"

namespace isocloth::io {

PlyValues::PlyValues(const PlyHeader& header, const std::string& path)
    : path_(path),
      format_(header.format),
      lines_(header.data),
      lines_before_(header.last_line),
      data_(header.data) {}

void PlyValues::begin_element(const PlyElement& element) {
  element_name_ = element.name;
  record_ = -1;
  // the fewest bytes of a record: empty lists, or in text a digit and a blank per value
  std::size_t least = 0;
  for (const PlyProperty& property : element.properties)
    least += format_ == PlyFormat::text ? 2 : size_of(property.count_type.value_or(property.type));
  const std::size_t left = format_ == PlyFormat::text ? lines_.rest().size() + 1 : data_.size();
  const bool fits = least == 0 || static_cast<std::uint64_t>(element.count) <= left / least;
  if (!fits || element.count > std::numeric_limits<int>::max())
    fail_at(path_, element.line,
            "the header announces " + std::to_string(element.count) + " of element " + quoted(element.name) +
                ", more than the rest of the file can hold; correct the count or export the file again");
}

void PlyValues::begin_record() {
  ++record_;
  if (format_ != PlyFormat::text) return;
  word_ = 0;
  words_.clear();
  while (words_.empty()) {
    const auto line = lines_.next();
    if (!line)
      fail("is missing at the end of the file; correct the count in the header or export the file again");
    split_words(*line, words_);
  }
}

double PlyValues::next(PlyType type) { return format_ == PlyFormat::text ? next_word() : next_binary(type); }

double PlyValues::next_word() {
  if (word_ == words_.size()) fail("has too few values; give one for each property in the header");
  const auto value = parse_number(words_[word_]);
  if (!value) fail("has " + quoted(words_[word_]) + ", which is not a number; correct it");
  ++word_;
  return *value;
}

double PlyValues::next_binary(PlyType type) {
  const std::size_t size = size_of(type);
  if (data_.size() < size) fail("is cut off at the end of the file; export the file again");
  const std::string_view bytes = data_.substr(0, size);
  data_.remove_prefix(size);
  const bool big = format_ == PlyFormat::big_endian;
  switch (type) {
    case PlyType::int8:
      return read_bytes<std::int8_t>(bytes, big);
    case PlyType::uint8:
      return read_bytes<std::uint8_t>(bytes, big);
    case PlyType::int16:
      return read_bytes<std::int16_t>(bytes, big);
    case PlyType::uint16:
      return read_bytes<std::uint16_t>(bytes, big);
    case PlyType::int32:
      return read_bytes<std::int32_t>(bytes, big);
    case PlyType::uint32:
      return read_bytes<std::uint32_t>(bytes, big);
    case PlyType::float32:
      return static_cast<double>(read_bytes<float>(bytes, big));
    default:
      return read_bytes<double>(bytes, big);
  }
}

std::int64_t PlyValues::next_length(PlyType type) {
  const double length = next(type);
  if (!(length >= 0 && length <= std::numeric_limits<std::uint32_t>::max() && length == std::floor(length)))
    fail("has a list whose length is not a whole number >= 0; correct it");
  return static_cast<std::int64_t>(length);
}

void PlyValues::end_record() {
  if (format_ == PlyFormat::text && word_ < words_.size())
    fail("has more values than the header describes; give one for each property");
}

void PlyValues::end_file() {
  const char* advice =
      "the file goes on after the last record of the header; correct the counts in the header";
  if (format_ != PlyFormat::text && !data_.empty()) fail_at(path_, 0, advice);
  if (format_ != PlyFormat::text) return;
  while (const auto line = lines_.next()) {
    split_words(*line, words_);
    if (!words_.empty()) fail_at(path_, lines_before_ + lines_.line(), advice);
  }
}

void PlyValues::fail(const std::string& message) const {
  std::string name = quoted(element_name_);
  name = name.substr(1, name.size() - 2);
  fail_at(path_, format_ == PlyFormat::text ? lines_before_ + lines_.line() : 0,
          name + " " + std::to_string(record_) + " (counted from 0) " + message);
}

}  // namespace isocloth::io
