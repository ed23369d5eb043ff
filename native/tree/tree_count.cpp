#include "tree/tree_count.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace combien {

namespace {

__extension__ using Wide = unsigned __int128;

std::uint64_t bits(const std::vector<std::uint32_t>& places) {
  std::uint64_t set = 0;
  for (const std::uint32_t place : places) set |= std::uint64_t{1} << place;
  return set;
}

// The product, in a buffer of twice the width; false if it does not fit into the width.
bool multiply(std::vector<std::uint64_t>& product, limbs::Limbs a, limbs::Limbs b) {
  const std::size_t width = a.size();
  if (width == 1) {
    const Wide both = Wide{a[0]} * b[0];
    product[0] = static_cast<std::uint64_t>(both);
    return both >> 64 == 0;
  }
  std::fill(product.begin(), product.end(), 0);
  limbs::add_product(product, a, b);
  return limbs::trimmed(product).size() <= width;
}

}  // namespace

TreeCount::TreeCount(const Problem& problem, TreeDecomposition decomposition)
    : decomposition_(std::move(decomposition)), bags_(decomposition_.bags.size()) {
  COMBIEN_REQUIRE(!problem.has_bounds() && !problem.has_colors());
  COMBIEN_REQUIRE(decomposition_.widest <= most_items_in_bag);
  Table<ItemId, std::uint32_t> place(problem.item_count());
  for (std::uint32_t k = 0; k < bags_.size(); ++k) {
    place[decomposition_.order[k]] = k;
    bags_[k].primary = problem.kind(decomposition_.order[k]).primary;
    bags_[k].below.assign(decomposition_.bags[k].places.size(), 0);
  }
  for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
    std::uint32_t first = UINT32_MAX;
    for (const ItemId item : problem.items(option)) first = std::min(first, place[item]);
    const std::vector<std::uint32_t>& places = decomposition_.bags[first].places;
    std::uint64_t set = 0;
    for (const ItemId item : problem.items(option)) {
      const auto at = std::lower_bound(places.begin(), places.end(), place[item]);
      COMBIEN_REQUIRE(at != places.end() && *at == place[item]);
      set |= std::uint64_t{1} << (at - places.begin());
      ++bags_[first].below[static_cast<std::size_t>(at - places.begin())];
      ++bags_[place[item]].option_count;
    }
    bags_[first].options.push_back(set);
  }
  for (std::uint32_t k = 0; k < bags_.size(); ++k) {
    const std::vector<std::uint32_t>& places = decomposition_.bags[k].places;
    for (std::size_t i = 1; i < places.size(); ++i) {
      const std::uint32_t below = bags_[k].below[i];
      if (is_closed(places[i], below)) bags_[k].closed |= std::uint64_t{1} << (i - 1);
      const std::vector<std::uint32_t>& above = decomposition_.bags[places[1]].places;
      const auto at = std::lower_bound(above.begin(), above.end(), places[i]) - above.begin();
      bags_[places[1]].below[static_cast<std::size_t>(at)] += below;
    }
  }
  counting_.emplace(counting());
}

std::uint64_t TreeCount::bytes() const {
  return message_bytes_ + group_bytes_ + (joined_ != nullptr ? joined_->bytes() : 0) +
         (target_ != nullptr ? target_->bytes() : 0);
}

double TreeCount::fraction() const {
  return done_ ? 1 : spent_ / std::max(1.0, decomposition_.cost);
}

bool TreeCount::has_room(const TreeStates& out) {
  const std::uint64_t growth = out.growth();
  short_of_bytes_ = growth != 0 && bytes() + growth > bytes_allowed_;
  return !short_of_bytes_;
}

void TreeCount::widen() {
  ++width_;
  message_bytes_ = 0;
  for (Bag& bag : bags_) {
    for (Message& message : bag.children) {
      message.states.widen();
      message_bytes_ += message.states.bytes();
    }
  }
}

std::vector<std::uint32_t> TreeCount::places_in_bag(const Message& message) const {
  const std::vector<std::uint32_t>& own = decomposition_.bags[next_].places;
  std::vector<std::uint32_t> places;
  for (const std::uint32_t place : message.places) {
    places.push_back(
        static_cast<std::uint32_t>(std::lower_bound(own.begin(), own.end(), place) - own.begin()));
  }
  return places;
}

