#pragma once

/// What `fit` hands out: lines, JSON, a material file and a page.

#include "fitting/fit/study.hpp"
#include "output.hpp"

namespace isocloth::cli {

std::string fit_text(const fitting::Study& study);
Json fit_json(const fitting::Study& study, const fitting::StudyOptions& options);

/// report.html, fit.json and material.yaml.
void write_fit(const std::string& folder, const fitting::Study& study, const fitting::StudyOptions& options);

}  // namespace isocloth::cli
