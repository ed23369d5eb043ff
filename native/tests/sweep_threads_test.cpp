// Sweeps whose layers several threads share.
#include <cstdint>
#include <vector>

#include "base/slice.hpp"
#include "check.hpp"
#include "frontier/order.hpp"
#include "frontier/sweep.hpp"
#include "random_problem.hpp"

namespace combien::tests {

namespace {

void add(Raw& raw, std::vector<std::int32_t> items) {
  raw.items.insert(raw.items.end(), items.begin(), items.end());
  raw.starts.push_back(static_cast<std::int32_t>(raw.items.size()));
}

// Permutations: each move of a step changes another bit, so buckets have common successors.
Raw permutations(int size) {
  Raw raw;
  raw.kinds.resize(static_cast<std::size_t>(2 * size));
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) add(raw, {row, size + column});
  }
  return raw;
}

// Monomers and dimers on a board, each option five times, so that steps are not merged; the moves of
// a step change two bits.
Raw dimers(int width, int height) {
  Raw raw;
  raw.kinds.resize(static_cast<std::size_t>(width * height));
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int copy = 0; copy < 5; ++copy) {
        const int cell = width * y + x;
        add(raw, {cell});
        if (x + 1 < width) add(raw, {cell, cell + 1});
        if (y + 1 < height) add(raw, {cell, cell + width});
      }
    }
  }
  return raw;
}

// The sweep by two threads, or by one and several in turns, in slices by steps and by the clock, some of
// them without memory that is free.
void check_shared(const Problem& problem, std::uint64_t modulus) {
  const auto alone = sweep(problem, given_order(problem), {{}, modulus});
  Slice whole(UINT64_MAX, 1e9);
  check(alone->run(whole, UINT64_MAX) == Outcome::done, "it ends");
  for (const bool in_turns : {false, true}) {
    const auto shared = sweep(problem, given_order(problem), {{}, modulus});
    for (std::size_t turn = 0;; ++turn) {
      check(shared->unsound().empty(), "it is sound");
      Slice slice(turn % 5 == 4 ? 2'500'000 : UINT64_MAX, turn % 2 == 0 ? 0.01 : 0.05);
      const std::size_t threads = in_turns ? 1 + turn % 3 : 2;
      const std::uint64_t bytes = turn % 7 == 6 ? shared->bytes() : UINT64_MAX;
      if (shared->run(slice, bytes, UINT64_MAX, threads) == Outcome::done) break;
    }
    check(shared->count() == alone->count(), "threads count the same");
    check(shared->work().transitions == alone->work().transitions, "they follow the same moves");
    check(shared->work().states == alone->work().states, "they find the same states");
    check(shared->work().widest == alone->work().widest, "they find them at the same steps");
  }
}

const Registration shared("sweeps: threads share the buckets of a layer", [] {
  check_shared(permutations(18).problem(), 0);
  check_shared(dimers(15, 3).problem(), 0);
  check_shared(dimers(15, 3).problem(), 1'000'003);
});

}  // namespace

}  // namespace combien::tests
