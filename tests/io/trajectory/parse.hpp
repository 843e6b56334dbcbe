#pragma once

/// Small independent readers, only for checking what the exports wrote.

#include <cstdint>
#include <cstring>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace isocloth::test {

template <typename T>
std::vector<T> numbers(const std::string& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

template <typename T>
T number_at(const std::string& bytes, std::size_t offset) {
  return numbers<T>(bytes.substr(offset, sizeof(T))).at(0);
}

inline std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

inline std::string from_base64(const std::string& text) {
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<std::uint32_t>(letters.find(c));
    if ((count += 6) >= 8) bytes += static_cast<char>(bits >> (count -= 8) & 0xFF);
  }
  return bytes;
}

/// CRC-32 bit by bit, from its definition.
inline std::uint32_t slow_checksum(const std::string& bytes) {
  std::uint32_t sum = 0xFFFFFFFF;
  for (const char c : bytes) {
    sum ^= static_cast<unsigned char>(c);
    for (int k = 0; k < 8; ++k) sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320 : 0);
  }
  return ~sum;
}

/// Entries of a zip archive of stored entries, through its directory; throws where a signature or checksum is
/// wrong.
inline std::map<std::string, std::string> unzip(const std::string& zip) {
  const auto check = [](bool good) {
    if (!good) throw std::runtime_error("bad zip");
  };
  const std::size_t end = zip.size() - 22;
  check(number_at<std::uint32_t>(zip, end) == 0x06054b50);
  std::size_t at = number_at<std::uint32_t>(zip, end + 16);
  check(at + number_at<std::uint32_t>(zip, end + 12) == end);
  std::map<std::string, std::string> entries;
  for (int k = number_at<std::uint16_t>(zip, end + 10); k > 0; --k) {
    check(number_at<std::uint32_t>(zip, at) == 0x02014b50 && number_at<std::uint16_t>(zip, at + 10) == 0);
    const std::size_t name_bytes = number_at<std::uint16_t>(zip, at + 28);
    const std::size_t local = number_at<std::uint32_t>(zip, at + 42);
    check(number_at<std::uint32_t>(zip, local) == 0x04034b50);
    check(zip.substr(local + 4, 24) ==
          zip.substr(at + 6, 24));  // version … name length agree in both headers
    const std::string name = zip.substr(at + 46, name_bytes);
    check(name == zip.substr(local + 30, name_bytes));
    const std::string data = zip.substr(local + 30 + name_bytes, number_at<std::uint32_t>(zip, at + 24));
    check(slow_checksum(data) == number_at<std::uint32_t>(zip, at + 16));
    entries[name] = data;
    at += 46 + name_bytes;
  }
  check(at == end);
  return entries;
}

/// A .npy file taken apart: its description without blanks, and its data.
struct Npy {
  std::string description, data;
};

inline Npy parse_npy(const std::string& bytes) {
  if (bytes.substr(0, 8) != std::string("\x93NUMPY\x01\x00", 8)) throw std::runtime_error("bad npy");
  const std::size_t length = number_at<std::uint16_t>(bytes, 8);
  if ((10 + length) % 64 != 0) throw std::runtime_error("npy data are not aligned");
  Npy npy{"", bytes.substr(10 + length)};
  for (const char c : bytes.substr(10, length)) {
    if (c != ' ' && c != '\n') npy.description += c;
  }
  return npy;
}

/// Text between `open` and `close`, the first after `from`.
inline std::string between(const std::string& text, const std::string& open, const std::string& close,
                           std::size_t from = 0) {
  const std::size_t start = text.find(open, from);
  if (start == std::string::npos) throw std::runtime_error("missing " + open);
  const std::size_t stop = text.find(close, start + open.size());
  return text.substr(start + open.size(), stop - start - open.size());
}

}  // namespace isocloth::test
