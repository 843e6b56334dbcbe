#include "experiments/catalog.hpp"

#include "io/scene/spelling.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::experiments {

const std::vector<Experiment>& catalog() {
  static const std::vector<Experiment> kCatalog{
      locking_experiment(), cusick_experiment(),     tanktop_experiment(),    shake_experiment(),
      tensor_experiment(),  validation_experiment(), recordings_experiment(),
  };
  return kCatalog;
}

std::vector<Experiment> choose(const std::string& name) {
  if (name == "all") return catalog();
  std::vector<std::string> names{"all"};
  for (const Experiment& experiment : catalog()) {
    if (experiment.name == name) return {experiment};
    names.push_back(experiment.name);
  }
  const std::string hint = io::suggestion(name, names);
  throw InputError("there is no experiment \"" + name + "\"" +
                   (hint.empty() ? "; use one of " + io::joined(names) : hint));
}

}  // namespace isocloth::experiments
