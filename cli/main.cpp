#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "commands.hpp"
#include "io/scene/spelling.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/core/version.hpp"
#include "output.hpp"

namespace isocloth::cli {
namespace {

ExitStatus complain(const std::string& sentence) {
  fmt::print(stderr, "isocloth: {}\n", one_line(sentence));
  return kBadInput;
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
    app.exit(error);
    return kDone;
  }
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const std::string command = chosen.empty() ? "" : " " + chosen.front()->get_name();
  return complain(fmt::format("{}; see isocloth{} --help", error.what(), command));
}

ExitStatus run_program(int argc, char** argv) {
  CLI::App app("Simulates textiles as inextensible surfaces.", "isocloth");
  app.set_version_flag("--version", std::string("isocloth ") + kVersion);
  app.require_subcommand(1);
  app.footer(
      "Example: isocloth run shake --out shake.ict\nEach command explains itself: isocloth COMMAND --help");
  Command chosen;
  add_run(app, chosen);
  add_info(app, chosen);
  add_convert(app, chosen);
  add_render(app, chosen);
  add_view(app, chosen);
  add_export(app, chosen);
  add_fit(app, chosen);
  add_track(app, chosen);
  add_record_synthetic(app, chosen);
  add_bench(app, chosen);
  add_drape(app, chosen);
  add_reproduce(app, chosen);
  add_scenes(app, chosen);
  add_materials(app, chosen);

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
  try {
    return cli::run_program(argc, argv);
  } catch (const InputError& error) {
    return cli::complain(error.what());
  } catch (const std::bad_alloc&) {
    return cli::complain(
        "not enough memory; use fewer nodes, or write frames to a .ict file as they are made");
  } catch (const std::exception& error) {
    return cli::complain(std::string("unexpected error (") + error.what() + "); please report it");
  }
}
