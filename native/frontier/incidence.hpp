// Which options use an item, for all items: the transposed problem.
#pragma once

#include <numeric>
#include <span>
#include <vector>

#include "base/ids.hpp"
#include "cover/problem.hpp"

namespace combien {

class Incidence {
 public:
  explicit Incidence(const Problem& problem) : starts_(problem.item_count() + std::size_t{1}) {
    const std::uint32_t options = problem.option_count();
    for (OptionId option{0}; number(option) < options; option = after(option)) {
      for (const ItemId item : problem.items(option)) ++starts_[number(item) + 1];
    }
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    options_.resize(problem.entry_count());
    std::vector<std::size_t> place(starts_.begin(), starts_.end() - 1);
    for (OptionId option{0}; number(option) < options; option = after(option)) {
      for (const ItemId item : problem.items(option)) options_[place[number(item)]++] = option;
    }
  }

  std::span<const OptionId> operator[](ItemId item) const {
    return {options_.data() + starts_[number(item)],
            starts_[number(item) + 1] - starts_[number(item)]};
  }

 private:
  std::vector<std::size_t> starts_;
  std::vector<OptionId> options_;
};

}  // namespace combien
