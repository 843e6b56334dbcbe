#include "fitting/camera/presets.hpp"

#include "io/scene/material_presets.hpp"
#include "io/scene/spelling.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::fitting {
namespace {

SyntheticPreset make_preset(const io::MaterialPreset& textile, bool fast) {
  SyntheticPreset preset{.name = textile.name};
  preset.description = "A3 " + textile.name.substr(0, textile.name.find('_')) +
                       " held at its top corners, shaken " +
                       (fast ? "fast (0.075 m, 0.6 Hz)" : "slowly (0.15 m, 0.3 Hz)");
  RealityOptions& options = preset.options;
  options.material.virtual_mass = textile.material.virtual_mass;
  options.material.damping = textile.material.damping;
  options.shake.amplitude = fast ? 0.075 : 0.15;
  options.shake.frequency = fast ? 0.6 : 0.3;
  return preset;
}

}  // namespace

const std::vector<SyntheticPreset>& synthetic_presets() {
  static const std::vector<SyntheticPreset> presets = [] {
    std::vector<SyntheticPreset> all;
    for (const io::MaterialPreset& textile : io::material_presets()) {
      const bool fast = textile.name.ends_with("_fast");
      if (fast || textile.name.ends_with("_slow")) all.push_back(make_preset(textile, fast));
    }
    return all;
  }();
  return presets;
}

const SyntheticPreset& find_preset(const std::string& name) {
  std::vector<std::string> names;
  for (const SyntheticPreset& preset : synthetic_presets()) {
    if (preset.name == name) return preset;
    names.push_back(preset.name);
  }
  const std::string hint = io::suggestion(name, names);
  throw InputError("there is no synthetic recording \"" + name + "\"" +
                   (hint.empty() ? "; use one of " + io::joined(names) : hint));
}

}  // namespace isocloth::fitting
