#include "io/trajectory/obj.hpp"

#include "io/file.hpp"
#include "io/trajectory/consistency.hpp"
#include "io/trajectory/number_text.hpp"

namespace isocloth::io {

std::string to_obj(const Points& x, const std::vector<Element>& elements) {
  std::string text;
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    text += 'v';
    for (int k = 0; k < 3; ++k) {
      text += ' ';
      append_number(text, x(i, k));
    }
    text += '\n';
  }
  for (const Element& element : elements) {
    text += 'f';
    for (int corner = 0; corner < corner_count(element); ++corner) {
      text += ' ' + std::to_string(element[corner] + 1);
    }
    text += '\n';
  }
  return text;
}

void export_obj(const std::string& path, const Trajectory& trajectory) {
  require_consistent(path, trajectory);
  write_file(path, to_obj(last_frame(path, trajectory).x, trajectory.info.rest.elements));
}

}  // namespace isocloth::io
