#include "cover/memo/memo.hpp"

#include <stdexcept>

#include "cover/memo/machines.hpp"

namespace combien {

std::unique_ptr<MemoSearch> memo_search(const Problem& problem, Vectors vectors) {
  if (problem.has_bounds()) throw std::invalid_argument("the search with a memo has no bounds");
#if defined(__x86_64__)
  if (vectors == Vectors::avx512) return avx512_memo_search(problem);
  if (vectors == Vectors::avx2) return avx2_memo_search(problem);
#endif
  return plain_memo_search(problem);
}

}  // namespace combien
