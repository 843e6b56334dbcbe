#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <new>
#include <sstream>

#include "commands.hpp"
#include "io/inputs.hpp"
#include "io/scene/spelling.hpp"
#include "isocloth/core/instruction_set.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/core/version.hpp"
#include "output.hpp"

namespace isocloth::cli {
namespace {

/// One line on stderr; where that cannot be written either, the status has to do.
ExitStatus complain(const std::string& sentence, ExitStatus status) {
  std::fputs(("isocloth: " + one_line(sentence) + "\n").c_str(), stderr);
  return status;
}

/// A closed stdin, stdout or stderr becomes /dev/null: the next file to be opened would get its number, and
/// what is printed would end up in that file.
void open_standard_files() {
  while (true) {
    const int file = ::open("/dev/null", O_RDWR);  // the lowest number that is free
    if (file < 0) return;
    if (file > STDERR_FILENO) {
      ::close(file);
      return;
    }
  }
}

std::vector<std::string> names_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

/// The parser's own words for a wrong command are of little help.
void check_command(const CLI::App& app, int argc, char** argv) {
  const std::vector<std::string> names = names_of(app);
  require(argc > 1, "no command given; use one of " + io::joined(names) + ", or isocloth --help");
  const std::string word = argv[1];
  if (word.starts_with('-') || std::find(names.begin(), names.end(), word) != names.end()) return;
  const std::string hint = io::suggestion(word, names);
  throw InputError("unknown command \"" + word + "\"" +
                   (hint.empty() ? "; use one of " + io::joined(names) : hint) + " (see isocloth --help)");
}

/// Help and version go to stdout, wrong usage becomes one line.
ExitStatus answer(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) {
    std::ostringstream text;
    app.exit(error, text, text);
    std::string lines = text.str();
    if (lines.ends_with('\n')) lines.pop_back();
    print(lines);
    return kDone;
  }
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const std::string command = chosen.empty() ? "" : " " + chosen.front()->get_name();
  return complain(fmt::format("{}; see isocloth{} --help", error.what(), command), kBadInput);
}

ExitStatus run_program(int argc, char** argv) {
  CLI::App app("Simulates textiles as inextensible surfaces.", "isocloth");
  app.set_version_flag("--version", std::string("isocloth ") + kVersion + " (" + instruction_set() + ")");
  app.require_subcommand(1);
  app.footer(
      "Example: isocloth run shake --out shake.ict\nEach command explains itself: isocloth COMMAND --help\n"
      "Exit status: 0 done, 1 ran but missed, 2 bad input, 3 a defect of the program or too little memory.");
  Command chosen;
  for (const auto add :
       {add_run, add_info, add_convert, add_render, add_view, add_export, add_fit, add_track,
        add_record_synthetic, add_bench, add_drape, add_reproduce, add_scenes, add_materials})
    add(app, chosen);

  check_command(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return answer(app, error);
  }
  return chosen();
}

}  // namespace
}  // namespace isocloth::cli

int main(int argc, char** argv) {
  using namespace isocloth;
  cli::open_standard_files();
  const io::KeepInputs keep;
  try {
    return cli::run_program(argc, argv);
  } catch (const InputError& error) {
    return cli::complain(error.what(), cli::kBadInput);
  } catch (const cli::OutputError& error) {
    return cli::complain(error.what(), cli::kMissed);
  } catch (const std::bad_alloc&) {
    return cli::complain(
        "not enough memory; use fewer nodes, or write frames to a .ict file as they are made", cli::kBroken);
  } catch (const std::exception& error) {
    return cli::complain(std::string("unexpected error (") + error.what() + "); please report it",
                         cli::kBroken);
  }
}
