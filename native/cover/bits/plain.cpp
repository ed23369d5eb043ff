// The kernel for any processor: a word of 64 bits is eight counters.
#include "cover/bits/kernels.hpp"

namespace combien {

namespace {

#define COMBIEN_VECTORS 0
#include "cover/bits/lanes.hpp"
#include "cover/bits/blocks.hpp"
#include "cover/bits/small.hpp"
#include "cover/bits/kernel.hpp"

}  // namespace

std::unique_ptr<Search> plain_bit_search(const Problem& problem, const Position& start) {
  return std::make_unique<Kernel>(problem, start);
}

}  // namespace combien
