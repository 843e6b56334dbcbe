#pragma once

/// Where everything lies in a `.ict` file; docs/trajectory-format.md says the same for people.
///
///   file   = header frame frame …
///   header = fixed part (96 bytes) · rest positions · elements · grasp table · scene text · checksum
///   frame  = fixed part (56 bytes) · positions · velocities · grasp forces · checksum
///
/// Little-endian. Every part starts at a multiple of 8 bytes; gaps are filled with zeros. A checksum is the
/// CRC-32 of zlib over all bytes of its header or frame before it, as u32, followed by four zero bytes.

#include <cstddef>
#include <cstdint>

namespace isocloth::io::ict {

/// Like PNG's: a byte above 127, CR LF and ^Z show when a file was sent through a text-mode copy.
inline constexpr char kMagic[] = "\x89ICT\r\n\x1a\n";
inline constexpr std::size_t kMagicBytes = 8;
inline constexpr std::uint32_t kFormatVersion = 1;
inline constexpr std::uint32_t kEndianMark = 0x01020304;  ///< reads 0x04030201 in the wrong byte order

/// Offsets in the header [bytes].
inline constexpr std::size_t kVersionAt = 8;       ///< u32
inline constexpr std::size_t kEndianAt = 12;       ///< u32
inline constexpr std::size_t kHeaderBytesAt = 16;  ///< u64, also where the first frame starts
inline constexpr std::size_t kFrameBytesAt = 24;   ///< u64
inline constexpr std::size_t kNodesAt = 32;        ///< u64
inline constexpr std::size_t kElementsAt = 40;     ///< u64
inline constexpr std::size_t kGraspsAt = 48;       ///< u64
inline constexpr std::size_t kGraspBytesAt = 56;   ///< u64, length of the grasp table
inline constexpr std::size_t kSceneBytesAt = 64;   ///< u64, length of the scene text without its padding
inline constexpr std::size_t kStepAt = 72;         ///< f64, dt [s]
inline constexpr std::size_t kProgramAt = 80;      ///< 16 bytes, isocloth version, zero-padded text
inline constexpr std::size_t kProgramBytes = 16;
inline constexpr std::size_t kRestAt = 96;  ///< nodes × 3 f64, then elements × 4 i32

/// Offsets in a frame [bytes].
inline constexpr std::size_t kTimeAt = 0;             ///< f64 [s]
inline constexpr std::size_t kStepsAt = 8;            ///< i32
inline constexpr std::size_t kConvergedStepsAt = 12;  ///< i32
inline constexpr std::size_t kIterationsAt = 16;      ///< i32, then four zero bytes
inline constexpr std::size_t kMetricErrorAt = 24;     ///< f64, then area_total, area_mean, area_dispersion
inline constexpr std::size_t kPositionsAt = 56;       ///< nodes × 3 f64, then velocities, then grasps × 3 f64

inline constexpr std::size_t kPointBytes = 3 * sizeof(double);
inline constexpr std::size_t kElementBytes = 4 * sizeof(std::int32_t);
inline constexpr std::size_t kChecksumBytes = 8;

/// `bytes` rounded up to a multiple of 8.
inline constexpr std::size_t padded(std::size_t bytes) { return (bytes + 7) / 8 * 8; }

/// Size of one frame. No overflow below 2³¹ nodes and grasps.
inline constexpr std::size_t frame_bytes(std::size_t nodes, std::size_t grasps) {
  return kPositionsAt + kPointBytes * (2 * nodes + grasps) + kChecksumBytes;
}

/// Size of the header. `grasp_bytes` is already padded.
inline constexpr std::size_t header_bytes(std::size_t nodes, std::size_t elements, std::size_t grasp_bytes,
                                          std::size_t scene_bytes) {
  return kRestAt + kPointBytes * nodes + kElementBytes * elements + grasp_bytes + padded(scene_bytes) +
         kChecksumBytes;
}

}  // namespace isocloth::io::ict
