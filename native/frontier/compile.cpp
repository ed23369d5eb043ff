#include "frontier/compile.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "base/require.hpp"
#include "frontier/arrows.hpp"
#include "frontier/fitting.hpp"
#include "frontier/states.hpp"
#include "zdd/passes.hpp"

namespace combien {

namespace {

template <std::uint32_t words>
class Compiling final : public Compile {
 public:
  Compiling(DiagramManager& manager, SweepPlan plan)
      : manager_(manager), pin_(manager), maker_(manager), plan_(std::move(plan)) {
    const Bits start{};
    std::uint32_t number = 0;
    Slice whole(UINT64_MAX, 3e7);
    source_.reset(1);
    source_.clear(whole);
    source_.begin_growth(1);
    source_.move(whole);
    source_.find(&start, 1, &number);
    target_.reset(1);
    std::uint32_t begin = 0;
    std::uint32_t retired = 0;
    for (const SweepPlan::Step& step : plan_.steps()) {
      most_arrows_ = std::max(most_arrows_, step.moves_end - begin + 1);
      begin = step.moves_end;
      if (!step.exactly_once) distinct_ = false;
      used_ |= step.slot.mask;
      for (; retired < step.retired_end; ++retired) {
        const SweepPlan::Slot& slot = plan_.retired()[retired];
        used_ |= slot.mask;
        if (slot.word != step.slot.word || slot.mask != step.slot.mask) distinct_ = false;
      }
    }
    distinct_ = distinct_ && plan_.plain();
    for (const SweepPlan::Slot& slot : plan_.slots()) used_ |= slot.mask;
    for (const SweepPlan::Demand& demand : plan_.demands()) used_ |= demand.slot.mask;
    pending_.resize(States<words>::batch + most_arrows_);
    labels_.resize(pending_.size() + States<words>::batch);
    numbers_.resize(pending_.size());
  }

  Outcome run(Slice& slice, std::uint64_t bytes) override {
    while (!swept()) {
      if (!target_.clear(slice)) return Outcome::out_of_slice;
      if (!open_) open();
      Outcome outcome = extend(slice, bytes);
      if (outcome == Outcome::done) outcome = number_states(slice, bytes);
      if (outcome != Outcome::done) return outcome;
      close();
    }
    maker_.resume();
    const Outcome outcome = reduce(slice, bytes);
    maker_.pause();
    return outcome;
  }

  FamilyId family() const override {
    COMBIEN_REQUIRE(reducing_ && sizes_.empty());
    return values_.empty() ? empty_family : values_[0];
  }
  const SweepPlan& plan() const override { return plan_; }
  bool swept() const override { return step_ == plan_.steps().size(); }
  std::uint64_t states() const override { return states_; }
  std::uint64_t transitions() const override { return transitions_; }
  std::uint64_t bytes() const override {
    return source_.bytes() + target_.bytes() + arrows_.bytes() + maker_.bytes() +
           (sizes_.capacity() + labels_.capacity() + numbers_.capacity()) * sizeof(std::uint32_t) +
           pending_.capacity() * sizeof(Bits) +
           (values_.capacity() + above_.capacity()) * sizeof(FamilyId);
  }

 private:
  using Bits = typename States<words>::Bits;

  const SweepPlan::Step& step() const { return plan_.steps()[step_]; }

  // Prepares a pass over the states: with all moves of a step where exactly one is chosen, else
  // with one move, taken or not.
  void open() {
    const SweepPlan::Step* before = step_ == 0 ? nullptr : &plan_.steps()[step_ - 1];
    const std::size_t step_begin = before ? before->moves_end : 0;
    const bool once = step().exactly_once;
    first_move_ = step_begin + (once ? 0 : pass_);
    const std::size_t end =
        once ? step().moves_end : std::min<std::size_t>(first_move_ + 1, step().moves_end);
    final_pass_ = once || end == step().moves_end;
    kept_.fill(~std::uint64_t{0});
    for (std::size_t k = before ? before->retired_end : 0; final_pass_ && k < step().retired_end;
         ++k) {
      kept_[plan_.retired()[k].word] &= ~plan_.retired()[k].mask;
    }
    moves_.clear();
    for (std::size_t m = first_move_; m < end; ++m) {
      const std::vector<SweepPlan::Move>& moves = plan_.moves();
      moves_.emplace_back();
      for (std::size_t k = m == 0 ? 0 : moves[m - 1].slots_end; k < moves[m].slots_end; ++k) {
        moves_.back()[plan_.slots()[k].word] |= plan_.slots()[k].mask;
      }
    }
    fitting_.load(moves_.data(), moves_.size());
    simple_ = once && plan_.plain() && moves_.size() <= Fitting<words>::few;
    cursor_ = 0;
    open_ = true;
  }

