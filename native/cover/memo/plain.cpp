// Search with a memo for any processor: a word of 64 bits is eight counters.
#include "cover/memo/machines.hpp"

namespace combien {

namespace {

#define COMBIEN_VECTORS 0
#include "cover/bits/lanes.hpp"
#include "cover/bits/blocks.hpp"
#include "cover/memo/sets.hpp"
#include "cover/memo/ground.hpp"
#include "cover/memo/machine.hpp"

}  // namespace

std::unique_ptr<MemoSearch> plain_memo_search(const Problem& problem) {
  return std::make_unique<Machine>(problem);
}

}  // namespace combien
