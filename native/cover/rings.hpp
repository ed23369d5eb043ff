// The rings of dancing links: covering items, and undoing it.
//
// A ring contains the options that can still cover an item.  All operations come in pairs, one
// undoing the other, in reverse order: cover and uncover, purify and unpurify, commit and
// uncommit.  Features that a problem does not use (colors, bounds) are compiled away.
#pragma once

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "base/require.hpp"
#include "cover/items_by_size.hpp"
#include "cover/problem.hpp"

namespace combien {

// A node is the header of an item's ring (nodes 0 to items - 1), an entry of an option, or a spacer
// between two options.  A spacer's `up` is the first entry of the option before it, its `down` the
// last entry of the option after it, so that an option can be traversed cyclically without a
// length.
struct Node {
  NodeId up;
  NodeId down;
  ItemId item;
};

// Calls `make` as a template whose arguments are the features that a problem uses.
template <class Make>
auto with_features(const Problem& problem, Make make) {
  if (problem.has_colors()) {
    return problem.has_bounds() ? make.template operator()<true, true>()
                                : make.template operator()<true, false>();
  }
  return problem.has_bounds() ? make.template operator()<false, true>()
                              : make.template operator()<false, false>();
}

constexpr ItemId spacer{UINT32_MAX};
constexpr NodeId no_node{UINT32_MAX};

// Waiting items, in a ring of their own; the root is one past the last item.
struct Neighbors {
  ItemId left;
  ItemId right;
};

struct Bounds {
  std::int32_t low;
  std::int32_t high;
};

template <bool colored, bool bounded>
class Rings {
 protected:
  // The options are inserted into the rings in this order.
  // Waiting items are sorted by size while there are at least `sorted_from`.
  Rings(const Problem& problem, const std::vector<OptionId>& order, std::uint32_t sorted_from)
      : root_{problem.item_count()}, sorted_from_(sorted_from) {
    build_items(problem);
    build_options(problem, order);
    sorts_ = waiting_count_ >= sorted_from_;
    if (!sorts_) return;
    by_size_ = ItemsBySize(problem.item_count());
    for (ItemId item{0}; item != root_; item = after(item)) {
      if (primary_[item]) record(item);
    }
  }

  // Checks the invariants between two operations; returns what is wrong, or nothing.
  // cost: all nodes, and the entries of the options in the rings of waiting items
  std::string_view unsound() const {
    if (const std::string_view wrong = unsound_options(); !wrong.empty()) return wrong;
    for (ItemId item{0}; item != root_; item = after(item)) {
      if (const std::string_view wrong = unsound_ring(item); !wrong.empty()) return wrong;
    }
    ItemId before = root_;
    for (std::uint32_t steps = 0;; ++steps) {
      const ItemId item = waiting_[before].right;
      if (waiting_[item].left != before) return "the waiting items are not linked both ways";
      if (item == root_) return {};
      if (steps == number(root_)) return "the ring of waiting items does not close";
      if (!primary_[item]) return "a secondary item waits";
      if constexpr (bounded) {
        if (bounds_[item].high < 1) return "an item waits that takes no more options";
      }
      if (const std::string_view wrong = unsound_choices(item); !wrong.empty()) return wrong;
      if (sorts_ && !satisfied(item) && degree_of(item) < ItemsBySize::sizes &&
          !by_size_.contains(item, degree_of(item))) {
        return "an item is not among the items of its size";
      }
      before = item;
    }
  }

  // The option of an entry: the last one that begins at or before it.
  OptionId option_of(NodeId node) const {
    COMBIEN_REQUIRE(number(node) > number(root_) && nodes_[node].item != spacer);
    std::size_t low = 0;
    std::size_t high = option_starts_.size();
    while (high - low > 1) {
      const std::size_t middle = (low + high) / 2;
      (option_starts_[middle] <= node ? low : high) = middle;
    }
    return order_[low];
  }