  // Follows the states of the layer, from the cursor on.
  Outcome extend(Slice& slice, std::uint64_t bytes) {
    for (; cursor_ < source_.size(); ++cursor_) {
      if (simple_ && owed_ == 0) follow_many(slice);
      if (cursor_ == source_.size()) break;
      if (waiting_ >= States<words>::batch || labelled_ >= labels_.size() - most_arrows_) {
        const Outcome outcome = number_states(slice, bytes);
        if (outcome != Outcome::done) return outcome;
      }
      if (!slice.tick(1 + moves_.size() / 8)) return Outcome::out_of_slice;
      const std::size_t begin = labelled_;
      if (!follow_for(slice)) return Outcome::out_of_slice;
      if (labelled_ == begin) labels_[labelled_++] = 2 * Arrows::dead_end;
      labels_[begin] |= 1;
    }
    return Outcome::done;
  }

  // Follows one state; false when it would take more steps than the slice has.  The remaining steps
  // are taken all the same: the next slice pays the rest.
  bool follow_for(Slice& slice) {
    const std::uint64_t before = transitions_;
    if (owed_ == 0 && slice.left() > moves_.size()) {
      follow<false>(source_[cursor_]);
      slice.take(transitions_ - before);
      return true;
    }
    if (owed_ == 0) {
      follow<true>(source_[cursor_]);
      owed_ = transitions_ - before;
      transitions_ = before;
    }
    const std::uint64_t paid = slice.take(owed_);
    owed_ -= paid;
    if (owed_ == 0) follow<false>(source_[cursor_]);
    transitions_ = before + paid;
    return owed_ == 0;
  }

  // Follows as many states as there is room and the slice allows, where exactly one of few moves of
  // plain bits is chosen: all are tried, and moves that do not fit are overwritten, because whether a
  // move fits is hard to predict.
  void follow_many(Slice& slice) {
    const std::size_t count = moves_.size();
    const std::size_t room = std::min({pending_.size() - waiting_, labels_.size() - labelled_,
                                       static_cast<std::size_t>(slice.left())});
    const std::size_t states = std::min<std::size_t>(source_.size() - cursor_, room / (count + 1));
    if (states == 0 || !slice.tick(states)) return;
    const SweepPlan::Slot own = step().slot;
    const Bits kept = kept_;
    std::array<Bits, Fitting<words>::few> moves;
    std::copy(moves_.begin(), moves_.end(), moves.begin());
    const Bits* state = &source_[cursor_];
    Bits* next = pending_.data() + waiting_;
    std::uint32_t* label = labels_.data() + labelled_;
    for (const Bits* const end = state + states; state != end; ++state) {
      const bool covered = ((*state)[own.word] & own.mask) != 0;
      std::uint32_t* const first = label;
      for (std::size_t k = 0; k < count; ++k) {
        for (std::uint32_t w = 0; w < words; ++w) {
          (*next)[w] = ((*state)[w] | moves[k][w]) & kept[w];
        }
        *label = 2 * static_cast<std::uint32_t>(first_move_ + k);
        const bool fits = !covered && !touches<words>(*state, moves[k]);
        next += fits ? 1 : 0;
        label += fits ? 1 : 0;
      }
      for (std::uint32_t w = 0; w < words; ++w) (*next)[w] = (*state)[w] & kept[w];
      next += covered ? 1 : 0;
      *label = 2 * (covered ? Arrows::no_move : Arrows::dead_end);
      label += covered || label == first ? 1 : 0;
      *first |= 1;
    }
    const auto made = static_cast<std::size_t>(next - pending_.data()) - waiting_;
    cursor_ += static_cast<std::uint32_t>(states);
    waiting_ += made;
    labelled_ = static_cast<std::size_t>(label - labels_.data());
    transitions_ += made;
    slice.take(made);
  }

