#include "frontier/sweep.hpp"

#include <cmath>
#include <utility>

#include "frontier/layer.hpp"

namespace combien {

namespace {

// A step of the plan, with its masks spread out over the words of a state.
template <std::uint32_t words>
struct OpenStep {
  struct Move {
    State<words> bits;
    std::uint32_t first_demand;
    std::uint32_t last_demand;
  };

  // Which moves a byte of a state excludes: a set of moves for each value of the byte.
  struct Byte {
    std::uint32_t word;
    std::uint32_t shift;
    std::vector<std::uint64_t> excluded;
  };

  bool exactly_once = true;
  SweepPlan::Slot own;
  std::uint64_t low = 0;
  State<words> kept;
  std::vector<Move> moves;
  std::size_t set_words =
      0;  // Of a set of moves; 0: there are few, and they are looked at in turn.
  std::vector<Byte> bytes;

  void load(const SweepPlan& plan, std::size_t index) {
    const SweepPlan::Step& step = plan.steps()[index];
    const SweepPlan::Step* before = index == 0 ? nullptr : &plan.steps()[index - 1];
    exactly_once = step.exactly_once;
    own = step.slot;
    low = step.low;
    kept.fill(~std::uint64_t{0});
    for (std::size_t k = before ? before->retired_end : 0; k < step.retired_end; ++k) {
      const SweepPlan::Slot& slot = plan.retired()[k];
      kept[slot.word] &= ~slot.mask;
    }
    moves.clear();
    for (std::size_t m = before ? before->moves_end : 0; m < step.moves_end; ++m) {
      const SweepPlan::Move& move = plan.moves()[m];
      const SweepPlan::Move* last = m == 0 ? nullptr : &plan.moves()[m - 1];
      Move spread{{}, last ? last->demands_end : 0, move.demands_end};
      for (std::size_t k = last ? last->slots_end : 0; k < move.slots_end; ++k) {
        spread.bits[plan.slots()[k].word] |= plan.slots()[k].mask;
      }
      moves.push_back(spread);
    }
    make_index();
  }

  // The moves of a set that a state leaves possible, as far as plain bits go.
  std::uint64_t possible(const State<words>& state, std::size_t set_word) const {
    std::uint64_t excluded = 0;
    for (const Byte& byte : bytes) {
      const std::size_t value = (state[byte.word] >> byte.shift) & 255;
      excluded |= byte.excluded[value * set_words + set_word];
    }
    const std::size_t left = moves.size() - 64 * set_word;
    return ~excluded & (left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1);
  }

 private:
  // Where an item has many options, most of them do not fit most states: the bytes of a state say
  // which do, eight bits at a time.  (6x10 pentominoes: a third of the time.)
  void make_index() {
    constexpr std::size_t few = 6;
    bytes.clear();
    set_words = !exactly_once || moves.size() <= few ? 0 : (moves.size() + 63) / 64;
    if (set_words == 0) return;
    for (std::uint32_t word = 0; word < words; ++word) {
      for (std::uint32_t shift = 0; shift < 64; shift += 8) {
        Byte byte{word, shift, std::vector<std::uint64_t>(256 * set_words)};
        bool touched = false;
        for (std::size_t value = 1; value < 256; ++value) {
          std::uint64_t* excluded = byte.excluded.data() + value * set_words;
          const std::size_t rest = value & (value - 1);
          if (rest != 0) {
            const std::uint64_t* with_rest = byte.excluded.data() + rest * set_words;
            const std::uint64_t* with_lowest = byte.excluded.data() + (value ^ rest) * set_words;
            for (std::size_t k = 0; k < set_words; ++k) excluded[k] = with_rest[k] | with_lowest[k];
            continue;
          }
          for (std::size_t m = 0; m < moves.size(); ++m) {
            if ((moves[m].bits[word] >> shift & value) == 0) continue;
            excluded[m / 64] |= std::uint64_t{1} << m % 64;
            touched = true;
          }
        }
        if (touched) bytes.push_back(std::move(byte));
      }
    }
  }
};

template <std::uint32_t words>
bool touches(const State<words>& state, const State<words>& bits) {
  std::uint64_t common = 0;
  for (std::uint32_t k = 0; k < words; ++k) common |= state[k] & bits[k];
  return common != 0;
}

// Meets what a move demands of a counter or a colour in this word of a state; false if the word does
// not allow it.
bool meet(const SweepPlan::Demand& demand, std::uint64_t& word) {
  const std::uint64_t held = word & demand.slot.mask;
  switch (demand.kind) {
    case SweepPlan::DemandKind::count:
      if (held == demand.full) return false;
      word += demand.value;
      return true;
    case SweepPlan::DemandKind::colour:
      if (held == demand.value) return true;
      [[fallthrough]];
    case SweepPlan::DemandKind::alone:
      if (held != 0) return false;
      word |= demand.value;
      return true;
  }
  return false;
}

template <std::uint32_t words>
class Machine final : public Sweep {
 public:
  explicit Machine(SweepPlan plan) : plan_(std::move(plan)) {
    const std::uint64_t one = 1;
    source_.reset(1, 1);
    source_.grow(1);
    source_.add({}, &one);
    total_ = Natural(1);
  }

