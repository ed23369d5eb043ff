#include "cover/bits/bits.hpp"

#include "base/require.hpp"
#include "cover/vectors/machines.hpp"

namespace combien {

std::unique_ptr<Search> bit_search(const Problem& problem, [[maybe_unused]] Vectors vectors,
                                   const Position& start, LaneUse lanes) {
  COMBIEN_REQUIRE(vectors <= best_vectors());
#if defined(__x86_64__)
  if (vectors == Vectors::avx512) return avx512_bit_search(problem, start, lanes);
  if (vectors == Vectors::avx2) return avx2_bit_search(problem, start, lanes);
#endif
  return plain_bit_search(problem, start, lanes);
}

}  // namespace combien
