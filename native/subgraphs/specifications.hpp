// What the states of a sweep over edges are, and where each choice leads.
//
// A specification has these functions of a state:
//
//     start()   what holds before the first edge
//     enter()   gives a vertex its slot
//     take()    takes an edge between two slots
//     last()    simplifies the slot of a vertex that has one more edge
//     leave()   clears the slot of a vertex after its last edge
//     ended()   whether what is left after the last edge is accepted
//     local()   whether the slots of the edge alone decide what is accepted and which other slots
//               are given which values; `has_local` is false where they never do, and
//               can_be_local() where they never do for this task
//
// A vacant slot is zero.  What a state is like is hard to predict, so the functions do not branch on
// it where they can avoid it.  They are also called for states that a choice has already refused,
// whose slots may have any of the values that slots can have; their result is then ignored.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "subgraphs/edge_arrows.hpp"
#include "subgraphs/edge_steps.hpp"
#include "subgraphs/frontier_state.hpp"

namespace combien {

// Paths and cycles.  Each fragment of a path is known by its ends, so a slot has the slot of the
// other end plus one: its own for a vertex without edges, and zero for a vertex inside a fragment.
template <class Slots>
class Mates {
 public:
  using State = Slots;

  static constexpr std::uint32_t most_slots = std::min(State::slots, State::most - 1);
  static constexpr bool has_local = true;

  explicit Mates(const SubgraphTask& task)
      : cycle_(task.kind == SubgraphKind::cycle),
        spanning_(task.spanning),
        free_(!cycle_ && task.terminals.empty()),
        terminal_(task.vertices) {
    for (const std::uint32_t terminal : task.terminals) terminal_[terminal] = true;
    for (std::uint32_t slot = 0; slot < most_slots; ++slot) alone_.set(slot, slot + 1);
  }

  EdgeChoice start() const { return EdgeChoice::open; }
  bool ended(const State&) const { return false; }

  void enter(State& state, const EdgeEnd& end) const {
    state.set(end.slot, terminal_[end.vertex] ? fixed : end.slot + 1);
  }

  EdgeChoice take(State& state, const EdgeStep& step) const {
    const std::uint32_t a = step.ends[0].slot, b = step.ends[1].slot;
    const std::uint32_t x = state.get(a), y = state.get(b);
    state.set(a, 0);
    state.set(b, 0);
    if (completes(x, y, step)) return completed(state, step);
    // An end of the path has no slot to be changed: a slot that is vacant now stays so.
    const bool from = is_slot(x), to = is_slot(y);
    state.set(from ? x - 1 : a, from ? y : 0);
    state.set(to ? y - 1 : b, to ? x : 0);
    return (x == 0) | (y == 0) | (x == b + 1) ? EdgeChoice::refused : EdgeChoice::open;
  }

  bool can_be_local() const { return !free_; }
  bool local(const State& state, const EdgeStep& step) const {
    return !completes(state.get(step.ends[0].slot), state.get(step.ends[1].slot), step);
  }

  // The last edge of a vertex without edges would end there, so the vertex is as good as inside a
  // fragment.  (On square boards of 10x10 vertices, this saves nine tenths of the states.)
  EdgeChoice last(State& state, const EdgeEnd& end) const {
    if (free_) return EdgeChoice::open;
    const std::uint32_t mate = state.get(end.slot);
    const bool alone = mate == end.slot + 1;
    state.set(end.slot, alone ? 0 : mate);
    return spanning_ & alone ? EdgeChoice::refused : EdgeChoice::open;
  }

  EdgeChoice leave(State& state, const EdgeEnd& end, const EdgeStep& step) const {
    const std::uint32_t mate = state.get(end.slot);
    state.set(end.slot, 0);
    const bool alone = mate == end.slot + 1;
    const bool left = (mate == 0) | (!spanning_ & alone);
    if (!free_ || left || alone) return left ? EdgeChoice::open : EdgeChoice::refused;
    if (mate == fixed) return completed(state, step);
    std::uint32_t ends = 0;
    for (std::uint32_t slot = 0; slot < step.slots; ++slot) ends += state.get(slot) == fixed;
    if (ends == 2) return EdgeChoice::refused;
    state.set(mate - 1, fixed);
    return EdgeChoice::open;
  }

