#include "frontier/sweep.hpp"

#include <cmath>
#include <utility>

#include "frontier/layer.hpp"
#include "frontier/merge.hpp"
#include "frontier/step.hpp"

namespace combien {

namespace {

template <std::uint32_t words>
class Machine final : public Sweep {
 public:
  Machine(SweepPlan plan, Values values) : plan_(std::move(plan)), values_(std::move(values)) {
    source_.reset_sorted(1);
    source_.grow(1);
    source_.append(first_state<words>())[0] = 1;
    total_ = Natural(1);
  }

  Outcome run(Slice& slice, std::uint64_t bytes) override {
    while (work_.step < plan_.steps().size()) {
      if (!open_) open();
      while (cursor_ < source_.places()) {
        const Outcome outcome = merging_ ? merge(slice, bytes) : visit(slice, bytes);
        if (outcome != Outcome::done) return outcome;
      }
      close();
    }
    return Outcome::done;
  }

  Natural count() const override {
    // A residue is kept from 1 to the modulus, as no count may be zero.
    const Natural total = source_.total();
    return values_.modulus != 0 && total == Natural(values_.modulus) ? Natural() : total;
  }

  double forecast() const override {
    // States grow like 2^(worth * width); the worth of a bit is what the layers so far have shown.
    double worth = width_square_ > 0 ? width_times_log_ / width_square_ : 0.5;
    double states = 0;
    const auto& steps = plan_.steps();
    if (pass_ > 0 && source_.size() > 1) {
      // Half-way through a step of many passes, the layer may have grown beyond what was thought.  (By
      // widths alone, one order had 10 000 transitions left after each of 600 million.  Not to believe
      // what has taken four times as long mends that too, but over 45 boards with bounds it made a
      // third more transitions: good forecasts are low in the last steps as well.)
      const double width = std::max(1.0, steps[work_.step].entropy);
      const auto size = static_cast<double>(source_.size());
      worth = std::max(worth, std::log2(size) / width);
      states += size * static_cast<double>(step_.moves.size() - pass_);
    }
    for (std::size_t k = work_.step; k < steps.size(); ++k) {
      states += std::exp2(std::min(1000.0, worth * steps[k].entropy));
    }
    return states * static_cast<double>(work_.transitions + 1) /
           static_cast<double>(work_.states + 1);
  }

  SweepWork work() const override { return work_; }
  std::uint64_t bytes() const override { return source_.bytes() + target_.bytes(); }

 private:
  __extension__ using Wide = unsigned __int128;

  // A state on its way into the next layer.
  struct Waiting {
    State<words> state;
    std::uint64_t hash;
    std::uint64_t weight;
    std::size_t from;  // The place in the source whose count it gets.
  };
  // Long enough that the places that were hinted at have come into the cache.
  static constexpr std::size_t batch = 32;
  static constexpr std::size_t stretch = 64;

  // Makes ready for the next pass: all moves of a step at once where exactly one is chosen, else one
  // move at a time, taken or left.
  void open() {
    if (pass_ == 0) step_.load(plan_, values_.weights, work_.step);
    const std::size_t most = step_.exactly_once ? step_.moves.size() + 1 : 2;
    const auto growth = static_cast<std::size_t>(std::bit_width(most)) +
                        static_cast<std::size_t>(std::bit_width(step_.heaviest)) - 1;
    while (values_.modulus == 0 &&
           total_.bit_length() + growth > 64 * std::size_t{source_.limbs()}) {
      source_.widen();
    }
    merging_ = source_.sorted() && values_.modulus == 0 && merge_.open(step_);
    if (merging_) {
      target_.reset_sorted(source_.limbs());
    } else {
      target_.reset_table(source_.limbs(), source_.size());
    }
    first_ = step_.exactly_once ? 0 : pass_;
    last_ = step_.exactly_once ? step_.moves.size() : std::min(pass_ + 1, step_.moves.size());
    final_ = step_.exactly_once || pass_ + 1 >= step_.moves.size();
    cursor_ = 0;
    open_ = true;
  }