  // Whether a primary item is in the ring of waiting items.
  bool is_waiting(ItemId item) const { return waiting_[waiting_[item].left].right == item; }

  bool exactly_once(ItemId item) const {
    if constexpr (bounded) return bounds_[item].low == 1 && bounds_[item].high == 1;
    return true;
  }

  // Building --------------------------------------------------------------------------------

  void build_items(const Problem& problem) {
    const std::uint32_t items = problem.item_count();
    waiting_ = Table<ItemId, Neighbors>(items + std::size_t{1});
    waiting_[root_] = {root_, root_};
    sizes_ = Table<ItemId, std::uint32_t>(items);
    primary_ = Table<ItemId, char>(items);
    if constexpr (bounded) bounds_ = Table<ItemId, Bounds>(items);
    if constexpr (colored) fixed_ = Table<ItemId, Color>(items, no_color);
    for (ItemId item{0}; item != root_; item = after(item)) {
      const ItemKind& kind = problem.kind(item);
      primary_[item] = kind.primary;
      if constexpr (bounded) bounds_[item] = {kind.low, kind.high};
      if (!kind.primary) continue;
      const ItemId last = waiting_[root_].left;
      waiting_[item] = {last, root_};
      waiting_[last].right = item;
      waiting_[root_].left = item;
      ++waiting_count_;
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
    if constexpr (colored) {
      colors_.reserve(size);
      for (std::uint32_t k = 0; k < items; ++k) colors_.add(no_color);
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
        if constexpr (colored) colors_.add(problem.colors(option)[k]);
      }
      nodes_[before].down = NodeId{nodes_.size() - 1};
      before = add_spacer(first);
    }
  }

  NodeId add_spacer(NodeId first_of_option_before) {
    if constexpr (colored) colors_.add(no_color);
    return nodes_.add({first_of_option_before, no_node, spacer});
  }

  bool is_linked(NodeId node) const {
    return nodes_[nodes_[node].up].down == node && nodes_[nodes_[node].down].up == node;
  }

  // Every ring is linked both ways, keeps the order of its entries and has the length noted,
  // whether its item is covered or not.
  std::string_view unsound_ring(ItemId item) const {
    const NodeId header = header_of(item);
    std::uint32_t length = 0;
    NodeId before = header;
    for (;; ++length) {
      const NodeId node = nodes_[before].down;
      if (number(node) >= nodes_.size() || nodes_[node].item != item) {
        return "a ring leads to another item";
      }
      if (nodes_[node].up != before) return "a ring is not linked both ways";
      if (node == header) break;
      if (number(node) <= number(before)) return "a ring does not keep the order of its entries";
      before = node;
    }
    return length == sizes_[item] ? std::string_view() : "the length of a ring is wrong";
  }

  // The options in the ring of a waiting item are in the rings of all their items, none of which is
  // covered.
  std::string_view unsound_choices(ItemId item) const {
    const NodeId header = header_of(item);
    for (NodeId node = nodes_[header].down; node != header; node = nodes_[node].down) {
      for (NodeId other = start_of_[option_of(node)]; nodes_[other].item != spacer;
           other = after(other)) {
        if (!is_linked(other)) return "an option is in some of its rings only";
        const ItemId its = nodes_[other].item;
        if (primary_[its] && !is_waiting(its)) return "an option of a covered item is open";
      }
    }
    return {};
  }

  // The spacers lead around each option.
  std::string_view unsound_options() const {
    NodeId before = NodeId{number(root_)};
    for (std::size_t k = 0; k < order_.size(); ++k) {
      const NodeId first = option_starts_[k];
      if (first != after(before) || start_of_[order_[k]] != first) {
        return "an option does not begin behind a spacer";
      }
      NodeId end = first;
      while (nodes_[end].item != spacer) end = after(end);
      if (after(nodes_[before].down) != end || nodes_[end].up != first) {
        return "a spacer does not lead around its option";
      }
      before = end;
    }
    return after(before) == nodes_.next_id() ? std::string_view() : "an option is too much";
  }

