#pragma once

/// Materials by name: what the paper found for four textiles, and files that a fit wrote.
///
/// Values are those for a density of 1 kg/m². Cloths that differ by a factor in ρ, δ, κ, α and β move alike:
/// with another density the others grow with it.

#include "io/scene/scene.hpp"
#include "io/scene/tree.hpp"

namespace isocloth::io {

struct MaterialPreset {
  std::string name;
  MaterialSpec material;
  std::string description;  ///< one line, with the motion it was found from
  std::string source;
};

/// Sorted by textile; the name without _slow or _fast is what to take before anything is known of the motion.
const std::vector<MaterialPreset>& material_presets();

/// By its name; InputError at `place` with the nearest one where there is none.
const MaterialPreset& find_preset(const std::string& name, const Place& place);

/// A material file: the keys of cloth.material as a map. InputError "FILE:LINE: …".
MaterialSpec read_material_file(const std::string& path);

/// The text of one, with `remarks` as comments in front.
std::string material_text(const MaterialSpec& material, const std::vector<std::string>& remarks);

/// A number so that it reads back as the same.
std::string exact_text(double value);

}  // namespace isocloth::io
