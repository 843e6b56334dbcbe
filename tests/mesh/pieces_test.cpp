#include "isocloth/mesh/pieces.hpp"

#include <gtest/gtest.h>

#include "isocloth/mesh/generators.hpp"
#include "isocloth/mesh/parts.hpp"
#include "support/refusal.hpp"

namespace isocloth::test {
namespace {

std::vector<Mesh> two_sheets() {
  return {make_rectangle({1, 1}, {2, 3}), make_rectangle({2, 1}, {3, 2}, ElementKind::triangle)};
}

TEST(Pieces, OfOneMeshAreTheMeshesItWasJoinedFrom) {
  const std::vector<Mesh> sheets = two_sheets();
  const Mesh joined = join_meshes(sheets, {"napkin", "towel"});
  EXPECT_EQ(joined.node_count(), 12);
  EXPECT_EQ(joined.element_count(), 2 + 4);
  EXPECT_EQ(analyze_topology(joined).piece_count, 2);
  for (std::size_t p = 0; p < 2; ++p) {
    const Mesh own = mesh_of_piece(joined, joined.pieces[p]);
    EXPECT_EQ(own.x, sheets[p].x);
    EXPECT_EQ(own.elements, sheets[p].elements);
    ASSERT_EQ(own.parts.size(), sheets[p].parts.size());
    for (std::size_t k = 0; k < own.parts.size(); ++k) {
      EXPECT_EQ(own.parts[k].name, sheets[p].parts[k].name);
      EXPECT_EQ(own.parts[k].nodes, sheets[p].parts[k].nodes);
    }
  }
}

TEST(Pieces, OfAMeshWithoutAnyAreAllOfIt) {
  const Mesh sheet = two_sheets()[0];
  const std::vector<MeshPiece> pieces = pieces_of(sheet);
  ASSERT_EQ(pieces.size(), 1u);
  EXPECT_EQ(pieces[0].name, "cloth");
  EXPECT_EQ(pieces[0].node_count, 6);
  EXPECT_EQ(pieces[0].element_count, 2);
}

TEST(Pieces, HavePartsByTheirOwnNames) {
  const Mesh joined = join_meshes(two_sheets(), {"napkin", "towel"});
  const Topology topology = analyze_topology(joined);
  const auto nodes = [&](const std::string& name, std::size_t piece) {
    return nodes_of_parts(joined, topology, {name}, joined.pieces[piece]);
  };
  EXPECT_EQ(nodes("top_right", 0), std::vector<int>{5});
  EXPECT_EQ(nodes("top_right", 1), std::vector<int>{6 + 5});
  EXPECT_EQ(nodes("hem", 1), (std::vector<int>{6, 7, 8, 9, 10, 11}));
  EXPECT_EQ(nodes_of_parts(joined, topology, {"napkin.left", "towel.top_left"}),
            (std::vector<int>{0, 2, 4, 9}));
  EXPECT_EQ(nodes_of_parts(joined, topology, {"towel.hem"}).size(), 6u);
  EXPECT_EQ(nodes_of_parts(joined, topology, {"hem"}).size(), 12u);
  EXPECT_REFUSES(nodes("sleeve", 1), "cloth \"towel\" has no part \"sleeve\" (parts: bottom_left, ");
}

TEST(Pieces, NeedNamesThatDiffer) {
  EXPECT_REFUSES(join_meshes(two_sheets(), {"a", "a"}), "two cloths are named \"a\"");
  EXPECT_REFUSES(join_meshes(two_sheets(), {"a", ""}), "a name without a dot, got \"\"");
  EXPECT_REFUSES(join_meshes(two_sheets(), {"a.b", "b"}), "a name without a dot, got \"a.b\"");
  EXPECT_REFUSES(join_meshes({}, {}), "no cloth");
  EXPECT_REFUSES(find_piece(join_meshes(two_sheets(), {"a", "b"}).pieces, "c"),
                 "there is no cloth \"c\" (cloths: a, b)");
}

}  // namespace
}  // namespace isocloth::test
