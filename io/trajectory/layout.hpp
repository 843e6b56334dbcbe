#pragma once

/// Where everything lies in a `.ict` file; docs/trajectory-format.md says the same for people.
///
///   file   = header frame frame …
///   header = fixed part (128 bytes) · rest positions · elements · grasp table · obstacle table
///            · cloth table · scene text · checksum
///   frame  = fixed part (112 bytes) · positions · velocities · grasp forces · grasp torques · grasp poses
///            · obstacle poses · obstacle forces · obstacle torques · contact forces · checksum
///
/// Format 4 knew no cloths, of which there was one: the fixed part of its header ends 16 bytes earlier.
/// Format 3 knew neither torques nor poses of grasps. Format 2 knew no energies either: the fixed part of its
/// frames ends 40 bytes earlier. Format 1 knew no obstacles either: its fixed parts end 16 bytes earlier
/// still, what else is new in 2 is not there.
///
/// Little-endian. Every part starts at a multiple of 8 bytes; gaps are filled with zeros. A checksum is the
/// CRC-32 of zlib over all bytes of its header or frame before it, as u32, followed by four zero bytes.

#include <cstddef>
#include <cstdint>

namespace isocloth::io::ict {

/// Like PNG's: a byte above 127, CR LF and ^Z show when a file was sent through a text-mode copy.
inline constexpr char kMagic[] = "\x89ICT\r\n\x1a\n";
inline constexpr std::size_t kMagicBytes = 8;
inline constexpr std::uint32_t kFormatVersion = 5;
inline constexpr std::uint32_t kOldestVersion = 1;        ///< still read
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
inline constexpr std::size_t kObstaclesAt = 96;       ///< u64
inline constexpr std::size_t kObstacleBytesAt = 104;  ///< u64, length of the obstacle table
inline constexpr std::size_t kClothsAt = 112;         ///< u64
inline constexpr std::size_t kClothBytesAt = 120;     ///< u64, length of the cloth table
inline constexpr std::size_t kRestAt = 128;           ///< nodes × 3 f64, then elements × 4 i32

/// Offsets in a frame [bytes].
inline constexpr std::size_t kTimeAt = 0;             ///< f64 [s]
inline constexpr std::size_t kStepsAt = 8;            ///< i32
inline constexpr std::size_t kConvergedStepsAt = 12;  ///< i32
inline constexpr std::size_t kIterationsAt = 16;      ///< i32, then four zero bytes
inline constexpr std::size_t kMetricErrorAt = 24;     ///< f64, then area_total, area_mean, area_dispersion
inline constexpr std::size_t kPenetrationAt = 56;     ///< f64 of the nodes, f64 of the surface [m]
inline constexpr std::size_t kEnergyAt = 72;          ///< 5 f64 [J], kEnergyParts
inline constexpr std::size_t kPositionsAt = 112;      ///< nodes × 3 f64, then all the rest

inline constexpr std::size_t kPointBytes = 3 * sizeof(double);
inline constexpr std::size_t kElementBytes = 4 * sizeof(std::int32_t);
inline constexpr std::size_t kPoseBytes = 7 * sizeof(double);  ///< x y z qw qx qy qz
inline constexpr std::size_t kChecksumBytes = 8;

/// By which the fixed part of the header, and of a frame, is shorter in an older format, and what a frame has
/// of each grasp.
inline constexpr std::size_t header_shorter(std::uint32_t format) {
  return format < 2 ? 32 : format < 5 ? 16 : 0;
}
inline constexpr std::size_t frame_shorter(std::uint32_t format) {
  return (format < 2 ? 16 : 0) + (format < 3 ? kPositionsAt - kEnergyAt : 0);
}

inline constexpr std::size_t grasp_frame_bytes(std::uint32_t format) {
  return kPointBytes + (format < 4 ? 0 : kPointBytes + kPoseBytes);
}

/// In the obstacle table, before each obstacle's nodes, elements and name: u32 length of the name, u32 nodes,
/// u32 elements, u32 flags, f64 friction.
inline constexpr std::size_t kObstacleHeadBytes = 24;
inline constexpr std::uint32_t kUnbounded = 1, kSeenOnly = 2, kColored = 4;  ///< flags
inline constexpr unsigned kColorBit = 8;  ///< where kColored, the colour 0xRRGGBB begins here

/// In the cloth table, before each cloth's name: u32 length of the name, u32 nodes, u32 elements, u32 zero.
inline constexpr std::size_t kClothHeadBytes = 16;

/// `bytes` rounded up to a multiple of 8.
inline constexpr std::size_t padded(std::size_t bytes) { return (bytes + 7) / 8 * 8; }

/// How many of everything there are, which is what sizes follow from.
struct Counts {
  std::size_t nodes = 0, elements = 0, grasps = 0, obstacles = 0, cloths = 0;
  std::size_t grasp_bytes = 0, obstacle_bytes = 0, cloth_bytes = 0;  ///< of the tables, already padded
  std::size_t scene_bytes = 0;
};

/// Size of one frame. No overflow below 2³¹ nodes, grasps and obstacles.
inline constexpr std::size_t frame_bytes(const Counts& n, std::uint32_t format = kFormatVersion) {
  const std::size_t contacts = n.obstacles > 0 ? n.nodes : 0;
  return kPositionsAt - frame_shorter(format) + kPointBytes * (2 * n.nodes + 2 * n.obstacles + contacts) +
         grasp_frame_bytes(format) * n.grasps + kPoseBytes * n.obstacles + kChecksumBytes;
}

/// Size of the header.
inline constexpr std::size_t header_bytes(const Counts& n) {
  return kRestAt + kPointBytes * n.nodes + kElementBytes * n.elements + n.grasp_bytes + n.obstacle_bytes +
         n.cloth_bytes + padded(n.scene_bytes) + kChecksumBytes;
}

}  // namespace isocloth::io::ict
