#pragma once

/// What the paper says of the tank top, and what we accept.

#include "experiments/claim.hpp"

namespace isocloth::experiments::tanktop {

inline const Claim kTriangles{.name = "Triangles",
                              .place = "Tank-top simulation",
                              .paper = 1676,
                              .band = {0.98 * 1676, 1.02 * 1676},
                              .unit = ""};

inline const Claim kTotal{.name = "Total area error, largest in time",
                          .place = "Tank-top simulation, “almost zero”",
                          .paper = 0,
                          .band = at_most(0.1),
                          .unit = "%"};

inline const Claim kMean{.name = "Mean element error, largest in time",
                         .place = "Tank-top simulation, “around 1 %”",
                         .paper = 1,
                         .band = at_most(1),
                         .unit = "%"};

inline const Claim kDispersion{.name = "Dispersion, largest in time",
                               .place = "Tank-top simulation, “under 7 %”",
                               .paper = 7,
                               .band = at_most(3),
                               .unit = "%"};

}  // namespace isocloth::experiments::tanktop
