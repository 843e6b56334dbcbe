#pragma once

/// The values of a PLY file one after another, alike for text (a line per record) and binary.

#include <string>
#include <string_view>
#include <vector>

#include "io/mesh/ply_header.hpp"
#include "io/mesh/text.hpp"

namespace isocloth::io {

class PlyValues {
 public:
  PlyValues(const PlyHeader& header, const std::string& path);

  /// Before the first record of an element: refuses a count that cannot fit into what is left of the file.
  void begin_element(const PlyElement& element);

  void begin_record();
  double next(PlyType type);               ///< the next value of the record
  std::int64_t next_length(PlyType type);  ///< the next value as the length of a list
  void end_record();                       ///< refuses values left over on the line
  void end_file();                         ///< refuses records that the header does not mention
  [[noreturn]] void fail(
      const std::string& message) const;  ///< "PATH:LINE: NAME NUMBER message", LINE in text only

 private:
  double next_word();
  double next_binary(PlyType type);

  const std::string& path_;
  PlyFormat format_;
  LineReader lines_;
  int lines_before_ = 0;
  std::string_view data_;  // binary: what is left
  std::vector<std::string_view> words_;
  std::size_t word_ = 0;
  std::string element_name_;
  std::int64_t record_ = 0;
};

}  // namespace isocloth::io
