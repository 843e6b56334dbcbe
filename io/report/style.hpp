#pragma once

/// How a report looks: on a screen by day and night, on paper.

namespace isocloth::io {

/// The contents of its <style> element.
const char* report_style();

}  // namespace isocloth::io
