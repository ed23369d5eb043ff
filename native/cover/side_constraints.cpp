#include "cover/side_constraints.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "base/require.hpp"

namespace combien {

namespace {

constexpr int most_bits = 62;
constexpr int most_unit_bits = 20;

std::uint64_t magnitude(std::int64_t weight) {
  return weight < 0 ? -static_cast<std::uint64_t>(weight) : static_cast<std::uint64_t>(weight);
}

std::int64_t floor_of(std::int64_t weight, std::int64_t parts) {
  return weight / parts - (weight % parts < 0 ? 1 : 0);
}

// The magnitude of what allow() may have to add: of all weights, and of each item the heaviest
// option as many times as the item can take one.
std::uint64_t greatest_sum(const Problem& problem, const std::vector<std::int64_t>& weights) {
  constexpr double too_large = 0x1p62;
  double sum = 0;
  Table<ItemId, double> heaviest(problem.item_count(), 0);
  Table<ItemId, std::int32_t> sizes(problem.item_count(), 0);
  for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
    const auto weight = static_cast<double>(magnitude(weights[number(option)]));
    sum += weight;
    for (const ItemId item : problem.items(option)) {
      heaviest[item] = std::max(heaviest[item], weight);
      ++sizes[item];
    }
  }
  for (ItemId item{0}; number(item) < problem.item_count(); item = after(item)) {
    if (problem.kind(item).primary) {
      sum += heaviest[item] * std::min(problem.kind(item).high, sizes[item]);
    }
  }
  // Sums of doubles are off by less than this part.
  sum *= 1 + 0x1p-20;
  if (sum >= too_large) throw std::range_error("the weights are too large to be added in 62 bits");
  return static_cast<std::uint64_t>(sum) + 1;
}

std::uint32_t primary_items(const Problem& problem, OptionId option) {
  std::uint32_t items = 0;
  for (const ItemId item : problem.items(option)) items += problem.kind(item).primary;
  COMBIEN_ENSURE(items != 0);
  return items;
}

}  // namespace

SideConstraints::SideConstraints(const Problem& problem,
                                 std::span<const SideConstraint> constraints) {
  for (const SideConstraint& constraint : constraints) rows_.push_back(row(problem, constraint));
}

SideConstraints::Row SideConstraints::row(const Problem& problem,
                                          const SideConstraint& constraint) {
  if (constraint.weights.size() != problem.option_count()) {
    throw std::invalid_argument("a constraint does not have a weight for each option");
  }
  const std::uint64_t greatest = greatest_sum(problem, constraint.weights);
  const int spare = most_bits - static_cast<int>(std::bit_width(greatest));
  const std::int64_t unit = std::int64_t{1} << std::min(spare, most_unit_bits);
  // Beyond the greatest sum, a limit is none.
  const auto beyond = static_cast<std::int64_t>(greatest);
  Row row{Table<OptionId, std::int64_t>(problem.option_count()),
          Table<ItemId, Share>(problem.item_count()),
          std::clamp(constraint.least, -beyond, beyond) * unit,
          std::clamp(constraint.most, -beyond, beyond) * unit};
  Table<ItemId, char> used(problem.item_count(), 0);
  for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
    const std::int64_t weight = constraint.weights[number(option)] * unit;
    row.weights[option] = weight;
    const std::int64_t parts = primary_items(problem, option);
    const Share share{floor_of(weight, parts), -floor_of(-weight, parts)};
    for (const ItemId item : problem.items(option)) {
      Share& all = row.shares[item];
      all = used[item] ? Share{std::min(all.least, share.least), std::max(all.most, share.most)}
                       : share;
      used[item] = 1;
    }
  }
  return row;
}

}  // namespace combien
