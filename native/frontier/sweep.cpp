#include "frontier/sweep.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/require.hpp"
#include "frontier/layer.hpp"
#include "frontier/merge.hpp"
#include "frontier/step.hpp"

namespace combien {

namespace {

template <std::uint32_t words>
class Machine final : public Sweep {
 public:
  Machine(SweepPlan plan, Values values) : plan_(std::move(plan)), values_(std::move(values)) {
    Slice whole(UINT64_MAX, 3e7);
    source_.reset_sorted(1);
    source_.begin_growth(1);
    source_.move(whole);
    source_.append(first_state<words>())[0] = 1;
    source_.begin_total();
    source_.total(whole);
  }

  Outcome run(Slice& slice, std::uint64_t bytes) override {
    for (;;) {
      Outcome outcome = Outcome::done;
      switch (phase_) {
        case Phase::between:
          if (work_.step == plan_.steps().size()) return Outcome::done;
          if (pass_ == 0) step_.load(plan_, values_.weights, work_.step);
          phase_ = Phase::widening;
          break;
        case Phase::widening:
          outcome = widen(slice, bytes);
          if (outcome == Outcome::done) open();
          break;
        case Phase::clearing:
          if (!target_.clear(slice)) return Outcome::out_of_slice;
          phase_ = Phase::spreading;
          break;
        case Phase::spreading:
          outcome = merging_ ? merge(slice, bytes) : visit(slice, bytes);
          if (outcome == Outcome::done) turn_over();
          break;
        case Phase::adding_up:
          if (!source_.total(slice)) return Outcome::out_of_slice;
          close();
          break;
      }
      if (outcome != Outcome::done) return outcome;
    }
  }

  Natural count() const override {
    COMBIEN_REQUIRE(phase_ == Phase::between && work_.step == plan_.steps().size());
    // A residue is kept from 1 to the modulus, because no count may be zero.
    const Natural total = source_.total();
    return values_.modulus != 0 && total == Natural(values_.modulus) ? Natural() : total;
  }

