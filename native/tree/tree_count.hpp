// Counting by dynamic programming over a tree decomposition.
//
// Every bag gets the states of its children: the sets of items that options below it can cover, and
// in how many ways.  Two children are joined by uniting sets without a common item.  Then the item of
// the bag is covered by one of its options, unless a child has covered it, and is forgotten.
#pragma once

#include <cstdint>
#include <vector>

#include "base/gradual.hpp"
#include "base/natural.hpp"
#include "base/require.hpp"
#include "cover/problem.hpp"
#include "tree/decomposition.hpp"
#include "tree/gradual_count.hpp"
#include "tree/states.hpp"

namespace combien {

class TreeCount : public GradualCount {
 public:
  // A state is a word.
  static constexpr std::uint32_t most_items_in_bag = 64;

  // require: no colors, no bounds, at most most_tree_items items, and no bag of the decomposition has
  //          more than most_items_in_bag items
  TreeCount(const Problem& problem, TreeDecomposition decomposition);

  // The number of solutions.
  // require: run() has returned `done`
  const Natural& count() const {
    COMBIEN_REQUIRE(done_);
    return count_;
  }

  std::uint64_t transitions() const { return transitions_; }
  std::uint64_t states() const { return states_; }
  std::uint64_t joins() const { return joins_; }
  std::uint64_t bytes() const;
  std::uint32_t widest_bag() const { return decomposition_.widest; }
  // The completed part of the forecast cost.
  double fraction() const;
  // The forecast number of transitions, an upper bound.
  double cost() const { return decomposition_.cost; }

 private:
  // The states that a bag passes to its parent, whose items they refer to.
  struct Message {
    std::vector<std::uint32_t> places;
    std::vector<std::uint32_t> below;  // For each place, the options below that have its item.
    TreeStates states;
  };
  struct Bag {
    bool primary = true;
    std::uint32_t option_count = 0;      // Of its item.
    std::vector<std::uint64_t> options;  // As bits of the bag; all have bit 0.
    std::vector<std::uint32_t> below;    // For each place, the options here or below.
    std::uint64_t closed =
        0;  // The items that its message must cover: all of their options are below.
    std::vector<Message> children;
  };

  // The states of a table by their common part with another one.
  struct Groups {
    TreeStates parts;  // The common parts, and how many states have each.
    std::vector<std::uint32_t> starts;
    std::vector<std::uint32_t> members;  // Of the first part, then of the second, and so on.
    std::vector<std::uint64_t> keys;     // Of the members, as bits of the bag.
  };

  // These return false when a count does not fit into the limbs.
  Gradual<bool> counting();
  Gradual<bool> joining(const Bag& bag, TreeStates& out);
  Gradual<bool> uniting(const TreeStates& left, const Relabeling& relabel, std::uint64_t left_scope,
                        const Message& right, std::uint64_t closed, TreeStates& out);
  Gradual<bool> moving(const Bag& bag, const TreeStates& from, const Relabeling& relabel,
                       TreeStates& out);
  Gradual<bool> grouping(const TreeStates& states, const Relabeling& relabel, std::uint64_t common,
                         Groups& groups);
  // Whether an item has all of its options among this many.
  bool is_closed(std::uint32_t place, std::uint32_t options) const {
    return bags_[place].primary && bags_[place].option_count == options;
  }
  // Why a run of transitions ended.
  enum class Stop { finished, out_of_slice, out_of_bytes, overflow };
  // The pairs of two groups: members from `left` to `left_end` with those from `right_begin` on.
  struct Pairs {
    std::uint32_t left, left_end;
    std::uint32_t right, right_begin, right_end;
  };
  // Plain functions, because the variables of a coroutine are not kept in registers.
  Stop unite_pairs(Pairs& pairs, const Groups& lefts, const Groups& rights, const TreeStates& left,
                   const TreeStates& right, TreeStates& out);
  Stop move_states(std::size_t& state, std::size_t& option, const Bag& bag, const TreeStates& from,
                   const Relabeling& relabel, TreeStates& out);
  // Where the items of a message are in the bag that is next.
  std::vector<std::uint32_t> places_in_bag(const Message& message) const;
  // Whether the table may grow; otherwise the count stops until it is allowed more bytes.
  bool has_room(const TreeStates& out);
  void widen();
  void pass_on(TreeStates states);

  TreeDecomposition decomposition_;
  std::vector<Bag> bags_;
  std::uint32_t next_ = 0;
  std::uint32_t width_ = 1;
  double spent_ = 0;
  // The tables in progress, and the memory of the others.
  const TreeStates* joined_ = nullptr;
  const TreeStates* target_ = nullptr;
  std::uint64_t message_bytes_ = 0;
  std::uint64_t group_bytes_ = 0;

  std::vector<std::uint64_t> product_;
  std::uint64_t transitions_ = 0;
  std::uint64_t states_ = 0;
  std::uint64_t joins_ = 0;
  Natural count_{1};
};

}  // namespace combien
