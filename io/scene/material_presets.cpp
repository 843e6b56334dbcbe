#include "io/scene/material_presets.hpp"

#include <charconv>
#include <cmath>

#include "io/scene/spelling.hpp"

namespace isocloth::io {
namespace {

constexpr const char* kSource =
    "Coltraro, Amorós, Alberich-Carramiñana, Torras: An Inextensible Model for Robotic Simulations of "
    "Textiles, Table 1";

/// A row of Table 1.
struct Textile {
  const char* name;
  const char* words;
  double slow_mass, fast_mass, slow_damping, fast_damping;  ///< δ [kg/m²], α [kg/(m²·s)], for ρ = 1 kg/m²
};
constexpr Textile kTextiles[] = {{"paper", "Paper", 0.32, 0.37, 1.40, 2.50},
                                 {"cotton", "Light cotton", 0.52, 0.52, 1.29, 2.69},
                                 {"felt", "Felt", 0.46, 0.61, 1.05, 2.65},
                                 {"wool", "Wool", 0.47, 0.50, 1.19, 2.52}};

std::vector<MaterialPreset> make_presets() {
  std::vector<MaterialPreset> presets;
  for (const Textile& t : kTextiles) {
    const auto add = [&](const std::string& ending, double mass, double damping, const std::string& motion) {
      MaterialSpec material;
      material.virtual_mass = mass;
      material.damping = damping;
      presets.push_back({t.name + ending, material, std::string(t.words) + ", " + motion, kSource});
    };
    add("", (t.slow_mass + t.fast_mass) / 2, (t.slow_damping + t.fast_damping) / 2,
        "a priori: mean of slow and fast, for motions not known yet");
    add("_slow", t.slow_mass, t.slow_damping, "shaken by 0.15 m at 0.3 Hz");
    add("_fast", t.fast_mass, t.fast_damping, "shaken by 0.075 m at 0.6 Hz");
  }
  return presets;
}

}  // namespace

const std::vector<MaterialPreset>& material_presets() {
  static const std::vector<MaterialPreset> kPresets = make_presets();
  return kPresets;
}

const MaterialPreset& find_preset(const std::string& name, const Place& place) {
  std::vector<std::string> names;
  for (const MaterialPreset& preset : material_presets()) {
    if (preset.name == name) return preset;
    names.push_back(preset.name);
  }
  const std::string hint = suggestion(name, names);
  fail(place,
       "there is no material " + quote(name) + (hint.empty() ? "; use one of " + joined(names) : hint));
}

std::string exact_text(double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

std::string material_text(const MaterialSpec& material, const std::vector<std::string>& remarks) {
  std::string text;
  for (const std::string& remark : remarks) text += "# " + remark + "\n";
  const auto line = [&](const char* key, double value, const char* meaning) {
    text += std::string(key) + ": " + exact_text(value) + "  # " + meaning + "\n";
  };
  line("density", material.density, "ρ [kg/m²]; give another in the scene, and the others grow with it");
  line("virtual_mass", material.virtual_mass, "δ [kg/m²]");
  line("damping", material.damping, "α [kg/(m²·s)]");
  if (material.bending > 0) line("bending", material.bending, "κ [N·m]");
  if (material.bending_damping > 0) line("bending_damping", material.bending_damping, "β [N·m·s]");
  if (std::isfinite(material.shear_stiffness)) line("shear_stiffness", material.shear_stiffness, "S [N/m]");
  return text;
}

}  // namespace isocloth::io
