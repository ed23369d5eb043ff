// What the states of a sweep over edges are, and where each choice leads.
//
// A specification has six functions of a state:
//
//     start()   what holds before the first edge
//     enter()   gives a vertex its slot
//     take()    takes an edge between two slots
//     last()    simplifies the slot of a vertex that has one more edge
//     leave()   clears the slot of a vertex after its last edge
//     ended()   whether what is left after the last edge is accepted
//
// A vacant slot is zero.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "subgraphs/edge_steps.hpp"
#include "subgraphs/frontier_state.hpp"

namespace combien {

enum class EdgeChoice : std::uint32_t {
  refused,   // No set continues this way.
  accepted,  // One set does: no further edge is taken.
  open,
};

// Paths and cycles.  Each fragment of a path is known by its ends, so a slot has the slot of the
// other end plus one: its own for a vertex without edges, and zero for a vertex inside a fragment.
template <class Slots>
class Mates {
 public:
  using State = Slots;

  static constexpr std::uint32_t most_slots = std::min(State::slots, State::most - 1);

  explicit Mates(const SubgraphTask& task)
      : cycle_(task.kind == SubgraphKind::cycle),
        spanning_(task.spanning),
        free_(!cycle_ && task.terminals.empty()),
        terminal_(task.vertices) {
    for (const std::uint32_t terminal : task.terminals) terminal_[terminal] = true;
  }

  EdgeChoice start() const { return EdgeChoice::open; }
  bool ended(const State&) const { return false; }

  void enter(State& state, const EdgeEnd& end) const {
    state.set(end.slot, terminal_[end.vertex] ? fixed : end.slot + 1);
  }

  EdgeChoice take(State& state, const EdgeStep& step) const {
    const std::uint32_t a = step.ends[0].slot, b = step.ends[1].slot;
    const std::uint32_t x = state.get(a), y = state.get(b);
    if (x == 0 || y == 0) return EdgeChoice::refused;
    state.set(a, 0);
    state.set(b, 0);
    if (x == b + 1) return cycle_ ? completed(state, step) : EdgeChoice::refused;
    if (x == fixed && y == fixed) return completed(state, step);
    if (x != fixed) state.set(x - 1, y);
    if (y != fixed) state.set(y - 1, x);
    return EdgeChoice::open;
  }

  // The last edge of a vertex without edges would end there, so the vertex is as good as inside a
  // fragment.  (On square boards of 10x10 vertices, this saves nine tenths of the states.)
  EdgeChoice last(State& state, const EdgeEnd& end) const {
    if (free_ || state.get(end.slot) != end.slot + 1) return EdgeChoice::open;
    state.set(end.slot, 0);
    return spanning_ ? EdgeChoice::refused : EdgeChoice::open;
  }

  EdgeChoice leave(State& state, const EdgeEnd& end, const EdgeStep& step) const {
    const std::uint32_t mate = state.get(end.slot);
    if (mate == 0) return EdgeChoice::open;
    state.set(end.slot, 0);
    if (mate == end.slot + 1) return spanning_ ? EdgeChoice::refused : EdgeChoice::open;
    if (!free_) return EdgeChoice::refused;
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

  // Whether nothing is left beside a path or cycle that is complete.
  EdgeChoice completed(const State& state, const EdgeStep& step) const {
    if (spanning_ && step.unentered != 0) return EdgeChoice::refused;
    for (std::uint32_t slot = 0; slot < step.slots; ++slot) {
      const std::uint32_t mate = state.get(slot);
      if (mate != 0 && (spanning_ || mate != slot + 1)) return EdgeChoice::refused;
    }
    return EdgeChoice::accepted;
  }

  bool cycle_;
  bool spanning_;
  bool free_;  // Whether a path may end anywhere.
  std::vector<bool> terminal_;
};

// Clears the slot of a vertex; where it named its component, the next slot of the component does.
// False if there is none: the component has left the frontier.
template <class State>
bool inherit(State& state, const EdgeEnd& end, const EdgeStep& step, std::uint32_t mark) {
  const std::uint32_t own = state.get(end.slot);
  state.set(end.slot, 0);
  if (own != ((end.slot + 1) | mark)) return true;
  std::uint32_t heir = 0;
  for (std::uint32_t slot = end.slot + 1; slot < step.slots; ++slot) {
    if (state.get(slot) != own) continue;
    if (heir == 0) heir = (slot + 1) | mark;
    state.set(slot, heir);
  }
  return heir != 0;
}

// Forests, trees and connected subgraphs.  A slot has the first slot of its component plus one, or
// zero for a vertex that need not belong to the subgraph and has no edges.
template <class Slots>
class ComponentNames {
 public:
  using State = Slots;

  static constexpr std::uint32_t most_slots = std::min(State::slots, State::most);

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
      if (state.get(end.slot) == 0) state.set(end.slot, end.slot + 1);
    }
    std::uint32_t into = state.get(step.ends[0].slot), from = state.get(step.ends[1].slot);
    if (into == from) return acyclic_ ? EdgeChoice::refused : EdgeChoice::open;
    if (from < into) std::swap(from, into);
    for (std::uint32_t slot = from - 1; slot < step.slots; ++slot) {
      if (state.get(slot) == from) state.set(slot, into);
    }
    return EdgeChoice::open;
  }

