#include "io/trajectory/export.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "io/output_file.hpp"
#include "io/trajectory/bytes.hpp"
#include "io/trajectory/consistency.hpp"
#include "io/trajectory/utf8.hpp"
#include "io/trajectory/zip_writer.hpp"

#include "isocloth/mesh/pieces.hpp"

namespace isocloth::io {

namespace {

using Shape = std::vector<std::size_t>;

/// Header of a .npy file, version 1.0: padded with blanks so that the data start at a multiple of 64 bytes.
std::string npy_header(const std::string& type, const Shape& shape) {
  std::string text = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (";
  for (const std::size_t extent : shape) text += std::to_string(extent) + ",";
  text += "), }";
  constexpr std::size_t kPreamble = 10;  // magic, version, length of the text
  text.resize((kPreamble + text.size() + 1 + 63) / 64 * 64 - kPreamble - 1, ' ');
  text += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  append(header, static_cast<std::uint16_t>(text.size()));
  return header + text;
}

class NpzWriter {
 public:
  explicit NpzWriter(OutputFile& file) : zip_(file) {}

  void begin(const std::string& name, const std::string& type, std::size_t item_bytes, const Shape& shape) {
    std::uint64_t bytes = item_bytes;
    for (const std::size_t extent : shape) bytes *= extent;
    const std::string header = npy_header(type, shape);
    zip_.begin(name + ".npy", header.size() + bytes);
    zip_.write(header);
  }
  void write(std::string_view bytes) { zip_.write(bytes); }
  void end() { zip_.end(); }
  void finish() { zip_.finish(); }

  void add(const std::string& name, const std::string& type, std::size_t item_bytes, const Shape& shape,
           std::string_view bytes) {
    begin(name, type, item_bytes, shape);
    write(bytes);
    end();
  }

 private:
  ZipWriter zip_;
};

std::string_view bytes_of(const Points& points) {
  return {reinterpret_cast<const char*>(points.data()),
          sizeof(double) * static_cast<std::size_t>(points.size())};
}

/// One number of each frame.
template <typename T>
void add_column(NpzWriter& npz, const std::string& name, const Trajectory& trajectory,
                const std::function<T(const Frame&)>& value) {
  std::string bytes;
  for (const Frame& frame : trajectory.frames) append(bytes, value(frame));
  const char* type = sizeof(T) == 8 ? "<f8" : "<i4";
  npz.add(name, type, sizeof(T), {trajectory.frames.size()}, bytes);
}

/// One block of points of each frame, shape (frames, rows, 3), streamed.
void add_points(NpzWriter& npz, const std::string& name, const Trajectory& trajectory, std::size_t rows,
                Points Frame::* points) {
  npz.begin(name, "<f8", sizeof(double), {trajectory.frames.size(), rows, 3});
  for (const Frame& frame : trajectory.frames) npz.write(bytes_of(frame.*points));
  npz.end();
}

void add_diagnostics(NpzWriter& npz, const Trajectory& trajectory) {
  using D = StepTotals;
  for (const auto& [name, field] : {std::pair{"metric_error", &D::metric_error},
                                    {"area_total", &D::area_total},
                                    {"area_mean", &D::area_mean},
                                    {"area_dispersion", &D::area_dispersion},
                                    {"node_penetration", &D::node_penetration},
                                    {"surface_penetration", &D::surface_penetration}}) {
    add_column<double>(npz, name, trajectory,
                       [value = field](const Frame& f) { return f.diagnostics.*value; });
  }
  for (const auto& [name, part] : kEnergyParts)
    add_column<double>(npz, std::string(name) + "_energy", trajectory,
                       [value = part](const Frame& f) { return f.energy.*value; });
  for (const auto& [name, field] : {std::pair{"steps", &D::steps},
                                    {"converged_steps", &D::converged_steps},
                                    {"iterations", &D::iterations}}) {
    add_column<std::int32_t>(npz, name, trajectory,
                             [value = field](const Frame& f) { return f.diagnostics.*value; });
  }
}

void add_mesh(NpzWriter& npz, const Mesh& mesh) {
  std::string bytes;
  for (const Element& element : mesh.elements) {
    for (const int node : element) append(bytes, static_cast<std::int32_t>(node));
  }
  npz.add("elements", "<i4", 4, {mesh.elements.size(), 4}, bytes);
  npz.add("rest", "<f8", 8, {static_cast<std::size_t>(mesh.x.rows()), 3}, bytes_of(mesh.x));
}

/// Which cloth each node and element is of.
void add_cloths(NpzWriter& npz, const std::vector<MeshPiece>& cloths) {
  std::string nodes, elements;
  for (std::size_t c = 0; c < cloths.size(); ++c) {
    for (int i = 0; i < cloths[c].node_count; ++i) append(nodes, static_cast<std::int32_t>(c));
    for (int e = 0; e < cloths[c].element_count; ++e) append(elements, static_cast<std::int32_t>(c));
  }
  npz.add("cloth_of_node", "<i4", 4, {nodes.size() / 4}, nodes);
  npz.add("cloth_of_element", "<i4", 4, {elements.size() / 4}, elements);
}

/// numpy keeps text as UTF-32 of one fixed width.
template <class Named>
void add_names(NpzWriter& npz, const std::string& array, const std::vector<Named>& all) {
  std::vector<std::u32string> names;
  std::size_t width = 1;
  for (const Named& one : all) {
    names.push_back(from_utf8(one.name));
    width = std::max(width, names.back().size());
  }
  std::string bytes;
  for (std::u32string& name : names) {
    name.resize(width, U'\0');
    for (const char32_t c : name) append(bytes, static_cast<std::uint32_t>(c));
  }
  npz.add(array, "<U" + std::to_string(width), 4 * width, {names.size()}, bytes);
}

void add_poses(NpzWriter& npz, const std::string& array, const Trajectory& trajectory, std::size_t count,
               std::vector<RigidPose> Frame::* field) {
  std::string poses;
  for (const Frame& frame : trajectory.frames) {
    for (const RigidPose& pose : frame.*field) {
      const Vec3& t = pose.translation;
      const Eigen::Quaterniond& q = pose.rotation;
      for (const double value : {t.x(), t.y(), t.z(), q.w(), q.x(), q.y(), q.z()}) append(poses, value);
    }
  }
  npz.add(array, "<f8", sizeof(double), {trajectory.frames.size(), count, 7}, poses);
}

void add_grasps(NpzWriter& npz, const Trajectory& trajectory) {
  const std::size_t count = trajectory.info.grasps.size();
  add_points(npz, "grasp_force", trajectory, count, &Frame::grasp_force);
  add_points(npz, "grasp_torque", trajectory, count, &Frame::grasp_torque);
  add_poses(npz, "grasp_pose", trajectory, count, &Frame::grasp_pose);
  add_names(npz, "grasp_names", trajectory.info.grasps);
}

void add_obstacles(NpzWriter& npz, const Trajectory& trajectory) {
  const std::size_t count = trajectory.info.obstacles.size();
  add_names(npz, "obstacle_names", trajectory.info.obstacles);
  add_poses(npz, "obstacle_pose", trajectory, count, &Frame::obstacle_pose);
  add_points(npz, "obstacle_force", trajectory, count, &Frame::obstacle_force);
  add_points(npz, "obstacle_torque", trajectory, count, &Frame::obstacle_torque);
  const auto nodes = static_cast<std::size_t>(trajectory.info.rest.x.rows());
  add_points(npz, "contact_force", trajectory, count > 0 ? nodes : 0, &Frame::contact_force);
}

}  // namespace

void export_npz(const std::string& path, const Trajectory& trajectory) {
  require_consistent(path, trajectory);
  const std::size_t nodes = static_cast<std::size_t>(trajectory.info.rest.x.rows());
  OutputFile file(path);
  NpzWriter npz(file);
  add_column<double>(npz, "t", trajectory, [](const Frame& frame) { return frame.time; });
  add_points(npz, "positions", trajectory, nodes, &Frame::x);
  add_points(npz, "velocities", trajectory, nodes, &Frame::v);
  add_mesh(npz, trajectory.info.rest);
  add_cloths(npz, pieces_of(trajectory.info.rest));
  add_names(npz, "cloth_names", pieces_of(trajectory.info.rest));
  add_diagnostics(npz, trajectory);
  add_grasps(npz, trajectory);
  add_obstacles(npz, trajectory);
  npz.finish();
  file.commit();
}

}  // namespace isocloth::io