 private:
  // Instead of a slot: this end of the fragment is an end of the path.
  static constexpr std::uint32_t fixed = State::most;

  // Whether the edge between the slots of these mates ends the path or the cycle.
  bool completes(std::uint32_t x, std::uint32_t y, const EdgeStep& step) const {
    return x == step.ends[1].slot + 1 ? cycle_ : x == fixed && y == fixed;
  }
  static bool is_slot(std::uint32_t mate) { return (mate != 0) & (mate != fixed); }

  // Whether nothing is left beside a path or cycle that is complete.
  EdgeChoice completed(const State& state, const EdgeStep& step) const {
    const bool all = spanning_ ? (state == State()) & (step.unentered == 0) : state.within(alone_);
    return all ? EdgeChoice::accepted : EdgeChoice::refused;
  }

  bool cycle_;
  bool spanning_;
  bool free_;  // Whether a path may end anywhere.
  std::vector<bool> terminal_;
  State alone_;  // No vertex has an edge.
};

// Clears the slot of a vertex; where it named its component, the next slot of the component does.
// False if there is none: the component has left the frontier.
template <class State>
bool inherit(State& state, const EdgeEnd& end, std::uint32_t mark) {
  const std::uint32_t own = state.get(end.slot);
  state.set(end.slot, 0);
  const std::uint32_t heir = state.first(own);
  const bool names = own == ((end.slot + 1) | mark), found = heir != State::slots;
  state.replace(own, names & found ? (heir + 1) | mark : own);
  return !names | found;
}

// Forests, trees and connected subgraphs.  A slot has the first slot of its component plus one, or
// zero for a vertex that need not belong to the subgraph and has no edges.
template <class Slots>
class ComponentNames {
 public:
  using State = Slots;

  static constexpr std::uint32_t most_slots = std::min(State::slots, State::most);
  static constexpr bool has_local = false;

  explicit ComponentNames(const SubgraphTask& task)
      : acyclic_(task.kind != SubgraphKind::connected),
        connected_(task.kind != SubgraphKind::forest),
        all_(task.spanning || !connected_),
        alone_(task.vertices == 1) {}

  EdgeChoice start() const { return EdgeChoice::open; }
  bool ended(const State&) const { return !connected_ || (all_ && alone_); }

  void enter(State& state, const EdgeEnd& end) const {
    if (all_) state.set(end.slot, end.slot + 1);
  }

  EdgeChoice take(State& state, const EdgeStep& step) const {
    for (const EdgeEnd& end : step.ends) {
      const std::uint32_t name = state.get(end.slot);
      state.set(end.slot, name == 0 ? end.slot + 1 : name);
    }
    const std::uint32_t x = state.get(step.ends[0].slot), y = state.get(step.ends[1].slot);
    state.replace(std::max(x, y), std::min(x, y));
    return acyclic_ & (x == y) ? EdgeChoice::refused : EdgeChoice::open;
  }

  EdgeChoice last(State&, const EdgeEnd&) const { return EdgeChoice::open; }

  EdgeChoice leave(State& state, const EdgeEnd& end, const EdgeStep& step) const {
    if (inherit(state, end, 0) | !connected_) return EdgeChoice::open;
    return (state == State()) & (!all_ | (step.unentered == 0)) ? EdgeChoice::accepted
                                                                : EdgeChoice::refused;
  }

 private:
  bool acyclic_;
  bool connected_;
  bool all_;    // Whether all vertices belong to the subgraph.
  bool alone_;  // A vertex that is alone is connected.
};

// Sets of edges that connect the terminals.  As ComponentNames, with a mark on components that have a
// terminal; when all terminals are in one, every set continues.
template <class Slots>
class Connecting {
 public:
  using State = Slots;

  static constexpr std::uint32_t marked = (State::most + 1) / 2;
  static constexpr std::uint32_t most_slots = std::min(State::slots, marked - 1);
  static constexpr bool has_local = false;

  // require: there are two terminals at least
  explicit Connecting(const SubgraphTask& task) : terminal_(task.vertices) {
    for (const std::uint32_t terminal : task.terminals) terminal_[terminal] = true;
  }

