#pragma once

/// A report as one file of HTML: style, pictures, plots, replays and the script that plays them inside,
/// nothing outside. Where the program was built without the viewer, a sentence stands where a replay would.

#include "io/report/report.hpp"

namespace isocloth::io {

std::string to_html(const Report& report);

}  // namespace isocloth::io
