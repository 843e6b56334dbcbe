#pragma once

/// Which files make up a recording, and when: what a folder or manifest says before anything is loaded.

#include <string>
#include <vector>

namespace isocloth::io {

struct FrameFile {
  double time = 0;  ///< [s]
  std::string file;
};

/// The frames of a manifest (.csv, .yaml, .json). Every file exists; InputError "FILE:LINE: …" otherwise.
std::vector<FrameFile> read_manifest(const std::string& path);

/// The clouds of a folder without a manifest. `fps` 0: times must be in the names.
std::vector<FrameFile> list_clouds(const std::string& folder, double fps);

/// Sorts by time and leaves out frames that repeat a time; a sentence for each that it had to do.
std::vector<std::string> put_in_order(std::vector<FrameFile>& frames);

}  // namespace isocloth::io
