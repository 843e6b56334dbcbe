#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "io/scene/build_simulation.hpp"
#include "io/scene/read_scene.hpp"
#include "module.hpp"

namespace isocloth::python {

void bind_scene(nb::module_& m, nb::class_<BoundSimulation>& c) {
  nb::class_<io::Scene>(m, "Scene")
      .def_ro("name", &io::Scene::name)
      .def_ro("path", &io::Scene::path)
      .def_ro("text", &io::Scene::text)
      .def_prop_ro("cloth_keys",
                   [](const io::Scene& s) {
                     std::vector<std::pair<std::string, std::string>> keys;
                     for (const io::ClothSpec& cloth : s.cloths) keys.emplace_back(cloth.name, cloth.key);
                     return keys;
                   })
      .def_prop_ro("duration", [](const io::Scene& s) { return s.time.duration; })
      .def_prop_ro("frame", [](const io::Scene& s) { return s.time.frame; });
  m.def("load_scene", &io::load_scene, "path"_a, "overrides"_a);
  m.def("parse_scene", &io::parse_scene, "text"_a, "path"_a, "overrides"_a);

  c.def(
      "__init__",
      [](BoundSimulation* self, const io::Scene& scene, int threads) {
        io::Remarks remarks;
        Simulation simulation = io::make_simulation(scene, threads, &remarks);
        warn_of(remarks);  // may raise, so before there is an object
        new (self) BoundSimulation(Session(std::move(simulation)));
      },
      "scene"_a, "threads"_a);
}

}  // namespace isocloth::python
