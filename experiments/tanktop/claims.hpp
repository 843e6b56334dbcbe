#pragma once

/// What the paper says of the tank top, and what we accept.

#include "experiments/claim.hpp"

namespace isocloth::experiments::tanktop {

inline const Claim kTriangles{"Triangles", "Tank-top simulation", 1676, {0.98 * 1676, 1.02 * 1676}, ""};

inline const Claim kTotal{"Total area error, largest in time", "Tank-top simulation, “almost zero”", 0,
                          at_most(0.1), "%"};

inline const Claim kMean{"Mean element error, largest in time", "Tank-top simulation, “around 1 %”", 1,
                         at_most(1), "%"};

inline const Claim kDispersion{"Dispersion, largest in time", "Tank-top simulation, “under 7 %”", 7,
                               at_most(3), "%"};

}  // namespace isocloth::experiments::tanktop
