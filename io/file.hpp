#pragma once

/// Whole files in and out, and the one form that errors about them take.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace isocloth::io {

/// What a person should know of a file that was read all the same: whole sentences, each with its file. The
/// library only gathers them; the program and Python show them.
using Remarks = std::vector<std::string>;

/// Largest file that is read into memory as a whole [bytes].
inline constexpr std::uint64_t kMaxFileBytes = 2ull << 30;
/// The same of a text that people write: 16 MB is a wrong file.
inline constexpr std::size_t kMaxTextBytes = 16u << 20;

/// Bytes of a file that is about to be read. InputError "FILE: …" where it is missing, a folder, larger than
/// `most`, or a device or pipe, which may have no end.
std::uint64_t size_to_read(const std::string& path, std::uint64_t most);

/// Contents of a file; InputError "FILE: cannot be read (reason); check the path" otherwise.
std::string read_file(const std::string& path, std::uint64_t most = kMaxFileBytes);

/// Contents of a text that people write, such as a scene, without a byte order mark.
std::string read_text_file(const std::string& path);

/// Writes beside the target and renames, so that a failure never leaves half a file; InputError otherwise.
void write_file(const std::string& path, std::string_view bytes);

/// Makes the folder, with those above it, where it is missing; InputError where that cannot be.
void make_folder(const std::string& folder);

/// Throws InputError "FILE:LINE: message" (or "FILE: message" where line is 0).
[[noreturn]] void fail_at(const std::string& path, int line, const std::string& message);

/// Lower-case ending with its dot, ".obj"; empty where there is none.
std::string ending_of(const std::string& path);

}  // namespace isocloth::io
