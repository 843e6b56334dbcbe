#include "isocloth/garments/garment.hpp"

#include <algorithm>

#include "isocloth/core/require.hpp"
#include "isocloth/garments/patterns.hpp"
#include "isocloth/garments/sewing.hpp"

namespace isocloth {
namespace {

template <class Cut>
Garment cut_and_sew(const Cut& cut) {
  if (const auto wrong = problem(cut)) throw InputError(*wrong);
  SewingOptions options{.triangles = cut.triangles, .seed = cut.seed};
  if constexpr (requires { cut.depth; }) options.depth = cut.depth;
  return sew(panels_of(cut), options);
}

template <class Cut>
std::vector<std::string> names_in(const Cut& cut) {
  std::vector<std::string> names;
  for (const CutPanel& panel : panels_of(cut))
    for (const OutlineCurve& curve : panel.outline)
      if (std::find(names.begin(), names.end(), curve.name) == names.end()) names.push_back(curve.name);
  return names;
}

}  // namespace

Garment make_garment(const TankTop& cut) { return cut_and_sew(cut); }
Garment make_garment(const TShirt& cut) { return cut_and_sew(cut); }
Garment make_garment(const Skirt& cut) { return cut_and_sew(cut); }
Garment make_garment(const Trousers& cut) { return cut_and_sew(cut); }
Garment make_garment(const Towel& cut) { return cut_and_sew(cut); }

std::vector<std::string> part_names(const TankTop& cut) { return names_in(cut); }
std::vector<std::string> part_names(const TShirt& cut) { return names_in(cut); }
std::vector<std::string> part_names(const Skirt& cut) { return names_in(cut); }
std::vector<std::string> part_names(const Trousers& cut) { return names_in(cut); }
std::vector<std::string> part_names(const Towel& cut) { return names_in(cut); }

}  // namespace isocloth
