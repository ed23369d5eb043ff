// Makes nodes pass after pass from the bottom up, where all nodes of a variable belong to one pass.
//
// Within a pass only the nodes of that pass can be equal, so a small table that stays in the cache
// finds them; in a manager that is otherwise empty, no other lookup is needed.  (The dominoes of
// 16x16: half the time of using the manager's own table, and half the memory.)
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "base/require.hpp"
#include "zdd/manager.hpp"

namespace combien {

class PassMaker {
 public:
  // The maximum number of nodes that are made at once.
  static constexpr std::size_t batch = 512;

  // require: the manager outlives this, and is pinned
  explicit PassMaker(DiagramManager& manager)
      : manager_(manager),
        alone_(manager.node_count() == 0),
        seen_(manager.next_id()),
        table_(first_places) {
    set_shift();
  }

  void begin_pass() {
    const std::size_t kept = std::bit_ceil(std::max<std::size_t>(first_places, 2 * made_));
    table_.assign(std::min(table_.size(), kept), none);
    set_shift();
    made_ = 0;
  }

  // To be called before resuming after others may have used the manager: their nodes count too
  // then.
  void resume() { alone_ = alone_ && manager_.next_id() == seen_; }
  void pause() { seen_ = manager_.next_id(); }

  // The memory needed to make this many more nodes, here and in the manager.
  std::uint64_t growth(std::size_t more) const {
    const std::uint64_t wider = 2 * std::bit_ceil(2 * (made_ + more)) * sizeof(FamilyId);
    return manager_.growth(more) + (2 * (made_ + more) > table_.size() ? wider : 0);
  }
  void make_room(std::size_t more) {
    manager_.make_room(more);
    if (2 * (made_ + more) <= table_.size()) return;
    LargeVector<FamilyId> old(2 * std::bit_ceil(2 * (made_ + more)), none);
    table_.swap(old);
    set_shift();
    for (const FamilyId id : old) {
      if (id != none) table_[place_of(manager_.node(id))] = id;
    }
  }

  // As Manager::make().
  // require: growth(1) == 0
  FamilyId make(Variable variable, FamilyId lo, FamilyId hi) {
    COMBIEN_REQUIRE(growth(1) == 0);
    COMBIEN_REQUIRE(manager_.pinned());
    if (hi == empty_family) return lo;
    const DiagramNode wanted{variable, lo, hi};
    FamilyId& there = table_[place_of(wanted)];
    if (there != none) return there;
    ++made_;
    return there = alone_ ? manager_.append(wanted) : manager_.make(variable, lo, hi);
  }

  // The same for some nodes at once, from the last one to the first.
  // require: count <= batch, growth(count) == 0
  void make(Variable variable, std::size_t count, const FamilyId* lo, const FamilyId* hi,
            FamilyId* made) {
    COMBIEN_REQUIRE(count <= batch && growth(count) == 0);
    COMBIEN_REQUIRE(manager_.pinned());
    if (alone_ && manager_.allows(count)) {
      make_alone(variable, count, lo, hi, made);
    } else {
      for (std::size_t k = count; k-- > 0;) made[k] = make(variable, lo[k], hi[k]);
    }
  }

  // The same for a node that equals no other node of the pass.
  FamilyId make_distinct(Variable variable, FamilyId lo, FamilyId hi) {
    if (!alone_) return make(variable, lo, hi);
    return hi == empty_family ? lo : manager_.append({variable, lo, hi});
  }

  std::uint64_t bytes() const { return table_.capacity() * sizeof(FamilyId); }

 private:
  static constexpr std::size_t first_places = 1 << 10;
  static constexpr FamilyId none = empty_family;

  std::size_t first_place(const DiagramNode& node) const {
    const std::uint64_t mixed =
        pair(node.lo, node.hi) + std::uint64_t{node.variable} * 0xd6e8feb86659fd93u;
    return static_cast<std::size_t>(mixed * 0x9e3779b97f4a7c15u >> shift_);
  }
  void set_shift() { shift_ = 64 - static_cast<std::uint32_t>(std::countr_zero(table_.size())); }
  std::size_t place_of(const DiagramNode& node) const {
    const std::size_t last = table_.size() - 1;
    std::size_t place = first_place(node);
    while (table_[place] != none && manager_.node(table_[place]) != node)
      place = (place + 1) & last;
    return place;
  }

  // Which nodes are needed, and which of them are new, is hard to predict: nothing branches on it.
  // require: alone_, and the manager allows so many nodes
  void make_alone(Variable variable, std::size_t count, const FamilyId* lo, const FamilyId* hi,
                  FamilyId* made) {
    std::uint16_t needed[batch];
    std::uint32_t places[batch];
    std::size_t nodes = 0;
    const std::size_t last = table_.size() - 1;
    for (std::size_t k = count; k-- > 0;) {
      made[k] = lo[k];
      needed[nodes] = static_cast<std::uint16_t>(k);
      places[nodes] = static_cast<std::uint32_t>(first_place({variable, lo[k], hi[k]}));
      nodes += hi[k] != empty_family ? 1 : 0;
    }
    DiagramNode* const above = manager_.above();
    const auto first = static_cast<std::uint32_t>(manager_.next_id());
    const DiagramNode* const all = above - first;
    std::uint32_t appended = 0;
    for (std::size_t k = 0; k < nodes; ++k) {
      const DiagramNode wanted{variable, lo[needed[k]], hi[needed[k]]};
      std::size_t place = places[k];
      above[appended] = wanted;
      FamilyId there = table_[place];
      while ((there != none) & !same(wanted, all[static_cast<std::uint32_t>(there)])) {
        place = (place + 1) & last;
        there = table_[place];
      }
      const FamilyId id = there == none ? FamilyId{first + appended} : there;
      appended += there == none ? 1 : 0;
      table_[place] = id;
      made[needed[k]] = id;
    }
    manager_.append_above(appended);
    made_ += appended;
  }

  // Of nodes of the pass, which have its variable.
  static bool same(const DiagramNode& a, const DiagramNode& b) {
    return (a.lo == b.lo) & (a.hi == b.hi);
  }

  DiagramManager& manager_;
  bool alone_;            // Whether all nodes of the manager are made here.
  FamilyId seen_;         // The next number when work was last paused.
  std::size_t made_ = 0;  // Nodes of this pass.
  LargeVector<FamilyId> table_;
  std::uint32_t shift_ = 0;  // A place is the upper bits of a hash.
};

}  // namespace combien
