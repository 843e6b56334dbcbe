#include "io/html/page.hpp"

#include <gtest/gtest.h>

#include "../trajectory/sample_trajectories.hpp"
#include "io/html/bundle.hpp"
#include "support/refusal.hpp"

namespace isocloth::io {
namespace {

const std::vector<NamedTrajectory>& waving() {
  static const std::vector<NamedTrajectory> kWaving{{"waving", isocloth::test::waving_sheet(5, 7, 4, false)}};
  return kWaving;
}

/// Without node and npm the program is built without the script, and says so.
bool is_built() {
  if (!embedded_viewer().empty()) return true;
  EXPECT_REFUSES(replay_bundle(), "apt install nodejs npm");
  EXPECT_REFUSES(replay_page(waving()), "built without its viewer");
  return false;
}

TEST(Page, HoldsScriptAndDataAndForbidsTheNetwork) {
  if (!is_built()) GTEST_SKIP() << "built without the viewer";
  const std::string page = replay_page(waving());
  EXPECT_NE(page.find("connect-src 'none'"), std::string::npos);
  EXPECT_NE(page.find(replay_bundle()), std::string::npos);
  EXPECT_NE(page.find("\"" + replay_data(waving()) + "\""), std::string::npos);
  for (const char* outside : {"<script src", "<link rel=\"stylesheet", "@import", "<img"})
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
}

TEST(Page, ScriptCanStandInsideAnElement) {
  if (!is_built()) GTEST_SKIP() << "built without the viewer";
  EXPECT_EQ(replay_bundle().find("</script"), std::string::npos);
  EXPECT_EQ(replay_bundle().find("<!--"), std::string::npos);
}

TEST(Page, TitleIsTextWhateverItHolds) {
  if (!is_built()) GTEST_SKIP() << "built without the viewer";
  const std::string page = replay_page(waving(), {.title = "<script>a & \"b\""});
  EXPECT_NE(page.find("<title>&lt;script&gt;a &amp; &quot;b&quot; · isocloth</title>"), std::string::npos);
  EXPECT_NE(live_page("x<y").find("<title>x&lt;y"), std::string::npos);
}

}  // namespace
}  // namespace isocloth::io
