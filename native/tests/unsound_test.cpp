// The invariants of structures: they hold in the middle of random work, and damage is reported.
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check.hpp"
#include "cover/cheapest.hpp"
#include "cover/dance.hpp"
#include "cover/memo/table.hpp"
#include "frontier/buckets.hpp"
#include "frontier/layer.hpp"
#include "frontier/order.hpp"
#include "frontier/states.hpp"
#include "frontier/sweep.hpp"
#include "nonogram/deduction.hpp"
#include "random_problem.hpp"
#include "shuffle.hpp"
#include "symmetry/partition.hpp"

namespace combien::tests {

// Access to the private parts of structures.
struct Peer {
  static auto& words(MemoTable& table) { return table.words_; }
  static auto& entries(MemoTable& table) { return table.entries_; }
  static std::size_t stride(const MemoTable& table) { return table.stride(table.limbs_); }

  static auto& places(Partition& partition) { return partition.place_of_; }
  static auto& cells(Partition& partition) { return partition.cell_of_; }
  static auto& lengths(Partition& partition) { return partition.lengths_; }
  static auto& cell_count(Partition& partition) { return partition.cells_; }
  static auto& splits(Partition& partition) { return partition.splits_; }
  static auto& is_waiting(Partition& partition) { return partition.is_waiting_; }
  static auto& counts(Partition& partition) { return partition.counts_; }

  template <std::uint32_t words>
  static auto& data(Layer<words>& layer) {
    return layer.data_;
  }
  template <std::uint32_t words>
  static auto& size(Layer<words>& layer) {
    return layer.size_;
  }

  template <std::uint32_t words>
  static auto& table(States<words>& states) {
    return states.table_;
  }