  double forecast() const override {
    // States grow like 2^(worth * width); the worth of a bit is estimated from the layers so far.
    double worth = width_square_ > 0 ? width_times_log_ / width_square_ : 0.5;
    double states = 0;
    const auto& steps = plan_.steps();
    if (pass_ > 0 && source_.size() > 1) {
      // Halfway through a step of many passes, the layer may have grown beyond the forecast.  (By
      // widths alone, one order had 10 000 transitions left after each of 600 million.  Distrusting
      // an order that has taken four times its forecast fixes that too, but over 45 boards with
      // bounds it made a third more transitions: good forecasts are low in the last steps as well.)
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

  std::string_view unsound() const override {
    if (!source_.moving()) {
      if (const std::string_view wrong = source_.unsound(); !wrong.empty()) return wrong;
    }
    if (phase_ == Phase::spreading && !target_.moving()) {
      if (const std::string_view wrong = target_.unsound(); !wrong.empty()) return wrong;
      if (target_.limbs() != source_.limbs()) return "the layers have counts of different widths";
    }
    return {};
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
  // Long enough that prefetched places have arrived in the cache.
  static constexpr std::size_t batch = 32;
  static constexpr std::size_t stretch = 64;

  enum class Phase : std::uint8_t {
    between,    // The pass before is closed, and the next one is not opened.
    widening,   // Counts get the limbs that the next pass may need.
    clearing,   // The next layer is emptied.
    spreading,  // States are followed into the next layer.
    adding_up,  // The ways to the next layer are added up.
  };

  // Makes room in each count of the source for what a pass may add to it.
  Outcome widen(Slice& slice, std::uint64_t bytes) {
    const std::size_t most = step_.exactly_once ? step_.moves.size() + 1 : 2;
    const auto growth = static_cast<std::size_t>(std::bit_width(most)) +
                        static_cast<std::size_t>(std::bit_width(step_.heaviest)) - 1;
    const std::size_t bits = values_.modulus == 0 ? source_.total().bit_length() + growth : 0;
    for (;;) {
      if (source_.moving()) {
        if (!source_.move(slice)) return Outcome::out_of_slice;
      }
      if (bits <= 64 * std::size_t{source_.limbs()}) return Outcome::done;
      if (this->bytes() + source_.widening() > bytes) return Outcome::out_of_bytes;
      source_.begin_widening();
    }
  }

  // Prepares the next pass: all moves of a step at once where exactly one is chosen, else one move
  // at a time, taken or not.
  void open() {
    merging_ = source_.sorted() && merge_.open(step_, values_.modulus);
    if (merging_) {
      target_.reset_sorted(source_.limbs());
    } else {
      target_.reset_table(source_.limbs(), source_.size());
    }
    first_ = step_.exactly_once ? 0 : pass_;
    last_ = step_.exactly_once ? step_.moves.size() : std::min(pass_ + 1, step_.moves.size());
    final_ = step_.exactly_once || pass_ + 1 >= step_.moves.size();
    cursor_ = 0;
    merged_ = false;
    phase_ = Phase::clearing;
  }

  // Makes room in the target; any result but `done` means that there is none yet.
  Outcome make_room(std::size_t more, Slice& slice, std::uint64_t bytes) {
    if (!target_.moving()) {
      if (target_.has_room(more)) return Outcome::done;
      if (this->bytes() + target_.growth(more) > bytes) return Outcome::out_of_bytes;
      target_.begin_growth(more);
    }
    return target_.move(slice) ? Outcome::done : Outcome::out_of_slice;
  }

  // Merges batch by batch.  The cost of a batch is known afterwards, and charged to the slice, or
  // to the next one, before it is counted: so no counter ever exceeds a limit of steps.
  Outcome merge(Slice& slice, std::uint64_t bytes) {
    for (;;) {
      const std::uint64_t paid = slice.take(owed_);
      work_.transitions += paid;
      owed_ -= paid;
      if (owed_ != 0) return Outcome::out_of_slice;
      if (merged_) return Outcome::done;
      const Outcome room = make_room(Merge<words>::batch, slice, bytes);
      if (room != Outcome::done) return room;
      if (!slice.tick(Merge<words>::batch)) return Outcome::out_of_slice;
      merged_ = merge_.run(source_, target_, Merge<words>::batch, owed_) == 0;
      const std::size_t seen = merged_ ? source_.places() : merge_.seen(source_);
      owed_ += seen - cursor_;
      cursor_ = seen;
    }
  }

  // Processes the states of all places, some at a time.  Which of them are occupied is found first,
  // without unpredictable branches.
  Outcome visit(Slice& slice, std::uint64_t bytes) {
    while (cursor_ < source_.places()) {
      const std::size_t end = std::min(cursor_ + stretch, source_.places());
      std::array<std::size_t, stretch> occupied;
      std::size_t count = 0;
      for (std::size_t place = cursor_; place < end; ++place) {
        occupied[count] = place;
        count += source_.occupied(place) ? 1 : 0;
      }
      if (!slice.tick(stretch / 8)) return Outcome::out_of_slice;
      const std::size_t most = last_ - first_ + 1;
      for (std::size_t k = 0; k < count; ++k) {
        cursor_ = occupied[k];
        const Outcome room = make_room(waiting_ + most, slice, bytes);
        if (room != Outcome::done) return room;
        if (!slice.tick(most) || !follow(slice)) return Outcome::out_of_slice;
      }
      cursor_ = end;
    }
    return Outcome::done;
  }

  // Extends one state; false when it would take more steps than the slice has.  The remaining steps
  // are taken all the same: the next slice pays the rest.
  bool follow(Slice& slice) {
    const bool simple = step_.plain && step_.moves.size() <= Fitting<words>::few;
    const std::uint64_t before = work_.transitions;
    const std::size_t most = last_ - first_ + 2;
    if (owed_ == 0 && slice.left() >= most) {
      ++work_.transitions;
      simple ? spread_simply<false>() : spread<false>();
      slice.take(work_.transitions - before);
      return true;
    }
    if (owed_ == 0) {
      ++work_.transitions;
      simple ? spread_simply<true>() : spread<true>();
      owed_ = work_.transitions - before;
      work_.transitions = before;
    }
    const std::uint64_t paid = slice.take(owed_);
    owed_ -= paid;
    if (owed_ == 0) simple ? spread_simply<false>() : spread<false>();
    work_.transitions = before + paid;
    return owed_ == 0;
  }

  // All states were processed: the next layer becomes the source.
  void turn_over() {
    flush();
    std::swap(source_, target_);
    source_.begin_total();
    phase_ = Phase::adding_up;
  }

  void close() {
    phase_ = Phase::between;
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

  // Few moves of plain bits, exactly one to be chosen: all are tried, and moves that do not fit are
  // overwritten, because whether a move fits is hard to predict.
  // With `only_count`, here and below, transitions are counted and no state is added.
  template <bool only_count>
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
    if constexpr (only_count) {
      waiting_ = before;
      return;
    }
    for (std::size_t k = before; k < waiting_; ++k) hint(queue_[k]);
    if (waiting_ >= batch) flush();
  }

  void put(State<words> state, std::uint64_t weight, bool fits) {
    COMBIEN_REQUIRE(waiting_ < queue_.size());
    for (std::uint32_t k = 0; k < words; ++k) state[k] &= step_.kept[k];
    queue_[waiting_] = {state, 0, weight, cursor_};
    waiting_ += fits ? 1 : 0;
  }

  void hint(Waiting& next) {
    next.hash = Layer<words>::hash(next.state);
    target_.hint(next.hash);
  }

  template <bool only_count>
  void spread() {
    const State<words> state = source_.state(cursor_);
    const bool covered = (state[step_.own.word] & step_.own.mask) != 0;
    if (!step_.exactly_once || covered) emit<only_count>(state, 1);
    if (step_.exactly_once) {
      if (covered) return;
      step_.fitting.each(state, [&](std::size_t m) { make<only_count>(step_.moves[m], state); });
    } else if (first_ < last_ && !touches<words>(state, step_.moves[first_].bits)) {
      make<only_count>(step_.moves[first_], state);
    }
  }

  // Makes a move whose plain bits are free, if counters and colors allow it.
  template <bool only_count>
  void make(const typename OpenStep<words>::Move& move, State<words> state) {
    for (std::uint32_t k = 0; k < words; ++k) state[k] |= move.bits[k];
    for (std::uint32_t d = move.first_demand; d < move.last_demand; ++d) {
      const SweepPlan::Demand& demand = plan_.demands()[d];
      if (!demand.meet(state[demand.slot.word])) return;
    }
    emit<only_count>(state, move.weight);
  }

  // Adds a state to the next layer; when a step ends, without the bits that no longer matter.
  template <bool only_count>
  void emit(State<words> state, std::uint64_t weight) {
    if (final_) {
      if (!step_.exactly_once && (state[step_.own.word] & step_.own.mask) < step_.low) return;
      for (std::uint32_t k = 0; k < words; ++k) state[k] &= step_.kept[k];
    }
    ++work_.transitions;
    if constexpr (only_count) return;
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

  // Adds a multiple of a count to another one.
  void add(std::uint64_t* sum, const std::uint64_t* count, std::uint64_t weight) const {
    if (values_.modulus != 0) {
      const std::uint64_t times =
          weight == 1 ? count[0]
                      : static_cast<std::uint64_t>(Wide{count[0]} * weight % values_.modulus);
      sum[0] += times;
      if (sum[0] > values_.modulus || sum[0] == 0) {
        sum[0] = sum[0] == 0 ? values_.modulus : sum[0] - values_.modulus;
      }
      COMBIEN_ENSURE(sum[0] != 0 && sum[0] <= values_.modulus);
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
      COMBIEN_ENSURE(carry == 0);
      return;
    }
    std::uint64_t carry = 0;
    for (std::uint32_t k = 0; k < source_.limbs(); ++k) {
      const Wide part = Wide{count[k]} * weight + sum[k] + carry;
      sum[k] = static_cast<std::uint64_t>(part);
      carry = static_cast<std::uint64_t>(part >> 64);
    }
    COMBIEN_ENSURE(carry == 0);
  }

  const SweepPlan plan_;
  const Values values_;
  SweepWork work_;
  Layer<words> source_;
  Layer<words> target_;
  OpenStep<words> step_;
  Merge<words> merge_;
  std::array<Waiting, batch + Fitting<words>::few + 1> queue_;
  std::size_t waiting_ = 0;
  std::size_t pass_ = 0;
  std::size_t first_ = 0;  // The moves of this pass.
  std::size_t last_ = 0;
  bool final_ = false;  // Whether the step ends with this pass.
  std::size_t cursor_ = 0;
  std::uint64_t owed_ = 0;  // Transitions not yet charged to a slice.
  Phase phase_ = Phase::between;
  bool merging_ = false;  // The step has both layers sorted,
  bool merged_ = false;   // and is done but for what is owed.
  double width_times_log_ = 0;
  double width_square_ = 0;
};

}  // namespace

std::unique_ptr<Sweep> sweep(SweepPlan plan, Values values) {
  COMBIEN_REQUIRE(values.weights.empty() || values.weights.size() == plan.moves().size());
  COMBIEN_REQUIRE(std::find(values.weights.begin(), values.weights.end(), 0) ==
                  values.weights.end());
  COMBIEN_REQUIRE(values.modulus < std::uint64_t{1} << 63);
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