  static NodeId header_of(ItemId item) { return NodeId{number(item)}; }

  // Visits the other entries of the option of `node`, cyclically to the right.
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

  // `sorts` is sorts_, which cannot change within a ring: clang makes a call of each update otherwise,
  // and reads it again each time.
  template <bool sorts>
  [[gnu::always_inline]] void unlink(NodeId node) {
    const Node& here = nodes_[node];
    if constexpr (colored) {
      // Rings of items whose color is fixed are not used anymore.
      if (fixed_[here.item] != no_color) return;
    }
    COMBIEN_REQUIRE(nodes_[here.up].down == node && nodes_[here.down].up == node);
    COMBIEN_REQUIRE(sizes_[here.item] > 0);
    nodes_[here.up].down = here.down;
    nodes_[here.down].up = here.up;
    if (sorts && primary_[here.item]) forget(here.item);
    --sizes_[here.item];
    if (sorts && primary_[here.item]) record(here.item);
    ++updates_;
  }

  template <bool sorts>
  [[gnu::always_inline]] void relink(NodeId node) {
    const Node& here = nodes_[node];
    if constexpr (colored) {
      if (fixed_[here.item] != no_color) return;
    }
    // Nothing else has changed these neighbors meanwhile, or it has been undone.
    COMBIEN_REQUIRE(nodes_[here.up].down == here.down && nodes_[here.down].up == here.up);
    nodes_[here.up].down = node;
    nodes_[here.down].up = node;
    if (sorts && primary_[here.item]) forget(here.item);
    ++sizes_[here.item];
    if (sorts && primary_[here.item]) record(here.item);
  }

  // Sort in an item that is waiting, and out before its size or its bounds change.
  void record(ItemId item) {
    if (!satisfied(item)) by_size_.add(item, degree_of(item));
  }
  void forget(ItemId item) {
    if (!satisfied(item)) by_size_.remove(item, degree_of(item));
  }

  // Removes the option of `node` from all rings except the one of `node` itself.
  template <bool sorts>
  void hide(NodeId node) {
    for_others_rightwards(node, [this](NodeId other) { unlink<sorts>(other); });
  }

  template <bool sorts>
  void unhide(NodeId node) {
    for_others_leftwards(node, [this](NodeId other) { relink<sorts>(other); });
  }

  void take_out(NodeId node) {
    sorts_ ? hide<true>(node) : hide<false>(node);
    sorts_ ? unlink<true>(node) : unlink<false>(node);
  }

  void put_back(NodeId node) {
    sorts_ ? relink<true>(node) : relink<false>(node);
    sorts_ ? unhide<true>(node) : unhide<false>(node);
  }

  // Hides the options in the ring of an item: all, or those that give it another color.
  template <bool sorts, class... Colors>
  void hide_all(ItemId item, Colors... but) {
    const NodeId header = header_of(item);
    for (NodeId node = nodes_[header].down; node != header; node = nodes_[node].down) {
      if (((colors_[node] != but) && ...)) hide<sorts>(node);
    }
  }

  template <bool sorts, class... Colors>
  void unhide_all(ItemId item, Colors... but) {
    const NodeId header = header_of(item);
    for (NodeId node = nodes_[header].up; node != header; node = nodes_[node].up) {
      if (((colors_[node] != but) && ...)) unhide<sorts>(node);
    }
  }

  // Removes `item` from the waiting items, and hides every option that uses it.
  // require: `item` is not covered
  // cost:    the entries of those options
  void cover(ItemId item) {
    if (primary_[item]) {
      COMBIEN_REQUIRE(is_waiting(item));
      const Neighbors here = waiting_[item];
      waiting_[here.left].right = here.right;
      waiting_[here.right].left = here.left;
      if (sorts_) forget(item);
      sorts_ = --waiting_count_ >= sorted_from_;
    }
    sorts_ ? hide_all<true>(item) : hide_all<false>(item);
  }

