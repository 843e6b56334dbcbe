#pragma once

/// What a fit found, as a page: parameters, errors over time beside the noise floor, where on the cloth they
/// are, and measured and simulated cloth side by side.

#include "fitting/fit/study.hpp"
#include "io/report/report.hpp"

namespace isocloth::fitting {

io::Report fit_report(const Study& study);

/// Its parts, for pages about several recordings.
io::Table parameter_table(const FitResult& fit);
io::Plot error_plot(const Study& study, const std::string& title);
io::Picture error_map(const Study& study);
io::Replay comparison_replay(const Study& study);

/// "0.52 ± 0.01 kg/m²".
std::string value_text(const FittedParameter& fitted);

}  // namespace isocloth::fitting
