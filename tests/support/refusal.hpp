#pragma once

/// The sentence with which something is refused.

#include <gtest/gtest.h>

#include <string>

#include "isocloth/core/require.hpp"

namespace isocloth::test {

/// Message of the InputError that `action` throws; a failure of the test where it throws none.
template <class Action>
std::string refusal_of(Action&& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was refused";
  return {};
}

}  // namespace isocloth::test

/// The refusal names what it is about.
#define EXPECT_REFUSES(statement, part)                                                 \
  do {                                                                                  \
    const std::string message = isocloth::test::refusal_of([&] { (void)(statement); }); \
    EXPECT_NE(message.find(part), std::string::npos) << message;                        \
  } while (false)
