#include "io/scene/map_reader.hpp"
#include "io/scene/scene_parts.hpp"

namespace isocloth::io {
namespace {

constexpr Range kCutLength{0, 100, "m"};  // what fits together is for the garment itself to say
constexpr int kMostTriangles = 1'000'000;

void read_lengths(MapReader& map, TankTop& cut) {
  map.take("width", cut.width, number(kCutLength));
  map.take("shoulder_width", cut.shoulder_width, number(kCutLength));
  map.take("shoulder_drop", cut.shoulder_drop, number(kCutLength));
  map.take("neck_width", cut.neck_width, number(kCutLength));
  map.take("front_neck_drop", cut.front_neck_drop, number(kCutLength));
  map.take("back_neck_drop", cut.back_neck_drop, number(kCutLength));
  map.take("arm_hole", cut.arm_hole, number(kCutLength));
}

void read_lengths(MapReader& map, TShirt& cut) {
  map.take("width", cut.width, number(kCutLength));
  map.take("neck_width", cut.neck_width, number(kCutLength));
  map.take("front_neck_drop", cut.front_neck_drop, number(kCutLength));
  map.take("back_neck_drop", cut.back_neck_drop, number(kCutLength));
  map.take("sleeve_length", cut.sleeve_length, number(kCutLength));
  map.take("sleeve_width", cut.sleeve_width, number(kCutLength));
  map.take("slope_deg", cut.slope_deg, number({0, 90, "degrees"}));
}

void read_lengths(MapReader& map, Skirt& cut) {
  map.take("waist", cut.waist, number(kCutLength));
  map.take("hem", cut.hem, number(kCutLength));
}

void read_lengths(MapReader& map, Trousers& cut) {
  map.take("waist", cut.waist, number(kCutLength));
  map.take("rise", cut.rise, number(kCutLength));
  map.take("leg_width", cut.leg_width, number(kCutLength));
  map.take("stride", cut.stride, number(kCutLength));
}

void read_lengths(MapReader& map, Towel& cut) { map.take("width", cut.width, number(kCutLength)); }

struct NameParts {
  std::vector<std::string> operator()(const TankTop& cut) const { return isocloth::part_names(cut); }
  std::vector<std::string> operator()(const TShirt& cut) const { return isocloth::part_names(cut); }
  std::vector<std::string> operator()(const Skirt& cut) const { return isocloth::part_names(cut); }
  std::vector<std::string> operator()(const Trousers& cut) const { return isocloth::part_names(cut); }
  std::vector<std::string> operator()(const Towel& cut) const { return isocloth::part_names(cut); }
  template <class Other>
  std::vector<std::string> operator()(const Other&) const {
    return {};
  }
};

}  // namespace

template <class Cut>
Cut read_garment(Tree& tree, const std::string& path) {
  Cut cut;
  MapReader map(tree, path);
  map.take("triangles", cut.triangles, whole(1, kMostTriangles));
  map.take("seed", cut.seed, seed);
  if constexpr (requires { cut.depth; }) map.take("depth", cut.depth, number(kCutLength));
  map.take("length", cut.length, number(kCutLength));
  read_lengths(map, cut);
  map.close();
  if (const auto wrong = problem(cut)) fail(tree.place, join_path(path, *wrong));
  return cut;
}

template TankTop read_garment<TankTop>(Tree&, const std::string&);
template TShirt read_garment<TShirt>(Tree&, const std::string&);
template Skirt read_garment<Skirt>(Tree&, const std::string&);
template Trousers read_garment<Trousers>(Tree&, const std::string&);
template Towel read_garment<Towel>(Tree&, const std::string&);

std::vector<std::string> part_names(const MeshSpec& mesh) { return std::visit(NameParts{}, mesh); }

}  // namespace isocloth::io
