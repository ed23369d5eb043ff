// Search with a memo against a plain recursion, and its parts against simpler ones.
#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "check.hpp"
#include "cover/memo/memo.hpp"
#include "cover/memo/table.hpp"
#include "cover/memo/tallies.hpp"

namespace combien::tests {

namespace {

constexpr std::uint64_t plenty = std::uint64_t{1} << 40;

int roll(std::mt19937& dice, int sides) {
  return static_cast<int>(dice() % static_cast<unsigned>(sides));
}

// Random independent parts with their items mixed; sometimes an option joins two of them, and
// secondary items are shared by neighbors.
Problem random_parts(std::mt19937& dice, bool colored) {
  const int parts = 1 + roll(dice, 4);
  const int size = 4 + roll(dice, 4);
  const int primary = parts * size;
  const int secondary = 2 * parts;
  std::vector<int> names(static_cast<std::size_t>(primary));
  std::iota(names.begin(), names.end(), 0);
  std::shuffle(names.begin(), names.end(), dice);
  std::vector<ItemKind> kinds(static_cast<std::size_t>(primary + secondary));
  for (int k = primary; k < primary + secondary; ++k) {
    kinds[static_cast<std::size_t>(k)].primary = false;
  }
  std::vector<std::int32_t> starts{0};
  std::vector<std::int32_t> items;
  std::vector<std::int32_t> colors;
  for (int part = 0; part < parts; ++part) {
    for (int count = 8 + roll(dice, 10); count > 0; --count) {
      std::vector<int> option;
      for (int k = 1 + roll(dice, 3); k > 0; --k) option.push_back(part * size + roll(dice, size));
      if (roll(dice, 12) == 0) option.push_back((part + 1) % parts * size);
      std::sort(option.begin(), option.end());
      option.erase(std::unique(option.begin(), option.end()), option.end());
      for (const int item : option) items.push_back(names[static_cast<std::size_t>(item)]);
      colors.resize(items.size(), 0);
      if (roll(dice, 3) == 0) {
        items.push_back(primary + (2 * part + roll(dice, 3)) % secondary);
        colors.push_back(colored ? roll(dice, 3) : 0);
      }
      starts.push_back(static_cast<std::int32_t>(items.size()));
    }
  }
  return Problem(std::move(kinds), std::move(starts), std::move(items), std::move(colors));
}

// The definition, item by item.
class Recursion {
 public:
  explicit Recursion(const Problem& problem)
      : problem_(problem), uses_(problem.item_count()), colors_(problem.item_count()) {}

  std::uint64_t count(ItemId item = ItemId{0}) {
    while (number(item) < problem_.item_count() &&
           (!problem_.kind(item).primary || uses_[item] != 0)) {
      item = after(item);
    }
    if (number(item) == problem_.item_count()) return 1;
    std::uint64_t found = 0;
    for (OptionId option{0}; number(option) < problem_.option_count(); option = after(option)) {
      const auto its = problem_.items(option);
      if (std::find(its.begin(), its.end(), item) == its.end() || !fits(option)) continue;
      for (std::size_t k = 0; k < its.size(); ++k) {
        ++uses_[its[k]];
        colors_[its[k]] = color(option, k);
      }
      found += count(item);
      for (const ItemId its_item : its) --uses_[its_item];
    }
    return found;
  }

 private:
  Color color(OptionId option, std::size_t k) const {
    return problem_.has_colors() ? problem_.colors(option)[k] : no_color;
  }
  bool fits(OptionId option) const {
    const auto its = problem_.items(option);
    for (std::size_t k = 0; k < its.size(); ++k) {
      if (uses_[its[k]] == 0) continue;
      if (color(option, k) == no_color || color(option, k) != colors_[its[k]]) return false;
    }
    return true;
  }

