#pragma once

/// Shows a page in the user's browser, where there is a screen.

#include <string>

namespace isocloth::cli {

/// Starts xdg-open and does not wait for it; nothing without a display or without xdg-open.
void open_browser(const std::string& url);

}  // namespace isocloth::cli
