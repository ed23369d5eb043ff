// The searches for any processor: a word of 64 bits is eight counters.
#include "cover/vectors/machines.hpp"

namespace combien {

namespace {

#define COMBIEN_VECTORS 0
#include "cover/vectors/all.hpp"

}  // namespace

std::unique_ptr<Search> plain_bit_search(const Problem& problem, const Position& start) {
  return make_bit_search(problem, start);
}

std::unique_ptr<MemoSearch> plain_memo_search(const Problem& problem) {
  return make_memo_search(problem);
}

}  // namespace combien