  const Problem& problem_;
  Table<ItemId, std::uint32_t> uses_;
  Table<ItemId, Color> colors_;
};

std::vector<ItemId> shuffled_order(const Problem& problem, std::mt19937& dice) {
  std::vector<ItemId> order;
  for (ItemId item{0}; number(item) < problem.item_count(); item = after(item)) {
    if (problem.kind(item).primary) order.push_back(item);
  }
  std::shuffle(order.begin(), order.end(), dice);
  return order;
}

Natural by_memo(MemoSearch& machine, std::uint64_t steps, std::uint64_t bytes) {
  double fraction = 0;
  for (;;) {
    Slice slice(steps, 1e9);
    const Outcome outcome = machine.run(slice, bytes);
    check(outcome != Outcome::out_of_bytes, "the bytes are enough");
    fraction = machine.fraction();
    check(fraction >= 0 && fraction <= 1, "a fraction is one");
    if (outcome == Outcome::done) break;
  }
  check(fraction == 1, "all is done in the end");
  return machine.count();
}

const Registration recursion("memo: random parts", [] {
  std::mt19937 dice(1);
  std::uint64_t hits = 0;
  std::uint64_t splits = 0;
  for (int round = 0; round < 300; ++round) {
    const Problem problem = random_parts(dice, round % 3 == 0);
    const Natural expected(Recursion(problem).count());
    const auto order = shuffled_order(problem, dice);
    const auto whole = memo_search(problem, order, Vectors::plain);
    check(by_memo(*whole, plenty, plenty) == expected, "the memo counts all");
    const auto sliced = memo_search(problem, order, best_vectors());
    check(by_memo(*sliced, 1 + static_cast<std::uint64_t>(round % 5), plenty) == expected,
          "slices change nothing");
    check(sliced->work().nodes == whole->work().nodes, "nor do vectors");
    check(sliced->work().hits == whole->work().hits, "nor what is known");
    const auto tight = memo_search(problem, order, best_vectors());
    check(by_memo(*tight, 50, tight->bytes() + 30'000) == expected, "it can do with few bytes");
    const auto stopped = memo_search(problem, order, best_vectors());
    Slice slice(1 + static_cast<std::uint64_t>(round % 40), 1e9);
    stopped->run(slice, plenty);
    const MemoRest rest = stopped->rest(1 + static_cast<std::size_t>(round % 20));
    Natural sum = rest.found;
    for (const auto& place : rest.places) {
      stopped->begin(place);
      sum += by_memo(*stopped, plenty, plenty);
    }
    check(sum == expected, "what is left and what was found are all");
    hits += whole->work().hits;
    splits += whole->work().splits;
  }
  check(hits > 500, "the table is of use");
  check(splits > 100, "parts are split");
});

const Registration refused("memo: what is refused", [] {
  const Problem two({{}, {}}, {0, 1, 2}, {0, 1}, {});
  check_throws<std::invalid_argument>("an order that lacks an item",
                                      [&] { memo_search(two, {ItemId{0}}, Vectors::plain); });
  check_throws<std::invalid_argument>("an item twice", [&] {
    memo_search(two, {ItemId{0}, ItemId{1}, ItemId{0}}, Vectors::plain);
  });
  const Problem bounded({{true, 0, 1}}, {0, 1}, {0}, {});
  check_throws<std::invalid_argument>("bounds",
                                      [&] { memo_search(bounded, {ItemId{0}}, Vectors::plain); });
  const auto machine = memo_search(two, {ItemId{0}, ItemId{1}}, Vectors::plain);
  Slice slice(100, 1e9);
  check(machine->run(slice, 10) == Outcome::out_of_bytes, "ten bytes are too few");
  check(machine->work().nodes == 0, "nothing was begun");
  check(by_memo(*machine, 1, plenty) == Natural(1), "it goes on with more");
});

const Registration table("memo: a table never says what is wrong", [] {
  std::mt19937 dice(2);
  for (const std::uint64_t bytes : {std::uint64_t{20'000}, std::uint64_t{100'000}, plenty}) {
    MemoTable known(2);
    std::map<std::vector<std::uint64_t>, std::uint64_t> model;
    std::uint64_t found = 0;
    for (int round = 0; round < 20'000; ++round) {
      if (round == 7'000 || round == 12'000) known.widen(known.limbs() + 1, bytes);
      if (round % 250 == 0) check(known.unsound().empty(), std::string(known.unsound()));
      const std::vector<std::uint64_t> key{dice() % 60, dice() % 60 + 1};
      // A bad hash on purpose: it has many collisions.
      const std::uint64_t hash = (mix(key.data(), 2) & 0xff) << 32 | (dice() & 7);
      const MemoTable::Entry entry = known.find(key.data(), hash);
      if (entry.count != nullptr) {
        ++found;
        check(model.contains(key) && entry.count[0] == model[key], "it says what was kept");
        for (std::size_t k = 1; k < known.limbs(); ++k) {
          check(entry.count[k] == 0, "a widened count is the same");
        }
        continue;
      }
      std::vector<std::uint64_t> count(known.limbs());
      count[0] = model[key] = dice();
      known.store(key.data(), hash, count.data(), 1 + dice() % 100, bytes);
      check(known.bytes() <= bytes, "it stays within its bytes");
    }
    check(found > 1'000, "it is of use");
    MemoTable copy(2);
    if (known.limbs() > 1) copy.widen(known.limbs(), plenty);
    for (std::size_t slot = 0; slot < known.slots(); slot += 7) {
      copy.load(known.saved(slot, slot + 7), known.limbs(), plenty);
    }
    check(copy.unsound().empty(), std::string(copy.unsound()));
    for (const auto& [key, count] : model) {
      const std::uint64_t hash = (mix(key.data(), 2) & 0xff) << 32;
      const MemoTable::Entry entry = copy.find(key.data(), hash);
      check(entry.count == nullptr || entry.count[0] == count, "a loaded count is the same");
    }
    known.clear();
    check(known.bytes() == 0 && known.entries() == 0, "nothing is left");
  }
});

const Registration tallies("memo: tallies are exact", [] {
  Tallies tallies;
  tallies.push(0);
  tallies.push(1);
  Natural expected(1);
  std::mt19937_64 dice(3);
  for (int round = 0; round < 40; ++round) {
    const std::uint64_t factor = dice() | 1;
    std::vector<std::uint64_t> value(tallies.limbs());
    value[0] = factor;
    while (!tallies.multiply(value.data())) {
      check(tallies.number() == expected, "nothing is lost where there is no room");
      tallies.widen();
      value.push_back(0);
    }
    expected *= factor;
    while (!tallies.add(value.data())) {
      tallies.widen();
      value.push_back(0);
    }
    expected += Natural(factor);
    check(tallies.number() == expected, "products and sums are exact");
  }
  const std::vector<std::uint64_t> zero(tallies.limbs());
  check(!tallies.is_zero() && tallies.multiply(zero.data()) && tallies.is_zero(), "times zero");
  tallies.pop();
  check(tallies.number() == Natural(0), "the number below is untouched");
});

}  // namespace

}  // namespace combien::tests
