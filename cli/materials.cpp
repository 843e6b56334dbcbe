#include <fmt/format.h>

#include "commands.hpp"
#include "io/scene/material_presets.hpp"
#include "output.hpp"

namespace isocloth::cli {
namespace {

ExitStatus list_materials(bool json) {
  const std::vector<io::MaterialPreset>& presets = io::material_presets();
  if (json) {
    Json entries = Json::array();
    for (const io::MaterialPreset& p : presets)
      entries.push_back({{"name", p.name},
                         {"density", p.material.density},
                         {"virtual_mass", p.material.virtual_mass},
                         {"bending", p.material.bending},
                         {"damping", p.material.damping},
                         {"bending_damping", p.material.bending_damping},
                         {"description", p.description},
                         {"source", p.source}});
    print(Json{{"materials", std::move(entries)}});
    return kDone;
  }
  print(fmt::format("{:<12}  {:>9}  {:>13}", "name", "δ [kg/m²]", "α [kg/(m²·s)]"));
  for (const io::MaterialPreset& p : presets)
    print(fmt::format("{:<12}  {:>9.3f}  {:>13.3f}  {}", p.name, p.material.virtual_mass, p.material.damping,
                      p.description));
  print("For a density ρ of 1 kg/m²; other densities scale them. Source: " + presets[0].source);
  return kDone;
}

}  // namespace

void add_materials(CLI::App& app, Command& chosen) {
  const auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("materials", "List the built-in materials");
  command->add_flag("--json", *json, "One JSON object on stdout");
  command->footer("Example: isocloth run shake --set 'cloth.material={preset: felt_fast}'");
  command->callback([=, &chosen] { chosen = [=] { return list_materials(*json); }; });
}

}  // namespace isocloth::cli
