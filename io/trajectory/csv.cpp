#include "io/trajectory/export.hpp"

#include <fmt/format.h>

#include <iterator>

#include "io/output_file.hpp"
#include "io/trajectory/consistency.hpp"

namespace isocloth::io {

void export_csv(const std::string& path, const Trajectory& trajectory) {
  require_consistent(path, trajectory);
  OutputFile file(path);
  std::string row = "t";
  for (int i = 0; i < trajectory.info.rest.node_count(); ++i) {
    const std::string node = std::to_string(i);
    row += ",x" + node + ",y" + node + ",z" + node;
  }
  file.write(row += '\n');

  for (const Frame& frame : trajectory.frames) {
    row.clear();
    fmt::format_to(std::back_inserter(row), "{:.9g}", frame.time);
    for (Eigen::Index k = 0; k < frame.x.size(); ++k)
      fmt::format_to(std::back_inserter(row), ",{:.9g}", frame.x.data()[k]);
    file.write(row += '\n');
  }
  file.commit();
}

}  // namespace isocloth::io
