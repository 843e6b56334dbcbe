#include <signal.h>
#include <stdlib.h>

#include <chrono>
#include <optional>
#include <thread>

#include "io/html/bundle.hpp"
#include "program.hpp"

namespace isocloth::cli::test {
namespace {

std::string short_run(const TemporaryFolder& folder) {
  const std::string path = folder / "run.ict";
  EXPECT_EQ(isocloth_program({"run", "shake", "--set", "time.duration=0.1", "--out", path}).status, 0);
  return path;
}

TEST(Export, WritesOnePageOrSaysWhatIsMissing) {
  const TemporaryFolder folder;
  const std::string run = short_run(folder);
  const Result result = isocloth_program({"export", run, run, folder / "page.html", "--title", "two runs"});
  if (io::embedded_viewer().empty()) return expect_refusal(result, "apt install nodejs npm");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(contents_of(folder / "page.html").find("<title>two runs"), std::string::npos);
}

TEST(Export, LiveWritesAPageWithTheEngineOrSaysHowToGetIt) {
  const TemporaryFolder folder;
  const std::string page = folder / "page.html";
  expect_refusal(isocloth_program({"export", short_run(folder), page, "--set", "time.step=0.1"}), "--live");
  const Result result = isocloth_program({"export", "shake", "drop", page, "--live"});
  if (result.status != 0) {
    const bool has_viewer = !io::embedded_viewer().empty();
    return expect_refusal(result, has_viewer ? "make playground" : "");
  }
  EXPECT_NE(contents_of(page).find("isoclothPlay("), std::string::npos);
  expect_refusal(isocloth_program({"export", "nowhere", page, "--live"}), "nowhere");
}

TEST(Export, RefusesNamesThatMakeNoPage) {
  const TemporaryFolder folder;
  const std::string run = short_run(folder);
  expect_refusal(isocloth_program({"export", run, folder / "page.txt"}), "end the last name in .html");
  expect_refusal(isocloth_program({"export", folder / "page.html"}), "name the trajectories (.ict) first");
  expect_refusal(isocloth_program({"export", folder / "none.ict", folder / "page.html"}), "none.ict");
  expect_refusal(isocloth_program({"export", run, folder / "page.html", "--color", "taste"}), "no colour");
}

TEST(Render, VideoNeedsFfmpegOrMakesAFile) {
  const TemporaryFolder folder;
  const Result result = isocloth_program({"render", short_run(folder), folder / "run.mp4", "--fps", "20"});
  if (result.status != 0) return expect_refusal(result, "apt install ffmpeg");
  EXPECT_NE(result.out.find("3 frames"), std::string::npos) << result.out;
  EXPECT_EQ(contents_of(folder / "run.mp4").substr(4, 4), "ftyp");
}

TEST(View, RefusesWhatCannotBeServed) {
  const TemporaryFolder folder;
  const std::string run = short_run(folder);
  expect_refusal(isocloth_program({"view", run, run, "--live"}), "--live shows one run");
  if (io::embedded_viewer().empty()) return;
  expect_refusal(isocloth_program({"view", run, "--no-open", "--host", "nowhere"}),
                 "--host nowhere is no address");
  expect_refusal(isocloth_program({"view", run, "--no-open", "--host", "203.0.113.1"}),
                 "cannot be listened on");
  expect_refusal(isocloth_program({"view", folder / "none.ict", "--no-open"}), "none.ict");
}

/// Sets a variable of the environment while it lives.
class Setting {
 public:
  Setting(const char* name, const std::string& value) : name_(name) {
    if (const char* before = ::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  ~Setting() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST(View, HandsTheAddressToTheBrowserInAFileOfTheUserAloneAndNotOnACommandLine) {
  if (io::embedded_viewer().empty()) GTEST_SKIP() << "built without the viewer";
  const TemporaryFolder folder, temporary;
  const std::string run = short_run(folder);
  const std::string script =
      folder.write("xdg-open",
                   "#!/bin/sh\ncd \"${0%/*}\"\necho \"$@\" > arguments\n"
                   "stat -c %a \"$1\" > mode\ncat \"$1\" > page.part\nmv page.part page\n");
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  const Setting path("PATH", (folder / "") + ":" + ::getenv("PATH")), display("DISPLAY", ":0"),
      place("TMPDIR", temporary / "");
  Child child({"view", run});
  ASSERT_TRUE(wait_for_size(folder / "page", 1));
  child.send(SIGTERM);
  const Result result = child.wait();
  const std::string url = result.out.substr(0, result.out.find(' '));
  ASSERT_TRUE(url.starts_with("http://127.0.0.1:")) << result.out;
  EXPECT_NE(contents_of(folder / "page").find("url=" + url + "\""), std::string::npos);
  EXPECT_EQ(contents_of(folder / "mode"), "600\n");
  const std::string given = contents_of(folder / "arguments");
  EXPECT_TRUE(given.starts_with(temporary / "")) << given;
  EXPECT_FALSE(std::filesystem::exists(given.substr(0, given.size() - 1))) << "it is gone with the program";
}

TEST(View, EndsOnASignal) {
  if (io::embedded_viewer().empty()) GTEST_SKIP() << "built without the viewer";
  for (const char* how : {"--live", "--no-open"}) {
    Result result;  // a signal that comes before the page is served just ends the program
    for (int delay_ms = 300; result.out.empty() && delay_ms < 30'000; delay_ms *= 3) {
      Child child({"view", "shake", "--set", "time.duration=0.1", "--no-open", how});
      std::this_thread::sleep_for(std::chrono::milliseconds(delay_ms));
      child.send(SIGINT);
      result = child.wait();
    }
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_NE(result.out.find("http://127.0.0.1:"), std::string::npos) << result.out;
  }
}

}  // namespace
}  // namespace isocloth::cli::test
