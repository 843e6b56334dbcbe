#include "io/report/report.hpp"

#include <fmt/format.h>

#include "io/escape.hpp"
#include "io/html/bundle.hpp"
#include "io/html/page.hpp"
#include "io/trajectory/bytes.hpp"

namespace isocloth::io {
namespace {

/// Escaped, and what stands between backticks as code.
std::string prose(const std::string& text) {
  std::string html;
  bool code = false;
  for (const char c : escaped(text)) {
    if (c != '`') {
      html += c;
      continue;
    }
    html += code ? "</code>" : "<code>";
    code = !code;
  }
  return code ? html + "</code>" : html;
}

std::string figure(const std::string& inside, const std::string& caption, const char* kind = "") {
  const std::string under = caption.empty() ? "" : "<figcaption>" + prose(caption) + "</figcaption>\n";
  return fmt::format("<figure{}>\n", kind) + inside + under + "</figure>\n";
}

/// Each block as HTML; replays are numbered.
struct WriteBlock {
  int& replays;

  std::string operator()(const Paragraph& paragraph) const {
    return "<p>" + prose(paragraph.text) + "</p>\n";
  }
  std::string operator()(const Plot& plot) const { return figure(to_svg(plot), plot.caption); }
  std::string operator()(const Picture& picture) const {
    if (picture.source.starts_with("<svg")) return figure(picture.source, picture.caption);
    return figure(fmt::format("<img alt=\"{}\" src=\"data:image/png;base64,{}\">\n", escaped(picture.caption),
                              to_base64(picture.source)),
                  picture.caption);
  }
  std::string operator()(const Table& table) const {
    std::string html = "<div class=\"wide\"><table>\n";
    if (!table.caption.empty()) html += "<caption>" + prose(table.caption) + "</caption>\n";
    html += "<thead><tr>";
    for (const std::string& column : table.columns) html += "<th>" + prose(column) + "</th>";
    html += "</tr></thead>\n<tbody>\n";
    for (const std::vector<Cell>& row : table.rows) {
      html += "<tr>";
      for (const Cell& cell : row) html += cell_html(cell);
      html += "</tr>\n";
    }
    return html + "</tbody></table></div>\n";
  }
  std::string operator()(const Replay& replay) const {
    if (embedded_viewer().empty())
      return figure(
          "<div class=\"missing\">A replay stands here where isocloth is built with node and npm.</div>\n",
          replay.caption);
    const int id = ++replays;
    return figure(fmt::format("<div class=\"replay\" id=\"replay-{0}\"></div>\n"
                              "<script>isoclothReplay(document.getElementById(\"replay-{0}\"), \"{1}\", "
                              "{{autoplay: false}})</script>\n",
                              id, replay.data),
                  replay.caption, " class=\"plays\"");
  }

 private:
  static std::string cell_html(const Cell& cell) {
    const char* tone = cell.tone == Tone::good  ? " class=\"good\""
                       : cell.tone == Tone::bad ? " class=\"bad\""
                                                : "";
    return fmt::format("<td{}>{}</td>", tone, prose(cell.text));
  }
};

std::string contents(const Report& report) {
  if (report.sections.size() < 2) return {};
  std::string html = "<nav><ul>\n";
  for (std::size_t k = 0; k < report.sections.size(); ++k)
    html += fmt::format("<li><a href=\"#section-{}\">{}</a></li>\n", k + 1, prose(report.sections[k].title));
  return html + "</ul></nav>\n";
}

bool holds_replay(const Report& report) {
  for (const Section& section : report.sections)
    for (const Block& block : section.blocks)
      if (std::holds_alternative<Replay>(block)) return true;
  return false;
}

std::string body(const Report& report) {
  std::string html = "<main>\n<h1>" + prose(report.title) + "</h1>\n";
  if (!report.lead.empty()) html += "<p class=\"lead\">" + prose(report.lead) + "</p>\n";
  html += contents(report);
  int replays = 0;
  for (std::size_t k = 0; k < report.sections.size(); ++k) {
    html += fmt::format("<section>\n<h2 id=\"section-{}\">{}</h2>\n", k + 1, prose(report.sections[k].title));
    for (const Block& block : report.sections[k].blocks) html += std::visit(WriteBlock{replays}, block);
    html += "</section>\n";
  }
  return html + "</main>\n";
}

}  // namespace

std::string to_html(const Report& report) {
  const std::string script =
      holds_replay(report) ? "<script>" + std::string(embedded_viewer()) + "</script>\n" : "";
  return R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
)" + content_policy() +
         R"(
<link rel="icon" href="data:,">
<title>)" +
         escaped(report.title) + "</title>\n<style>" + report_style() + "</style>\n" + script +
         "</head>\n<body>\n" + body(report) + "</body>\n</html>\n";
}

}  // namespace isocloth::io
