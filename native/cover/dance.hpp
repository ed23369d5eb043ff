// The dance itself: rings of options, and how choosing and taking back change them.
//
// A dance knows no search order beyond the next item to branch on, no slices and no positions: what
// walks through the tree with it (links.cpp) or leaves branches that cost too much (cheapest.cpp) is
// built on top.
#pragma once

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "cover/problem.hpp"
#include "cover/search.hpp"

namespace combien {

// A node is the header of an item's ring (nodes 0 to items - 1), an entry of an option, or a spacer
// between two options.  A spacer's `up` is the first entry of the option before it, its `down` the
// last entry of the option after it, so that one walks round an option without a length.
struct Node {
  NodeId up;
  NodeId down;
  ItemId item;
};

constexpr ItemId spacer{UINT32_MAX};
constexpr NodeId no_node{UINT32_MAX};

// Items that wait to be covered, in a ring of their own; the root is one past the last item.
struct Neighbours {
  ItemId left;
  ItemId right;
};

struct Bounds {
  std::int32_t low;
  std::int32_t high;
};

template <bool coloured, bool bounded>
class Dance {
 public:
  struct Choice {
    ItemId item;
    std::uint32_t degree;
  };

  // A branching under way.
  struct Level {
    ItemId item;
    NodeId choice;          // The entry of `item` in the chosen option, or no_node for none.
    std::uint32_t degree;   // How many choices there are.
    std::uint32_t tried;    // How many have been begun.
    std::uint32_t removed;  // How long removed_ was before this level.
    bool exact;             // The item must be covered exactly once more: all its options go at once.
  };

  // The options lie in the rings in this order.
  Dance(const Problem& problem, const std::vector<OptionId>& order, Branching branching)
      : branching_(branching), root_{problem.item_count()} {
    build_items(problem);
    build_options(problem, order);
    if (branching == Branching::weighted) {
      failures_ = Table<ItemId, std::uint32_t>(problem.item_count(), 1);
    }
  }

  ItemId root() const { return root_; }
  std::uint64_t updates() const { return updates_; }
  const std::vector<Level>& levels() const { return levels_; }
  // The option that a level has chosen; no_option for none of those that were left.
  OptionId chosen(const Level& level) const {
    return level.choice == no_node ? no_option : option_of(level.choice);
  }

  // The first option that is left for an item.
  // require: there is one
  OptionId first_option(ItemId item) const { return option_of(nodes_[header_of(item)].down); }
  std::uint32_t size_of(ItemId item) const { return sizes_[item]; }