  static auto& entries(nonogram::Ledger& ledger) { return ledger.entries_; }
};

namespace {

constexpr std::uint64_t plenty = std::uint64_t{1} << 40;

template <class Structure>
void check_sound(const Structure& structure) {
  const std::string_view wrong = structure.unsound();
  check(wrong.empty(), "nothing is wrong, but: " + std::string(wrong));
}

// Each damage, to a structure of its own, is reported with these words.
template <class Structure>
using Damages = std::vector<std::pair<std::string, std::function<void(Structure&)>>>;

template <class Structure>
void check_reported(const std::function<Structure()>& make, const Damages<Structure>& damages) {
  check_sound(make());
  for (const auto& [words, damage] : damages) {
    Structure structure = make();
    damage(structure);
    check(structure.unsound() == words,
          "it is reported that " + words + ", not '" + std::string(structure.unsound()) + "'");
  }
}

Slice steps(std::uint64_t count) { return {count, 1e9}; }

// A slice whose time is up when it looks at the clock, after up to 4096 units of work.
Slice soon_late(Dice& dice) {
  Slice slice(plenty, 0);
  slice.tick(dice.roll(4096));
  return slice;
}

// Dominoes on a square board.
Problem dominoes(std::int32_t side) {
  Raw raw;
  raw.kinds.resize(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
  for (std::int32_t y = 0; y < side; ++y) {
    for (std::int32_t x = 0; x < side; ++x) {
      const std::int32_t cell = side * y + x;
      for (const std::int32_t other :
           {x + 1 < side ? cell + 1 : -1, y + 1 < side ? cell + side : -1}) {
        if (other < 0) continue;
        raw.items.insert(raw.items.end(), {cell, other});
        raw.starts.push_back(static_cast<std::int32_t>(raw.items.size()));
      }
    }
  }
  return raw.problem();
}

// Rings ---------------------------------------------------------------------------------------

template <bool colored, bool bounded>
void dance_at_random(std::uint32_t seed) {
  std::mt19937 raw_dice(seed);
  Dice dice(seed);
  std::uint64_t deepest = 0, taken = 0;
  for (int round = 0; round < 100; ++round) {
    const Problem problem = random_problem(raw_dice, colored, bounded).problem();
    std::vector<OptionId> order;
    order.reserve(problem.option_count());
    for (std::uint32_t k = 0; k < problem.option_count(); ++k) order.push_back(OptionId{k});
    shuffle(order, dice);
    if (colored && !problem.has_colors()) continue;
    Dance<colored, bounded> dance(problem, order, Branching::smallest, round % 4);
    check_sound(dance);
    std::vector<OptionId> given;
    for (int step = 0; step < 60; ++step) {
      const bool at_root = dance.levels().empty();
      if (at_root && !order.empty() && dice.roll(4) == 0) {
        const OptionId option = order[dice.roll(static_cast<std::uint32_t>(order.size()))];
        if (!given.empty() && dice.roll(2) == 0) {
          dance.give_back(given.back());
          given.pop_back();
        } else if (dance.open_to_all(option)) {
          dance.take_beforehand(option);
          given.push_back(option);
          ++taken;
        }
        check_sound(dance);
        continue;
      }
      const auto choice = dance.choose();
      if (choice.item != dance.root() && choice.degree != 0 && dice.roll(4) != 0) {
        dance.open(choice);
        check_sound(dance);
        dance.advance();
        deepest = std::max<std::uint64_t>(deepest, dance.levels().size());
      } else if (!at_root && dice.roll(3) == 0) {
        dance.drop();
      } else if (!at_root) {
        dance.advance();
      }
      check_sound(dance);
    }
    while (!dance.levels().empty()) dance.drop();
    for (; !given.empty(); given.pop_back()) dance.give_back(given.back());
    check_sound(dance);
    for (const OptionId option : order) check(dance.open_to_all(option), "all is undone");
  }
  check(deepest > 1, "levels were opened: " + std::to_string(deepest));
  check(taken > 10, "options were taken before: " + std::to_string(taken));
}

const Registration rings("unsound: rings in the middle of work", [] {
  dance_at_random<false, false>(1);
  dance_at_random<true, false>(2);
  dance_at_random<false, true>(3);
  dance_at_random<true, true>(4);
});

struct OpenRings : Rings<false, true> {
  using Base = Rings<false, true>;
  explicit OpenRings(const Problem& problem)
      : Base(problem, {OptionId{0}, OptionId{1}, OptionId{2}}, 0) {}
  using Base::bounds_;
  using Base::by_size_;
  using Base::cover;
  using Base::hide;
  using Base::nodes_;
  using Base::order_;
  using Base::sizes_;
  using Base::unlink;
  using Base::unsound;
  using Base::waiting_;
};

const Registration damaged_rings("unsound: damaged rings", [] {
  const Problem problem({{true, 1, 2}, {}, {}}, {0, 2, 4, 6}, {0, 1, 1, 2, 0, 2}, {});
  // Three headers, then a spacer before each option of two entries: the first entry is node 4.
  const NodeId first{4};
  check_reported<OpenRings>(
      [&] { return OpenRings(problem); },
      {{"a ring is not linked both ways", [&](OpenRings& r) { r.nodes_[first].up = first; }},
       {"a ring leads to another item", [&](OpenRings& r) { r.nodes_[first].down = NodeId{5}; }},
       {"a ring does not keep the order of its entries",
        [](OpenRings& r) {
          for (const NodeId node : {NodeId{0}, NodeId{4}, NodeId{10}}) {
            std::swap(r.nodes_[node].up, r.nodes_[node].down);
          }
        }},
       {"the length of a ring is wrong", [](OpenRings& r) { ++r.sizes_[ItemId{2}]; }},
       {"an option is in some of its rings only", [&](OpenRings& r) { r.hide<true>(first); }},
       {"an option of a covered item is open",
        [](OpenRings& r) {
          r.waiting_[ItemId{1}].right = ItemId{3};
          r.waiting_[ItemId{3}].left = ItemId{1};
        }},
       {"the waiting items are not linked both ways",
        [](OpenRings& r) { r.waiting_[ItemId{3}].right = ItemId{1}; }},
       {"an item is not among the items of its size",
        [](OpenRings& r) { r.by_size_.remove(ItemId{1}, 2); }},
       {"an item waits that takes no more options",
        [](OpenRings& r) { r.bounds_[ItemId{0}].high = 0; }},
       {"a spacer does not lead around its option",
        [](OpenRings& r) { r.nodes_[NodeId{3}].down = NodeId{4}; }},
       {"an option does not begin behind a spacer",
        [](OpenRings& r) { std::swap(r.order_[0], r.order_[1]); }}});
});

// Cheapest solutions --------------------------------------------------------------------------

const Registration bills("unsound: cheapest solutions in the middle of work", [] {
  std::mt19937 dice(5);
  std::uint64_t nodes = 0;
  for (int round = 0; round < 200; ++round) {
    const Problem problem = random_problem(dice, round % 2 == 0, round % 4 < 2).problem();
    std::vector<std::int64_t> costs(problem.option_count());
    for (std::int64_t& cost : costs) cost = static_cast<std::int64_t>(dice() % 8);
    const auto machine = cheapest(problem, costs, 1 + dice() % 3);
    for (;;) {
      check_sound(*machine);
      if (dice() % 8 == 0) machine->cut(static_cast<std::int64_t>(dice() % 32) - 4);
      check_sound(*machine);
      Slice slice = steps(1 + dice() % 3);
      if (machine->run(slice) == Outcome::done) break;
    }
    check_sound(*machine);
    nodes += machine->work().nodes;
  }
  check(nodes > 300, "nodes were visited: " + std::to_string(nodes));
});

// Partitions ----------------------------------------------------------------------------------

const Registration partitions("unsound: partitions in the middle of refinement", [] {
  std::mt19937 raw_dice(6);
  Dice dice(6);
  std::uint64_t splits = 0;
  for (int round = 0; round < 100; ++round) {
    const Incidence graph =
        round % 4 == 0
            ? incidence(dominoes(4))
            : incidence(random_problem(raw_dice, round % 2 == 0, round % 3 == 0).problem());
    Partition partition(graph);
    std::vector<std::size_t> marks;
    for (int step = 0; step < 20; ++step) {
      while (partition.waiting()) {
        partition.split();
        ++splits;
        check_sound(partition);
        if (dice.roll(16) == 0) partition.forget();
        check_sound(partition);
      }
      if (!partition.discrete() && dice.roll(3) != 0) {
        marks.push_back(partition.mark());
        partition.individualize(partition.at(partition.smallest()));
      } else if (!marks.empty()) {
        partition.undo(marks.back());
        marks.pop_back();
      }
      check_sound(partition);
    }
  }
  check(splits > 500, "cells were split: " + std::to_string(splits));
});

const Registration damaged_partition("unsound: a damaged partition", [] {
  const Incidence graph = incidence(dominoes(3));
  check_reported<Partition>(
      [&] {
        Partition partition(graph);
        while (partition.waiting()) partition.split();
        partition.individualize(partition.at(partition.smallest()));
        return partition;
      },
      {{"a vertex is not where it should be",
        [](Partition& p) { std::swap(Peer::places(p)[Vertex{0}], Peer::places(p)[Vertex{5}]); }},
       {"a count of neighbors was left over", [](Partition& p) { Peer::counts(p)[Vertex{3}] = 1; }},
       {"the cells do not cover all", [](Partition& p) { Peer::lengths(p)[0] = 0; }},
       {"a vertex is not in its cell",
        [](Partition& p) { Peer::cells(p)[p.at(0)] = p.size() - 1; }},
       {"the number of cells is wrong", [](Partition& p) { ++Peer::cell_count(p); }},
       {"no cell was split off there", [](Partition& p) { Peer::splits(p).push_back(0); }},
       {"a waiting cell is not listed", [](Partition& p) { Peer::is_waiting(p)[0] ^= 1; }}});
});

// Tables --------------------------------------------------------------------------------------

const Registration damaged_table("unsound: a damaged table of a memo", [] {
  check_reported<MemoTable>(
      [] {
        MemoTable table(1);
        for (std::uint64_t key = 2; key < 52; ++key) {
          table.store(&key, mix(&key, 1), &key, 1 + static_cast<std::uint32_t>(key), plenty);
        }
        return table;
      },
      {{"the number of entries is wrong", [](MemoTable& t) { --Peer::entries(t); }},
       {"the table has the wrong size", [](MemoTable& t) { Peer::words(t).pop_back(); }},
       {"an entry is outside its window",
        [](MemoTable& t) {
          for (std::size_t at = 0;; at += Peer::stride(t)) {
            if (std::uint64_t& head = Peer::words(t)[at]; head != 0) {
              head ^= std::uint64_t{128} << 32;
              return;
            }
          }
        }},
       {"an entry is not found, or there twice",
        [](MemoTable& t) {
          // The key of one entry, again in the next place of its window.
          const std::size_t step = Peer::stride(t);
          for (std::size_t at = 0;; at += step) {
            auto& words = Peer::words(t);
            if (words[at] == 0 || words[at + step] != 0) continue;
            std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(at), step,
                        words.begin() + static_cast<std::ptrdiff_t>(at + step));
            ++Peer::entries(t);
            return;
          }
        }},
       {"an entry has no size", [](MemoTable& t) {
          for (std::size_t at = 0;; at += Peer::stride(t)) {
            if (std::uint64_t& head = Peer::words(t)[at]; head != 0) {
              head = head >> 32 << 32;
              return;
            }
          }
        }}});
});

// Sweeps --------------------------------------------------------------------------------------

// The count of a sweep that stops after a few steps, or anywhere else because its time is up.
Natural by_steps(const Problem& problem, const Values& values, std::uint64_t most) {
  const auto machine = sweep(problem, given_order(problem), values);
  Dice dice(most);
  for (;;) {
    check_sound(*machine);
    Slice slice = dice.roll(2) == 0 ? steps(most) : soon_late(dice);
    const Outcome outcome = machine->run(slice, plenty);
    check(outcome != Outcome::out_of_bytes, "the bytes are enough");
    if (outcome == Outcome::done) break;
  }
  check_sound(*machine);
  return machine->count();
}

Natural at_once(const Problem& problem, const Values& values) {
  const auto machine = sweep(problem, given_order(problem), values);
  Slice slice = steps(plenty);
  check(machine->run(slice, plenty) == Outcome::done, "it ends");
  return machine->count();
}

const Registration sweeps("unsound: layers in the middle of a sweep", [] {
  std::mt19937 dice(7);
  for (int round = 0; round < 200; ++round) {
    const Problem problem = random_problem(dice, round % 2 == 0, round % 4 < 2).problem();
    const Values values{{}, round % 3 == 0 ? 7u : 0u, round % 2 == 0};
    check(by_steps(problem, values, 1 + dice() % 5) == at_once(problem, values),
          "slices change nothing");
  }
  // Layers of many states, sorted or in tables, with counts that become longer and longer.
  const Problem problem = dominoes(6);
  for (const std::uint64_t weight : {std::uint64_t{1}, std::uint64_t{1} << 40}) {
    const Values values{std::vector<std::uint64_t>(problem.option_count(), weight), 0};
    check(by_steps(problem, values, 50) == at_once(problem, values), "slices change nothing");
  }
});

Layer<1> filled_layer() {
  Layer<1> layer;
  Slice slice = steps(plenty);
  layer.begin_growth(20);
  layer.move(slice);
  for (std::uint64_t k = 0; k < 20; ++k) layer.append({SweepPlan::occupied | k})[0] = k + 1;
  return layer;
}

const Registration widened("layers: the total is known while counts are widened", [] {
  Layer<1> layer = filled_layer();
  Slice slice = steps(plenty);
  Totals totals;
  layer.begin_total(totals);
  check(layer.total(totals, slice) && totals.sum() == Natural(210), "the counts are added up");
  layer.begin_widening();
  check(totals.sum() == Natural(210), "widening does not change the total");
});

const Registration damaged_layer("unsound: damaged layers", [] {
  // An entry of the layer is a word for the state, and one for its count.
  check_reported<Layer<1>>(
      [] { return filled_layer(); },
      {{"the states do not increase",
        [](Layer<1>& l) { std::swap(Peer::data(l)[0], Peer::data(l)[2]); }},
       {"the layer has less memory than states", [](Layer<1>& l) { Peer::size(l) = 1000; }},
       {"a state has the wrong marks",
        [](Layer<1>& l) { Peer::data(l)[4] ^= SweepPlan::occupied; }},
       {"a state cannot be reached", [](Layer<1>& l) { Peer::data(l)[5] = 0; }}});
});

// Two words for each of 300 states in four buckets, in blocks of 64 words.
struct Bucketful {
  std::unique_ptr<BlockPool> pool = std::make_unique<BlockPool>(64);
  BlockCache blocks{*pool};
  Buckets<1> layer{*pool};

