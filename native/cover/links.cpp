#include "cover/links.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace combien {

namespace {

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
class Links final : public Search {
 public:
  Links(const Problem& problem, Branching branching, const Position& start)
      : branching_(branching), root_{problem.item_count()} {
    build_items(problem);
    build_options(problem);
    if (branching == Branching::weighted) weigh();
    replay(start);
  }

  Outcome next(Slice& slice) override {
    for (;;) {
      if (phase_ == Phase::arriving) {
        if (!slice.step(1 + work_.updates - charged_)) return Outcome::out_of_slice;
        charged_ = work_.updates;
        ++work_.nodes;
        const Choice choice = choose();
        phase_ = Phase::leaving;
        if (choice.item == root_) return Outcome::solution;
        if (choice.degree != 0) open(choice);
      } else {
        if (levels_.size() == floor_) return Outcome::exhausted;
        if (advance()) phase_ = Phase::arriving;
      }
    }
  }

  void solution(std::vector<OptionId>& options) const override {
    options = given_;
    for (const Level& level : levels_) {
      if (level.choice != no_node) options.push_back(option_of(level.choice));
    }
  }

  Position position() const override {
    Position here;
    for (const Level& level : levels_) {
      here.choices.push_back(level.choice == no_node ? no_option : option_of(level.choice));
    }
    here.visited = phase_ == Phase::leaving;
    here.floor = floor_;
    return here;
  }

  double fraction() const override {
    double done = 0;
    double share = 1;
    for (std::size_t k = floor_; k < levels_.size(); ++k) {
      share /= levels_[k].degree;
      done += share * (levels_[k].tried - 1);
    }
    if (phase_ == Phase::leaving) done += share;
    return std::min(done, 1.0);
  }

  Work work() const override { return work_; }

  void restart(std::span<const OptionId> given) override {
    while (!levels_.empty()) {
      take_back(levels_.back());
      close(levels_.back());
    }
    while (!given_.empty()) {
      give_back(given_.back());
      given_.pop_back();
    }
    for (const OptionId option : given) {
      if (!open_to_all(option)) {
        throw InvalidPosition("option " + std::to_string(number(option)) +
                              " is excluded by the options given before it");
      }
      take_beforehand(option);
      given_.push_back(option);
    }
    floor_ = 0;
    phase_ = Phase::arriving;
    work_ = {};
    charged_ = 0;
  }

  std::vector<OptionId> branches() override {
    std::vector<OptionId> choices;
    const Choice choice = choose();
    if (choice.item == root_ || choice.degree == 0) return choices;
    const NodeId header = header_of(choice.item);
    NodeId node = nodes_[header].down;
    for (std::uint32_t k = 0; k < choice.degree; ++k, node = nodes_[node].down) {
      choices.push_back(node == header ? no_option : option_of(node));
    }
    return choices;
  }

  Probe probe(Dice& dice) override {
    Probe found;
    double weight = 1;
    for (;;) {
      found.nodes += weight;
      const Choice choice = choose();
      if (choice.item == root_) found.solutions = weight;
      if (choice.degree == 0) {
        last_failure_ = choice.item;
        return found;
      }
      open(choice);
      for (std::uint32_t k = dice.roll(choice.degree) + 1; k > 0; --k) advance();
      weight *= choice.degree;
      ++found.depth;
    }
  }

 private:
  enum class Phase { arriving, leaving };

  struct Choice {
    ItemId item;
    std::uint32_t degree;
  };

  struct Level {
    ItemId item;
    NodeId choice;          // The entry of `item` in the chosen option, or no_node for none.
    std::uint32_t degree;   // How many choices there are.
    std::uint32_t tried;    // How many have been begun.
    std::uint32_t removed;  // How long removed_ was before this level.
    bool exact;             // The item must be covered exactly once more: all its options go at once.
  };

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

