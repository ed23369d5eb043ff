#include "cover/listing/search.hpp"

#include <stdexcept>

#include "base/require.hpp"
#include "cover/vectors/machines.hpp"

namespace combien {

std::unique_ptr<Search> listing_search(const Problem& problem, [[maybe_unused]] Vectors vectors,
                                       const Position& start, Sharing sharing,
                                       std::uint64_t most_bytes) {
  COMBIEN_REQUIRE(vectors <= best_vectors());
  if (problem.has_bounds()) throw std::invalid_argument("the bit kernel does not support bounds");
#if defined(__x86_64__)
  if (vectors == Vectors::avx512) return avx512_listing(problem, start, sharing, most_bytes);
  if (vectors == Vectors::avx2) return avx2_listing(problem, start, sharing, most_bytes);
#endif
  return plain_listing(problem, start, sharing, most_bytes);
}

}  // namespace combien
