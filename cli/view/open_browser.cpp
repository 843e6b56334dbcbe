#include "view/open_browser.hpp"

#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

extern char** environ;

namespace isocloth::cli {

std::unique_ptr<TemporaryFile> open_browser(const std::string& url) {
  if (::getenv("DISPLAY") == nullptr && ::getenv("WAYLAND_DISPLAY") == nullptr) return nullptr;
  auto page = std::make_unique<TemporaryFile>(".html");
  std::ofstream(page->path()) << "<!doctype html><meta charset=\"utf-8\"><title>isocloth</title><meta "
                                 "http-equiv=\"refresh\" content=\"0; url="
                              << url << "\"><a href=\"" << url << "\">The page is here.</a>\n";
  // a shell in between lets go of its child, so that nothing is left to wait for
  char shell[] = "sh", option[] = "-c", command[] = "xdg-open \"$0\" > /dev/null 2>&1 &";
  char* arguments[] = {shell, option, command, const_cast<char*>(page->path().c_str()), nullptr};
  pid_t process = 0;
  if (::posix_spawnp(&process, "sh", nullptr, nullptr, arguments, environ) == 0)
    ::waitpid(process, nullptr, 0);
  return page;
}

}  // namespace isocloth::cli
