#pragma once

/// What the paper says of the size of its tensor, and what we accept.

#include "experiments/claim.hpp"

namespace isocloth::experiments::tensor {

/// "It has of the order of ~150 n non-zero elements." E, F and G share their pattern; we store each of the
/// three and also the rows of boundary edges and corners, so fewer nodes mean fewer per node.
inline const Claim kNonzerosPerNode{
    "Non-zeros of the tensor per node, quads", "Constraints evaluation, last remark", 150, {75, 300}, ""};

/// Each row reads a fixed number of entries, so cost grows as the mesh does, and a little faster where the
/// mesh outgrows a cache. A time on a machine that may be busy: reported, not judged.
inline const Claim kCostExponent{
    "Cost of evaluating the rows, exponent of the number of nodes", "–", {}, anything(), ""};

}  // namespace isocloth::experiments::tensor
