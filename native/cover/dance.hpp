// Choosing items to branch on, and updating the rings when choices are made and undone.
//
// A dance knows nothing of slices or positions: tree traversal (links.cpp) and pruning of expensive
// branches (cheapest.cpp) are built on top.
#pragma once

#include <cstdint>
#include <vector>

#include "cover/rings.hpp"
#include "cover/search.hpp"

namespace combien {

template <bool colored, bool bounded>
class Dance : private Rings<colored, bounded> {
 public:
  struct Choice {
    ItemId item;
    std::uint32_t degree;
  };

  // An open branching.
  struct Level {
    ItemId item;
    NodeId choice;          // The entry of `item` in the chosen option, or no_node for none.
    std::uint32_t degree;   // Number of choices.
    std::uint32_t tried;    // Number of choices started.
    std::uint32_t removed;  // Size of removed_ before this level.
    bool exact;  // The item must be covered exactly once more: all its options go at once.
  };

  // The options are inserted into the rings in this order.  If `branching` is `smallest`, items are
  // sorted while at least `sorted_from` are waiting; this does not change the choices.
  Dance(const Problem& problem, const std::vector<OptionId>& order, Branching branching,
        std::uint32_t sorted_from)
      : Rings<colored, bounded>(problem, order,
                                branching == Branching::smallest ? sorted_from : UINT32_MAX),
        branching_(branching) {
    if (branching == Branching::weighted) {
      failures_ = Table<ItemId, std::uint32_t>(problem.item_count(), 1);
    }
  }

  // See Rings: the invariants hold whenever no method runs.
  using Rings<colored, bounded>::unsound;

  ItemId root() const { return root_; }
  std::uint64_t updates() const { return updates_; }
  const std::vector<Level>& levels() const { return levels_; }
  // The option that a level has chosen; no_option if it chose none of the remaining ones.
  OptionId chosen(const Level& level) const {
    return level.choice == no_node ? no_option : option_of(level.choice);
  }

  // The first remaining option of an item.
  // require: there is one
  OptionId first_option(ItemId item) const {
    COMBIEN_REQUIRE(nodes_[header_of(item)].down != header_of(item));
    return option_of(nodes_[header_of(item)].down);
  }
  std::uint32_t size_of(ItemId item) const { return sizes_[item]; }

  // The option that advance() would choose on the last level.
  // require: that level is exact, and not all its choices have been tried
  OptionId next_option() const {
    COMBIEN_REQUIRE(!levels_.empty());
    const Level& level = levels_.back();
    COMBIEN_REQUIRE(level.exact && level.tried < level.degree);
    return option_of(nodes_[level.tried == 0 ? header_of(level.item) : level.choice].down);
  }

  // The choices for an item, in order.
  std::vector<OptionId> choices(const Choice& choice) const {
    std::vector<OptionId> options;
    const NodeId header = header_of(choice.item);
    NodeId node = nodes_[header].down;
    for (std::uint32_t k = 0; k < choice.degree; ++k, node = nodes_[node].down) {
      options.push_back(node == header ? no_option : option_of(node));
    }
    return options;
  }

  // Records that an item had no choices left, so that it is branched on sooner.
  // require: the branching is weighted
  void note_failure(ItemId item) {
    COMBIEN_REQUIRE(branching_ == Branching::weighted);
    ++failures_[item];
  }

  // Goes on with the failures that a dance of the same problem has noted.
  // require: both branchings are weighted
  void take_failures(const Dance& from) {
    COMBIEN_REQUIRE(branching_ == Branching::weighted && from.branching_ == Branching::weighted);
    failures_ = from.failures_;
  }

  // Visits the waiting items in order, with the least and the greatest number of options that each
  // still takes.
  template <class Visit>
  void for_waiting(Visit visit) const {
    for (ItemId item = waiting_[root_].right; item != root_; item = waiting_[item].right) {
      if constexpr (bounded) {
        visit(item, bounds_[item].low, bounds_[item].high);
      } else {
        visit(item, 1, 1);
      }
    }
  }

  // The item to branch on, or the root if no item is waiting.
  Choice choose() const {
    if (sorts_ && !by_size_.empty()) {
      const std::uint32_t degree = by_size_.smallest();
      return {by_size_.first(degree), degree};
    }
    Choice best{root_, 0};
    for (ItemId item = waiting_[root_].right; item != root_; item = waiting_[item].right) {
      if (satisfied(item)) continue;
      const std::uint32_t degree = degree_of(item);
      if (best.item == root_ || better(item, degree, best)) {
        best = {item, degree};
        if (degree == 0) return best;
      }
      if (branching_ == Branching::leftmost) return best;
    }
    return best;
  }

  // Opens a level for an item.
  // require: the choice is one of the current state, of a waiting item
  void open(Choice choice) {
    COMBIEN_REQUIRE(choice.item != root_ && is_waiting(choice.item));
    COMBIEN_REQUIRE(choice.degree == degree_of(choice.item));
    const bool exact = exactly_once(choice.item);
    levels_.push_back({choice.item, no_node, choice.degree, 0,
                       static_cast<std::uint32_t>(removed_.size()), exact});
    if (exact) cover(choice.item);
  }