  Outcome merge(Slice& slice, std::uint64_t bytes) {
    for (;;) {
      if (!target_.has_room(Merge<words>::batch)) {
        const std::uint64_t growth = target_.growth(Merge<words>::batch);
        if (this->bytes() + growth > bytes) return Outcome::out_of_bytes;
        target_.grow(Merge<words>::batch);
      }
      const std::uint64_t granted = slice.grant();
      if (granted == 0) return Outcome::out_of_slice;
      const std::size_t most = std::min<std::size_t>(granted, Merge<words>::batch);
      const std::size_t made = merge_.run(source_, target_, most, work_.transitions);
      slice.give_back(granted - made);
      if (made == 0) break;
    }
    work_.transitions += source_.size();
    cursor_ = source_.places();
    return Outcome::done;
  }

  // Spreads the states of the next few places.  Which of them are occupied is found first, without a
  // branch to guess.
  Outcome visit(Slice& slice, std::uint64_t bytes) {
    const std::size_t begin = cursor_;
    const std::size_t end = std::min(begin + stretch, source_.places());
    std::array<std::size_t, stretch> occupied;
    std::size_t count = 0;
    for (std::size_t place = begin; place < end; ++place) {
      occupied[count] = place;
      count += source_.occupied(place) ? 1 : 0;
    }
    const std::size_t most = last_ - first_ + 1;
    for (std::size_t k = 0; k < count; ++k) {
      cursor_ = occupied[k];
      if (!target_.has_room(waiting_ + most)) {
        const std::uint64_t growth = target_.growth(waiting_ + most);
        if (this->bytes() + growth > bytes) return Outcome::out_of_bytes;
        target_.grow(waiting_ + most);
      }
      if (!slice.step(most)) return Outcome::out_of_slice;
      const std::uint64_t before = work_.transitions++;
      if (step_.plain && step_.moves.size() <= Fitting<words>::few) {
        spread_simply();
      } else {
        spread();
      }
      slice.charge(work_.transitions - before - 1);
    }
    cursor_ = end;
    return Outcome::done;
  }

  void close() {
    flush();
    open_ = false;
    std::swap(source_, target_);
    if (values_.modulus == 0) total_ = source_.total();
    work_.states += source_.size();
    work_.widest = std::max<std::uint64_t>(work_.widest, source_.size());
    ++pass_;
    if (!step_.exactly_once && pass_ < step_.moves.size()) return;
    pass_ = 0;
    const double width = plan_.steps()[work_.step].entropy;
    if (source_.size() > 1) {
      width_times_log_ += width * std::log2(static_cast<double>(source_.size()));
      width_square_ += width * width;
    }
    ++work_.step;
    // Nothing is left to extend: the count is zero.
    if (source_.size() == 0) work_.step = plan_.steps().size();
  }

  // Few moves of plain bits, exactly one to be chosen: all are tried, and those that do not fit are
  // written over, as whether a move fits can hardly be guessed.
  void spread_simply() {
    const State<words> state = source_.state(cursor_);
    const bool covered = (state[step_.own.word] & step_.own.mask) != 0;
    const std::size_t before = waiting_;
    State<words> next = state;
    put(next, 1, covered);
    for (const auto& move : step_.moves) {
      for (std::uint32_t k = 0; k < words; ++k) next[k] = state[k] | move.bits[k];
      put(next, move.weight, !covered && !touches<words>(state, move.bits));
    }
    work_.transitions += waiting_ - before;
    for (std::size_t k = before; k < waiting_; ++k) hint(queue_[k]);
    if (waiting_ >= batch) flush();
  }

  void put(State<words> state, std::uint64_t weight, bool fits) {
    for (std::uint32_t k = 0; k < words; ++k) state[k] &= step_.kept[k];
    queue_[waiting_] = {state, 0, weight, cursor_};
    waiting_ += fits ? 1 : 0;
  }

  void hint(Waiting& next) {
    next.hash = Layer<words>::hash(next.state);
    target_.hint(next.hash);
  }

  void spread() {
    const State<words> state = source_.state(cursor_);
    const bool covered = (state[step_.own.word] & step_.own.mask) != 0;
    if (!step_.exactly_once || covered) settle(state, 1);
    if (step_.exactly_once) {
      if (covered) return;
      step_.fitting.each(state, [&](std::size_t m) { make(step_.moves[m], state); });
    } else if (first_ < last_ && !touches<words>(state, step_.moves[first_].bits)) {
      make(step_.moves[first_], state);
    }
  }

