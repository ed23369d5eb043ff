#include "zdd/gathering.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace combien {

namespace {

constexpr std::size_t first_run = 1024;

}  // namespace

Gathering::Gathering(DiagramManager& manager, std::span<const Variable> variables,
                     std::span<const std::uint32_t> ends)
    : manager_(manager),
      pin_(manager),
      variables_(variables),
      ends_(ends),
      order_(ends.size()),
      run_(first_run),
      after_{empty_family} {
  COMBIEN_REQUIRE(std::is_sorted(ends.begin(), ends.end()));
  COMBIEN_REQUIRE(ends.empty() || ends.back() <= variables.size());
  std::iota(order_.begin(), order_.end(), 0u);
}

bool Gathering::run(Slice& slice) {
  while (sorted_ < order_.size() || run_ < order_.size() || taken_ < order_.size()) {
    const std::uint64_t granted = slice.grant();
    if (granted == 0) return false;
    if (sorted_ < order_.size()) {
      const auto begin = order_.begin() + static_cast<std::ptrdiff_t>(sorted_);
      sorted_ = std::min(sorted_ + first_run, order_.size());
      std::sort(begin, order_.begin() + static_cast<std::ptrdiff_t>(sorted_),
                [this](std::uint32_t a, std::uint32_t b) { return before(a, b); });
    } else if (run_ < order_.size()) {
      merge(granted);
    } else {
      const std::size_t end = std::min<std::size_t>(taken_ + granted, order_.size());
      while (taken_ < end) take(order_[taken_++]);
    }
  }
  close(0);
  return true;
}

// Continues merging runs two by two, by at most this many sets.
void Gathering::merge(std::size_t most) {
  for (; most > 0 && merged_.size() < order_.size(); --most) {
    const std::size_t begin = merged_.size() / (2 * run_) * (2 * run_);
    const std::size_t middle = std::min(begin + run_, order_.size());
    const std::size_t end = std::min(begin + 2 * run_, order_.size());
    if (merged_.size() == begin) {
      left_ = begin;
      right_ = middle;
    }
    const bool from_right =
        right_ < end && (left_ == middle || before(order_[right_], order_[left_]));
    merged_.push_back(order_[from_right ? right_++ : left_++]);
  }
  if (merged_.size() < order_.size()) return;
  order_.swap(merged_);
  merged_.clear();
  run_ *= 2;
}

// The next set downwards: prefixes that it does not share are complete.
void Gathering::take(std::uint32_t number) {
  const std::span<const Variable> next = set(number);
  COMBIEN_REQUIRE(std::is_sorted(next.begin(), next.end(), std::less_equal<>()));
  const auto differ = std::mismatch(last_.begin(), last_.end(), next.begin(), next.end());
  close(static_cast<std::size_t>(differ.second - next.begin()));
  after_.resize(next.size() + 1, empty_family);
  after_.back() = unit_family;
  last_ = next;
}

// Makes the nodes for the prefixes of the last set that are longer than this.
void Gathering::close(std::size_t depth) {
  for (std::size_t d = after_.size() - 1; d > depth; --d) {
    after_[d - 1] = manager_.make(last_[d - 1], after_[d - 1], after_[d]);
  }
  after_.resize(depth + 1);
}

std::span<const Variable> Gathering::set(std::uint32_t number) const {
  const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
  return variables_.subspan(begin, ends_[number] - begin);
}

// Downwards in the order of variables, where the end of a set comes after all of them.
bool Gathering::before(std::uint32_t a, std::uint32_t b) const {
  const std::span<const Variable> first = set(a);
  const std::span<const Variable> second = set(b);
  const auto [in_first, in_second] =
      std::mismatch(first.begin(), first.end(), second.begin(), second.end());
  if (in_second == second.end()) return false;
  return in_first == first.end() || *in_first > *in_second;
}

}  // namespace combien
