#pragma once

/// What `fit` hands out: lines, JSON, a material file and a page.

#include "fitting/fit/study.hpp"
#include "output.hpp"

namespace isocloth::cli {

std::string fit_text(const fitting::Study& study);
Json fit_json(const fitting::Study& study, const fitting::StudyOptions& options);

/// InputError where one of the files that write_fit makes is what is fitted.
void check_fit_files(const std::string& folder);

/// report.html, fit.json and material.yaml.
void write_fit(const std::string& folder, const fitting::Study& study, const fitting::StudyOptions& options);

}  // namespace isocloth::cli
