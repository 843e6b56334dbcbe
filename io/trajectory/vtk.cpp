#include "io/trajectory/vtk.hpp"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <vector>

#include "io/file.hpp"
#include "io/trajectory/base64.hpp"
#include "io/trajectory/bytes.hpp"
#include "io/trajectory/consistency.hpp"
#include "io/trajectory/number_text.hpp"

#include "isocloth/fem/area_error.hpp"

namespace isocloth::io {

namespace {

constexpr const char* kXml = "<?xml version=\"1.0\"?>\n";

/// One array: its length in bytes as u64 and its data, in one run of base64.
std::string data_array(const std::string& attributes, std::string_view data) {
  std::string bytes;
  append(bytes, static_cast<std::uint64_t>(data.size()));
  bytes += data;
  return "<DataArray " + attributes + " format=\"binary\">" + to_base64(bytes) + "</DataArray>\n";
}

std::string_view bytes_of(const double* data, Eigen::Index size) {
  return {reinterpret_cast<const char*>(data), sizeof(double) * static_cast<std::size_t>(size)};
}

std::string polygons(const std::vector<Element>& elements) {
  std::string connectivity, offsets;
  std::int64_t end = 0;
  for (const Element& element : elements) {
    for (int corner = 0; corner < corner_count(element); ++corner)
      append(connectivity, std::int64_t{element[corner]});
    append(offsets, end += corner_count(element));
  }
  return "<Polys>\n" + data_array("type=\"Int64\" Name=\"connectivity\"", connectivity) +
         data_array("type=\"Int64\" Name=\"offsets\"", offsets) + "</Polys>\n";
}

std::string to_vtp(const TrajectoryInfo& info, const Frame& frame) {
  const Vector errors = signed_area_errors(info.rest, frame.x);
  std::string text = kXml;
  text +=
      "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\">\n<PolyData>\n";
  text += "<Piece NumberOfPoints=\"" + std::to_string(frame.x.rows()) +
          "\" NumberOfVerts=\"0\" NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"" +
          std::to_string(info.rest.element_count()) + "\">\n";
  text += "<PointData Vectors=\"velocity\">\n" +
          data_array("type=\"Float64\" Name=\"velocity\" NumberOfComponents=\"3\"",
                     bytes_of(frame.v.data(), frame.v.size())) +
          "</PointData>\n";
  text += "<CellData Scalars=\"area_error\">\n" +
          data_array("type=\"Float64\" Name=\"area_error\"", bytes_of(errors.data(), errors.size())) +
          "</CellData>\n";
  text += "<Points>\n" +
          data_array("type=\"Float64\" Name=\"positions\" NumberOfComponents=\"3\"",
                     bytes_of(frame.x.data(), frame.x.size())) +
          "</Points>\n";
  return text + polygons(info.rest.elements) + "</Piece>\n</PolyData>\n</VTKFile>\n";
}

/// Text as the value of an XML attribute.
std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

}  // namespace

void export_vtp(const std::string& path, const Trajectory& trajectory) {
  require_consistent(path, trajectory);
  write_file(path, to_vtp(trajectory.info, last_frame(path, trajectory)));
}

void export_pvd(const std::string& path, const Trajectory& trajectory) {
  require_consistent(path, trajectory);
  const std::filesystem::path folder = std::filesystem::path(path).replace_extension();
  std::error_code failed;
  std::filesystem::create_directory(folder, failed);
  if (failed || !std::filesystem::is_directory(folder)) {
    fail_at(path, 0,
            "its folder of frames " + folder.string() + " cannot be made (" +
                (failed ? failed.message() : "it is a file") + "); check the path");
  }
  std::string text = kXml;
  text += "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n<Collection>\n";
  for (std::size_t k = 0; k < trajectory.frames.size(); ++k) {
    char name[32];
    std::snprintf(name, sizeof name, "frame_%06zu.vtp", k);
    write_file((folder / name).string(), to_vtp(trajectory.info, trajectory.frames[k]));
    text += "<DataSet timestep=\"";
    append_number(text, trajectory.frames[k].time);
    text += "\" part=\"0\" file=\"" + escaped(folder.filename().string() + "/" + name) + "\"/>\n";
  }
  write_file(path, text + "</Collection>\n</VTKFile>\n");
}

}  // namespace isocloth::io
