#include "io/robot/xml.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "io/file.hpp"
#include "io/mesh/mesh_file.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {

XmlFile::XmlFile(const std::string& path) : path_(path), text_(read_file(path)) {
  const pugi::xml_parse_result result = document_.load_buffer(text_.data(), text_.size());
  if (result) return;
  const auto end = text_.begin() + std::clamp<std::ptrdiff_t>(result.offset, 0, std::ssize(text_));
  fail_at(path, 1 + static_cast<int>(std::count(text_.begin(), end, '\n')),
          std::string("is no XML: ") + result.description() + "; mend the file");
}

int XmlFile::line_of(const pugi::xml_node& node) const {
  const auto end = text_.begin() + std::clamp<std::ptrdiff_t>(node.offset_debug(), 0, std::ssize(text_));
  return 1 + static_cast<int>(std::count(text_.begin(), end, '\n'));
}

std::vector<double> parse_numbers(const std::string& text, std::size_t count, const std::string& what,
                                  const XmlFile& file, const pugi::xml_node& node) {
  std::vector<double> values;
  const char* at = text.c_str();
  while (true) {
    char* next = nullptr;
    const double value = std::strtod(at, &next);
    if (next == at) break;
    values.push_back(value);
    at = next;
    if (!std::isfinite(value)) break;
  }
  const bool rest = std::string(at).find_first_not_of(" \t\r\n,") != std::string::npos;
  const bool finite = std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
  if (rest || !finite || values.empty() || (count > 0 && values.size() != count))
    fail_at(file.path(), file.line_of(node),
            what + " must be " + (count > 0 ? std::to_string(count) + " " : "") + "finite numbers, got \"" +
                text + "\"");
  return values;
}

Points mesh_points(const std::string& path, const Vec3& scale, std::string& why) {
  const std::string ending = ending_of(path);
  if (ending != ".stl" && ending != ".obj" && ending != ".ply") {
    why = "meshes are read from .stl, .obj and .ply files";
  } else if (!std::filesystem::exists(path)) {
    why = "there is no file " + path;
  } else {
    try {
      return read_mesh(path).x * scale.asDiagonal();
    } catch (const InputError& error) {
      why = error.what();
    }
  }
  return Points(0, 3);
}

}  // namespace isocloth::io
