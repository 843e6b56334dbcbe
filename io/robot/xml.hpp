#pragma once

/// XML files as robots come in: elements with the line they stand in, numbers checked.

#include <memory>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "isocloth/core/types.hpp"

namespace isocloth::io {

/// A file that stays as long as its elements are used.
class XmlFile {
 public:
  /// InputError "PATH:LINE: …" where it cannot be read or is no XML.
  explicit XmlFile(const std::string& path);

  const std::string& path() const { return path_; }
  pugi::xml_node root() const { return document_.document_element(); }
  int line_of(const pugi::xml_node& node) const;

 private:
  std::string path_, text_;
  pugi::xml_document document_;
};

/// The numbers of a text; InputError "FILE:LINE: …" where there is anything else, or they are not `count` (0:
/// any number of them).
std::vector<double> parse_numbers(const std::string& text, std::size_t count, const std::string& what,
                                  const XmlFile& file, const pugi::xml_node& node);

inline Vec3 to_vec3(const std::vector<double>& v) { return {v[0], v[1], v[2]}; }

/// Nodes of a mesh file times `scale`; where it cannot be read, none, and `why` says so.
Points mesh_points(const std::string& path, const Vec3& scale, std::string& why);

}  // namespace isocloth::io
