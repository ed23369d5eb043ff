// The solutions with each option, from the layers of a sweep, which are read backwards.
//
// A state that is reached in f ways and completed in b ways is in f * b solutions.  So a move that
// leads to it, from a state that is reached in g ways, is in g * b of them, and adds b to the ways
// to complete that one.  Only two layers of ways to complete exist at a time; states that cannot be
// completed are left out.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/natural.hpp"
#include "base/slice.hpp"
#include "frontier/distinct.hpp"
#include "frontier/step.hpp"

namespace combien {

class Shares {
 public:
  virtual ~Shares() = default;

  // Goes back through a pass, the last one first: from now on, entries of the layer before it are
  // read, of which there are this many.  Layers that need more than `bytes` are out_of_bytes.
  // Throws std::invalid_argument if there is no such pass.
  virtual Outcome open(std::size_t step, std::size_t pass, std::uint64_t states,
                       std::uint64_t bytes) = 0;
  // Reads some entries, with counts of `limbs` limbs.
  // Throws std::invalid_argument if they are more than was said.
  virtual void read(const std::uint64_t* entries, std::size_t count, std::uint32_t limbs) = 0;

  // The number of solutions with each option, in the passes that were read.
  virtual std::vector<Natural> found() const = 0;
  // States read, and moves from them.
  virtual std::uint64_t transitions() const = 0;
};

template <std::uint32_t words>
class SharesOf final : public Shares {
 public:
  // The count of all solutions has at most this many limbs.
  SharesOf(const SweepPlan& plan, const std::vector<std::uint64_t>& weights, std::uint32_t limbs)
      : plan_(plan), weights_(weights), limbs_(limbs) {
    std::size_t options = 0;
    for (const SweepPlan::Move& move : plan_.moves()) {
      options = std::max<std::size_t>(options, number(move.option) + 1);
    }
    sums_.resize(options * limbs_);
    // After the last step nothing matters, so there is one state, which is complete.
    const std::uint64_t one = 1;
    before_.reset(1);
    add(first_state<words>(), &one, Adder{});
  }

  Outcome open(std::size_t step, std::size_t pass, std::uint64_t states,
               std::uint64_t bytes) override {
    if (step >= plan_.steps().size()) throw std::invalid_argument("there is no such step");
    if (states >= most_states) return Outcome::out_of_bytes;
    step_.load(plan_, weights_, step);
    step_.fit();
    first_ = step == 0 ? 0 : plan_.steps()[step - 1].moves_end;
    pass_ = pass;
    left_ = states;
    std::swap(after_, before_);
    from_ = std::exchange(to_, 1);
    // No state is completed in more ways than there are solutions.
    const std::size_t bits = bits_ + static_cast<std::size_t>(std::bit_width(step_.moves.size())) +
                             static_cast<std::size_t>(std::bit_width(step_.heaviest - 1));
    to_ = std::min(limbs_, static_cast<std::uint32_t>((bits + 63) / 64));
    bits_ = 1;
    before_.reset(to_);
    if (after_.bytes() + before_.bytes() + before_.growth(states) > bytes) {
      return Outcome::out_of_bytes;
    }
    before_.grow(states);
    return Outcome::done;
  }

  void read(const std::uint64_t* entries, std::size_t count, std::uint32_t limbs) override {
    if (count > left_) throw std::invalid_argument("the layer has more states");
    left_ -= count;
    while (count != 0) {
      const std::size_t size = std::min(count, batch);
      arrows_.clear();
      for (std::size_t k = 0; k < size; ++k) {
        step_.each_successor(plan_, state_at<words>(entries + k * (words + limbs)), pass_,
                             [&](const State<words>& next, std::uint64_t weight, std::size_t move) {
                               arrows_.push_back({next, hash<words>(next), weight, move, k});
                               after_.hint(arrows_.back().hash);
                             });
      }
      transitions_ += size + arrows_.size();
      follow(entries, size, limbs);
      entries += size * (words + limbs);
      count -= size;
    }
  }

  std::vector<Natural> found() const override {
    std::vector<Natural> shares;
    for (std::size_t k = 0; k < sums_.size(); k += limbs_) {
      shares.emplace_back(sums_.data() + k, limbs_);
    }
    return shares;
  }

