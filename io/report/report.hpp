#pragma once

/// What a report is made of: sections of paragraphs, tables, plots, pictures and replays, in the order in
/// which they are read. Filled by who has something to show, written by html.hpp.

#include <deque>
#include <string>
#include <variant>
#include <vector>

#include "io/html/replay_data.hpp"
#include "io/picture/image.hpp"
#include "io/report/plot.hpp"

namespace isocloth::io {

/// Plain text; what stands between `backticks` is shown as code.
struct Paragraph {
  std::string text;
};

enum class Tone { plain, good, bad };

/// One cell of a table.
struct Cell {
  Cell(std::string words, Tone how = Tone::plain) : text(std::move(words)), tone(how) {}
  Cell(const char* words) : text(words) {}

  std::string text;
  Tone tone = Tone::plain;
};

inline Cell good(std::string words) { return {std::move(words), Tone::good}; }
inline Cell bad(std::string words) { return {std::move(words), Tone::bad}; }

/// The first column holds names, the others numbers.
struct Table {
  std::vector<std::string> columns{};
  std::vector<std::vector<Cell>> rows{};
  std::string caption{};
};

/// A picture inside the page.
struct Picture {
  std::string source{};  ///< PNG bytes, or an <svg> element
  std::string caption{};
};

/// A motion that plays in the page.
struct Replay {
  std::string data{};  ///< as replay_data gives it
  std::string caption{};
};

using Block = std::variant<Paragraph, Table, Plot, Picture, Replay>;

struct Section {
  std::string title{};
  std::vector<Block> blocks{};

  void add(Block block) { blocks.push_back(std::move(block)); }
  void say(std::string text) { add(Paragraph{std::move(text)}); }
};

struct Report {
  std::string title{};
  std::string lead{};              ///< one paragraph under the title
  std::deque<Section> sections{};  ///< references to sections stay valid

  /// Adds a section, with a first paragraph where there is one.
  Section& section(const std::string& section_title, const std::string& first = {});
};

Picture make_picture(const Image& image, const std::string& caption = {});

/// Beside each other or in one space, as the options say. Not played before the reader asks for it.
Replay make_replay(const std::vector<NamedTrajectory>& trajectories, const std::string& caption = {},
                   ReplayOptions options = {});

/// One file of HTML: style, pictures, plots, replays and the script that plays them inside, nothing outside.
/// Where the program was built without the viewer, a sentence stands where a replay would.
std::string to_html(const Report& report);

/// How it looks, on a screen by day and night and on paper: the contents of its <style> element.
const char* report_style();

}  // namespace isocloth::io
