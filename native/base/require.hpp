// Checked contracts: in builds with sanitizers a violation aborts the program and prints its
// location; in other builds contracts cost nothing and are not evaluated.
#pragma once

#ifdef COMBIEN_CHECKED

#include <cstdio>
#include <cstdlib>

namespace combien::detail {

[[noreturn]] inline void broken(const char* kind, const char* condition, const char* file,
                                int line) {
  static_cast<void>(std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, kind, condition));
  std::abort();
}

}  // namespace combien::detail

#define COMBIEN_CONTRACT(kind, ...) \
  ((__VA_ARGS__) ? void() : ::combien::detail::broken(kind, #__VA_ARGS__, __FILE__, __LINE__))

#else

// Not evaluated, but compiled, so that conditions stay valid code.
#define COMBIEN_CONTRACT(kind, ...) static_cast<void>(sizeof((__VA_ARGS__) ? 1 : 0))

#endif

// Precondition: the arguments and the state that a function needs.
#define COMBIEN_REQUIRE(...) COMBIEN_CONTRACT("require", __VA_ARGS__)
// Postcondition: what a function guarantees about its result and the state that it leaves.
#define COMBIEN_ENSURE(...) COMBIEN_CONTRACT("ensure", __VA_ARGS__)