  // Undoes the last level's choice and makes the next one; closes the level when there is none.
  // require: a level is open
  // ensure: true => a choice was made, and its node is to be visited
  bool advance() {
    COMBIEN_REQUIRE(!levels_.empty());
    Level& level = levels_.back();
    COMBIEN_REQUIRE(level.tried <= level.degree);
    const NodeId header = header_of(level.item);
    if (level.tried != 0) take_back(level);
    if (level.tried == level.degree) {
      close(level);
      return false;
    }
    ++level.tried;
    if (level.exact) {
      level.choice = nodes_[level.tried == 1 ? header : level.choice].down;
      for_others_rightwards(level.choice, [this](NodeId other) { commit(other); });
      return true;
    }
    if (!take_out_first(level)) return true;
    commit(level.choice);
    for_others_rightwards(level.choice, [this](NodeId other) { commit(other); });
    return true;
  }

  // Makes this choice on the level just opened, as if those before it had been tried.
  // require: no choice was made on that level
  // ensure: false => it is not among the choices, and the dance is unusable
  // cost:   one choice, and a step for each choice before it
  bool go_to(OptionId wanted) {
    COMBIEN_REQUIRE(!levels_.empty() && levels_.back().tried == 0);
    Level& level = levels_.back();
    NodeId& node = level.choice;
    node = header_of(level.item);
    while (level.tried < level.degree) {
      ++level.tried;
      if (level.exact) {
        node = nodes_[node].down;
      } else if (!take_out_first(level)) {
        return wanted == no_option;
      }
      if (option_of(node) != wanted) continue;
      if (!level.exact) commit(node);
      for_others_rightwards(node, [this](NodeId other) { commit(other); });
      return true;
    }
    return false;
  }

  // Undoes the last level and its choice.
  // require: a level is open
  void drop() {
    COMBIEN_REQUIRE(!levels_.empty());
    take_back(levels_.back());
    close(levels_.back());
  }

  // Options taken before the search -----------------------------------------------------------

  // Whether the option is compatible with everything taken.
  bool open_to_all(OptionId option) const {
    for (NodeId node = start_of_[option]; nodes_[node].item != spacer; node = after(node)) {
      if constexpr (colored) {
        if (const Color fixed = fixed_[nodes_[node].item]; fixed != no_color) {
          if (fixed != colors_[node]) return false;
          continue;
        }
      }
      // An unlinked entry is not the neighbor of its neighbors; the ring of a covered item keeps
      // its entries, but they are hidden from the waiting item.
      if (nodes_[nodes_[node].up].down != node) return false;
      const ItemId item = nodes_[node].item;
      if (!primary_[item] || is_waiting(item)) continue;
      return false;
    }
    return true;
  }

  // require: no level is open, open_to_all(option)
  void take_beforehand(OptionId option) {
    COMBIEN_REQUIRE(levels_.empty());
    COMBIEN_REQUIRE(open_to_all(option));
    const NodeId first = start_of_[option];
    take_out(first);
    commit(first);
    for_others_rightwards(first, [this](NodeId other) { commit(other); });
  }

  // Undoes the latest take_beforehand() not undone yet.
  // require: no level is open
  void give_back(OptionId option) {
    COMBIEN_REQUIRE(levels_.empty());
    const NodeId first = start_of_[option];
    for_others_leftwards(first, [this](NodeId other) { uncommit(other); });
    uncommit(first);
    put_back(first);
  }

 private:
  using Base = Rings<colored, bounded>;
  using Base::bounds_;
  using Base::by_size_;
  using Base::colors_;
  using Base::commit;
  using Base::cover;
  using Base::degree_of;
  using Base::exactly_once;
  using Base::fixed_;
  using Base::for_others_leftwards;
  using Base::for_others_rightwards;
  using Base::header_of;
  using Base::is_waiting;
  using Base::nodes_;
  using Base::option_of;
  using Base::primary_;
  using Base::put_back;
  using Base::root_;
  using Base::satisfied;
  using Base::sizes_;
  using Base::sorts_;
  using Base::start_of_;
  using Base::take_out;
  using Base::uncommit;
  using Base::uncover;
  using Base::updates_;
  using Base::waiting_;

  bool better(ItemId item, std::uint32_t degree, const Choice& than) const {
    if (branching_ != Branching::weighted) return degree < than.degree;
    return std::uint64_t{degree} * failures_[than.item] <
           std::uint64_t{than.degree} * failures_[item];
  }

  // Chooses the first option left of an item that is not exact.  It stays out when others are tried,
  // so that each set of options is visited once, in order.
  // ensure: false => there is none
  bool take_out_first(Level& level) {
    level.choice = nodes_[header_of(level.item)].down;
    if (level.choice == header_of(level.item)) {
      level.choice = no_node;
      return false;
    }
    take_out(level.choice);
    removed_.push_back(level.choice);
    return true;
  }

  void take_back(const Level& level) {
    if (level.choice == no_node) return;
    for_others_leftwards(level.choice, [this](NodeId other) { uncommit(other); });
    if (!level.exact) uncommit(level.choice);
  }

  void close(const Level& level) {
    if (level.exact) {
      uncover(level.item);
    } else {
      while (removed_.size() > level.removed) {
        put_back(removed_.back());
        removed_.pop_back();
      }
    }
    levels_.pop_back();
  }

  const Branching branching_;
  Table<ItemId, std::uint32_t> failures_;  // Only used if items are weighted by them.
  std::vector<NodeId> removed_;
  std::vector<Level> levels_;
};

}  // namespace combien