  SweepOutcome run(Slice& slice, std::uint64_t bytes) override {
    while (work_.step < plan_.steps().size()) {
      if (!open_) open();
      const std::size_t first = step_.exactly_once ? 0 : pass_;
      const std::size_t last =
          step_.exactly_once ? step_.moves.size() : std::min(pass_ + 1, step_.moves.size());
      const std::size_t most = last - first + 1;
      for (; cursor_ < source_.size(); ++cursor_) {
        if (!target_.has_room(most)) {
          if (this->bytes() + target_.growth(most) > bytes) return SweepOutcome::out_of_bytes;
          target_.grow(most);
        }
        if (!slice.step(most)) return SweepOutcome::out_of_slice;
        ++work_.transitions;
        spread(first, last);
      }
      close();
    }
    return SweepOutcome::done;
  }

  Natural count() const override { return source_.total(); }

  double forecast() const override {
    // States grow like 2^(worth * width); the worth of a bit is what the layers so far have shown.
    const double worth = width_square_ > 0 ? width_times_log_ / width_square_ : 0.5;
    double states = 0;
    const auto& steps = plan_.steps();
    for (std::size_t k = work_.step; k < steps.size(); ++k) {
      states += std::exp2(std::min(1000.0, worth * steps[k].width));
    }
    return states * static_cast<double>(work_.transitions + 1) /
           static_cast<double>(work_.states + 1);
  }

  SweepWork work() const override { return work_; }
  std::uint64_t bytes() const override { return source_.bytes() + target_.bytes(); }

 private:
  // Makes ready for the next pass: all moves of a step at once where exactly one is chosen, else one
  // move at a time, taken or left.
  void open() {
    if (pass_ == 0) step_.load(plan_, work_.step);
    const std::size_t most = step_.exactly_once ? step_.moves.size() + 1 : 2;
    if (total_.bit_length() + static_cast<std::size_t>(std::bit_width(most)) >
        64 * std::size_t{source_.limbs()}) {
      source_.widen();
    }
    target_.reset(source_.limbs(), source_.size());
    cursor_ = 0;
    open_ = true;
  }

  void close() {
    open_ = false;
    std::swap(source_, target_);
    total_ = source_.total();
    work_.states += source_.size();
    work_.widest = std::max<std::uint64_t>(work_.widest, source_.size());
    ++pass_;
    if (!step_.exactly_once && pass_ < step_.moves.size()) return;
    pass_ = 0;
    const double width = plan_.steps()[work_.step].width;
    if (source_.size() > 1) {
      width_times_log_ += width * std::log2(static_cast<double>(source_.size()));
      width_square_ += width * width;
    }
    ++work_.step;
    // Nothing is left to extend: the count is zero.
    if (source_.size() == 0) work_.step = plan_.steps().size();
  }

  void spread(std::size_t first, std::size_t last) {
    // Copies: adding may move the states of neither layer, but the compiler cannot know.
    const State<words> state = source_.state(cursor_);
    const std::uint64_t* count = source_.count(cursor_);
    const bool final_pass = step_.exactly_once || pass_ + 1 >= step_.moves.size();
    if (step_.exactly_once) {
      if ((state[step_.own.word] & step_.own.mask) != 0) {
        settle(state, count, final_pass);
        return;
      }
    } else {
      settle(state, count, final_pass);
    }
    if (step_.set_words == 0) {
      for (std::size_t m = first; m < last; ++m) {
        if (!touches<words>(state, step_.moves[m].bits))
          make(step_.moves[m], state, count, final_pass);
      }
      return;
    }
    for (std::size_t k = 0; k < step_.set_words; ++k) {
      for (std::uint64_t left = step_.possible(state, k); left != 0; left &= left - 1) {
        const std::size_t m = 64 * k + static_cast<std::size_t>(std::countr_zero(left));
        make(step_.moves[m], state, count, final_pass);
      }
    }
  }

  // Makes a move whose plain bits are free, if counters and colours allow it.
  void make(const typename OpenStep<words>::Move& move, const State<words>& state,
            const std::uint64_t* count, bool final_pass) {
    State<words> next = state;
    for (std::uint32_t k = 0; k < words; ++k) next[k] |= move.bits[k];
    for (std::uint32_t d = move.first_demand; d < move.last_demand; ++d) {
      const SweepPlan::Demand& demand = plan_.demands()[d];
      if (!meet(demand, next[demand.slot.word])) return;
    }
    settle(next, count, final_pass);
  }

  // Adds a state to the next layer; when a step ends, without the bits that no longer matter.
  void settle(State<words> state, const std::uint64_t* count, bool final_pass) {
    if (final_pass) {
      if (!step_.exactly_once && (state[step_.own.word] & step_.own.mask) < step_.low) return;
      for (std::uint32_t k = 0; k < words; ++k) state[k] &= step_.kept[k];
    }
    ++work_.transitions;
    target_.add(state, count);
  }

  const SweepPlan plan_;
  SweepWork work_;
  Layer<words> source_;
  Layer<words> target_;
  Natural total_;
  OpenStep<words> step_;
  std::size_t pass_ = 0;
  std::size_t cursor_ = 0;
  bool open_ = false;
  double width_times_log_ = 0;
  double width_square_ = 0;
};

}  // namespace

std::unique_ptr<Sweep> sweep(SweepPlan plan) {
  const std::uint32_t words = plan.words();
  if (words <= 1) return std::make_unique<Machine<1>>(std::move(plan));
  if (words <= 2) return std::make_unique<Machine<2>>(std::move(plan));
  if (words <= 3) return std::make_unique<Machine<3>>(std::move(plan));
  if (words <= 4) return std::make_unique<Machine<4>>(std::move(plan));
  if (words <= 6) return std::make_unique<Machine<6>>(std::move(plan));
  if (words <= 8) return std::make_unique<Machine<8>>(std::move(plan));
  return std::make_unique<Machine<SweepPlan::most_words>>(std::move(plan));
}

}  // namespace combien
