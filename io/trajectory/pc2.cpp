#include "io/trajectory/export.hpp"

#include <cstdint>

#include "io/output_file.hpp"
#include "io/trajectory/bytes.hpp"
#include "io/trajectory/consistency.hpp"

namespace isocloth::io {

void export_pc2(const std::string& path, const Trajectory& trajectory) {
  require_consistent(path, trajectory);
  require_float_range(path, trajectory);
  OutputFile file(path);
  std::string bytes("POINTCACHE2\0", 12);
  append(bytes, std::int32_t{1});
  append(bytes, static_cast<std::int32_t>(trajectory.info.rest.x.rows()));
  append(bytes, 0.0f);
  append(bytes, 1.0f);
  append(bytes, static_cast<std::int32_t>(trajectory.frames.size()));
  file.write(bytes);
  for (const Frame& frame : trajectory.frames) {
    bytes.clear();
    for (Eigen::Index k = 0; k < frame.x.size(); ++k) append(bytes, static_cast<float>(frame.x.data()[k]));
    file.write(bytes);
  }
  file.commit();
}

}  // namespace isocloth::io
