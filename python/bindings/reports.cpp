#include <nanobind/stl/string.h>

#include "isocloth/session/run_report.hpp"
#include "module.hpp"

namespace isocloth::python {
namespace {

std::string text_of(const StepReport& r) {
  return std::string("<StepReport ") + to_text(r.status) + ", " + std::to_string(r.iterations) +
         " iterations, metric error " + std::to_string(100 * r.metric_error) + " %>";
}

std::string text_of(const RunReport& r) {
  return "<RunReport " + std::to_string(r.steps) + " steps, " + std::to_string(r.converged_steps) +
         " converged, metric error " + std::to_string(100 * r.metric_error) + " %>";
}

}  // namespace

void bind_reports(nb::module_& m) {
  nb::class_<StepReport>(m, "StepReport", "What one step achieved. Errors are fractions, lengths in metres.")
      .def_prop_ro(
          "status", [](const StepReport& r) { return to_text(r.status); },
          "\"converged\", \"infeasible\" (grasps or obstacles ask for what cannot be), \"iteration_limit\", "
          "\"distorted\" (an element is off by more than 5 %) or \"not_finite\" (the cloth stood still)")
      .def_prop_ro(
          "meaning", [](const StepReport& r) { return explain(r.status, r.cause); },
          "why the step did not converge, and what to do; \"\" where it did")
      .def_prop_ro(
          "converged", [](const StepReport& r) { return r.status == StepStatus::converged; },
          "whether every constraint is within the tolerance")
      .def_ro("iterations", &StepReport::iterations, "linear systems solved")
      .def_ro("substeps", &StepReport::substeps, "into which the step had to be divided")
      .def_ro("metric_error", &StepReport::metric_error,
              "largest relative error of the first fundamental form [-]")
      .def_ro("edge_error", &StepReport::edge_error, "largest relative error of an edge's length [-]")
      .def_ro("grasp_slip", &StepReport::grasp_slip,
              "largest distance of a held node from where its grasp wants it [m]")
      .def_ro("missed_grasp", &StepReport::missed_grasp,
              "place in the list of grasps of the first that closed where no node was; -1: none")
      .def_ro("node_penetration", &StepReport::node_penetration, "deepest free node inside an obstacle [m]")
      .def_ro("surface_penetration", &StepReport::surface_penetration,
              "deepest point of the cloth inside an obstacle [m]")
      .def_ro("contact_residual", &StepReport::contact_residual,
              "error of the contact conditions, as a length [m]")
      .def_prop_ro(
          "area_total", [](const StepReport& r) { return r.area.total; },
          "relative error of the total area [-]")
      .def_prop_ro(
          "area_mean", [](const StepReport& r) { return r.area.mean; },
          "mean relative error of an element's area [-]")
      .def_prop_ro(
          "area_dispersion", [](const StepReport& r) { return r.area.dispersion; },
          "mean plus two standard deviations of the elements' relative area errors [-]")
      .def_prop_ro(
          "area_largest", [](const StepReport& r) { return r.area.largest; },
          "largest relative error of an element's area [-]")
      .def("__repr__", [](const StepReport& r) { return text_of(r); });

  nb::class_<RunReport>(m, "RunReport",
                        "What a number of steps achieved: counts, and the worst of each error.")
      .def_ro("steps", &RunReport::steps, "steps taken")
      .def_ro("converged_steps", &RunReport::converged_steps, "of these, how many met the tolerance")
      .def_prop_ro(
          "converged", [](const RunReport& r) { return r.converged_steps == r.steps; }, "whether all did")
      .def_ro("iterations", &RunReport::iterations, "linear systems solved in all")
      .def_ro("metric_error", &RunReport::metric_error,
              "largest relative error of the first fundamental form [-]")
      .def_ro("area_dispersion", &RunReport::area_dispersion,
              "largest dispersion of the elements' area errors [-]")
      .def_ro("grasp_slip", &RunReport::grasp_slip,
              "largest distance of a held node from where its grasp wanted it [m]")
      .def_ro("node_penetration", &RunReport::node_penetration, "deepest free node inside an obstacle [m]")
      .def_ro("surface_penetration", &RunReport::surface_penetration,
              "deepest point of the cloth inside an obstacle [m]")
      .def("__repr__", [](const RunReport& r) { return text_of(r); });
}

}  // namespace isocloth::python
