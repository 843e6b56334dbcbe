#include "fitting/camera/presets.hpp"

#include "io/scene/spelling.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::fitting {
namespace {

struct Textile {
  const char* name;
  double virtual_mass_slow, virtual_mass_fast;  ///< δ [kg/m²]
  double damping_slow, damping_fast;            ///< α [kg/(m²·s)]
};

constexpr std::array<Textile, 4> kTextiles{
    Textile{"paper", 0.32, 0.37, 1.40, 2.50}, Textile{"cotton", 0.52, 0.52, 1.29, 2.69},
    Textile{"felt", 0.46, 0.61, 1.05, 2.65}, Textile{"wool", 0.47, 0.50, 1.19, 2.52}};

SyntheticPreset make_preset(const Textile& textile, bool fast) {
  SyntheticPreset preset;
  preset.name = std::string(textile.name) + (fast ? "_fast" : "_slow");
  preset.description = std::string("A3 ") + textile.name + " held at its top corners, shaken " +
                       (fast ? "fast (0.075 m, 0.6 Hz)" : "slowly (0.15 m, 0.3 Hz)");
  RealityOptions& options = preset.options;
  options.material.virtual_mass = fast ? textile.virtual_mass_fast : textile.virtual_mass_slow;
  options.material.damping = fast ? textile.damping_fast : textile.damping_slow;
  options.shake.amplitude = fast ? 0.075 : 0.15;
  options.shake.frequency = fast ? 0.6 : 0.3;
  return preset;
}

}  // namespace

const std::vector<SyntheticPreset>& synthetic_presets() {
  static const std::vector<SyntheticPreset> presets = [] {
    std::vector<SyntheticPreset> all;
    for (const Textile& textile : kTextiles)
      for (const bool fast : {false, true}) all.push_back(make_preset(textile, fast));
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
