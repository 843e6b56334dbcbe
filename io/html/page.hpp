#pragma once

/// A replay as one file of HTML that plays in any browser, offline, and asks the network for nothing.
///
///   report:  replay_bundle() once in a <script>, then for each replay
///            <div id="a" style="height: 480px"></div>
///            <script>isoclothReplay(document.getElementById("a"), "…replay_data()…", {autoplay:
///            false})</script>
///
/// Inside an element the viewer keeps to itself: its styles neither reach the report nor are reached by it.

#include "io/html/replay_data.hpp"

namespace isocloth::io {

/// What a page may do beside running the scripts that stand in it.
struct PagePolicy {
  std::string connect = "'none'";  ///< whom it may ask over the network
  std::string scripts{};           ///< further scripts, each with a blank in front
  std::string workers = "'none'";
};

/// The header by which the browser itself holds a page to its promise: nothing is fetched but what the policy
/// allows.
std::string content_policy(const PagePolicy& policy = {});

/// A page that is filled by the element "isocloth", with what `body` puts into it.
std::string html_page(const std::string& title, const PagePolicy& policy, const std::string& body);

/// The whole page.
std::string replay_page(const std::vector<NamedTrajectory>& trajectories, const ReplayOptions& options = {});

/// The page of a live run: it asks the server that gave it for frames.
std::string live_page(const std::string& title);

/// The viewer's script, which defines window.isoclothReplay(element, data, options); it can stand inside a
/// <script> element. InputError that says what to install where the program was built without it.
std::string replay_bundle();

}  // namespace isocloth::io
