#include <fmt/format.h>

#include "commands.hpp"
#include "io/file.hpp"
#include "io/html/page.hpp"
#include "io/trajectory/trajectory_reader.hpp"
#include "output.hpp"
#include "replay_options.hpp"

namespace isocloth::cli {
namespace {

void check_names(const std::vector<std::string>& in, const std::string& out) {
  if (in.empty())
    io::fail_at(out, 0,
                "is the only name given; name the trajectories (.ict) first and the page (.html) last");
  if (io::ending_of(out) != ".html")
    io::fail_at(out, 0, "is not a page that can be made; end the last name in .html");
}

ExitStatus export_page(std::vector<std::string> names, const io::ReplayOptions& options) {
  const std::string out = names.back();
  names.pop_back();
  check_names(names, out);
  check_options(options);
  const std::string page = io::replay_page(read_named(names), options);
  io::write_file(out, page);
  print(one_line(fmt::format("{}: {} MB, plays in any browser, offline", out,
                             short_number(static_cast<double>(page.size()) / 1e6))));
  return kDone;
}

}  // namespace

void add_export(CLI::App& app, Command& chosen) {
  struct Options {
    std::vector<std::string> names;
    io::ReplayOptions replay;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("export", "Write a page (.html) that replays trajectories in any browser, offline");
  command->add_option("TRAJECTORY… OUT", options->names, "Trajectories (.ict), then the page (.html)")
      ->type_name("")
      ->required()
      ->expected(1, 64);
  add_replay_options(*command, options->replay);
  command->footer(
      "Examples:\n"
      "  isocloth export shake.ict shake.html\n"
      "  isocloth export coarse.ict fine.ict compare.html --side-by-side --color area");
  command->callback([=, &chosen] { chosen = [=] { return export_page(options->names, options->replay); }; });
}

}  // namespace isocloth::cli
