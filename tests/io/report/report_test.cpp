#include "io/report/report.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "../trajectory/sample_trajectories.hpp"
#include "io/html/bundle.hpp"
#include "io/report/axis.hpp"
#include "support/refusal.hpp"

namespace isocloth::io {
namespace {

Report sample_report() {
  Report report{.title = "A <b> & \"c\"", .lead = "Use `isocloth < x`."};
  Section& first = report.section("First", "words");
  first.add(Table{.columns = {"", "paper"}, .rows = {{"e", "1"}, {good("ok"), bad("<no>")}}, .caption = "t"});
  first.add(Plot{
      .title = "a < b",
      .x_label = "t [s]",
      .y_label = "e [cm]",
      .series = {{.name = "p & q", .x = {0, 1, 2}, .y = {1, std::numeric_limits<double>::quiet_NaN(), 3}}},
      .bands = {{.low = 1, .high = 2, .name = "band"}}});
  first.add(make_picture(Image{2, 1, {255, 0, 0, 0, 0, 255}}, "two pixels"));
  report.section("Second").add(
      make_replay({{"waving", isocloth::test::waving_sheet(3, 3, 2, false)}}, "waves"));
  return report;
}

/// What of the page is ours: without the viewer's script.
std::string own_part(std::string page) {
  const std::string script(embedded_viewer());
  if (script.empty()) return page;
  return page.erase(page.find(script), script.size());
}

/// Names of elements that are opened and closed in the wrong order, or left open.
std::vector<std::string> unbalanced(const std::string& html) {
  std::vector<std::string> open, wrong;
  for (std::size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at + 1)) {
    const std::size_t end = html.find('>', at);
    if (end == std::string::npos) return {"unfinished tag"};
    if (html[at + 1] == '!' || html[end - 1] == '/') continue;
    const bool closes = html[at + 1] == '/';
    const std::size_t begin = at + (closes ? 2 : 1);
    const std::string name = html.substr(begin, html.find_first_of(" >", begin) - begin);
    if (name == "meta" || name == "link" || name == "img") continue;
    if (!closes) {
      open.push_back(name);
    } else if (open.empty() || open.back() != name) {
      wrong.push_back(name);
    } else {
      open.pop_back();
    }
  }
  wrong.insert(wrong.end(), open.begin(), open.end());
  return wrong;
}

TEST(ReportPage, OpensAndClosesEveryElement) {
  EXPECT_EQ(unbalanced(own_part(to_html(sample_report()))), std::vector<std::string>{});
}

TEST(ReportPage, AsksNothingOfTheNetwork) {
  const std::string page = own_part(to_html(sample_report()));
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  for (const char* outside : {"<script src", "https:", "@import", "url(", "<iframe", "fetch("})
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
  std::size_t sources = 0;
  for (std::size_t at = page.find("src=\""); at != std::string::npos;
       at = page.find("src=\"", at + 1), ++sources)
    EXPECT_EQ(page.compare(at, 9, "src=\"data"), 0);
  EXPECT_EQ(sources, 1U);
  // the only address is the name of SVG
  for (std::size_t at = page.find("http:"); at != std::string::npos; at = page.find("http:", at + 1))
    EXPECT_EQ(page.compare(at, 26, "http://www.w3.org/2000/svg"), 0);
}

TEST(ReportPage, ShowsTextAsTextAndBackticksAsCode) {
  const std::string page = to_html(sample_report());
  EXPECT_NE(page.find("<h1>A &lt;b&gt; &amp; &quot;c&quot;</h1>"), std::string::npos);
  EXPECT_NE(page.find("<code>isocloth &lt; x</code>"), std::string::npos);
  EXPECT_NE(page.find("<td class=\"bad\">&lt;no&gt;</td>"), std::string::npos);
}

TEST(ReportPage, HoldsTheScriptOnceAndOnlyForReplays) {
  Report report = sample_report();
  if (embedded_viewer().empty()) GTEST_SKIP() << "built without the viewer";
  const std::string script(embedded_viewer()), page = to_html(report);
  const std::size_t at = page.find(script);
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(page.find(script, at + 1), std::string::npos);
  report.sections.pop_back();
  EXPECT_EQ(to_html(report).find(script), std::string::npos);
}

TEST(Plot, LeavesAGapWhereAValueIsNotFinite) {
  const std::string svg = to_svg(
      {.series = {{.x = {0, 1, 2, 3, 4}, .y = {1, 2, std::numeric_limits<double>::infinity(), 3, 4}}}});
  const std::size_t path = svg.find("<path d=\"M", svg.find("<path") + 1);
  const std::string d = svg.substr(path, svg.find("style", path) - path);
  EXPECT_EQ(std::count(d.begin(), d.end(), 'M'), 2);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
}

TEST(Plot, RefusesSeriesWithoutPartners) {
  EXPECT_REFUSES(to_svg({.series = {{.name = "a", .x = {1}, .y = {}}}}), "series \"a\" has 1 x and 0 y");
}

TEST(PlotAxis, TicksAreRoundAndInside) {
  for (const bool logarithmic : {false, true})
    for (const std::vector<double>& values :
         {std::vector<double>{0.013, 0.92}, {250, 1300}, {3, 3}, {}, {-2e-7, 5e-7}}) {
      const Axis axis(values, logarithmic, 0, 100);
      EXPECT_LE(axis.ticks().size(), 12U);
      for (const double tick : axis.ticks()) {
        EXPECT_GE(axis.place(tick), -1e-6);
        EXPECT_LE(axis.place(tick), 100 + 1e-6);
      }
      for (const double value : values) {
        if (axis.shows(value)) {
          EXPECT_TRUE(axis.place(value) >= 0 && axis.place(value) <= 100) << value;
        }
      }
    }
}

}  // namespace
}  // namespace isocloth::io
