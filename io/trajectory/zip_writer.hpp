#pragma once

/// A zip archive of stored (uncompressed) entries, written as a stream. No Zip64: below 4 GB only.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/output_file.hpp"

namespace isocloth::io {

class ZipWriter {
 public:
  explicit ZipWriter(OutputFile& file) : file_(file) {}

  /// Starts an entry that will get exactly `bytes` bytes through write().
  void begin(const std::string& name, std::uint64_t bytes);
  void write(std::string_view bytes);
  void end();

  /// Writes the directory. The caller commits the file.
  void finish();

 private:
  struct Entry {
    std::string name;
    std::uint32_t offset = 0, bytes = 0, checksum = 0;
  };
  static std::string common_fields(const Entry& entry);

  OutputFile& file_;
  std::vector<Entry> entries_;
};

}  // namespace isocloth::io
