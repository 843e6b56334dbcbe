#include "isocloth/session/saved_state.hpp"

#include <gtest/gtest.h>

#include "session/led_sheet.hpp"
#include "support/refusal.hpp"

namespace isocloth::test {
namespace {

TEST(SavedState, BytesAreTheStateBitByBit) {
  Session session = held_sheet();
  session.move_obstacle(0, {{1, 0, 0, 0}, {0.15, 0.06, 0}}, 0.2);
  session.move(0, session.target(0) + Vec3(0.01, 0, 0), 1);
  for (int k = 0; k < 300 && session.state().contacts.empty(); ++k) session.run(1);
  ASSERT_FALSE(session.state().contacts.empty()) << "the cloth leans on the ball";
  const std::string bytes = to_bytes(session.save());
  EXPECT_EQ(to_bytes(from_bytes(bytes)), bytes);
  const std::string later = bytes_after(session, 30);
  session.restore(from_bytes(bytes));
  EXPECT_EQ(bytes_after(session, 30), later);
}

TEST(SavedState, AnyBytesThatAreMissingAreRefused) {
  Session session = held_sheet();
  session.run(3);
  const std::string bytes = to_bytes(session.save());
  for (std::size_t count = 0; count < bytes.size(); ++count) {
    try {
      (void)from_bytes(bytes.substr(0, count));
      FAIL() << count << " of " << bytes.size() << " bytes are taken for a state";
    } catch (const std::invalid_argument&) {
    }
  }
  EXPECT_REFUSES(from_bytes(bytes + "x"), "damaged");
  EXPECT_REFUSES(from_bytes("isocloth state 1" + bytes.substr(16)), "no saved state of this version");
}

}  // namespace
}  // namespace isocloth::test
