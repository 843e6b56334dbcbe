#include "io/trajectory/export.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <system_error>
#include <vector>

#include "io/escape.hpp"
#include "io/file.hpp"
#include "io/trajectory/bytes.hpp"
#include "io/trajectory/consistency.hpp"

#include "isocloth/fem/element_error.hpp"

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

std::string points_array(const std::string& name, const Points& points) {
  return data_array("type=\"Float64\" Name=\"" + name + "\" NumberOfComponents=\"3\"",
                    bytes_of(points.data(), points.size()));
}

/// Numbers of the whole cloth.
std::string field_data(const Energy& energy) {
  std::string text = "<FieldData>\n";
  for (const auto& [name, part] : kEnergyParts)
    text += data_array("type=\"Float64\" Name=\"" + std::string(name) + "_energy\" NumberOfTuples=\"1\"",
                       bytes_of(&(energy.*part), 1));
  return text + "</FieldData>\n";
}

/// A whole file around the data of its points and cells.
std::string polydata(const Points& x, const std::vector<Element>& elements, const std::string& point_data,
                     const std::string& cell_data, const std::string& fields = "") {
  std::string text = kXml;
  text +=
      "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\">\n<PolyData>\n";
  text += fields + "<Piece NumberOfPoints=\"" + std::to_string(x.rows()) +
          "\" NumberOfVerts=\"0\" NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"" +
          std::to_string(elements.size()) + "\">\n";
  text += point_data + cell_data + "<Points>\n" + points_array("positions", x) + "</Points>\n";
  return text + polygons(elements) + "</Piece>\n</PolyData>\n</VTKFile>\n";
}

/// Which cloth each element is of, where there are several.
std::string cloth_of_cells(const Mesh& mesh) {
  if (mesh.pieces.size() < 2) return "";
  std::string which;
  for (std::size_t c = 0; c < mesh.pieces.size(); ++c)
    for (int e = 0; e < mesh.pieces[c].element_count; ++e) append(which, static_cast<std::int32_t>(c));
  return data_array("type=\"Int32\" Name=\"cloth\"", which);
}

std::string cloth_to_vtp(const TrajectoryInfo& info, const Frame& frame) {
  const Vector errors = signed_area_errors(info.rest, frame.x);
  std::string point_data = "<PointData Vectors=\"velocity\">\n" + points_array("velocity", frame.v);
  if (!info.obstacles.empty()) point_data += points_array("contact_force", frame.contact_force);
  return polydata(
      frame.x, info.rest.elements, point_data + "</PointData>\n",
      "<CellData Scalars=\"area_error\">\n" +
          data_array("type=\"Float64\" Name=\"area_error\"", bytes_of(errors.data(), errors.size())) +
          cloth_of_cells(info.rest) + "</CellData>\n",
      field_data(frame.energy));
}

/// All obstacles where they are in this frame, as one surface.
std::string obstacles_to_vtp(const std::vector<ObstacleInfo>& obstacles, const Frame& frame) {
  Mesh all;
  std::string which;
  for (std::size_t i = 0; i < obstacles.size(); ++i) {
    const Mesh& surface = obstacles[i].surface;
    const auto first = all.x.rows();
    all.x.conservativeResize(first + surface.x.rows(), 3);
    for (Eigen::Index p = 0; p < surface.x.rows(); ++p)
      all.x.row(first + p) = frame.obstacle_pose[i].to_world(surface.x.row(p)).transpose();
    for (Element element : surface.elements) {
      for (int corner = 0; corner < corner_count(element); ++corner)
        element[corner] += static_cast<int>(first);
      all.elements.push_back(element);
      append(which, static_cast<std::int32_t>(i));
    }
  }
  return polydata(all.x, all.elements, "",
                  "<CellData Scalars=\"obstacle\">\n" +
                      data_array("type=\"Int32\" Name=\"obstacle\"", which) + "</CellData>\n");
}

bool same_poses(const Frame& a, const Frame& b) {
  for (std::size_t i = 0; i < a.obstacle_pose.size(); ++i) {
    const RigidPose &p = a.obstacle_pose[i], &q = b.obstacle_pose[i];
    if (p.translation != q.translation || p.rotation.coeffs() != q.rotation.coeffs()) return false;
  }
  return true;
}

/// The folder beside `NAME.pvd` that takes the files of its frames.
std::filesystem::path make_frame_folder(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).replace_extension();
  std::error_code failed;
  std::filesystem::create_directory(folder, failed);
  if (failed || !std::filesystem::is_directory(folder)) {
    fail_at(path, 0,
            "its folder of frames " + folder.string() + " cannot be made (" +
                (failed ? failed.message() : "it is a file") + "); check the path");
  }
  return folder;
}

std::string numbered(const char* name, std::size_t frame) { return fmt::format("{}_{:06}.vtp", name, frame); }

std::string data_set(double time, int part, const std::filesystem::path& file) {
  return fmt::format("<DataSet timestep=\"{:.9g}\" part=\"{}\" file=\"{}\"/>\n", time, part,
                     escaped(file.parent_path().filename().string() + "/" + file.filename().string()));
}

}  // namespace

void export_vtp(const std::string& path, const Trajectory& trajectory) {
  require_consistent(path, trajectory);
  write_file(path, cloth_to_vtp(trajectory.info, last_frame(path, trajectory)));
}

void export_pvd(const std::string& path, const Trajectory& trajectory) {
  require_consistent(path, trajectory);
  const std::filesystem::path folder = make_frame_folder(path);
  const TrajectoryInfo& info = trajectory.info;
  const std::vector<Frame>& frames = trajectory.frames;
  std::string text = kXml;
  text += "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n<Collection>\n";
  std::filesystem::path obstacles;
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const std::filesystem::path cloth = folder / numbered("frame", k);
    write_file(cloth.string(), cloth_to_vtp(info, frames[k]));
    text += data_set(frames[k].time, 0, cloth);
    if (info.obstacles.empty()) continue;
    if (k == 0 || !same_poses(frames[k - 1], frames[k])) {
      obstacles = folder / numbered("obstacles", k);
      write_file(obstacles.string(), obstacles_to_vtp(info.obstacles, frames[k]));
    }
    text += data_set(frames[k].time, 1, obstacles);
  }
  write_file(path, text + "</Collection>\n</VTKFile>\n");
}

}  // namespace isocloth::io
