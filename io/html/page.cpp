#include "io/html/page.hpp"

#include <fmt/format.h>

#include "io/escape.hpp"
#include "io/html/bundle.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {

std::string html_page(const std::string& title, const PagePolicy& policy, const std::string& body) {
  return fmt::format(R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
{}
<meta name="color-scheme" content="dark light">
<link rel="icon" href="data:,">
<title>{} · isocloth</title>
<style>html, body {{ margin: 0; height: 100%; overflow: hidden; }} #isocloth {{ position: fixed; inset: 0; }}</style>
</head>
<body>
<div id="isocloth"></div>
<noscript>This page needs JavaScript to show the cloth.</noscript>
{}
</body>
</html>
)",
                     content_policy(policy), escaped(title), body);
}

std::string content_policy(const PagePolicy& policy) {
  return fmt::format(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
      "'unsafe-inline'{}; "
      "style-src 'unsafe-inline'; img-src data: blob:; worker-src {}; connect-src {}\">",
      policy.scripts, policy.workers, policy.connect);
}

std::string replay_bundle() {
  const std::string_view script = embedded_viewer();
  require(!script.empty(),
          "this isocloth was built without its viewer; install node 18 or newer and npm "
          "(apt install nodejs npm) and build it again");
  return std::string(script);
}

std::string replay_page(const std::vector<NamedTrajectory>& trajectories, const ReplayOptions& options) {
  const std::string script = replay_bundle();
  const std::string data = replay_data(trajectories, options);
  std::string title = options.title;
  if (title.empty()) title = trajectories.front().name;
  return html_page(title, {},
                   fmt::format("<script>{}</script>\n"
                               "<script>isoclothReplay(document.getElementById(\"isocloth\"), \"{}\", "
                               "{{page: true}})</script>",
                               script, data));
}

std::string live_page(const std::string& title) {
  return html_page(title, {.connect = "'self' ws: wss:"},
                   fmt::format("<script>{}</script>\n"
                               "<script>isoclothLive(document.getElementById(\"isocloth\"))</script>",
                               replay_bundle()));
}

}  // namespace isocloth::io
