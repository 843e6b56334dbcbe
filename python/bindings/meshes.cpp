#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "io/mesh/mesh_file.hpp"
#include "isocloth/garments/garment.hpp"
#include "isocloth/mesh/edit.hpp"
#include "isocloth/mesh/generators.hpp"
#include "isocloth/mesh/pose.hpp"
#include "meshes.hpp"
#include "module.hpp"

namespace isocloth::python {
namespace {

ElementKind kind_of(bool triangles) { return triangles ? ElementKind::triangle : ElementKind::quad; }

using Fields = nb::typed<nb::dict, nb::str, nb::any>;

/// Takes the fields of a cut by name; what is left over is not one of them.
template <class Number>
void take(Fields& fields, const char* name, Number& value) {
  if (!fields.contains(name)) return;
  value = nb::cast<Number>(fields[name]);
  fields.attr("pop")(name);
}

template <class Cut>
MeshOut sew(Fields fields) {
  Cut cut;
  take(fields, "triangles", cut.triangles);
  take(fields, "seed", cut.seed);
  for (const auto& [name, value] : lengths_of(cut)) take(fields, name, *value);
  for (const auto& [name, value] : fields)
    throw nb::type_error(("unknown length \"" + nb::cast<std::string>(name) + "\" of a garment").c_str());
  const nb::gil_scoped_release others_run;
  const Garment garment = make_garment(cut);
  const nb::gil_scoped_acquire for_arrays;
  return arrays_of(garment.mesh);
}

}  // namespace

MeshOut arrays_of(const Mesh& mesh) {
  auto elements = new_array<int>({mesh.elements.size(), 4});
  if (!mesh.elements.empty())
    std::copy_n(mesh.elements.front().data(), 4 * mesh.elements.size(), elements.data());
  PartsOut parts;
  for (const MeshPart& part : mesh.parts) parts.emplace_back(part.name, part.nodes);
  return {array_of(mesh.x), std::move(elements), std::move(parts)};
}

void warn_of(const io::Remarks& remarks) {
  constexpr int kCaller = 2;  // of the function of the package
  for (const std::string& remark : remarks)
    if (PyErr_WarnEx(PyExc_UserWarning, remark.c_str(), kCaller) != 0) throw nb::python_error();
}

Mesh to_mesh(const PointsIn& x, const ElementsIn& elements) {
  Mesh mesh{.x = to_points(x), .elements = std::vector<Element>(elements.shape(0))};
  for (std::size_t e = 0; e < mesh.elements.size(); ++e)
    std::copy_n(elements.data() + 4 * e, 4, mesh.elements[e].begin());
  return mesh;
}

void bind_meshes(nb::module_& m) {
  using Size = std::array<double, 2>;
  using Counts = std::array<int, 2>;
  m.def(
      "make_rectangle",
      [](Size size, Counts nodes, bool triangles) {
        return arrays_of(make_rectangle(size, nodes, kind_of(triangles)));
      },
      "size"_a, "nodes"_a, "triangles"_a);
  m.def(
      "make_irregular_rectangle",
      [](Size size, int count, std::uint32_t seed) {
        return arrays_of(make_irregular_rectangle(size, count, seed));
      },
      "size"_a, "count"_a, "seed"_a);
  m.def(
      "make_ring",
      [](double inner, double outer, Counts nodes, bool triangles) {
        return arrays_of(make_ring(inner, outer, nodes, kind_of(triangles)));
      },
      "inner_radius"_a, "outer_radius"_a, "nodes"_a, "triangles"_a);
  m.def(
      "make_disc",
      [](double radius, int core, int rings) { return arrays_of(make_disc(radius, core, rings)); },
      "radius"_a, "core"_a, "rings"_a);
  m.def(
      "make_tube",
      [](double radius, double height, Counts nodes, bool triangles) {
        return arrays_of(make_tube(radius, height, nodes, kind_of(triangles)));
      },
      "radius"_a, "height"_a, "nodes"_a, "triangles"_a);
  m.def("make_tank_top", &sew<TankTop>, "fields"_a);
  m.def("make_t_shirt", &sew<TShirt>, "fields"_a);
  m.def("make_skirt", &sew<Skirt>, "fields"_a);
  m.def("make_trousers", &sew<Trousers>, "fields"_a);
  m.def("make_towel", &sew<Towel>, "fields"_a);
  m.def(
      "read_mesh",
      [](const std::string& path, double scale) {
        io::Remarks remarks;
        const Mesh mesh = io::read_surface(path, scale, &remarks);
        warn_of(remarks);
        return arrays_of(mesh);
      },
      "path"_a, "scale"_a);
  m.def(
      "write_mesh",
      [](const std::string& path, const PointsIn& x, const ElementsIn& elements) {
        io::write_mesh(path, to_mesh(x, elements));
      },
      "path"_a, "x"_a, "elements"_a);
  m.def(
      "with_noise",
      [](const PointsIn& x, const ElementsIn& elements, double std_m, std::uint32_t seed, double length) {
        Mesh mesh = to_mesh(x, elements);
        add_noise(mesh, std_m, seed, length);
        return array_of(mesh.x);
      },
      "x"_a, "elements"_a, "std"_a, "seed"_a, "length"_a);
  m.def(
      "apply_pose",
      [](const PointsIn& x, const Vec3In& rotate_deg, const Vec3In& translate) {
        return array_of(
            Pose{.rotate_deg = to_vec3(rotate_deg), .translate = to_vec3(translate)}.apply(to_points(x)));
      },
      "x"_a, "rotate_deg"_a, "translate"_a);
}

}  // namespace isocloth::python
