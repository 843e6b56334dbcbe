#include "find_data.hpp"

namespace isocloth::cli {
namespace fs = std::filesystem;

fs::path find_data(const std::string& name, const fs::path& built) {
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  const fs::path installed = program.parent_path().parent_path() / "share" / "isocloth" / name;
  return !failed && fs::is_directory(installed, failed) ? installed : built;
}

}  // namespace isocloth::cli
