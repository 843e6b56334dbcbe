#include "cli/bench/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace isocloth::cli::bench {
namespace {

double per_step(double sum, const RunReport& run) {
  return sum / static_cast<double>(std::max<std::int64_t>(run.steps, 1));
}

/// A number of the reference, or null where it did not run.
template <class Value>
Json of_reference(const Result& r, Value value) {
  return r.reference ? Json(value(*r.reference)) : Json(nullptr);
}

using Reference = Result::Reference;

std::string plain(const Json& value) {
  if (value.is_null()) return "–";
  return value.is_string() ? value.get<std::string>() : value.dump();
}
std::string times(const Json& value) {
  return value.is_null() ? "–" : short_number(value.get<double>()) + "×";
}
std::string two_digits(const Json& value) { return fmt::format("{:.2f}", value.get<double>()); }
std::string milliseconds(const Json& value) { return fmt::format("{:.3g} ms", value.get<double>()); }
std::string seconds_in_ms(const Json& value) { return fmt::format("{:.3g} ms", 1000 * value.get<double>()); }
std::string short_flops(const Json& value) { return short_number(value.get<double>()); }
std::string whole(const Json& value) { return fmt::format("{:.0f}", value.get<double>()); }
/// Never "100 %" where a step is missing.
std::string share(const Json& value) {
  const double percentage = std::floor(1e4 * value.get<double>()) / 100;
  return percentage < 100 ? fmt::format("{:.2f} %", percentage) : "100 %";
}
std::string fraction(const Json& value) { return percent(value.get<double>()); }

struct Column {
  const char* key;
  Json (*value)(const Result&);
  const char* heading = nullptr;  ///< none: in JSON only
  std::string (*text)(const Json&) = nullptr;
};

const Column kColumns[] = {
    {"name", [](const Result& r) -> Json { return r.name; }, "scene", plain},
    {"nodes", [](const Result& r) -> Json { return r.nodes; }, "nodes", plain},
    {"elements", [](const Result& r) -> Json { return r.elements; }},
    {"dt", [](const Result& r) -> Json { return r.dt; }, "dt", seconds_in_ms},
    {"steps", [](const Result& r) -> Json { return r.run.steps; }, "steps", plain},
    {"threads", [](const Result& r) -> Json { return r.threads; }},
    {"repetitions", [](const Result& r) -> Json { return r.repetitions; }},
    {"ms_per_step", [](const Result& r) -> Json { return per_step(1000 * r.best_s, r.run); }, "a step",
     milliseconds},
    {"ms_per_step_median", [](const Result& r) -> Json { return per_step(1000 * r.median_s, r.run); }},
    {"cpu_ms_per_step", [](const Result& r) -> Json { return per_step(1000 * r.processor_s, r.run); }, "cpu",
     milliseconds},
    {"realtime_factor", [](const Result& r) -> Json { return r.run.simulated / r.best_s; }, "real time",
     times},
    {"reference_ratio",
     [](const Result& r) {
       return of_reference(r, [](const Reference& f) { return f.best_s / f.solver_s; });
     },
     "reference", times},
    {"reference_steps",
     [](const Result& r) { return of_reference(r, [](const Reference& f) { return f.run.steps; }); },
     "over steps", plain},
    {"reference_iterations_mean",
     [](const Result& r) {
       return of_reference(r, [](const Reference& f) { return f.run.iterations_mean(); });
     }},
    {"reference_converged_share",
     [](const Result& r) {
       return of_reference(r, [](const Reference& f) { return f.run.converged_share(); });
     }},
    {"iterations_mean", [](const Result& r) -> Json { return r.run.iterations_mean(); }, "iterations",
     two_digits},
    {"factorizations_per_s",
     [](const Result& r) -> Json { return static_cast<double>(r.run.iterations) / r.run.simulated; },
     "factor./s", whole},
    {"factor_mflop", [](const Result& r) -> Json { return 1e-6 * r.factor_flops; }, "Mflop", short_flops},
    {"gflop_per_s",
     [](const Result& r) -> Json {
       return 1e-9 * r.factor_flops * static_cast<double>(r.run.iterations) / r.best_s;
     },
     "Gflop/s", whole},
    {"metric_error_max", [](const Result& r) -> Json { return r.run.metric_error; }, "metric", fraction},
    {"area_dispersion", [](const Result& r) -> Json { return r.run.area_dispersion; }, "area", fraction},
    {"converged_share", [](const Result& r) -> Json { return r.run.converged_share(); }, "converged", share},
    {"substep_share",
     [](const Result& r) -> Json { return per_step(static_cast<double>(r.run.divided_steps), r.run); }},
    {"peak_memory_MB", [](const Result& r) -> Json { return r.peak_memory_mb; }, "MB", whole},
};

/// Characters as a person counts them, UTF-8 taken into account.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

Json to_json(const Result& result) {
  Json object;
  for (const Column& column : kColumns) object[column.key] = column.value(result);
  return object;
}

std::string aligned(const std::vector<std::vector<std::string>>& lines) {
  std::vector<std::size_t> widths(lines.front().size(), 0);
  for (const auto& line : lines)
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], width_of(line[c]));
  std::string text;
  for (const auto& line : lines) {
    if (!text.empty()) text += '\n';
    for (std::size_t c = 0; c < line.size(); ++c) {
      const std::string space(widths[c] - width_of(line[c]), ' ');
      text += c == 0 ? line[c] + space : "  " + space + line[c];
    }
  }
  return text;
}

std::string table_of(const std::vector<Result>& results) {
  std::vector<std::vector<std::string>> lines(1);
  for (const Column& column : kColumns)
    if (column.heading) lines.front().push_back(column.heading);
  for (const Result& result : results) {
    lines.emplace_back();
    for (const Column& column : kColumns)
      if (column.heading) lines.back().push_back(column.text(column.value(result)));
  }
  return aligned(lines);
}

}  // namespace isocloth::cli::bench
