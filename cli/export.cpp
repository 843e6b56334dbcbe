#include <fmt/format.h>

#include "commands.hpp"
#include "export_live.hpp"
#include "io/file.hpp"
#include "io/html/page.hpp"
#include "io/trajectory/trajectory_reader.hpp"
#include "isocloth/core/require.hpp"
#include "output.hpp"
#include "replay_options.hpp"

namespace isocloth::cli {
namespace {

void check_names(const std::vector<std::string>& in, const std::string& out, const std::string& what) {
  if (in.empty())
    io::fail_at(out, 0, "is the only name given; name the " + what + " first and the page (.html) last");
  if (io::ending_of(out) != ".html")
    io::fail_at(out, 0, "is not a page that can be made; end the last name in .html");
}

struct ExportOptions {
  std::vector<std::string> names;
  std::vector<std::string> overrides;
  bool live = false;
  io::ReplayOptions replay;
};

ExitStatus export_page(const ExportOptions& given) {
  std::vector<std::string> names = given.names;
  const io::ReplayOptions& options = given.replay;
  const std::string out = names.back();
  names.pop_back();
  check_names(names, out, given.live ? "scenes" : "trajectories (.ict)");
  if (given.live) return export_live(names, given.overrides, out);
  require(given.overrides.empty(), "--set changes a scene; use it with --live");
  check_options(options);
  const std::string page = io::replay_page(read_named(names), options);
  io::write_file(out, page);
  print(one_line(fmt::format("{}: {} MB, plays in any browser, offline", out,
                             short_number(static_cast<double>(page.size()) / 1e6))));
  return kDone;
}

}  // namespace

void add_export(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand(
      "export",
      "Write a page (.html) that replays trajectories, or simulates scenes, in any browser, offline");
  command
      ->add_option("TRAJECTORY|SCENE… OUT", options->names,
                   "Trajectories (.ict), with --live scenes; then the page (.html)")
      ->type_name("")
      ->required()
      ->expected(1, 64);
  command->add_flag("--live", options->live,
                    "The page simulates by itself: pull on the cloth, move obstacles, change its material");
  add_value(*command, "--set", options->overrides, "KEY=VALUE",
            "Change a value of the scenes; may be repeated")
      ->allow_extra_args(false);
  add_replay_options(*command, options->replay);
  command->footer(
      "Examples:\n"
      "  isocloth export shake.ict shake.html\n"
      "  isocloth export coarse.ict fine.ict compare.html --side-by-side --color area\n"
      "  isocloth export tablecloth tablecloth.html --live");
  command->callback([=, &chosen] { chosen = [=] { return export_page(*options); }; });
}

}  // namespace isocloth::cli