  Bucketful() {
    layer.reset(1, 2, {~std::uint64_t{0}});
    std::vector<std::uint64_t> entries;
    for (std::uint64_t k = 0; k < 300; ++k) {
      entries.insert(entries.end(), {SweepPlan::occupied | k, k + 1});
    }
    pool->limit(600 * sizeof(std::uint64_t));
    check(!blocks.reserve(layer.blocks_for(300)), "it needs more");
    pool->limit(plenty);
    check(blocks.reserve(layer.blocks_for(300)), "there is room");
    layer.append(entries.data(), 300, blocks);
  }
  std::string_view unsound() const { return layer.unsound(true); }
  // The first entry of a bucket.
  std::uint64_t* first(std::size_t bucket) {
    return const_cast<std::uint64_t*>(layer.part(bucket, 0).begin);
  }
};

const Registration damaged_buckets("unsound: damaged buckets", [] {
  check_reported<Bucketful>(
      [] { return Bucketful(); },
      {{"a state is there twice", [](Bucketful& b) { b.first(1)[0] = b.first(1)[2]; }},
       {"a state is in the wrong bucket", [](Bucketful& b) { b.first(1)[0] = b.first(2)[0]; }},
       {"a state has the wrong marks", [](Bucketful& b) { b.first(3)[0] |= SweepPlan::beyond; }},
       {"a state cannot be reached", [](Bucketful& b) { b.first(0)[1] = 0; }}});
  Bucketful read;
  for (std::size_t bucket = 0; bucket < read.layer.buckets(); ++bucket) {
    while (read.layer.blocks(bucket) != 0) {
      read.layer.drop_block(bucket, read.blocks);
      check_sound(read);
    }
  }
  check(read.layer.size() == 0, "all states are read");
});

void find_at_random(States<2>& states, Dice& dice) {
  std::vector<States<2>::Bits> wanted(1 + dice.roll(40));
  std::vector<std::uint32_t> numbers(wanted.size());
  for (auto& bits : wanted) bits = {dice.roll(50), dice.roll(50)};
  if (states.growth(wanted.size()) != 0) {
    Slice slice = steps(plenty);
    states.begin_growth(wanted.size());
    check(states.move(slice), "it moves at once");
  }
  states.find(wanted.data(), wanted.size(), numbers.data());
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    check(states[numbers[k]] == wanted[k], "a number leads back to its state");
  }
}

const Registration numbered("unsound: numbered states in the middle of work", [] {
  Dice dice(8);
  States<2> states;
  Slice slice = steps(plenty);
  for (int layer = 0; layer < 4; ++layer) {
    states.reset(states.size());
    check(states.clear(slice), "it is cleared at once");
    check_sound(states);
    for (int round = 0; round < 60; ++round) {
      find_at_random(states, dice);
      check_sound(states);
    }
  }
  check(states.size() > 800, "there was work");
});

const Registration damaged_states("unsound: damaged numbered states", [] {
  const auto first = [](States<2>& states) -> std::uint32_t& {
    std::size_t place = 0;
    while (Peer::table(states)[place] == 0) ++place;
    return Peer::table(states)[place];
  };
  check_reported<States<2>>(
      [] {
        Dice dice(9);
        States<2> states;
        Slice slice = steps(plenty);
        states.reset(1);
        states.clear(slice);
        for (int round = 0; round < 10; ++round) find_at_random(states, dice);
        return states;
      },
      {{"a number has no state", [&](States<2>& s) { first(s) = 100'000; }},
       {"the table does not hold each state once", [&](States<2>& s) { first(s) = 0; }},
       {"a state is not found, or there twice", [&](States<2>& s) {
          std::uint32_t& one = first(s);
          one = one == 1 ? 2 : 1;
        }}});
});

// Nonograms -----------------------------------------------------------------------------------

nonogram::Puzzle random_puzzle(Dice& dice, std::uint32_t height, std::uint32_t width) {
  std::vector<std::vector<std::uint8_t>> cells(height, std::vector<std::uint8_t>(width));
  for (auto& row : cells) {
    for (auto& cell : row) cell = static_cast<std::uint8_t>(dice.roll(3));
  }
  const auto clue = [&](bool row, std::uint32_t line) {
    std::vector<nonogram::Block> blocks;
    std::uint8_t before = 0;
    for (std::uint32_t k = 0; k < (row ? width : height); ++k) {
      const std::uint8_t letter = row ? cells[line][k] : cells[k][line];
      if (letter != 0 && letter == before) {
        ++blocks.back().length;
      } else if (letter != 0) {
        blocks.push_back({1, letter});
      }
      before = letter;
    }
    return blocks;
  };
  std::vector<std::vector<nonogram::Block>> rows, columns;
  for (std::uint32_t line = 0; line < height; ++line) rows.push_back(clue(true, line));
  for (std::uint32_t line = 0; line < width; ++line) columns.push_back(clue(false, line));
  return {3, std::move(rows), std::move(columns)};
}

const Registration boards("unsound: boards and their ledgers in the middle of work", [] {
  Dice dice(10);
  std::uint64_t contradictions = 0;
  for (int round = 0; round < 60; ++round) {
    nonogram::Deduction board(random_puzzle(dice, 3 + dice.roll(8), 60 + dice.roll(10)));
    check_sound(board);
    std::vector<nonogram::Deduction::Mark> marks;
    for (int step = 0; step < 30; ++step) {
      Slice slice = steps(1 + dice.roll(20));
      const auto result = board.propagate(slice, plenty, !marks.empty());
      check_sound(board);
      if (result == nonogram::PropagationResult::out_of_slice) continue;
      if (result == nonogram::PropagationResult::contradiction) ++contradictions;
      const bool back = result == nonogram::PropagationResult::contradiction || dice.roll(4) == 0;
      if (back && marks.empty()) continue;
      if (back) {
        board.undo(marks.back());
        marks.pop_back();
      } else {
        marks.push_back(board.mark());
        const nonogram::CellId cell{dice.roll(board.cells())};
        if (dice.roll(2) == 0) {
          board.remove(cell, dice.roll(3));
        } else {
          board.choose(cell, dice.roll(3));
        }
      }
      check_sound(board);
    }
  }
  check(contradictions > 20, "boards contradicted: " + std::to_string(contradictions));
});

const Registration damaged_board("unsound: a damaged board", [] {
  Dice dice(11);
  const nonogram::Puzzle puzzle = random_puzzle(dice, 5, 5);
  check_reported<nonogram::Deduction>(
      [&] { return nonogram::Deduction(puzzle); },
      {{"a row and a column disagree", [](nonogram::Deduction& d) { d.ledger().set(0, 0); }},
       {"a plane has a bit beyond its line",
        [](nonogram::Deduction& d) { d.ledger().set(0, d.ledger()[0] | std::uint64_t{1} << 5); }},
       {"the spare letters are miscounted",
        [](nonogram::Deduction& d) {
          d.propagate();
          d.undo({d.mark().ledger, d.spare() - 1});
        }},
       {"a change of an unknown word is logged",
        [](nonogram::Deduction& d) { Peer::entries(d.ledger()).push_back({0, UINT32_MAX}); }}});
});

}  // namespace

}  // namespace combien::tests