  // The option that advance() would choose on the last level.
  // require: that level is exact, and not all its choices have been tried
  OptionId next_option() const {
    const Level& level = levels_.back();
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

  // Says that an item was found without a choice, so that it is branched on sooner.
  // require: the branching is weighted
  void note_failure(ItemId item) { ++failures_[item]; }

  // Visits the items that wait, in order, with the least number of options that each still needs.
  template <class Visit>
  void for_waiting(Visit visit) const {
    for (ItemId item = waiting_[root_].right; item != root_; item = waiting_[item].right) {
      if constexpr (bounded) {
        visit(item, bounds_[item].low);
      } else {
        visit(item, 1);
      }
    }
  }

  // The option of an entry: the last one that begins at or before it.
  OptionId option_of(NodeId node) const {
    std::size_t low = 0;
    std::size_t high = option_starts_.size();
    while (high - low > 1) {
      const std::size_t middle = (low + high) / 2;
      (option_starts_[middle] <= node ? low : high) = middle;
    }
    return order_[low];
  }

  // The item to branch on, or the root when nothing waits.
  Choice choose() const {
    Choice best{root_, 0};
    for (ItemId item = waiting_[root_].right; item != root_; item = waiting_[item].right) {
      if (settled(item)) continue;
      const std::uint32_t degree = degree_of(item);
      if (best.item == root_ || better(item, degree, best)) {
        best = {item, degree};
        if (degree == 0) return best;
      }
      if (branching_ == Branching::leftmost) return best;
    }
    return best;
  }

  void open(Choice choice) {
    const bool exact = exactly_once(choice.item);
    levels_.push_back({choice.item, no_node, choice.degree, 0,
                       static_cast<std::uint32_t>(removed_.size()), exact});
    if (exact) cover(choice.item);
  }

  // Undoes the last level's choice and makes the next one; closes the level when there is none.
  // ensure: true => a choice was made, and its node is to be visited
  bool advance() {
    Level& level = levels_.back();
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
    // What was tried before stays out, so that each set of options is met once, in order.
    level.choice = nodes_[header].down;
    if (level.choice == header) {
      level.choice = no_node;
      return true;
    }
    hide(level.choice);
    unlink(level.choice);
    removed_.push_back(level.choice);
    commit(level.choice);
    for_others_rightwards(level.choice, [this](NodeId other) { commit(other); });
    return true;
  }

  // Undoes the last level, whatever it has chosen.
  void drop() {
    take_back(levels_.back());
    close(levels_.back());
  }

  // Options taken before the search -----------------------------------------------------------

  // Whether nothing that was taken excludes the option.
  bool open_to_all(OptionId option) const {
    for (NodeId node = start_of_[option]; nodes_[node].item != spacer;
         node = after(node)) {
      if constexpr (coloured) {
        if (const Colour fixed = fixed_[nodes_[node].item]; fixed != no_colour) {
          if (fixed != colours_[node]) return false;
          continue;
        }
      }
      // An entry that was unlinked is not the neighbour of its neighbours; the ring of an item that
      // was covered keeps its entries, but then they are hidden from the item that waits.
      if (nodes_[nodes_[node].up].down != node) return false;
      const ItemId item = nodes_[node].item;
      if (!primary_[item] || waiting_[waiting_[item].left].right == item) continue;
      return false;
    }
    return true;
  }

  void take_beforehand(OptionId option) {
    const NodeId first = start_of_[option];
    hide(first);
    unlink(first);
    commit(first);
    for_others_rightwards(first, [this](NodeId other) { commit(other); });
  }

  void give_back(OptionId option) {
    const NodeId first = start_of_[option];
    for_others_leftwards(first, [this](NodeId other) { uncommit(other); });
    uncommit(first);
    relink(first);
    unhide(first);
  }

 private:
  bool exactly_once(ItemId item) const {
    if constexpr (bounded) return bounds_[item].low == 1 && bounds_[item].high == 1;
    return true;
  }

  // Building --------------------------------------------------------------------------------

  void build_items(const Problem& problem) {
    const std::uint32_t items = problem.item_count();
    waiting_ = Table<ItemId, Neighbours>(items + std::size_t{1});
    waiting_[root_] = {root_, root_};
    sizes_ = Table<ItemId, std::uint32_t>(items);
    primary_ = Table<ItemId, char>(items);
    if constexpr (bounded) bounds_ = Table<ItemId, Bounds>(items);
    if constexpr (coloured) fixed_ = Table<ItemId, Colour>(items, no_colour);
    for (ItemId item{0}; item != root_; item = after(item)) {
      const ItemKind& kind = problem.kind(item);
      primary_[item] = kind.primary;
      if constexpr (bounded) bounds_[item] = {kind.low, kind.high};
      if (!kind.primary) continue;
      const ItemId last = waiting_[root_].left;
      waiting_[item] = {last, root_};
      waiting_[last].right = item;
      waiting_[root_].left = item;
    }
  }

  void build_options(const Problem& problem, const std::vector<OptionId>& order) {
    const std::uint32_t items = problem.item_count();
    const std::size_t size = items + problem.entry_count() + problem.option_count() + 1;
    if (size >= std::numeric_limits<std::uint32_t>::max()) {
      throw std::length_error("the problem has more entries than 32 bits can number");
    }
    nodes_.reserve(size);
    for (ItemId item{0}; item != root_; item = after(item)) {
      const NodeId header = header_of(item);
      nodes_.add({header, header, item});
    }
    if constexpr (coloured) {
      colours_.reserve(size);
      for (std::uint32_t k = 0; k < items; ++k) colours_.add(no_colour);
    }
    option_starts_.reserve(problem.option_count());
    NodeId before = add_spacer(no_node);
    start_of_ = Table<OptionId, NodeId>(problem.option_count());
    order_ = order;
    for (const OptionId option : order) {
      const NodeId first = nodes_.next_id();
      option_starts_.push_back(first);
      start_of_[option] = first;
      const auto option_items = problem.items(option);
      for (std::size_t k = 0; k < option_items.size(); ++k) {
        const ItemId item = option_items[k];
        const NodeId header = header_of(item);
        const NodeId last = nodes_[header].up;
        const NodeId node = nodes_.add({last, header, item});
        nodes_[last].down = node;
        nodes_[header].up = node;
        ++sizes_[item];
        if constexpr (coloured) colours_.add(problem.colours(option)[k]);
      }
      nodes_[before].down = NodeId{nodes_.size() - 1};
      before = add_spacer(first);
    }
  }

  NodeId add_spacer(NodeId first_of_option_before) {
    if constexpr (coloured) colours_.add(no_colour);
    return nodes_.add({first_of_option_before, no_node, spacer});
  }

  static NodeId header_of(ItemId item) { return NodeId{number(item)}; }

  // The entries of an option other than `node`, to the right and round.
  template <class Visit>
  void for_others_rightwards(NodeId node, Visit visit) {
    for (NodeId other = after(node); other != node;) {
      if (nodes_[other].item == spacer) {
        other = nodes_[other].up;
      } else {
        visit(other);
        other = after(other);
      }
    }
  }

  template <class Visit>
  void for_others_leftwards(NodeId node, Visit visit) {
    for (NodeId other = NodeId{number(node) - 1}; other != node;) {
      if (nodes_[other].item == spacer) {
        other = nodes_[other].down;
      } else {
        visit(other);
        other = NodeId{number(other) - 1};
      }
    }
  }

  // The dance -------------------------------------------------------------------------------

  void unlink(NodeId node) {
    const Node& here = nodes_[node];
    if constexpr (coloured) {
      // A ring whose colour is fixed is not looked at any more.
      if (fixed_[here.item] != no_colour) return;
    }
    nodes_[here.up].down = here.down;
    nodes_[here.down].up = here.up;
    --sizes_[here.item];
    ++updates_;
  }

  void relink(NodeId node) {
    const Node& here = nodes_[node];
    if constexpr (coloured) {
      if (fixed_[here.item] != no_colour) return;
    }
    nodes_[here.up].down = node;
    nodes_[here.down].up = node;
    ++sizes_[here.item];
  }

  // Takes the option of `node` out of all rings but the one of `node` itself.
  void hide(NodeId node) {
    for_others_rightwards(node, [this](NodeId other) { unlink(other); });
  }

  void unhide(NodeId node) {
    for_others_leftwards(node, [this](NodeId other) { relink(other); });
  }

  // Takes `item` out of the items that wait, and hides every option that uses it.
  // require: `item` is not covered                    cost: the entries of those options
  void cover(ItemId item) {
    if (primary_[item]) {
      const Neighbours here = waiting_[item];
      waiting_[here.left].right = here.right;
      waiting_[here.right].left = here.left;
    }
    const NodeId header = header_of(item);
    for (NodeId node = nodes_[header].down; node != header; node = nodes_[node].down) hide(node);
  }

  // Undoes the latest cover() that is not undone yet.
  // require: it was cover(item)
  void uncover(ItemId item) {
    const NodeId header = header_of(item);
    for (NodeId node = nodes_[header].up; node != header; node = nodes_[node].up) unhide(node);
    if (primary_[item]) {
      const Neighbours here = waiting_[item];
      waiting_[here.left].right = item;
      waiting_[here.right].left = item;
    }
  }

  // Fixes the colour of a secondary item, and hides every option that gives it another.
  void purify(ItemId item, Colour colour) {
    fixed_[item] = colour;
    const NodeId header = header_of(item);
    for (NodeId node = nodes_[header].down; node != header; node = nodes_[node].down) {
      if (colours_[node] != colour) hide(node);
    }
  }

  void unpurify(ItemId item) {
    const NodeId header = header_of(item);
    const Colour colour = fixed_[item];
    for (NodeId node = nodes_[header].up; node != header; node = nodes_[node].up) {
      if (colours_[node] != colour) unhide(node);
    }
    fixed_[item] = no_colour;
  }

  // What choosing the option of `node` does to the item of `node`.
  // require: that option is in no ring but those of items that commit() has still to see
  void commit(NodeId node) {
    const ItemId item = nodes_[node].item;
    if constexpr (coloured) {
      const Colour colour = colours_[node];
      if (colour != no_colour) {
        if (fixed_[item] == no_colour) {
          purify(item, colour);
          purified_.push_back(node);
        }
        return;
      }
    }
    if constexpr (bounded) {
      if (primary_[item]) {
        --bounds_[item].low;
        if (--bounds_[item].high != 0) return;
      }
    }
    cover(item);
  }

  // Undoes the latest commit() that is not undone yet.
  void uncommit(NodeId node) {
    const ItemId item = nodes_[node].item;
    if constexpr (coloured) {
      if (colours_[node] != no_colour) {
        if (!purified_.empty() && purified_.back() == node) {
          purified_.pop_back();
          unpurify(item);
        }
        return;
      }
    }
    if constexpr (bounded) {
      if (primary_[item]) {
        ++bounds_[item].low;
        if (++bounds_[item].high != 1) return;
      }
    }
    uncover(item);
  }

  // Choosing --------------------------------------------------------------------------------

  // How many ways there are to go on with an item that waits.  An item that needs no more options
  // has one way more, to take none; with no options left it is settled.
  std::uint32_t degree_of(ItemId item) const {
    const std::uint32_t size = sizes_[item];
    if constexpr (bounded) {
      const std::int32_t low = bounds_[item].low;
      if (low <= 0) return size + 1;
      const auto needed = static_cast<std::uint32_t>(low);
      return size < needed ? 0 : size - needed + 1;
    } else {
      return size;
    }
  }

  bool settled(ItemId item) const {
    if constexpr (bounded) return bounds_[item].low <= 0 && sizes_[item] == 0;
    return false;
  }

  bool better(ItemId item, std::uint32_t degree, const Choice& than) const {
    if (branching_ != Branching::weighted) return degree < than.degree;
    return std::uint64_t{degree} * failures_[than.item] < std::uint64_t{than.degree} * failures_[item];
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
        relink(removed_.back());
        unhide(removed_.back());
        removed_.pop_back();
      }
    }
    levels_.pop_back();
  }

  const Branching branching_;
  const ItemId root_;
  std::uint64_t updates_ = 0;
  Table<NodeId, Node> nodes_;
  Table<NodeId, Colour> colours_;
  Table<ItemId, Neighbours> waiting_;
  Table<ItemId, std::uint32_t> sizes_;
  Table<ItemId, char> primary_;
  Table<ItemId, Bounds> bounds_;
  Table<ItemId, Colour> fixed_;
  Table<ItemId, std::uint32_t> failures_;  // Only where items are weighted by them.
  std::vector<NodeId> option_starts_;  // In the order of the rings, as order_.
  std::vector<OptionId> order_;
  Table<OptionId, NodeId> start_of_;
  std::vector<NodeId> removed_;
  std::vector<NodeId> purified_;
  std::vector<Level> levels_;
};

}  // namespace combien
