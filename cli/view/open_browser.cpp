#include "view/open_browser.hpp"

#include <fcntl.h>
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
  posix_spawn_file_actions_t quiet;
  ::posix_spawn_file_actions_init(&quiet);
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO})
    ::posix_spawn_file_actions_addopen(&quiet, descriptor, "/dev/null", O_WRONLY, 0);
  // a shell in between lets go of its child, so that nothing is left to wait for
  char shell[] = "sh", option[] = "-c", command[] = "xdg-open \"$0\" &";
  char* arguments[] = {shell, option, command, const_cast<char*>(page->path().c_str()), nullptr};
  pid_t process = 0;
  if (::posix_spawnp(&process, "sh", &quiet, nullptr, arguments, environ) == 0)
    ::waitpid(process, nullptr, 0);
  ::posix_spawn_file_actions_destroy(&quiet);
  return page;
}

}  // namespace isocloth::cli