  void build_options(const Problem& problem) {
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
    for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
      const NodeId first = nodes_.next_id();
      option_starts_.push_back(first);
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

  // The option of an entry: the last one that begins at or before it.
  OptionId option_of(NodeId node) const {
    std::size_t low = 0;
    std::size_t high = option_starts_.size();
    while (high - low > 1) {
      const std::size_t middle = (low + high) / 2;
      (option_starts_[middle] <= node ? low : high) = middle;
    }
    return OptionId{static_cast<std::uint32_t>(low)};
  }

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
    ++work_.updates;
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

  bool better(ItemId item, std::uint32_t degree, const Choice& than) const {
    if (branching_ != Branching::weighted) return degree < than.degree;
    return std::uint64_t{degree} * failures_[than.item] < std::uint64_t{than.degree} * failures_[item];
  }

  // Counts for each item how often random walks end at it.  The weights are fixed before the search
  // begins, so that a position means the same tree wherever it is taken up.
  void weigh() {
    constexpr int walks = 1000;
    failures_ = Table<ItemId, std::uint32_t>(number(root_), 1);
    Dice dice(1);
    for (int k = 0; k < walks; ++k) {
      probe(dice);
      if (last_failure_ != root_) ++failures_[last_failure_];
      restart({});
    }
  }

  bool exactly_once(ItemId item) const {
    if constexpr (bounded) return bounds_[item].low == 1 && bounds_[item].high == 1;
    return true;
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

  // Options taken before the search -----------------------------------------------------------

  // Whether nothing that was taken excludes the option.
  bool open_to_all(OptionId option) const {
    for (NodeId node = option_starts_[number(option)]; nodes_[node].item != spacer;
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
    const NodeId first = option_starts_[number(option)];
    hide(first);
    unlink(first);
    commit(first);
    for_others_rightwards(first, [this](NodeId other) { commit(other); });
  }

  void give_back(OptionId option) {
    const NodeId first = option_starts_[number(option)];
    for_others_leftwards(first, [this](NodeId other) { uncommit(other); });
    uncommit(first);
    relink(first);
    unhide(first);
  }

  // Going to a position ------------------------------------------------------------------------

  void replay(const Position& start) {
    for (const OptionId wanted : start.choices) {
      const Choice choice = choose();
      if (choice.item == root_ || choice.degree == 0) {
        throw InvalidPosition("the position goes on where the search ends");
      }
      open(choice);
      for (;;) {
        if (!advance()) throw InvalidPosition("the position takes an option that is not open to it");
        const NodeId taken = levels_.back().choice;
        if ((taken == no_node ? no_option : option_of(taken)) == wanted) break;
      }
    }
    if (start.floor > start.choices.size()) {
      throw InvalidPosition("the position fixes more choices than it has");
    }
    floor_ = start.floor;
    phase_ = start.visited ? Phase::leaving : Phase::arriving;
    work_ = {};
    charged_ = 0;
  }

  const Branching branching_;
  const ItemId root_;
  Phase phase_ = Phase::arriving;
  Work work_;
  std::uint64_t charged_ = 0;  // The updates that the slices have paid for.

  Table<NodeId, Node> nodes_;
  Table<NodeId, Colour> colours_;
  Table<ItemId, Neighbours> waiting_;
  Table<ItemId, std::uint32_t> sizes_;
  Table<ItemId, char> primary_;
  Table<ItemId, Bounds> bounds_;
  Table<ItemId, Colour> fixed_;
  Table<ItemId, std::uint32_t> failures_;  // Only where items are weighted by them.
  ItemId last_failure_{0};
  std::vector<NodeId> option_starts_;
  std::vector<OptionId> given_;  // Taken before the search.
  std::uint32_t floor_ = 0;      // Levels that are not changed.
  std::vector<NodeId> removed_;
  std::vector<NodeId> purified_;
  std::vector<Level> levels_;
};

}  // namespace

std::unique_ptr<Search> dancing_links(const Problem& problem, Branching branching,
                                      const Position& start) {
  if (problem.has_colours()) {
    if (problem.has_bounds()) return std::make_unique<Links<true, true>>(problem, branching, start);
    return std::make_unique<Links<true, false>>(problem, branching, start);
  }
  if (problem.has_bounds()) return std::make_unique<Links<false, true>>(problem, branching, start);
  return std::make_unique<Links<false, false>>(problem, branching, start);
}

}  // namespace combien
