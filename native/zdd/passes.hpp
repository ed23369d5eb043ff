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
  // require: the manager outlives this, and is pinned
  explicit PassMaker(DiagramManager& manager)
      : manager_(manager),
        alone_(manager.node_count() == 0),
        seen_(manager.next_id()),
        table_(first_places) {}

  void begin_pass() {
    const std::size_t kept = std::bit_ceil(std::max<std::size_t>(first_places, 2 * made_));
    table_.assign(std::min(table_.size(), kept), none);
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

  // The same for a node that equals no other node of the pass.
  FamilyId make_distinct(Variable variable, FamilyId lo, FamilyId hi) {
    if (!alone_) return make(variable, lo, hi);
    return hi == empty_family ? lo : manager_.append({variable, lo, hi});
  }

  std::uint64_t bytes() const { return table_.capacity() * sizeof(FamilyId); }

 private:
  static constexpr std::size_t first_places = 1 << 10;
  static constexpr FamilyId none = empty_family;

  std::size_t place_of(const DiagramNode& node) const {
    const std::size_t last = table_.size() - 1;
    std::size_t place = DiagramManager::hash_of(node) & last;
    while (table_[place] != none && manager_.node(table_[place]) != node)
      place = (place + 1) & last;
    return place;
  }

  DiagramManager& manager_;
  bool alone_;            // Whether all nodes of the manager are made here.
  FamilyId seen_;         // The next number when work was last paused.
  std::size_t made_ = 0;  // Nodes of this pass.
  LargeVector<FamilyId> table_;
};

}  // namespace combien