  EdgeChoice last(State&, const EdgeEnd&) const { return EdgeChoice::open; }

  EdgeChoice leave(State& state, const EdgeEnd& end, const EdgeStep& step) const {
    const std::uint32_t own = state.get(end.slot);
    if (own == 0 || inherit(state, end, step, 0) || !connected_) return EdgeChoice::open;
    return state == State() && (!all_ || step.unentered == 0) ? EdgeChoice::accepted
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

  // require: there are two terminals at least
  explicit Connecting(const SubgraphTask& task) : terminal_(task.vertices) {
    for (const std::uint32_t terminal : task.terminals) terminal_[terminal] = true;
  }

  EdgeChoice start() const { return EdgeChoice::open; }
  bool ended(const State& state) const { return state == State::finished(); }

  void enter(State& state, const EdgeEnd& end) const {
    if (state == State::finished()) return;
    state.set(end.slot, (end.slot + 1) | (terminal_[end.vertex] ? marked : 0));
  }

  EdgeChoice take(State& state, const EdgeStep& step) const {
    if (state == State::finished()) return EdgeChoice::open;
    const std::uint32_t x = state.get(step.ends[0].slot), y = state.get(step.ends[1].slot);
    if (x == y) return EdgeChoice::open;
    const std::uint32_t into = std::min(x & ~marked, y & ~marked) | ((x | y) & marked);
    bool apart = step.waiting != 0;
    for (std::uint32_t slot = 0; slot < step.slots; ++slot) {
      const std::uint32_t here = state.get(slot);
      if (here == x || here == y) {
        state.set(slot, into);
      } else {
        apart = apart || (here & marked) != 0;
      }
    }
    if ((x & y & marked) != 0 && !apart) state = State::finished();
    return EdgeChoice::open;
  }

  EdgeChoice last(State&, const EdgeEnd&) const { return EdgeChoice::open; }

  EdgeChoice leave(State& state, const EdgeEnd& end, const EdgeStep& step) const {
    if (state == State::finished()) return EdgeChoice::open;
    const std::uint32_t mark = state.get(end.slot) & marked;
    return inherit(state, end, step, mark) || mark == 0 ? EdgeChoice::open : EdgeChoice::refused;
  }

 private:
  std::vector<bool> terminal_;
};

// Degrees.  A slot has the degree of its vertex; beyond the lower bound it counts only if there is
// an upper one.
template <class Slots>
class Degrees {
 public:
  using State = Slots;

  static constexpr std::uint32_t most_slots = State::slots;

  // require: there is a range for each vertex
  explicit Degrees(const SubgraphTask& task) : ranges_(task.degrees), unbounded_(task.vertices) {
    std::vector<std::uint32_t> degrees(task.vertices);
    for (const SubgraphTask::Edge& edge : task.edges) {
      ++degrees[edge.from];
      ++degrees[edge.to];
    }
    for (std::uint32_t vertex = 0; vertex < task.vertices; ++vertex) {
      const SubgraphTask::Range& range = ranges_[vertex];
      unbounded_[vertex] = range.high >= degrees[vertex];
      possible_ = possible_ && range.low <= std::min(range.high, degrees[vertex]);
      largest_ = std::max(largest_, unbounded_[vertex] ? range.low : range.high);
    }
    if (!possible_) largest_ = 0;
  }

  // The largest value of a slot.
  std::uint32_t largest() const { return largest_; }

  EdgeChoice start() const { return possible_ ? EdgeChoice::open : EdgeChoice::refused; }
  bool ended(const State&) const { return true; }

  void enter(State&, const EdgeEnd&) const {}

  EdgeChoice take(State& state, const EdgeStep& step) const {
    for (const EdgeEnd& end : step.ends) {
      const std::uint32_t degree = state.get(end.slot);
      const SubgraphTask::Range& range = ranges_[end.vertex];
      if (unbounded_[end.vertex]) {
        state.set(end.slot, std::min(degree + 1, range.low));
      } else if (degree == range.high) {
        return EdgeChoice::refused;
      } else {
        state.set(end.slot, degree + 1);
      }
    }
    return EdgeChoice::open;
  }

  EdgeChoice last(State&, const EdgeEnd&) const { return EdgeChoice::open; }

  EdgeChoice leave(State& state, const EdgeEnd& end, const EdgeStep&) const {
    const std::uint32_t degree = state.get(end.slot);
    state.set(end.slot, 0);
    return degree < ranges_[end.vertex].low ? EdgeChoice::refused : EdgeChoice::open;
  }

 private:
  std::vector<SubgraphTask::Range> ranges_;
  std::vector<bool> unbounded_;
  bool possible_ = true;
  std::uint32_t largest_ = 0;
};

}  // namespace combien
