#include "io/trajectory/zip_writer.hpp"

#include "io/file.hpp"
#include "io/trajectory/bytes.hpp"

namespace isocloth::io {

namespace {

constexpr std::uint32_t kLocalHeader = 0x04034b50;
constexpr std::uint32_t kDirectoryHeader = 0x02014b50;
constexpr std::uint32_t kDirectoryEnd = 0x06054b50;
constexpr std::uint64_t kChecksumAt = 14;              ///< in a local header
constexpr std::uint16_t kZipVersion = 20;              ///< needed to extract: 2.0
constexpr std::uint16_t kFirstOfJanuary1980 = 0x0021;  ///< a fixed date, so that equal data give equal files
constexpr std::uint64_t kLargestZip = 0xFFFF0000;      ///< 4 GB less room for the directory

}  // namespace

/// From "version needed" to the length of the extra field: the same in both kinds of header.
std::string ZipWriter::common_fields(const Entry& entry) {
  std::string bytes;
  append(bytes, kZipVersion);
  append(bytes, std::uint16_t{0});  // flags
  append(bytes, std::uint16_t{0});  // stored
  append(bytes, std::uint16_t{0});  // time
  append(bytes, kFirstOfJanuary1980);
  append(bytes, entry.checksum);
  append(bytes, entry.bytes);  // compressed
  append(bytes, entry.bytes);  // uncompressed
  append(bytes, static_cast<std::uint16_t>(entry.name.size()));
  append(bytes, std::uint16_t{0});  // extra field
  return bytes;
}

void ZipWriter::begin(const std::string& name, std::uint64_t bytes) {
  if (bytes > kLargestZip || file_.size() + bytes > kLargestZip) {
    fail_at(file_.path(), 0,
            "would pass the 4 GB that a .npz file can hold; export fewer frames, or read the .ict file");
  }
  entries_.push_back({name, static_cast<std::uint32_t>(file_.size()), static_cast<std::uint32_t>(bytes), 0});
  std::string header;
  append(header, kLocalHeader);
  file_.write(header + common_fields(entries_.back()) + name);
}

void ZipWriter::write(std::string_view bytes) {
  entries_.back().checksum = checksum(bytes, entries_.back().checksum);
  file_.write(bytes);
}

void ZipWriter::end() {
  std::string sum;
  append(sum, entries_.back().checksum);
  file_.overwrite(entries_.back().offset + kChecksumAt, sum);
}

void ZipWriter::finish() {
  const std::uint64_t start = file_.size();
  for (const Entry& entry : entries_) {
    std::string bytes;
    append(bytes, kDirectoryHeader);
    append(bytes, kZipVersion);  // made by
    bytes += common_fields(entry);
    bytes.append(10, '\0');  // comment, disk and attributes
    append(bytes, entry.offset);
    file_.write(bytes + entry.name);
  }
  std::string bytes;
  append(bytes, kDirectoryEnd);
  append(bytes, std::uint32_t{0});  // disks
  append(bytes, static_cast<std::uint16_t>(entries_.size()));
  append(bytes, static_cast<std::uint16_t>(entries_.size()));
  append(bytes, static_cast<std::uint32_t>(file_.size() - start));
  append(bytes, static_cast<std::uint32_t>(start));
  append(bytes, std::uint16_t{0});  // comment
  file_.write(bytes);
}

}  // namespace isocloth::io
