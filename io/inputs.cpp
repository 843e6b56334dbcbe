#include "io/inputs.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "io/file.hpp"

namespace isocloth::io {
namespace {

using FileId = std::pair<dev_t, ino_t>;

std::mutex inputs_mutex;
std::optional<std::map<FileId, std::string>> inputs;  ///< with the name by which each was read

std::optional<FileId> id_of(const std::string& path) {
  struct stat about;
  if (::stat(path.c_str(), &about) != 0) return std::nullopt;
  return FileId{about.st_dev, about.st_ino};
}

}  // namespace

KeepInputs::KeepInputs() {
  const std::scoped_lock lock(inputs_mutex);
  inputs.emplace();
}

KeepInputs::~KeepInputs() {
  const std::scoped_lock lock(inputs_mutex);
  inputs.reset();
}

void remember_input(const std::string& path) {
  const std::scoped_lock lock(inputs_mutex);
  if (!inputs) return;
  if (const auto id = id_of(path)) inputs->insert_or_assign(*id, path);
}

void refuse_input(const std::string& path) {
  const std::scoped_lock lock(inputs_mutex);
  const auto id = inputs ? id_of(path) : std::nullopt;
  if (!id) return;
  const auto found = inputs->find(*id);
  // a file that is gone leaves its number to another
  if (found != inputs->end() && id_of(found->second) == id)
    fail_at(path, 0, "is what this is made from and would be overwritten; give the output another name");
}

}  // namespace isocloth::io
