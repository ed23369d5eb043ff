// The options of a problem under construction, stored end to end.
#pragma once

#include <cstdint>
#include <vector>

namespace combien {

class OptionList {
 public:
  enum class End {
    kept,        // The option is stored.
    no_primary,  // It has no primary item, or no item at all: dropped.
    invalid,     // It has an item twice, or the numbers are used up: dropped.
  };

  explicit OptionList(std::vector<std::uint8_t> primary)
      : primary_(std::move(primary)), last_seen_(primary_.size(), 0) {}

  // Adds an item to the open option.
  // require: 0 <= item < number of items
  void push(std::int32_t item);
  // Ends the open option; the next push begins another one.
  End close();

  const std::vector<std::int32_t>& starts() const { return starts_; }
  const std::vector<std::int32_t>& items() const { return items_; }
  // The entries of the open option begin here.
  std::size_t open() const { return static_cast<std::size_t>(starts_.back()); }

 private:
  std::vector<std::uint8_t> primary_;
  // The last option that held an item, counted from 1, whether it was kept or not.
  std::vector<std::uint64_t> last_seen_;
  std::uint64_t current_ = 1;
  std::vector<std::int32_t> starts_{0};
  std::vector<std::int32_t> items_;
  bool any_primary_ = false;
  bool twice_ = false;
};

}  // namespace combien