  // Makes a move whose plain bits are free, if counters and colours allow it.
  void make(const typename OpenStep<words>::Move& move, State<words> state) {
    for (std::uint32_t k = 0; k < words; ++k) state[k] |= move.bits[k];
    for (std::uint32_t d = move.first_demand; d < move.last_demand; ++d) {
      const SweepPlan::Demand& demand = plan_.demands()[d];
      if (!demand.meet(state[demand.slot.word])) return;
    }
    settle(state, move.weight);
  }

  // Sends a state to the next layer; when a step ends, without the bits that no longer matter.
  void settle(State<words> state, std::uint64_t weight) {
    if (final_) {
      if (!step_.exactly_once && (state[step_.own.word] & step_.own.mask) < step_.low) return;
      for (std::uint32_t k = 0; k < words; ++k) state[k] &= step_.kept[k];
    }
    ++work_.transitions;
    if (waiting_ >= batch) flush();
    queue_[waiting_] = {state, 0, weight, cursor_};
    hint(queue_[waiting_++]);
  }

  void flush() {
    for (std::size_t k = 0; k < waiting_; ++k) {
      const Waiting& next = queue_[k];
      add(target_.find(next.state, next.hash), source_.count(next.from), next.weight);
    }
    waiting_ = 0;
  }

  // Adds a count, so many times, to another one.
  void add(std::uint64_t* sum, const std::uint64_t* count, std::uint64_t weight) const {
    if (values_.modulus != 0) {
      const std::uint64_t times =
          weight == 1 ? count[0]
                      : static_cast<std::uint64_t>(Wide{count[0]} * weight % values_.modulus);
      sum[0] += times;
      if (sum[0] > values_.modulus || sum[0] == 0) {
        sum[0] = sum[0] == 0 ? values_.modulus : sum[0] - values_.modulus;
      }
      return;
    }
    if (weight == 1) {
      unsigned char carry = 0;
      for (std::uint32_t k = 0; k < source_.limbs(); ++k) {
        const std::uint64_t part = sum[k] + carry;
        carry = static_cast<unsigned char>(part < carry);
        sum[k] = part + count[k];
        carry = static_cast<unsigned char>(carry | (sum[k] < part));
      }
      return;
    }
    std::uint64_t carry = 0;
    for (std::uint32_t k = 0; k < source_.limbs(); ++k) {
      const Wide part = Wide{count[k]} * weight + sum[k] + carry;
      sum[k] = static_cast<std::uint64_t>(part);
      carry = static_cast<std::uint64_t>(part >> 64);
    }
  }

  const SweepPlan plan_;
  const Values values_;
  SweepWork work_;
  Layer<words> source_;
  Layer<words> target_;
  Natural total_;
  OpenStep<words> step_;
  Merge<words> merge_;
  std::array<Waiting, batch + Fitting<words>::few + 1> queue_;
  std::size_t waiting_ = 0;
  std::size_t pass_ = 0;
  std::size_t first_ = 0;  // The moves of this pass.
  std::size_t last_ = 0;
  bool final_ = false;  // Whether the step ends with this pass.
  std::size_t cursor_ = 0;
  bool open_ = false;
  bool merging_ = false;  // The step has both layers sorted.
  double width_times_log_ = 0;
  double width_square_ = 0;
};

}  // namespace

std::unique_ptr<Sweep> sweep(SweepPlan plan, Values values) {
  const std::uint32_t words = plan.words();
  if (words <= 1) return std::make_unique<Machine<1>>(std::move(plan), std::move(values));
  if (words <= 2) return std::make_unique<Machine<2>>(std::move(plan), std::move(values));
  if (words <= 3) return std::make_unique<Machine<3>>(std::move(plan), std::move(values));
  if (words <= 4) return std::make_unique<Machine<4>>(std::move(plan), std::move(values));
  if (words <= 6) return std::make_unique<Machine<6>>(std::move(plan), std::move(values));
  if (words <= 8) return std::make_unique<Machine<8>>(std::move(plan), std::move(values));
  return std::make_unique<Machine<SweepPlan::most_words>>(std::move(plan), std::move(values));
}

}  // namespace combien
