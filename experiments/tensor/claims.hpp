#pragma once

/// What the paper says of the size of its tensor, and what we accept.

#include "experiments/claim.hpp"

namespace isocloth::experiments::tensor {

/// "It has of the order of ~150 n non-zero elements." E, F and G share their pattern; we store each of the
/// three and also the rows of boundary edges and corners, so fewer nodes mean fewer per node.
inline const Claim kNonzerosPerNode{.name = "Non-zeros of the tensor per node, quads",
                                    .place = "Constraints evaluation, last remark",
                                    .paper = 150,
                                    .band = {75, 300},
                                    .unit = ""};

/// Each row reads a fixed number of entries, so cost grows as the mesh does, and a little faster where the
/// mesh outgrows a cache. A time on a machine that may be busy: reported, not judged.
inline const Claim kCostExponent{.name = "Cost of evaluating the rows, exponent of the number of nodes",
                                 .place = "–",
                                 .paper = std::nullopt,
                                 .band = anything(),
                                 .unit = ""};

}  // namespace isocloth::experiments::tensor