  // Undoes the latest cover() not undone yet.
  // require: it was cover(item)
  void uncover(ItemId item) {
    sorts_ ? unhide_all<true>(item) : unhide_all<false>(item);
    if (primary_[item]) {
      COMBIEN_REQUIRE(!is_waiting(item));
      const Neighbors here = waiting_[item];
      waiting_[here.left].right = item;
      waiting_[here.right].left = item;
      sorts_ = ++waiting_count_ >= sorted_from_;
      if (sorts_) record(item);
    }
  }

  // Fixes the color of a secondary item, and hides every option that gives it another color.
  // require: the item has no color yet
  void purify(ItemId item, Color color) {
    COMBIEN_REQUIRE(!primary_[item] && color != no_color);
    COMBIEN_REQUIRE(fixed_[item] == no_color);
    fixed_[item] = color;
    sorts_ ? hide_all<true>(item, color) : hide_all<false>(item, color);
  }

  void unpurify(ItemId item) {
    COMBIEN_REQUIRE(fixed_[item] != no_color);
    const Color color = fixed_[item];
    sorts_ ? unhide_all<true>(item, color) : unhide_all<false>(item, color);
    fixed_[item] = no_color;
  }

  // Updates the item of `node` when the option of `node` is chosen.
  // require: the option is only in rings of items that commit() has not processed yet
  void commit(NodeId node) {
    const ItemId item = nodes_[node].item;
    if constexpr (colored) {
      const Color color = colors_[node];
      if (color != no_color) {
        if (fixed_[item] == no_color) {
          purify(item, color);
          purified_.push_back(node);
        }
        return;
      }
    }
    if constexpr (bounded) {
      if (primary_[item]) {
        COMBIEN_REQUIRE(bounds_[item].high > 0);
        if (sorts_) forget(item);
        --bounds_[item].low;
        --bounds_[item].high;
        if (sorts_) record(item);
        if (bounds_[item].high != 0) return;
      }
    }
    cover(item);
  }

  // Undoes the latest commit() not undone yet.
  void uncommit(NodeId node) {
    const ItemId item = nodes_[node].item;
    if constexpr (colored) {
      if (colors_[node] != no_color) {
        if (!purified_.empty() && purified_.back() == node) {
          purified_.pop_back();
          unpurify(item);
        }
        return;
      }
    }
    if constexpr (bounded) {
      if (primary_[item]) {
        const bool waits = bounds_[item].high != 0;
        if (sorts_ && waits) forget(item);
        ++bounds_[item].low;
        ++bounds_[item].high;
        if (sorts_ && waits) record(item);
        if (waits) return;
      }
    }
    uncover(item);
  }

  // Choosing --------------------------------------------------------------------------------

  // The number of ways to continue with a waiting item.  An item that needs no more options has one
  // more way, taking none; with no options left it is satisfied.
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

  bool satisfied(ItemId item) const {
    if constexpr (bounded) return bounds_[item].low <= 0 && sizes_[item] == 0;
    return false;
  }

  const ItemId root_;
  // The waiting items that are not satisfied, by degree.  It is left alone while too few items are
  // waiting, and correct again when this many are waiting, as everything in between was undone.
  ItemsBySize by_size_;
  const std::uint32_t sorted_from_;
  std::uint32_t waiting_count_ = 0;
  bool sorts_ = false;
  std::uint64_t updates_ = 0;
  Table<NodeId, Node> nodes_;
  Table<NodeId, Color> colors_;
  Table<ItemId, Neighbors> waiting_;
  Table<ItemId, std::uint32_t> sizes_;
  Table<ItemId, char> primary_;
  Table<ItemId, Bounds> bounds_;
  Table<ItemId, Color> fixed_;
  std::vector<NodeId> option_starts_;  // In the order of the rings, like order_.
  std::vector<OptionId> order_;
  Table<OptionId, NodeId> start_of_;
  std::vector<NodeId> purified_;
};

}  // namespace combien
