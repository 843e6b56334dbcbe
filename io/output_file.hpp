#pragma once

/// A file written piece by piece beside its target and renamed when whole, so that a failure never leaves
/// half a file.

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>

namespace isocloth::io {

class OutputFile {
 public:
  /// InputError "PATH: …" where the folder is missing or closed, or the file is one that was read.
  explicit OutputFile(const std::string& path);
  ~OutputFile();  ///< removes what was written unless commit was called
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);

  /// Writes `bytes` over what stands at `offset`, then goes on at the end.
  void overwrite(std::uint64_t offset, std::string_view bytes);

  /// Gives the file its name; InputError where not every byte could be written.
  void commit();

  std::uint64_t size() const { return size_; }
  const std::string& path() const { return path_; }
  const std::string& beside() const { return beside_; }  ///< where it is written until commit

 private:
  void create_beside();
  [[noreturn]] void fail(const std::string& reason) const;

  std::string path_;
  std::string beside_;
  std::ofstream file_;
  std::uint64_t size_ = 0;
  bool committed_ = false;
};

}  // namespace isocloth::io
