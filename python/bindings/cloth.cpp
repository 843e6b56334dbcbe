#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "isocloth/dynamics/cloth_model.hpp"
#include "meshes.hpp"
#include "module.hpp"

namespace isocloth::python {
namespace {

/// A cloth as it was asked for; `parts` by name.
ClothPiece make_piece(const PointsIn& x, const ElementsIn& elements, PartsOut parts, const std::string& name,
                      const Material& material, const std::string& rows, const std::string& frames,
                      double corner_angle, std::optional<std::vector<int>> corners,
                      const std::array<double, 3>& warp, std::optional<double> edge_shear_stiffness,
                      std::optional<double> layer_friction) {
  ClothPiece piece{.rest = to_mesh(x, elements), .name = name, .material = material};
  for (auto& [part, nodes] : parts) piece.rest.parts.push_back({part, std::move(nodes)});
  ClothOptions& options = piece.options;
  options.rows = rows == "nodes" ? RowsAt::nodes : RowsAt::elements;
  options.frames = frames == "element"         ? Frames::element
                   : frames == "mean_tangents" ? Frames::mean_tangents
                                               : Frames::aligned;
  options.corner_angle = corner_angle;
  options.corners = std::move(corners);
  options.warp = {warp[0], warp[1], warp[2]};
  if (edge_shear_stiffness) options.edges = EdgeModel{*edge_shear_stiffness};
  if (layer_friction) options.self_contact = SelfContact{*layer_friction};
  return piece;
}

std::shared_ptr<ClothModel> make_model(const std::vector<const ClothPiece*>& cloths) {
  std::vector<ClothPiece> pieces;
  for (const ClothPiece* cloth : cloths) pieces.push_back(*cloth);
  const nb::gil_scoped_release others_run;
  return std::const_pointer_cast<ClothModel>(
      make_cloth_model(pieces));  // read only: nothing is bound to change it
}

void check(const Material& material) {
  if (const auto problem = material.problem()) throw std::invalid_argument(*problem);
}

}  // namespace

void bind_cloth(nb::module_& m) {
  nb::class_<Material>(m, "Material")
      .def(
          "__init__",
          [](Material* self, double density, double virtual_mass, double bending, double damping,
             double bending_damping, double thickness, double compression, double shear_stiffness) {
            new (self) Material{.density = density,
                                .virtual_mass = virtual_mass,
                                .bending = bending,
                                .damping = damping,
                                .bending_damping = bending_damping,
                                .thickness = thickness,
                                .compression = compression,
                                .shear_stiffness = shear_stiffness};
            check(*self);
          },
          "density"_a, "virtual_mass"_a, "bending"_a, "damping"_a, "bending_damping"_a, "thickness"_a,
          "compression"_a, "shear_stiffness"_a);

  nb::class_<ClothModel>(m, "ClothModel")
      .def_prop_ro("corners", [](const ClothModel& model) { return model.corners; })
      .def_prop_ro("boundary_loops", [](const ClothModel& model) { return model.topology.boundary_loops; })
      .def_prop_ro("node_area", [](nb::handle_t<ClothModel> self) {
        const Vector& areas = nb::cast<const ClothModel&>(self).node_area;
        return View<double, nb::shape<-1>>(areas.data(), {static_cast<std::size_t>(areas.size())}, self);
      });
  nb::class_<ClothPiece>(m, "ClothPiece");
  m.def("make_piece", &make_piece, "x"_a, "elements"_a, "parts"_a, "name"_a, "material"_a, "rows"_a,
        "element_frames"_a, "corner_angle"_a, "corners"_a.none(), "warp"_a, "edge_shear_stiffness"_a.none(),
        "layer_friction"_a.none());
  m.def("make_model", &make_model, "cloths"_a);
}

}  // namespace isocloth::python
