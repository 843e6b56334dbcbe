#include "fitting/fit/parameters.hpp"

#include <array>
#include <cmath>

#include "io/scene/spelling.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::fitting {
namespace {

using enum Parameter;

const std::array kInfos{
    ParameterInfo{virtual_mass, "virtual_mass", "kg/m²", true, 1, 0.02, 3, 0.5, 0.01, 0.2, true},
    ParameterInfo{damping, "damping", "kg/(m²·s)", true, 1, 0.02, 50, 2, 0.02, 0.4, true},
    ParameterInfo{bending, "bending", "N·m", true, 1, 1e-7, 1e-2, 1e-5, 0.1, 1, true},
    ParameterInfo{bending_damping, "bending_damping", "N·m·s", true, 1, 1e-8, 1e-2, 1e-6, 0.1, 1, true},
    ParameterInfo{latency, "latency", "s", false, 0.1, -0.5, 0.5, 0, 0.02, 0.1, false},
    ParameterInfo{shear_stiffness, "shear_stiffness", "N/m", true, 1, 1e-3, 1e3, 3, 0.1, 0.5, true},
};

}  // namespace

const ParameterInfo& info_of(Parameter parameter) { return kInfos[static_cast<std::size_t>(parameter)]; }

Parameter parameter_named(const std::string& name) {
  std::vector<std::string> names;
  for (const ParameterInfo& info : kInfos) {
    if (name == info.name) return info.parameter;
    names.push_back(info.name);
  }
  throw InputError("\"" + name + "\" is no parameter of a fit; use one of " + io::joined(names) +
                   io::suggestion(name, names));
}

double to_coordinate(Parameter parameter, double value) {
  const ParameterInfo& info = info_of(parameter);
  return info.logarithmic ? std::log(value) : value / info.scale;
}

double to_value(Parameter parameter, double coordinate) {
  const ParameterInfo& info = info_of(parameter);
  return info.logarithmic ? std::exp(coordinate) : coordinate * info.scale;
}

void set_value(TrialParameters& parameters, Parameter parameter, double value) {
  switch (parameter) {
    case virtual_mass:
      parameters.material.virtual_mass = value;
      return;
    case damping:
      parameters.material.damping = value;
      return;
    case bending:
      parameters.material.bending = value;
      return;
    case bending_damping:
      parameters.material.bending_damping = value;
      return;
    case latency:
      parameters.later = value;
      return;
    case shear_stiffness:
      parameters.shear = value;
      return;
  }
}

}  // namespace isocloth::fitting
