#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "isocloth/session/saved_state.hpp"
#include "module.hpp"

namespace isocloth::python {

void bind_state(nb::module_& m) {
  nb::class_<SavedState>(m, "State", "Everything that a simulation remembers, exactly; can be pickled.")
      .def_prop_ro(
          "time", [](const SavedState& s) { return s.cloth.time; }, "time of the simulation [s]")
      .def_prop_ro(
          "step", [](const SavedState& s) { return s.cloth.step; }, "steps taken")
      .def_prop_ro(
          "x", [](nb::handle_t<SavedState> s) { return view_of(nb::cast<SavedState&>(s).cloth.x, s); },
          "positions [m], shape (n, 3), read only")
      .def_prop_ro(
          "v", [](nb::handle_t<SavedState> s) { return view_of(nb::cast<SavedState&>(s).cloth.v, s); },
          "velocities [m/s], shape (n, 3), read only")
      .def_prop_ro(
          "grasp_ends",
          [](const SavedState& s) {
            std::vector<double> ends;
            for (const SavedGrasp& grasp : s.grasps) ends.push_back(grasp.until);
            return ends;
          },
          "when each grasp lets go [s]")
      .def(
          "to_bytes",
          [](const SavedState& s) {
            const std::string bytes = to_bytes(s);
            return nb::bytes(bytes.data(), bytes.size());
          },
          "The state as bytes: equal states have equal bytes.")
      .def_static(
          "from_bytes", [](const nb::bytes& bytes) { return from_bytes({bytes.c_str(), bytes.size()}); },
          "bytes"_a, "The state that to_bytes() wrote; ValueError for anything else.")
      .def("__getstate__",
           [](const SavedState& s) {
             const std::string bytes = to_bytes(s);
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def("__setstate__", [](SavedState& s, const nb::bytes& bytes) {
        new (&s) SavedState(from_bytes({bytes.c_str(), bytes.size()}));
      });
}

}  // namespace isocloth::python
