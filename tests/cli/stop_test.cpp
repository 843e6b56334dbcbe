#include <signal.h>

#include <chrono>
#include <random>
#include <thread>

#include "io/trajectory/trajectory_reader.hpp"
#include "program.hpp"
#include "stop_signal.hpp"

namespace isocloth::cli::test {
namespace {

const std::vector<std::string> kEndless{"run", "shake", "--json", "--set", "time.duration=10000", "--out"};

std::vector<std::string> endless(const std::string& out) {
  std::vector<std::string> arguments = kEndless;
  arguments.push_back(out);
  return arguments;
}

constexpr std::uintmax_t kSomeFrames = 100'000;  ///< [bytes], about 25 frames of 81 nodes

TEST(Stop, SignalsEndTheRunWithAWholeFileAndASummary) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const TemporaryFolder folder;
    Child child(endless(folder / "run.ict"));
    ASSERT_TRUE(wait_for_size(folder / "run.ict", kSomeFrames));
    child.send(signal);
    const Result result = child.wait();
    EXPECT_EQ(result.status, 1) << result.err;
    EXPECT_EQ(result.err, "");
    const nlohmann::json json = result.json();
    EXPECT_TRUE(json["stopped"].get<bool>());
    io::TrajectoryCondition condition;
    const Trajectory run = io::read_trajectory(folder / "run.ict", &condition);
    EXPECT_EQ(condition.reason, "");
    EXPECT_EQ(run.frames.size(), json["frames"].get<std::size_t>());
    EXPECT_GT(run.frames.size(), 10u);
  }
}

TEST(Stop, AnInterruptThatTheShellIgnoresStaysIgnoredAndKillStillEndsARun) {
  const auto before = ::signal(SIGINT, SIG_IGN);  // as in `nohup make test &`
  {
    const StopSignal stop;
    ::raise(SIGINT);
    EXPECT_FALSE(stop.received());
    ::raise(SIGTERM);
    EXPECT_TRUE(stop.received());
  }
  EXPECT_EQ(::signal(SIGINT, before), SIG_IGN);
}

TEST(Stop, SummarySaysWhen) {
  const TemporaryFolder folder;
  Child child({"run", "shake", "--set", "time.duration=10000", "--out", folder / "run.ict"});
  ASSERT_TRUE(wait_for_size(folder / "run.ict", kSomeFrames));
  child.send(SIGINT);
  const Result result = child.wait();
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.out.find("; stopped at t = "), std::string::npos) << result.out;
}

TEST(Stop, OtherFormatsAreWrittenUpToThere) {
  const TemporaryFolder folder;
  Result
      result;  // a signal that comes before the run has begun just ends the program; then it comes too early
  for (int delay_ms = 100; result.status == -1 && delay_ms < 30'000; delay_ms *= 4) {
    Child child({"run", "shake", "--json", "--set", "time.duration=10000", "--out", folder / "run.csv"});
    std::this_thread::sleep_for(std::chrono::milliseconds(delay_ms));
    child.send(SIGINT);
    result = child.wait();
  }
  ASSERT_EQ(result.status, 1) << result.err;
  const std::string text = contents_of(folder / "run.csv");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + result.json()["frames"].get<int>());
}

TEST(Stop, KilledRunIsReadableToItsLastWholeFrame) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 5; ++trial) {
    const TemporaryFolder folder;
    Child child(endless(folder / "run.ict"));
    ASSERT_TRUE(wait_for_size(folder / "run.ict", kSomeFrames + random() % 300'000));
    child.send(SIGKILL);
    EXPECT_EQ(child.wait().status, -1);
    const Trajectory run = io::read_trajectory(folder / "run.ict");
    EXPECT_GT(run.frames.size(), 10u);
    EXPECT_LE(isocloth_program({"info", folder / "run.ict"}).status, 1);
    EXPECT_EQ(isocloth_program({"convert", folder / "run.ict", folder / "run.npz"}).status, 0);
  }
}

TEST(Stop, FullDiskIsOneLineAndKeepsTheFramesBefore) {
  const TemporaryFolder folder;
  Child child(endless(folder / "run.ict"), 200'000);
  expect_refusal(child.wait(), "run.ict: frame ");
  io::TrajectoryCondition condition;
  EXPECT_GT(io::read_trajectory(folder / "run.ict", &condition).frames.size(), 10u);
  EXPECT_EQ(condition.reason, "") << "half a frame was cut off";
}

}  // namespace
}  // namespace isocloth::cli::test