  // With `only_count`, transitions are counted and nothing is kept.
  template <bool only_count>
  void follow(const Bits& state) {
    const bool covered = (state[step().slot.word] & step().slot.mask) != 0;
    const bool once = step().exactly_once;
    if (!once || !covered) {
      fitting_.each(state, [&](std::size_t k) {
        Bits next = state;
        for (std::uint32_t w = 0; w < words; ++w) next[w] |= moves_[k][w];
        const std::size_t m = first_move_ + k;
        if (plan_.plain() || meets(m, next)) {
          push<only_count>(next, static_cast<std::uint32_t>(m));
        }
      });
    }
    // Last, so that it comes first on the way back: the moves are then put above it one by one.
    if (!once || covered) push<only_count>(state, Arrows::no_move);
  }

  // Applies the demands of a move on counters and colors; false if they do not allow it.
  bool meets(std::size_t m, Bits& state) const {
    for (std::size_t d = m == 0 ? 0 : plan_.moves()[m - 1].demands_end;
         d < plan_.moves()[m].demands_end; ++d) {
      const SweepPlan::Demand& demand = plan_.demands()[d];
      if (!demand.meet(state[demand.slot.word])) return false;
    }
    return true;
  }

  // Collects states of the next layer, to number many at once.
  template <bool only_count>
  void push(Bits state, std::uint32_t move) {
    ++transitions_;
    if constexpr (only_count) return;
    if (final_pass_) {
      const SweepPlan::Step& now = step();
      if (!now.exactly_once && (state[now.slot.word] & now.slot.mask) < now.low) return;
      for (std::uint32_t w = 0; w < words; ++w) state[w] &= kept_[w];
      for (std::size_t k = step_ == 0 ? 0 : plan_.steps()[step_ - 1].bounds_end; k < now.bounds_end;
           ++k) {
        const SweepPlan::Bound& bound = plan_.bounds()[k];
        if (!bound.settle(state[bound.slot.word])) return;
      }
    }
    pending_[waiting_++] = state;
    labels_[labelled_++] = 2 * move;
  }

  void close() {
    sizes_.push_back(source_.size());
    states_ += source_.size();
    std::swap(source_, target_);
    target_.reset(source_.size(), static_cast<std::uint32_t>(std::bit_width(used_)));
    open_ = false;
    ++pass_;
    if (!final_pass_) return;
    pass_ = 0;
    ++step_;
  }

  // Numbers the pending states; any result but `done` means that there is no room yet.
  Outcome number_states(Slice& slice, std::uint64_t bytes) {
    if (!target_.moving()) {
      const std::uint64_t wider = target_.growth(waiting_);
      const std::uint64_t growth = wider + arrows_.growth(labelled_);
      if (growth != 0 && this->bytes() + manager_.bytes() + growth > bytes) {
        return Outcome::out_of_bytes;
      }
      if (wider != 0) target_.begin_growth(waiting_);
    }
    if (target_.moving() && !target_.move(slice)) return Outcome::out_of_slice;
    for (std::size_t k = 0; k < waiting_; k += States<words>::batch) {
      const std::size_t count = std::min(States<words>::batch, waiting_ - k);
      target_.find(pending_.data() + k, count, numbers_.data() + k);
    }
    const std::uint32_t* next = numbers_.data();
    for (std::size_t k = 0; k < labelled_; ++k) {
      arrows_.push({labels_[k] >> 1 == Arrows::dead_end ? 0 : *next++, labels_[k]});
    }
    waiting_ = 0;
    labelled_ = 0;
    return Outcome::done;
  }

  // From the last layer, which has at most the one final state, to the first.
  Outcome reduce(Slice& slice, std::uint64_t bytes) {
    if (!reducing_) {
      reducing_ = true;
      values_.assign(source_.size(), unit_family);
      source_ = {};
      target_ = {};
    }
    for (; !sizes_.empty(); sizes_.pop_back()) {
      if (!open_) {
        cursor_ = sizes_.back();
        const std::uint64_t growth =
            cursor_ > above_.capacity() ? 2 * std::uint64_t{cursor_} * sizeof(FamilyId) : 0;
        if (growth != 0 && this->bytes() + manager_.bytes() + growth > bytes) {
          return Outcome::out_of_bytes;
        }
        if (growth != 0) above_.reserve(2 * std::size_t{cursor_});
        above_.resize(cursor_);
        maker_.begin_pass();
        open_ = true;
      }
      while (cursor_ > 0) {
        // Takes no steps: these are transitions, and all of them are made.
        constexpr std::uint32_t some = 1024;
        if (!slice.tick(some)) return Outcome::out_of_slice;
        if (!value(std::min(cursor_, some), bytes)) return Outcome::out_of_bytes;
      }
      values_.swap(above_);
      open_ = false;
    }
    return Outcome::done;
  }

