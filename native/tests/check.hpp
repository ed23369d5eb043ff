// A test is a function that calls check(); the run ends at the first check that fails, and prints
// the name of the test and what should hold.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace combien::tests {

struct Test {
  std::string name;
  std::function<void()> body;
};

// All tests, in the order in which they were registered.
std::vector<Test>& all_tests();

struct Registration {
  Registration(const char* name, std::function<void()> body) {
    all_tests().push_back({name, std::move(body)});
  }
};

void check(bool holds, const std::string& what);

// Checks that `body` throws an exception of this type.
template <class Error>
void check_throws(const std::string& what, const std::function<void()>& body) {
  try {
    body();
  } catch (const Error&) {
    return;
  }
  check(false, what + " is refused");
}

}  // namespace combien::tests
