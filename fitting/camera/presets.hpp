#pragma once

/// The recordings of the paper, to be made again by the synthetic camera: four textiles of size A3, each
/// shaken slowly (A = 0.15 m, f = 0.3 Hz) and fast (A = 0.075 m, f = 0.6 Hz).
///
/// δ and α are those of the paper's Table 1 (ρ = 1, io/scene/material_presets.hpp); the drag of the air and a
/// little bending come on top.

#include <string>
#include <vector>

#include "fitting/camera/reality.hpp"

namespace isocloth::fitting {

struct SyntheticPreset {
  std::string name{};  ///< "cotton_fast"
  std::string description{};
  RealityOptions options{};
};

const std::vector<SyntheticPreset>& synthetic_presets();

/// InputError with the nearest name where there is none of that name.
const SyntheticPreset& find_preset(const std::string& name);

}  // namespace isocloth::fitting
