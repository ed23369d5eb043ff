// Runs every test, or the tests whose names contain the first argument.
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <stdexcept>

#include "check.hpp"

namespace combien::tests {

std::vector<Test>& all_tests() {
  static std::vector<Test> tests;
  return tests;
}

void check(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error("it should hold that " + what);
}

}  // namespace combien::tests

int main(int argc, char** argv) {
  int run = 0;
  for (const auto& test : combien::tests::all_tests()) {
    if (argc > 1 && test.name.find(argv[1]) == std::string::npos) continue;
    ++run;
    try {
      test.body();
    } catch (const std::exception& error) {
      std::cerr << test.name << ": " << error.what() << '\n';
      return EXIT_FAILURE;
    }
  }
  std::cout << run << " tests of the core hold\n";
  return run == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