  // Computes the families of the next states, from the last one down; false when there is no room.
  bool value(std::uint64_t count, std::uint64_t bytes) {
    const std::uint32_t a_block = std::max(1u, 512 / most_arrows_);
    for (const std::uint64_t end = cursor_ - count; cursor_ > end;) {
      const std::uint64_t block = std::min<std::uint64_t>(a_block, cursor_ - end);
      const std::uint64_t growth = maker_.growth(block * most_arrows_);
      if (growth != 0 && this->bytes() + manager_.bytes() + growth > bytes) return false;
      if (growth != 0) maker_.make_room(block * most_arrows_);
      for (std::uint64_t k = 0; k < block; ++k) above_[--cursor_] = value_of_one();
    }
    return true;
  }

  FamilyId value_of_one() {
    FamilyId family = empty_family;
    for (;;) {
      const Arrows::Arrow arrow = arrows_.pop();
      const std::uint32_t move = arrow.move();
      COMBIEN_REQUIRE(move == Arrows::dead_end || arrow.target < values_.size());
      if (move == Arrows::no_move) {
        family = values_[arrow.target];
      } else if (move != Arrows::dead_end) {
        const FamilyId high = values_[arrow.target];
        family =
            distinct_ ? maker_.make_distinct(move, family, high) : maker_.make(move, family, high);
      }
      if (arrow.first()) return family;
    }
  }

  DiagramManager& manager_;
  DiagramManager::Pin pin_;
  PassMaker maker_;
  const SweepPlan plan_;
  std::vector<Bits> moves_;  // The plain bits of each move of this pass.
  Fitting<words> fitting_;
  States<words> source_;
  States<words> target_;
  std::uint64_t used_ = 0;  // The bits of a word that some slot has.
  // States of the next layer without a number yet; labels of the arrows to them, and of dead ends
  // between them; numbers of the states.
  LargeVector<Bits> pending_;
  std::vector<std::uint32_t> labels_;
  std::vector<std::uint32_t> numbers_;
  std::size_t waiting_ = 0;   // Of the states,
  std::size_t labelled_ = 0;  // and of the labels, these are in use.
  Arrows arrows_;
  std::vector<std::uint32_t> sizes_;  // Of the layers whose arrows are stored.
  LargeVector<FamilyId> values_;      // The families of the states of the layer below.
  LargeVector<FamilyId> above_;
  Bits kept_{};
  std::uint32_t most_arrows_ = 1;
  // Whether all bits of a state belong to items that are covered exactly once.  Then a family
  // determines its state, by the items that its sets cover, so that no two nodes are equal.
  bool distinct_ = true;
  std::size_t step_ = 0;
  std::size_t pass_ = 0;
  std::size_t first_move_ = 0;
  std::uint32_t cursor_ = 0;
  bool open_ = false;
  bool final_pass_ = false;
  bool simple_ = false;  // Whether follow_many() follows the states.
  bool reducing_ = false;
  std::uint64_t states_ = 0;
  std::uint64_t transitions_ = 0;
  std::uint64_t owed_ = 0;  // Transitions at the cursor not yet charged to a slice.
};

}  // namespace

std::unique_ptr<Compile> compile(DiagramManager& manager, SweepPlan plan) {
  const std::uint32_t words = plan.words();
  if (words <= 1) return std::make_unique<Compiling<1>>(manager, std::move(plan));
  if (words <= 2) return std::make_unique<Compiling<2>>(manager, std::move(plan));
  if (words <= 4) return std::make_unique<Compiling<4>>(manager, std::move(plan));
  if (words <= 8) return std::make_unique<Compiling<8>>(manager, std::move(plan));
  return std::make_unique<Compiling<SweepPlan::most_words>>(manager, std::move(plan));
}

}  // namespace combien
