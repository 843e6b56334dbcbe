#include "io/cloud/format_parts.hpp"

#include <zlib.h>

#include <cstdint>

#include "io/file.hpp"
#include "io/mesh/bytes.hpp"

namespace isocloth::io {
namespace {

constexpr std::size_t kEndBytes = 22, kEntryBytes = 46, kLocalBytes = 30;  // fixed parts of zip's records
constexpr std::size_t kLargestGain = 1040;                                 // of deflate

/// A zip file whose parts are looked up with care: offsets in it may be anything.
class ZipBytes {
 public:
  ZipBytes(std::string_view bytes, const std::string& path) : bytes_(bytes), path_(path) {}

  std::string_view part(std::size_t at, std::size_t size) const {
    if (at > bytes_.size() || bytes_.size() - at < size) fail();
    return bytes_.substr(at, size);
  }
  std::size_t small(std::size_t at) const { return read_bytes<std::uint16_t>(part(at, 2)); }
  std::size_t large(std::size_t at) const { return read_bytes<std::uint32_t>(part(at, 4)); }
  [[noreturn]] void fail() const {
    fail_at(path_, 0, "is damaged or no zip archive, which .npz files are; save it again with numpy.savez");
  }

  std::size_t end_record() const {
    for (std::size_t at = bytes_.size() + 1 - std::min(bytes_.size() + 1, kEndBytes); at > 0; --at)
      if (bytes_.substr(at - 1, 4) == "PK\5\6") return at - 1;
    if (bytes_.size() >= kEndBytes && bytes_.substr(0, 4) == "PK\5\6") return 0;
    fail();
  }

 private:
  std::string_view bytes_;
  const std::string& path_;
};

std::string inflated(std::string_view packed, std::size_t size, const ZipBytes& zip) {
  if (size / kLargestGain > packed.size()) zip.fail();
  std::string out(size, '\0');
  z_stream stream{};
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) zip.fail();
  const int result = inflate(&stream, Z_FINISH);
  inflateEnd(&stream);
  if (result != Z_STREAM_END || stream.total_out != size) zip.fail();
  return out;
}

}  // namespace

std::map<std::string, std::string> read_zip(std::string_view bytes, const std::string& path) {
  const ZipBytes zip(bytes, path);
  const std::size_t end = zip.end_record();
  std::map<std::string, std::string> entries;
  std::size_t at = zip.large(end + 16);
  for (std::size_t left = zip.small(end + 10); left > 0; --left) {
    if (zip.part(at, 4) != "PK\1\2") zip.fail();
    const std::size_t method = zip.small(at + 10), packed = zip.large(at + 20), size = zip.large(at + 24);
    const std::size_t name = zip.small(at + 28), extra = zip.small(at + 30), comment = zip.small(at + 32);
    const std::size_t local = zip.large(at + 42);
    const std::size_t data = local + kLocalBytes + zip.small(local + 26) + zip.small(local + 28);
    const std::string_view contents = zip.part(data, packed);
    if ((method != 0 && method != 8) || (method == 0 && packed != size)) zip.fail();
    entries[std::string(zip.part(at + kEntryBytes, name))] =
        method == 0 ? std::string(contents) : inflated(contents, size, zip);
    at += kEntryBytes + name + extra + comment;
  }
  return entries;
}

}  // namespace isocloth::io