  EdgeChoice start() const { return EdgeChoice::open; }
  bool ended(const State& state) const { return state == finished(); }

  void enter(State& state, const EdgeEnd& end) const {
    if (state == finished()) return;
    state.set(end.slot, (end.slot + 1) | (terminal_[end.vertex] ? marked : 0));
  }

  EdgeChoice take(State& state, const EdgeStep& step) const {
    if (state == finished()) return EdgeChoice::open;
    const std::uint32_t x = state.get(step.ends[0].slot), y = state.get(step.ends[1].slot);
    if (x == y) return EdgeChoice::open;
    const std::uint32_t into = std::min(x & ~marked, y & ~marked) | ((x | y) & marked);
    State others = state;
    others.replace(x, 0);
    others.replace(y, 0);
    const bool apart = step.waiting != 0 || others.has(marked);
    state.replace(x, into);
    state.replace(y, into);
    if ((x & y & marked) != 0 && !apart) state = finished();
    return EdgeChoice::open;
  }

  EdgeChoice last(State&, const EdgeEnd&) const { return EdgeChoice::open; }

  EdgeChoice leave(State& state, const EdgeEnd& end, const EdgeStep&) const {
    if (state == finished()) return EdgeChoice::open;
    const std::uint32_t mark = state.get(end.slot) & marked;
    return inherit(state, end, mark) || mark == 0 ? EdgeChoice::open : EdgeChoice::refused;
  }

 private:
  // When all terminals are in one component: no other state has a mark without a name.
  static State finished() {
    State state;
    state.set(0, marked);
    return state;
  }

  std::vector<bool> terminal_;
};

// Degrees.  A slot has the degree of its vertex; beyond the lower bound it counts only if there is
// an upper one.
template <class Slots>
class Degrees {
 public:
  using State = Slots;

  static constexpr std::uint32_t most_slots = State::slots;
  static constexpr bool has_local = true;

  // require: there is a range for each vertex
  explicit Degrees(const SubgraphTask& task) {
    std::vector<std::uint32_t> degrees(task.vertices);
    for (const SubgraphTask::Edge& edge : task.edges) {
      ++degrees[edge.from];
      ++degrees[edge.to];
    }
    for (std::uint32_t vertex = 0; vertex < task.vertices; ++vertex) {
      const SubgraphTask::Range& range = task.degrees[vertex];
      const bool unbounded = range.high >= degrees[vertex];
      ranges_.push_back({range.low, unbounded ? range.low : range.high, !unbounded});
      possible_ = possible_ && range.low <= std::min(range.high, degrees[vertex]);
      largest_ = std::max(largest_, ranges_.back().most);
    }
    if (!possible_) largest_ = 0;
  }

  // The largest value of a slot.
  std::uint32_t largest() const { return largest_; }

  EdgeChoice start() const { return possible_ ? EdgeChoice::open : EdgeChoice::refused; }
  bool ended(const State&) const { return true; }

  void enter(State&, const EdgeEnd&) const {}

  EdgeChoice take(State& state, const EdgeStep& step) const {
    bool refused = false;
    for (const EdgeEnd& end : step.ends) {
      const std::uint32_t degree = state.get(end.slot);
      const Range& range = ranges_[end.vertex];
      refused |= range.bounded & (degree == range.most);
      state.set(end.slot, std::min(degree + 1, range.most));
    }
    return refused ? EdgeChoice::refused : EdgeChoice::open;
  }

  bool can_be_local() const { return true; }
  bool local(const State&, const EdgeStep&) const { return true; }

  EdgeChoice last(State&, const EdgeEnd&) const { return EdgeChoice::open; }

  EdgeChoice leave(State& state, const EdgeEnd& end, const EdgeStep&) const {
    const std::uint32_t degree = state.get(end.slot);
    state.set(end.slot, 0);
    return degree < ranges_[end.vertex].low ? EdgeChoice::refused : EdgeChoice::open;
  }

 private:
  struct Range {
    std::uint32_t low;
    std::uint32_t most;  // The largest value of the slot,
    bool bounded;        // and whether it is an upper bound.
  };

  std::vector<Range> ranges_;
  bool possible_ = true;
  std::uint32_t largest_ = 0;
};

}  // namespace combien
