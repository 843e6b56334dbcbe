#pragma once

/// From the rows of each cloth to those of a model: constraints of all, then springs of all; K is a block of
/// each.

#include "isocloth/dynamics/cloth_model.hpp"

namespace isocloth {

/// Rows of one cloth, by its own numbers, and their law.
struct RowsOfPiece {
  QuadraticRows rows;
  RowLaw law;
};

/// Also makes the springs of the piece.
RowsOfPiece make_rows(const ClothPiece& cloth, const Topology& topology, const std::vector<int>& corners,
                      Piece& piece);

/// Rows and law of the model, whose pieces say where each cloth begins; their springs learn it too.
void join_rows(const std::vector<RowsOfPiece>& made, ClothModel& model);

NodeMatrix join_bending(const std::vector<NodeMatrix>& made, const ClothModel& model);

}  // namespace isocloth