Gradual<bool> TreeCount::counting() {
  for (; next_ < bags_.size(); ++next_) {
    Bag& bag = bags_[next_];
    std::sort(bag.children.begin(), bag.children.end(),
              [](const Message& a, const Message& b) { return a.states.size() < b.states.size(); });
    for (;;) {
      TreeStates joined(width_), out(width_);
      joined_ = &joined;
      target_ = &out;
      bool fits = true;
      if (bag.children.size() > 1) {
        Gradual<bool> join = joining(bag, joined);
        while (!join.run()) co_yield pause;
        fits = join.take();
        target_ = &out;
      } else if (bag.children.empty()) {
        std::vector<std::uint64_t> one(width_);
        one[0] = 1;
        joined.add(0, one);
      }
      if (fits) {
        const bool direct = bag.children.size() == 1;
        std::vector<std::uint32_t> places(decomposition_.bags[next_].places.size());
        std::iota(places.begin(), places.end(), 0u);
        if (direct) places = places_in_bag(bag.children[0]);
        const Relabeling relabel(places);
        Gradual<bool> move = moving(bag, direct ? bag.children[0].states : joined, relabel, out);
        while (!move.run()) co_yield pause;
        fits = move.take();
      }
      joined_ = target_ = nullptr;
      if (fits) {
        pass_on(std::move(out));
        break;
      }
      widen();
    }
    if (count_ == Natural()) break;
  }
  co_return true;
}

// Passes the states of the current bag to its parent, and frees those of its children.
void TreeCount::pass_on(TreeStates states) {
  Bag& bag = bags_[next_];
  for (const Message& message : bag.children) message_bytes_ -= message.states.bytes();
  std::vector<Message>().swap(bag.children);
  spent_ += decomposition_.bags[next_].cost;
  states_ += states.size();
  const std::vector<std::uint32_t>& places = decomposition_.bags[next_].places;
  if (states.size() == 0) {
    count_ = Natural();
  } else if (places.size() == 1) {
    const limbs::Limbs count = states.count(0);
    count_ *= Natural(count.data(), count.size());
  } else {
    states.freeze();
    message_bytes_ += states.bytes();
    const std::vector<std::uint32_t> scope(places.begin() + 1, places.end());
    const std::vector<std::uint32_t> below(bag.below.begin() + 1, bag.below.end());
    bags_[places[1]].children.push_back(Message{scope, below, std::move(states)});
  }
}

Gradual<bool> TreeCount::moving(const Bag& bag, const TreeStates& from, const Relabeling& relabel,
                                TreeStates& out) {
  std::size_t state = 0, option = 0;
  for (;;) {
    const Stop stop = move_states(state, option, bag, from, relabel, out);
    if (stop == Stop::finished) co_return true;
    if (stop == Stop::overflow) co_return false;
    co_yield pause;
  }
}

// Continues with a state and one of its moves: the first is to use no option.
TreeCount::Stop TreeCount::move_states(std::size_t& state, std::size_t& option, const Bag& bag,
                                       const TreeStates& from, const Relabeling& relabel,
                                       TreeStates& out) {
  std::uint64_t granted = 0;
  Stop stop = Stop::finished;
  std::size_t k = state, next = option;
  for (; k < from.size(); ++k, next = 0) {
    const std::uint64_t set = relabel(from.key(k));
    const std::size_t moves = (set & 1) != 0 ? 1 : bag.options.size() + 1;
    for (; next < moves; ++next) {
      if (next == 0 && (set & 1) == 0 && bag.primary) continue;
      const std::uint64_t added = next == 0 ? 0 : bag.options[next - 1];
      const std::uint64_t target = (set | added) >> 1;
      if ((set & added) != 0 || (bag.closed & ~target) != 0) continue;
      if (granted == 0) granted = slice_->grant();
      if (granted == 0) {
        stop = Stop::out_of_slice;
      } else if (!has_room(out)) {
        stop = Stop::out_of_bytes;
      } else if (!out.add(target, from.count(k))) {
        stop = Stop::overflow;
      }
      if (stop != Stop::finished) break;
      --granted;
      ++transitions_;
    }
    if (stop != Stop::finished) break;
  }
  slice_->give_back(granted);
  state = k;
  option = next;
  return stop;
}

Gradual<bool> TreeCount::joining(const Bag& bag, TreeStates& out) {
  const std::vector<std::uint32_t>& own = decomposition_.bags[next_].places;
  std::uint64_t scope = 0;
  std::vector<std::uint32_t> met(own.size());
  for (std::size_t k = 1; k < bag.children.size(); ++k) {
    TreeStates united(width_);
    target_ = &united;
    const bool first = k == 1;
    const TreeStates& left = first ? bag.children[0].states : out;
    std::vector<std::uint32_t> places(own.size());
    std::iota(places.begin(), places.end(), 0u);
    if (first) {
      places = places_in_bag(bag.children[0]);
      scope = bits(places);
    }
    for (std::size_t child = first ? 0 : k; child <= k; ++child) {
      const std::vector<std::uint32_t> at = places_in_bag(bag.children[child]);
      for (std::size_t i = 0; i < at.size(); ++i) met[at[i]] += bag.children[child].below[i];
    }
    std::uint64_t closed = 0;
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (is_closed(own[i], met[i])) closed |= std::uint64_t{1} << i;
    }
    const Relabeling relabel(places);
    Gradual<bool> unite = uniting(left, relabel, scope, bag.children[k], closed, united);
    while (!unite.run()) co_yield pause;
    group_bytes_ = 0;
    if (!unite.take()) co_return false;
    scope |= bits(places_in_bag(bag.children[k]));
    out = std::move(united);
    target_ = nullptr;
    ++joins_;
  }
  co_return true;
}

