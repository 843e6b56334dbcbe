#pragma once

/// A live run as its viewers know it: does what they ask, keeps real time, and says what became of it.
///
/// Who owns it brings the messages to viewers: a server over a WebSocket (watch_live), or, inside a page, the
/// worker that it runs in (playground).

#include <functional>
#include <string>

#include "isocloth/session/run_report.hpp"
#include "view/live_record.hpp"
#include "view/live_run.hpp"
#include "view/real_time.hpp"

namespace isocloth::cli {

/// Where messages (live_message.hpp) go.
struct LiveOutlet {
  std::function<void(std::string frame)> publish;
  std::function<void(const std::string& text)> tell;
};

class LiveEngine {
 public:
  /// InputError where the scene cannot be built.
  LiveEngine(const io::Scene& scene, LiveOutlet outlet);

  /// What cannot be done is told, and nothing changes.
  void obey(const LiveCommand& command);

  /// Makes at most one step, where one is due. Returns how long there is nothing to do [s], 0 where there is.
  double advance();

  /// What a new viewer gets first.
  std::string hello() const;
  void publish();

  /// Time does not pass while nobody advances.
  void resume() { clock_.resume(); }

  /// The state as a link holds it (live_state.hpp); the run goes on from such a state. InputError, with the
  /// run as it was, where the bytes are no state of this scene.
  std::string save() const;
  void restore(const std::string& bytes);

  const LiveRun& run() const { return run_; }
  const RealTime& clock() const { return clock_; }
  const LiveRecord& record() const { return record_; }
  std::int64_t missed_steps() const { return report_.missed_steps(); }

 private:
  void begin_record();
  void announce();
  void step();

  LiveRun run_;
  LiveOutlet outlet_;
  LiveRecord record_;
  RealTime clock_;
  RunReport report_;
  StepTotals since_frame_;
  std::int64_t waits_ = 0;  ///< while it is paused
  bool paused_ = false, step_once_ = false, hand_ = false;
  double hand_heard_ = 0, published_ = -1, recorded_until_ = 0;  ///< [s]
};

}  // namespace isocloth::cli
