#include "cover/memo/keys.hpp"

namespace combien {

Keys::Keys(const Problem& problem) : of_options(problem.has_colors()) {
  Table<ItemId, std::uint32_t> place(problem.item_count());
  std::uint32_t primary_items = 0;
  std::uint32_t secondary_items = 0;
  for (ItemId item{0}; number(item) < problem.item_count(); item = after(item)) {
    place[item] = problem.kind(item).primary ? primary_items++ : secondary_items++;
  }
  members = of_options ? problem.option_count() : primary_items;
  member_words = (members + 63) / 64;
  if (of_options) return;
  secondary_words = (secondary_items + 63) / 64;
  secondary.resize(std::size_t{problem.option_count()} * secondary_words);
  for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
    std::uint64_t* its = secondary.data() + std::size_t{number(option)} * secondary_words;
    for (const ItemId item : problem.items(option)) {
      if (problem.kind(item).primary) continue;
      its[place[item] / 64] |= std::uint64_t{1} << place[item] % 64;
    }
  }
}

}  // namespace combien
