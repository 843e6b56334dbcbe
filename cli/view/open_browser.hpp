#pragma once

/// Shows a page in the user's browser, where there is a screen.

#include <memory>
#include <string>

#include "view/temporary_file.hpp"

namespace isocloth::cli {

/// Starts xdg-open and does not wait for it; nothing without a display or without xdg-open. The address holds
/// a secret, and what stands on a command line every user of the machine can see: xdg-open gets a file that
/// only this user can read and that leads to the address. The file lasts as long as what is returned.
std::unique_ptr<TemporaryFile> open_browser(const std::string& url);

}  // namespace isocloth::cli
