#include "view/open_browser.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace isocloth::cli {

void open_browser(const std::string& url) {
  if (::getenv("DISPLAY") == nullptr && ::getenv("WAYLAND_DISPLAY") == nullptr) return;
  posix_spawn_file_actions_t quiet;
  ::posix_spawn_file_actions_init(&quiet);
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO})
    ::posix_spawn_file_actions_addopen(&quiet, descriptor, "/dev/null", O_WRONLY, 0);
  // a shell in between lets go of its child, so that nothing is left to wait for
  const std::string command = "xdg-open '" + url + "' &";  // the address holds letters, digits and : / . only
  char shell[] = "sh", option[] = "-c";
  char* arguments[] = {shell, option, const_cast<char*>(command.c_str()), nullptr};
  pid_t process = 0;
  if (::posix_spawnp(&process, "sh", &quiet, nullptr, arguments, environ) == 0)
    ::waitpid(process, nullptr, 0);
  ::posix_spawn_file_actions_destroy(&quiet);
}

}  // namespace isocloth::cli
