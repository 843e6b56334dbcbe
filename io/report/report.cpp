#include "io/report/report.hpp"

namespace isocloth::io {

Section& Report::section(const std::string& section_title, const std::string& first) {
  Section& added = sections.emplace_back(Section{section_title, {}});
  if (!first.empty()) added.say(first);
  return added;
}

Picture make_picture(const Image& image, const std::string& caption) { return {to_png(image), caption}; }

Replay make_replay(const std::vector<NamedTrajectory>& trajectories, const std::string& caption,
                   ReplayOptions options) {
  options.autoplay = false;
  return {replay_data(trajectories, options), caption};
}

}  // namespace isocloth::io
