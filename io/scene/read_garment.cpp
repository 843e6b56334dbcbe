#include "io/scene/map_reader.hpp"
#include "io/scene/scene_parts.hpp"

namespace isocloth::io {
namespace {

constexpr Range kCutLength{0, 100, "m"};  // what fits together is for the garment itself to say
constexpr int kMostTriangles = 1'000'000;

}  // namespace

template <class Cut>
Cut read_garment(Tree& tree, const std::string& path) {
  Cut cut;
  MapReader map(tree, path);
  map.take("triangles", cut.triangles, whole(1, kMostTriangles));
  map.take("seed", cut.seed, seed);
  for (const auto& [name, value] : lengths_of(cut))
    map.take(name, *value, number(name == std::string("slope_deg") ? Range{0, 90, "degrees"} : kCutLength));
  map.close();
  if (const auto wrong = problem(cut)) fail(tree.place, join_path(path, *wrong));
  return cut;
}

template TankTop read_garment<TankTop>(Tree&, const std::string&);
template TShirt read_garment<TShirt>(Tree&, const std::string&);
template Skirt read_garment<Skirt>(Tree&, const std::string&);
template Trousers read_garment<Trousers>(Tree&, const std::string&);
template Towel read_garment<Towel>(Tree&, const std::string&);

}  // namespace isocloth::io
