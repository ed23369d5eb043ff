// Back through the layers of a sweep: from a state to one before it.
//
// The ways to a state are numbered by the states before it, in the order in which the layer is read,
// and their moves: so the way of some number passes through a state of the layer before, with a
// number there.  From a random number below the count, this makes a uniformly random solution.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include "frontier/adder.hpp"
#include "frontier/step.hpp"

namespace combien {

class Tracing {
 public:
  static constexpr std::uint32_t none = UINT32_MAX;

  // A way to a state, by its number, least significant limb first.
  struct Way {
    std::vector<std::uint64_t> state;
    std::vector<std::uint64_t> number;
    // After the pass was read: the option that leads here from the layer before, which the state and
    // the number belong to then; or none.
    std::uint32_t option = none;
    bool found = false;
  };

  virtual ~Tracing() = default;

  // Begins to trace these ways back through a pass.
  // Throws std::invalid_argument if there is no such pass, or states have other words.
  virtual void begin(std::size_t step, std::size_t pass, std::vector<Way> ways) = 0;
  // Reads some entries of the layer before the pass, with counts of `limbs` limbs.
  virtual void read(const std::uint64_t* entries, std::size_t count, std::uint32_t limbs) = 0;
  virtual const std::vector<Way>& ways() const = 0;
};

template <std::uint32_t words>
class TracingOf final : public Tracing {
 public:
  TracingOf(const SweepPlan& plan, const std::vector<std::uint64_t>& weights)
      : plan_(plan), weights_(weights) {}

  void begin(std::size_t step, std::size_t pass, std::vector<Way> ways) override {
    if (step >= plan_.steps().size()) throw std::invalid_argument("there is no such step");
    step_.load(plan_, weights_, step);
    step_.fit();
    first_ = step == 0 ? 0 : plan_.steps()[step - 1].moves_end;
    pass_ = pass;
    ways_ = std::move(ways);
    to_.clear();
    for (std::size_t k = 0; k < ways_.size(); ++k) {
      if (ways_[k].state.size() != words) throw std::invalid_argument("a state has other words");
      ways_[k].found = false;
      to_[state_at<words>(ways_[k].state.data())].push_back(k);
    }
  }

  void read(const std::uint64_t* entries, std::size_t count, std::uint32_t limbs) override {
    for (std::size_t k = 0; k < count; ++k, entries += words + limbs) {
      step_.each_successor(plan_, state_at<words>(entries), pass_,
                           [&](const State<words>& next, std::uint64_t weight, std::size_t move) {
                             const auto place = to_.find(next);
                             if (place == to_.end()) return;
                             for (const std::size_t way : place->second) {
                               take(ways_[way], entries, limbs, weight, move);
                             }
                           });
    }
  }

  const std::vector<Way>& ways() const override { return ways_; }

 private:
  __extension__ using Wide = unsigned __int128;

  struct Hash {
    std::size_t operator()(const State<words>& state) const { return hash<words>(state); }
  };

  // The way leads through this entry if its number is less than the count times the weight of the
  // move; if not, it is one of those behind.
  void take(Way& way, const std::uint64_t* entry, std::uint32_t limbs, std::uint64_t weight,
            std::size_t move) {
    if (way.found) return;
    count_.assign(limbs + std::size_t{1}, 0);
    Adder{0, limbs, limbs + 1}.add(count_.data(), entry + words, weight);
    way.number.resize(std::max(way.number.size(), count_.size()));
    std::size_t k = way.number.size();
    const auto limb = [&](std::size_t at) { return at < count_.size() ? count_[at] : 0; };
    while (k != 0 && way.number[k - 1] == limb(k - 1)) --k;
    if (k != 0 && way.number[k - 1] < limb(k - 1)) {
      way.state.assign(entry, entry + words);
      way.option = move == step_.moves.size() ? none : number(plan_.moves()[first_ + move].option);
      way.found = true;
      // As many ways to the entry as the weight have the same number there.
      Wide rest = 0;
      for (std::size_t at = way.number.size(); weight != 1 && at-- > 0;) {
        rest = rest << 64 | way.number[at];
        way.number[at] = static_cast<std::uint64_t>(rest / weight);
        rest %= weight;
      }
      return;
    }
    std::uint64_t borrow = 0;
    for (std::size_t at = 0; at < way.number.size(); ++at) {
      const std::uint64_t before = way.number[at], less = before - limb(at);
      way.number[at] = less - borrow;
      borrow = before < limb(at) || less < borrow ? 1 : 0;
    }
  }

  const SweepPlan& plan_;
  const std::vector<std::uint64_t>& weights_;
  OpenStep<words> step_;
  std::size_t first_ = 0;  // The moves before those of the step.
  std::size_t pass_ = 0;
  std::vector<Way> ways_;
  std::vector<std::uint64_t> count_;  // Of an entry, times the weight of a move.
  std::unordered_map<State<words>, std::vector<std::size_t>, Hash> to_;
};

}  // namespace combien
