#include "cover/memo/memo.hpp"

#include <stdexcept>
#include <utility>

#include "base/require.hpp"
#include "cover/vectors/machines.hpp"

namespace combien {

namespace {

// The same problem with its primary items in this order, before the secondary ones.
Problem reordered(const Problem& problem, const std::vector<ItemId>& order) {
  Table<ItemId, std::int32_t> place(problem.item_count(), -1);
  std::vector<ItemKind> kinds;
  const auto add = [&](ItemId item) {
    if (place[item] >= 0) throw std::invalid_argument("the order holds an item twice");
    place[item] = static_cast<std::int32_t>(kinds.size());
    kinds.push_back(problem.kind(item));
  };
  for (const ItemId item : order) add(item);
  for (ItemId item{0}; number(item) < problem.item_count(); item = after(item)) {
    if (!problem.kind(item).primary) add(item);
    if (place[item] < 0) throw std::invalid_argument("the order lacks an item");
  }
  std::vector<std::int32_t> starts{0};
  std::vector<std::int32_t> items;
  std::vector<std::int32_t> colors;
  for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
    for (const ItemId item : problem.items(option)) items.push_back(place[item]);
    starts.push_back(static_cast<std::int32_t>(items.size()));
    if (!problem.has_colors()) continue;
    for (const Color color : problem.colors(option)) {
      colors.push_back(static_cast<std::int32_t>(color));
    }
  }
  return Problem(std::move(kinds), std::move(starts), std::move(items), std::move(colors));
}

}  // namespace

std::unique_ptr<MemoSearch> memo_search(const Problem& given, const std::vector<ItemId>& order,
                                        [[maybe_unused]] Vectors vectors) {
  COMBIEN_REQUIRE(vectors <= best_vectors());
  if (given.has_bounds()) throw std::invalid_argument("the search with a memo has no bounds");
  const Problem problem = reordered(given, order);
#if defined(__x86_64__)
  if (vectors == Vectors::avx512) return avx512_memo_search(problem);
  if (vectors == Vectors::avx2) return avx2_memo_search(problem);
#endif
  return plain_memo_search(problem);
}

}  // namespace combien
