#include "cover/reading/option_list.hpp"

#include <limits>

#include "base/require.hpp"

namespace combien {

void OptionList::push(std::int32_t item) {
  const auto index = static_cast<std::size_t>(item);
  COMBIEN_REQUIRE(item >= 0 && index < primary_.size());
  twice_ = twice_ || last_seen_[index] == current_;
  last_seen_[index] = current_;
  any_primary_ = any_primary_ || primary_[index] != 0;
  items_.push_back(item);
}

OptionList::End OptionList::close() {
  const bool fits = items_.size() <= std::numeric_limits<std::int32_t>::max();
  End end = End::kept;
  if (twice_ || !fits) {
    end = End::invalid;
  } else if (!any_primary_) {
    end = End::no_primary;
  }
  if (end == End::kept) {
    starts_.push_back(static_cast<std::int32_t>(items_.size()));
  } else {
    items_.resize(open());
  }
  any_primary_ = twice_ = false;
  ++current_;
  return end;
}

}  // namespace combien