  std::uint64_t transitions() const override { return transitions_; }

 private:
  __extension__ using Wide = unsigned __int128;

  // A move from one of the entries of a batch.
  struct Arrow {
    State<words> to;
    std::uint64_t hash;
    std::uint64_t weight;
    std::size_t move;
    std::size_t from;
  };

  static constexpr std::size_t batch = 64;
  // Numbers of states have 32 bits.
  static constexpr std::uint64_t most_states = std::uint64_t{1} << 30;

  void add(const State<words>& state, const std::uint64_t* ways, const Adder& adder) {
    if (before_.growth(1) != 0) before_.grow(1);
    const typename Distinct<words>::Addend addend{state, hash<words>(state), 1, ways};
    before_.add(&addend, 1, adder);
  }

  // Follows the moves from some entries, in their order.
  void follow(const std::uint64_t* entries, std::size_t size, std::uint32_t limbs) {
    const Adder adder{0, from_, to_};
    ways_.resize(to_);
    auto arrow = arrows_.begin();
    for (std::size_t k = 0; k < size; ++k, entries += words + limbs) {
      std::fill(ways_.begin(), ways_.end(), 0);
      bool any = false;
      for (; arrow != arrows_.end() && arrow->from == k; ++arrow) {
        const std::uint64_t* const behind = after_.find(arrow->to, arrow->hash);
        if (behind == nullptr) continue;
        any = true;
        adder.add(ways_.data(), behind, arrow->weight);
        if (arrow->move == step_.moves.size()) continue;
        const std::size_t option = number(plan_.moves()[first_ + arrow->move].option);
        add_product(sums_.data() + option * limbs_, entries + words, limbs, behind, arrow->weight);
      }
      if (!any) continue;
      add(state_at<words>(entries), ways_.data(), Adder{0, to_, to_});
      std::size_t top = to_;
      while (ways_[top - 1] == 0) --top;
      bits_ = std::max<std::size_t>(
          bits_, 64 * (top - 1) + static_cast<std::size_t>(std::bit_width(ways_[top - 1])));
    }
  }

  // Adds the ways to an entry, times those from behind it, times a weight.
  void add_product(std::uint64_t* sum, const std::uint64_t* reached, std::uint32_t limbs,
                   const std::uint64_t* behind, std::uint64_t weight) {
    std::uint64_t over = 0;
    product_.resize(from_ + std::size_t{1});
    for (std::uint32_t k = 0; k <= from_; ++k) {
      const Wide part = k < from_ ? Wide{behind[k]} * weight + over : Wide{over};
      product_[k] = static_cast<std::uint64_t>(part);
      over = static_cast<std::uint64_t>(part >> 64);
    }
    for (std::uint32_t j = 0; j < std::min(limbs, limbs_); ++j) {
      if (reached[j] == 0) continue;
      std::uint64_t carry = 0;
      for (std::uint32_t k = 0; j + k < limbs_ && (k <= from_ || carry != 0); ++k) {
        const std::uint64_t factor = k <= from_ ? product_[k] : 0;
        const Wide part = Wide{reached[j]} * factor + sum[j + k] + carry;
        sum[j + k] = static_cast<std::uint64_t>(part);
        carry = static_cast<std::uint64_t>(part >> 64);
      }
    }
  }

  const SweepPlan& plan_;
  const std::vector<std::uint64_t>& weights_;
  const std::uint32_t limbs_;
  OpenStep<words> step_;
  std::size_t first_ = 0;  // The moves before those of the step.
  std::size_t pass_ = 0;
  std::uint64_t left_ = 0;  // The states of the layer that were not read.
  // The ways to complete the states behind the pass, and those before it; their limbs.
  Distinct<words> after_;
  Distinct<words> before_;
  std::uint32_t from_ = 1;
  std::uint32_t to_ = 1;
  std::size_t bits_ =
      1;  // No state before the pass is completed in more ways than these bits hold.
  std::vector<std::uint64_t> sums_;     // For each option.
  std::vector<Arrow> arrows_;           // Of a batch of entries,
  std::vector<std::uint64_t> ways_;     // to complete one of them,
  std::vector<std::uint64_t> product_;  // and to complete it with a move.
  std::uint64_t transitions_ = 0;
};

}  // namespace combien
