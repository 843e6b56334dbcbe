#include <algorithm>
#include <cctype>
#include <limits>
#include <set>
#include <tuple>

#include "io/scene/map_reader.hpp"
#include "io/scene/ranges.hpp"
#include "io/scene/scene_parts.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {
namespace {

bool is_number(const Tree& tree) {
  return tree.kind == Tree::Kind::scalar && !tree.text.empty() &&
         std::string("+-.0123456789").find(tree.text.front()) != std::string::npos;
}

/// The name of a part; of a file, whose parts are not known yet, any.
std::string read_part(const Tree& tree, const std::string& path, const ClothNames& cloth) {
  const std::vector<std::string>& parts = cloth.parts;
  const bool is_known = parts.empty() || std::find(parts.begin(), parts.end(), tree.text) != parts.end();
  if (tree.kind == Tree::Kind::scalar && is_known) return read_text(tree, path);
  fail(tree.place, path + " must be a list of node indices or one of " + joined(parts) + ", got " +
                       describe(tree) + suggestion(tree.text, parts));
}

/// Node indices, the name of a part, or names of several.
void read_held(const Tree& tree, const std::string& path, const ClothNames& cloth, GraspSpec& spec) {
  const bool is_list = tree.kind == Tree::Kind::list;
  if (tree.kind == Tree::Kind::scalar && !is_number(tree)) {
    spec.parts = {read_part(tree, path, cloth)};
  } else if (is_list && !tree.items.empty() &&
             std::none_of(tree.items.begin(), tree.items.end(), is_number)) {
    spec.parts = read_list(tree, path, [&](const Tree& item, const std::string& item_path) {
      return read_part(item, item_path, cloth);
    });
  } else {
    spec.nodes = read_nodes(tree, path, cloth);
    if (spec.nodes.empty()) fail(tree.place, path + " is empty; name at least one node");
  }
}

/// Which of the cloths has a name.
int read_cloth_name(const Tree& tree, const std::string& path, const SceneContext& context) {
  std::vector<std::string> names;
  for (const ClothNames& cloth : context.cloths) names.push_back(cloth.name);
  const std::string name = read_text(tree, path);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    fail(tree.place, path + " must be one of the cloths " + joined(names) + ", got " + quote(name) +
                         suggestion(name, names));
  return static_cast<int>(found - names.begin());
}

/// The cloth whose nodes a grasp names; of several it must say which.
const ClothNames& cloth_held(const GraspSpec& spec, const Tree& tree, const std::string& path,
                             const SceneContext& context) {
  if (spec.cloth) return context.cloths[static_cast<std::size_t>(*spec.cloth)];
  if (context.cloths.size() == 1) return context.cloths.front();
  std::vector<std::string> names;
  for (const ClothNames& cloth : context.cloths) names.push_back(cloth.name);
  fail(tree.place, path + " does not say whose nodes it holds; add cloth: one of " + joined(names));
}

/// `rigid`, or a number [N/m].
double read_stiffness(const Tree& tree, const std::string& path) {
  if (tree.kind == Tree::Kind::scalar && tree.text == "rigid") return std::numeric_limits<double>::infinity();
  return read_number(tree, path, {1, 1e6, "N/m"});
}

void read_grip(MapReader& map, Grip& grip) {
  const auto slip = choice<Slip>({{"hold", Slip::hold}, {"slide", Slip::slide}, {"release", Slip::release}});
  map.take("stiffness", grip.stiffness, read_stiffness);
  map.take("damping", grip.damping, number({0, 1e5, "N s/m"}));
  const Tree* limit = map.find("force_limit");
  if (limit != nullptr) grip.force_limit = read_number(*limit, map.path_of("force_limit"), {1e-3, 1e6, "N"});
  map.take("slip", grip.slip, slip);
  if (grip.is_rigid()) grip.damping = 0;
  if (limit != nullptr && grip.slip == Slip::hold)
    fail(limit->place, map.path_of("force_limit") +
                           " needs slip: slide or slip: release beside it; a hand that holds has no limit");
}

GraspSpec read_grasp(Tree& tree, const std::string& path, std::size_t index, const SceneContext& context) {
  GraspSpec spec;
  spec.name = "grasp" + std::to_string(index);
  MapReader map(tree, path);
  const auto motion = [&](Tree& t, const std::string& p) { return read_motion(t, p, context); };
  map.take("name", spec.name, read_name);
  if (const Tree* cloth = map.find("cloth"))
    spec.cloth = read_cloth_name(*cloth, map.path_of("cloth"), context);
  Tree* place = map.find("at");
  const Tree* held = map.find("nodes", place ? Need::optional : Need::required);
  map.take("motion", spec.motion, motion);
  map.take("from", spec.from, number(kTime));
  map.take("until", spec.until, number(kTime));
  read_grip(map, spec.grip);
  map.close();
  if (const auto problem = spec.grip.problem()) fail(tree.place, path + ": " + *problem);
  if (held && place) fail(tree.place, path + " has both nodes and at; say once what it holds");
  if (held) read_held(*held, join_path(path, "nodes"), cloth_held(spec, tree, path, context), spec);
  if (place) spec.at = read_place(*place, join_path(path, "at"));
  spec.written.place = describe(tree.place);
  if (spec.until <= spec.from) {
    fail(tree.place,
         path + ".until (" + to_text(spec.until) + " s) must be after from (" + to_text(spec.from) + " s)");
  }
  return spec;
}

/// A node held for a while.
struct Hold {
  int cloth, node;
  double from, until;
  std::size_t grasp;
};

/// Sorted by node and begin, a node is held twice at a time only if neighbours overlap.
void check_held_once(const std::vector<GraspSpec>& grasps, const Tree& tree) {
  std::vector<Hold> holds;
  for (std::size_t i = 0; i < grasps.size(); ++i) {
    for (const int node : grasps[i].nodes)
      holds.push_back({grasps[i].cloth.value_or(0), node, grasps[i].from, grasps[i].until, i});
  }
  std::sort(holds.begin(), holds.end(), [](const Hold& a, const Hold& b) {
    return std::tie(a.cloth, a.node, a.from, a.grasp) < std::tie(b.cloth, b.node, b.from, b.grasp);
  });
  const auto both = std::adjacent_find(holds.begin(), holds.end(), [](const Hold& a, const Hold& b) {
    return a.cloth == b.cloth && a.node == b.node && b.from < a.until;
  });
  if (both == holds.end()) return;
  const std::size_t first = std::min(both[0].grasp, both[1].grasp);
  const std::size_t second = std::max(both[0].grasp, both[1].grasp);
  fail(tree.items[second].place, "grasps " + quote(grasps[first].name) + " and " +
                                     quote(grasps[second].name) + " both hold node " +
                                     std::to_string(both->node) + " at " + to_text(both[1].from) +
                                     " s; give them other nodes, or other times (from, until)");
}

}  // namespace

std::string read_name(const Tree& tree, const std::string& path) {
  constexpr std::size_t kLongest = 64;
  const std::string name = read_text(tree, path);
  const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; };
  if (name.size() > kLongest || std::isdigit(static_cast<unsigned char>(name[0])) != 0 ||
      !std::all_of(name.begin(), name.end(), fits)) {
    fail(tree.place,
         path + " must be up to 64 letters, digits, _ and -, not beginning with a digit, got " + quote(name));
  }
  return name;
}

std::vector<GraspSpec> read_grasps(Tree& tree, const std::string& path, const SceneContext& context) {
  require_list(tree, path, 0, "grasps");
  std::vector<GraspSpec> grasps;
  std::set<std::string> names;
  for (Tree& item : tree.items) {
    const std::size_t index = grasps.size();
    grasps.push_back(read_grasp(item, join_path(path, std::to_string(index)), index, context));
    if (names.insert(grasps.back().name).second) continue;
    fail(item.place, "a second grasp is named " + quote(grasps.back().name) + "; names must differ");
  }
  check_held_once(grasps, tree);
  return grasps;
}

}  // namespace isocloth::io
