#pragma once

/// The parameters a fit can look for, with names, units and bounds; most are searched by their logarithm.

#include <string>
#include <vector>

#include "fitting/fit/trial.hpp"

namespace isocloth::fitting {

enum class Parameter {
  virtual_mass,     ///< δ
  damping,          ///< α
  bending,          ///< κ
  bending_damping,  ///< β
  latency,          ///< of the camera against the tool, on top of the hanger's
  shear_stiffness,  ///< of the edge model
};

struct ParameterInfo {
  Parameter parameter;
  const char* name;  ///< as in scene files where it is a key there
  const char* unit;
  bool logarithmic;  ///< searched as log(value), else as value / scale
  double scale;
  double low, high;  ///< for density 1 kg/m²; those of a material grow with it
  double start;
  double small;  ///< difference of the coordinate that shows in the loss but is small
  double wide;   ///< … over which what a run owes to chance does not show
  bool of_material;
};

const ParameterInfo& info_of(Parameter parameter);

/// By its name; InputError with the valid ones otherwise.
Parameter parameter_named(const std::string& name);

/// Values to the coordinates that are searched, and back.
double to_coordinate(Parameter parameter, double value);
double to_value(Parameter parameter, double coordinate);

/// Sets a value where a simulation takes it from.
void set_value(TrialParameters& parameters, Parameter parameter, double value);

}  // namespace isocloth::fitting