// All unions of a state from the left and one from the right without a common item, that cover the
// closed items.
Gradual<bool> TreeCount::uniting(const TreeStates& left, const Relabeling& relabel,
                                 std::uint64_t left_scope, const Message& right,
                                 std::uint64_t closed, TreeStates& out) {
  const std::vector<std::uint32_t> right_places = places_in_bag(right);
  const Relabeling relabel_right(right_places);
  const std::uint64_t common = left_scope & bits(right_places);
  Groups lefts, rights;
  for (const bool is_left : {true, false}) {
    Gradual<bool> group = is_left ? grouping(left, relabel, common, lefts)
                                  : grouping(right.states, relabel_right, common, rights);
    while (!group.run()) co_yield pause;
  }
  product_.assign(2 * std::size_t{width_}, 0);
  std::vector<std::size_t> partners;
  for (std::size_t l = 0; l < lefts.parts.size(); ++l) {
    const std::uint64_t needed = common & closed & ~lefts.parts.key(l);
    const std::uint64_t free = common & ~closed & ~lefts.parts.key(l);
    partners.clear();
    // Either all subsets of the free items are looked up, or all groups are tried.
    if (std::popcount(free) < 40 && std::uint64_t{1} << std::popcount(free) < rights.parts.size()) {
      for (std::uint64_t subset = free;; subset = (subset - 1) & free) {
        const std::size_t r = rights.parts.find(needed | subset);
        if (r != rights.parts.size()) partners.push_back(r);
        while (!slice_->tick()) co_yield pause;
        if (subset == 0) break;
      }
    } else {
      for (std::size_t r = 0; r < rights.parts.size(); ++r) {
        if ((rights.parts.key(r) & ~free) == needed) partners.push_back(r);
        while (!slice_->tick()) co_yield pause;
      }
    }
    for (const std::size_t r : partners) {
      Pairs pairs{lefts.starts[l], lefts.starts[l + 1], rights.starts[r], rights.starts[r],
                  rights.starts[r + 1]};
      for (;;) {
        const Stop stop = unite_pairs(pairs, lefts, rights, left, right.states, out);
        if (stop == Stop::finished) break;
        if (stop == Stop::overflow) co_return false;
        co_yield pause;
      }
    }
  }
  co_return true;
}

TreeCount::Stop TreeCount::unite_pairs(Pairs& pairs, const Groups& lefts, const Groups& rights,
                                       const TreeStates& left, const TreeStates& right,
                                       TreeStates& out) {
  std::uint64_t granted = 0;
  Stop stop = Stop::finished;
  std::uint32_t i = pairs.left, j = pairs.right;
  for (; i < pairs.left_end; ++i, j = pairs.right_begin) {
    const std::uint64_t set = lefts.keys[i];
    const limbs::Limbs count = left.count(lefts.members[i]);
    for (; j < pairs.right_end; ++j) {
      if (granted == 0) granted = slice_->grant();
      if (granted == 0) {
        stop = Stop::out_of_slice;
      } else if (!has_room(out)) {
        stop = Stop::out_of_bytes;
      } else if (!multiply(product_, count, right.count(rights.members[j])) ||
                 !out.add(set | rights.keys[j], {product_.data(), width_})) {
        stop = Stop::overflow;
      }
      if (stop != Stop::finished) break;
      --granted;
      ++transitions_;
    }
    if (stop != Stop::finished) break;
  }
  slice_->give_back(granted);
  pairs.left = i;
  pairs.right = j;
  return stop;
}

Gradual<bool> TreeCount::grouping(const TreeStates& states, const Relabeling& relabel,
                                  std::uint64_t common, Groups& groups) {
  const std::uint64_t one = 1;
  for (std::size_t k = 0; k < states.size(); ++k) {
    while (!slice_->tick()) co_yield pause;
    groups.parts.add(relabel(states.key(k)) & common, {&one, 1});
  }
  groups.starts.assign(groups.parts.size() + 1, 0);
  for (std::size_t k = 0; k < groups.parts.size(); ++k) {
    groups.starts[k + 1] = groups.starts[k] + static_cast<std::uint32_t>(groups.parts.count(k)[0]);
  }
  std::vector<std::uint32_t> ends(groups.starts.begin(), groups.starts.end() - 1);
  groups.members.resize(states.size());
  groups.keys.resize(states.size());
  for (std::size_t k = 0; k < states.size(); ++k) {
    while (!slice_->tick()) co_yield pause;
    const std::uint64_t set = relabel(states.key(k));
    const std::size_t at = ends[groups.parts.find(set & common)]++;
    groups.members[at] = static_cast<std::uint32_t>(k);
    groups.keys[at] = set;
  }
  group_bytes_ +=
      groups.parts.bytes() + (groups.starts.size() + groups.members.size()) * sizeof(std::uint32_t);
  co_return true;
}

}  // namespace combien
