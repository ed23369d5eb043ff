#include "board/cells.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/require.hpp"

namespace combien {

std::vector<std::uint32_t> ordered_by(const std::vector<std::vector<std::int32_t>>& forms,
                                      const std::vector<std::int32_t>& cells,
                                      std::size_t dimension) {
  COMBIEN_REQUIRE(dimension > 0 && cells.size() % dimension == 0);
  const std::size_t size = cells.size() / dimension;
  COMBIEN_REQUIRE(size <= std::numeric_limits<std::uint32_t>::max());
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0U);
  if (size == 0) return order;
  std::vector<std::uint32_t> moved(size);
  std::vector<std::uint64_t> keys(size);
  for (auto form = forms.rbegin(); form != forms.rend(); ++form) {
    COMBIEN_REQUIRE(form->size() == dimension);
    std::ranges::fill(keys, std::uint64_t{0});
    for (std::size_t axis = 0; axis < dimension; ++axis) {
      const auto factor = static_cast<std::uint64_t>(std::int64_t{(*form)[axis]});
      if (factor == 0) continue;
      for (std::size_t number = 0; number < size; ++number) {
        const std::int64_t at = cells[number * dimension + axis];
        keys[number] += factor * static_cast<std::uint64_t>(at);
      }
    }
    // As differences from the least one, signed numbers are in order.
    const auto [least, largest] = std::ranges::minmax_element(
        keys, {}, [](std::uint64_t key) { return static_cast<std::int64_t>(key); });
    const std::uint64_t low = *least;
    const std::uint64_t range = *largest - low;
    for (std::uint64_t& key : keys) key -= low;
    if (range > 2 * size + 1024) {
      std::ranges::stable_sort(order, {}, [&](std::uint32_t number) { return keys[number]; });
      continue;
    }
    std::vector<std::uint32_t> starts(range + 2, 0);
    for (const std::uint64_t key : keys) ++starts[key + 1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    for (const std::uint32_t number : order) moved[starts[keys[number]]++] = number;
    order.swap(moved);
  }
  return order;
}

}  // namespace combien
