#include "subgraphs/subgraphs.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "base/pages.hpp"
#include "base/require.hpp"
#include "frontier/adder.hpp"
#include "frontier/states.hpp"
#include "subgraphs/edge_arrows.hpp"
#include "subgraphs/edge_steps.hpp"
#include "subgraphs/local_moves.hpp"
#include "subgraphs/specifications.hpp"
#include "zdd/passes.hpp"

namespace combien {

namespace {

template <class Specification>
class Sweeping final : public Subgraphs {
  using State = typename Specification::State;
  using Layer = States<std::tuple_size_v<typename State::Words>>;

 public:
  Sweeping(Specification specification, EdgeSteps steps, DiagramManager* manager)
      : specification_(std::move(specification)),
        steps_(std::move(steps.steps)),
        diagram_(manager == nullptr ? nullptr : std::make_unique<Diagram>(*manager)) {
    if (specification_.start() == EdgeChoice::refused) {
      steps_.clear();
      return;
    }
    Slice whole(UINT64_MAX, 3e7);
    std::uint32_t number = 0;
    source_.reset(1);
    source_.clear(whole);
    source_.begin_growth(1);
    source_.move(whole);
    source_.find(&State().packed(), 1, &number);
    counts_.push_back(1);
  }

  Outcome run(Slice& slice, std::uint64_t bytes) override {
    for (; passed_ < steps_.size(); pass()) {
      const Outcome outcome = follow(slice, bytes);
      if (outcome != Outcome::done) return outcome;
    }
    if (!ended_) end();
    return diagram_ == nullptr ? Outcome::done : reduce(slice, bytes);
  }

  Natural count() const override {
    COMBIEN_REQUIRE(ended_ && diagram_ == nullptr);
    return total_;
  }
  FamilyId family() const override {
    COMBIEN_REQUIRE(ended_ && diagram_ != nullptr && sizes_.empty());
    return values_.size() == EdgeArrows::to_states ? empty_family : values_[EdgeArrows::to_states];
  }
  std::uint64_t states() const override { return states_ + cursor_; }
  std::uint64_t widest() const override { return widest_; }
  std::uint32_t passed() const override { return passed_; }
  std::uint64_t bytes() const override {
    return source_.bytes() + target_.bytes() + arrows_.bytes() + moves_.bytes() +
           (diagram_ ? diagram_->maker.bytes() : 0) +
           (counts_.capacity() + sums_.capacity()) * sizeof(std::uint64_t) +
           (values_.capacity() + above_.capacity()) * sizeof(FamilyId);
  }

 private:
  // States that are followed at once.
  static constexpr std::size_t batch = std::min(EdgeArrows::batch, Layer::batch / 2);

  struct Diagram {
    explicit Diagram(DiagramManager& its) : manager(its), pin(its), maker(its) {}

    DiagramManager& manager;
    DiagramManager::Pin pin;
    PassMaker maker;
  };

  std::uint64_t all_bytes() const { return bytes() + (diagram_ ? diagram_->manager.bytes() : 0); }

  template <class Value>
  static std::uint64_t growth(const LargeVector<Value>& values, std::size_t more) {
    const std::size_t size = values.size() + more;
    return size <= values.capacity() ? 0 : 2 * size * sizeof(Value);
  }

  // Prepares for the states after the next edge; false when there is no room.
  bool begin_layer(std::uint64_t bytes) {
    const EdgeStep& step = steps_[passed_];
    const std::uint32_t bits = State::bits_of(step.slots);
    if constexpr (has_table) {
      tabled_ = specification_.can_be_local() && source_.size() >= tabled_from;
    }
    const std::uint64_t growth =
        target_.growth_to_reset(source_.size(), bits) + (tabled_ ? moves_.growth() : 0);
    if (growth != 0 && all_bytes() + growth > bytes) return false;
    target_.reset(source_.size(), bits);
    if (tabled_) moves_.begin(step);
    begun_ = true;
    return true;
  }

  // Follows the states of the layer, from the cursor on.
  Outcome follow(Slice& slice, std::uint64_t bytes) {
    if (!begun_ && !begin_layer(bytes)) return Outcome::out_of_bytes;
    if (!target_.clear(slice)) return Outcome::out_of_slice;
    while (cursor_ < source_.size()) {
      std::uint64_t some = std::min<std::uint64_t>(slice.grant(), source_.size() - cursor_);
      if (some == 0) return Outcome::out_of_slice;
      for (; some > 0; some -= std::min<std::uint64_t>(some, batch)) {
        const auto states = static_cast<std::size_t>(std::min<std::uint64_t>(some, batch));
        const Outcome outcome = make_room(states, slice, bytes);
        if (outcome != Outcome::done) return outcome;
        follow_some(states);
      }
    }
    return Outcome::done;
  }

  // Makes room for where some states lead.
  Outcome make_room(std::size_t states, Slice& slice, std::uint64_t bytes) {
    if (!target_.moving()) {
      if (target_.size() > most_states) throw std::overflow_error("too many states");
      const std::uint64_t wider = target_.growth(2 * states);
      const std::uint64_t growth =
          wider +
          (diagram_ ? arrows_.growth(states) : this->growth(sums_, 2 * states * limbs_after_));
      if (growth != 0 && all_bytes() + growth > bytes) return Outcome::out_of_bytes;
      if (wider != 0) target_.begin_growth(2 * states);
    }
    if (target_.moving() && !target_.move(slice)) return Outcome::out_of_slice;
    if (diagram_) arrows_.make_room(states);
    return Outcome::done;
  }

  // Where some states lead: the choices to leave the edge and to take it; states without a number
  // yet, and which states they come from.
  struct Followed {
    EdgeChoice choices[2][batch];
    typename State::Words open[2 * batch];
    std::uint8_t origins[2 * batch];
    std::size_t count = 0;

    void add(std::size_t k, std::size_t side, EdgeChoice choice, const typename State::Words& to) {
      choices[side][k] = choice;
      open[count] = to;
      origins[count] = static_cast<std::uint8_t>(k);
      count += choice == EdgeChoice::open ? 1 : 0;
    }
  };

  // Follows the next states.
  // require: make_room() has returned `done`, and states <= batch
  void follow_some(std::size_t states) {
    Followed followed;
    if constexpr (has_table) {
      if (tabled_) look_up(states, followed);
    }
    if (!tabled_) choose(states, followed);
    const std::uint32_t known = target_.size();
    std::uint32_t numbers[2 * batch + 1];
    target_.find(followed.open, followed.count, numbers);
    numbers[followed.count] = 0;
    if (diagram_) {
      arrows_.push(states, followed.choices[0], followed.choices[1], known, numbers);
    } else {
      for (const auto& choices : followed.choices) {
        for (std::size_t k = 0; k < states; ++k) {
          if (choices[k] == EdgeChoice::accepted) accept(cursor_ + k);
        }
      }
      add(followed.count, followed.origins, numbers);
    }
    cursor_ += states;
  }

  // By a table.
  void look_up(std::size_t states, Followed& followed) {
    const EdgeStep& step = steps_[passed_];
    const auto choose = [&](State& state, std::size_t side) {
      for (const EdgeEnd& vertex : step.ends) {
        if (vertex.enters) specification_.enter(state, vertex);
      }
      EdgeChoice choice = side == 0 ? EdgeChoice::open : specification_.take(state, step);
      settle(step, 1, &state, &choice);
      return choice;
    };
    for (std::size_t k = 0; k < states; ++k) {
      const State state(source_[cursor_ + k]);
      const auto& moves = moves_.at(state);
      if (!moves.known) {
        State entered = state;
        for (const EdgeEnd& vertex : step.ends) {
          if (vertex.enters) specification_.enter(entered, vertex);
        }
        if (!specification_.local(entered, step)) {
          for (std::size_t side = 0; side < 2; ++side) {
            State after = state;
            const EdgeChoice choice = choose(after, side);
            followed.add(k, side, choice, after.packed());
          }
          continue;
        }
        moves_.learn(state, choose);
      }
      for (std::size_t side = 0; side < 2; ++side) {
        const auto& move = moves.sides[side];
        followed.add(k, side, move.choice, move.from(state.packed()));
      }
    }
  }

  // One thing after the other for all states, so that what holds for the whole layer is decided
  // once.
  void choose(std::size_t states, Followed& followed) const {
    const EdgeStep step = steps_[passed_];
    State after[2][batch];
    EdgeChoice choices[2][batch];
    for (std::size_t k = 0; k < states; ++k) after[0][k] = State(source_[cursor_ + k]);
    for (const EdgeEnd& vertex : step.ends) {
      for (std::size_t k = 0; k < states && vertex.enters; ++k) {
        specification_.enter(after[0][k], vertex);
      }
    }
    for (std::size_t k = 0; k < states; ++k) {
      State state = after[0][k];
      choices[0][k] = EdgeChoice::open;
      choices[1][k] = specification_.take(state, step);
      after[1][k] = state;
    }
    for (std::size_t side = 0; side < 2; ++side) settle(step, states, after[side], choices[side]);
    for (std::size_t k = 0; k < states; ++k) {
      for (std::size_t side = 0; side < 2; ++side) {
        followed.add(k, side, choices[side][k], after[side][k].packed());
      }
    }
  }

  // Lets the vertices of the edge leave, and finds out which choices are still open.
  void settle(const EdgeStep& step, std::size_t states, State* after, EdgeChoice* choices) const {
    const auto each = [&](const auto& then) {
      for (std::size_t k = 0; k < states; ++k) {
        const EdgeChoice choice = then(after[k]);
        choices[k] = choices[k] == EdgeChoice::open ? choice : choices[k];
      }
    };
    for (const EdgeEnd& vertex : step.ends) {
      if (vertex.left == 0) {
        each([&](State& state) { return specification_.leave(state, vertex, step); });
      }
      if (vertex.left == 1) {
        each([&](State& state) { return specification_.last(state, vertex); });
      }
    }
  }

  // Adds the counts of some states to those of the states that they lead to.
  void add(std::size_t count, const std::uint8_t* origins, const std::uint32_t* numbers) {
    sums_.resize(std::size_t{target_.size()} * limbs_after_);
    const std::uint64_t* const counts = &counts_[cursor_ * limbs_];
    std::uint64_t* const sums = sums_.data();
    if (limbs_ == 2 && limbs_after_ == 2) {
      for (std::size_t k = 0; k < count; ++k) {
        const std::uint64_t* const count_of = counts + 2 * origins[k];
        std::uint64_t* const sum = sums + 2 * std::size_t{numbers[k]};
        sum[0] += count_of[0];
        sum[1] += count_of[1] + (sum[0] < count_of[0] ? 1 : 0);
      }
      return;
    }
    const Adder adder{0, limbs_, limbs_after_};
    for (std::size_t k = 0; k < count; ++k) {
      adder.add(sums + std::size_t{numbers[k]} * limbs_after_, counts + origins[k] * limbs_, 1);
    }
  }
  // Adds the count of a state, none of whose further edges is taken.
  void accept(std::uint64_t state) {
    accepted_.resize(limbs_after_);
    Adder{0, limbs_, limbs_after_}.add(accepted_.data(), &counts_[state * limbs_], 1);
  }

  // Ends a layer.
  void pass() {
    states_ += source_.size();
    total_ += Natural(accepted_.data(), accepted_.size());
    accepted_.clear();
    if (diagram_) sizes_.push_back(static_cast<std::uint32_t>(source_.size()));
    std::swap(source_, target_);
    std::swap(counts_, sums_);
    target_.take_table(source_);
    sums_.clear();
    widest_ = std::max<std::uint64_t>(widest_, source_.size());
    cursor_ = 0;
    ++passed_;
    begun_ = false;
    limbs_ = limbs_after_;
    // A layer has at most twice as many choices as the one before.
    if (!diagram_ && ++unmeasured_ >= spare_bits) measure();
  }

  // Finds out how many limbs the counts of the next layers may need.
  void measure() {
    std::vector<std::uint64_t> limbs(limbs_ + 1);
    const Adder adder{0, limbs_, limbs_ + 1};
    for (std::size_t k = 0; k < counts_.size(); k += limbs_)
      adder.add(limbs.data(), &counts_[k], 1);
    const Natural sum(limbs.data(), limbs.size());
    unmeasured_ = 0;
    limbs_after_ = std::max(
        limbs_, static_cast<std::uint32_t>((sum.bit_length() + spare_bits) / limb_bits + 1));
  }

  // Accepts states of the last layer.
  void end() {
    ended_ = true;
    if (diagram_) values_ = {empty_family, unit_family};
    for (std::size_t k = 0; k < source_.size(); ++k) {
      const bool accepted = specification_.ended(State(source_[k]));
      if (diagram_) {
        values_.push_back(accepted ? unit_family : empty_family);
      } else if (accepted) {
        total_ += Natural(&counts_[k * limbs_], limbs_);
      }
    }
    source_ = {};
    target_ = {};
    counts_ = {};
    sums_ = {};
  }

  // Makes the nodes, from the last layer to the first.
  Outcome reduce(Slice& slice, std::uint64_t bytes) {
    diagram_->maker.resume();
    const Outcome outcome = reduce_layers(slice, bytes);
    diagram_->maker.pause();
    return outcome;
  }

  Outcome reduce_layers(Slice& slice, std::uint64_t bytes) {
    PassMaker& maker = diagram_->maker;
    for (; !sizes_.empty(); sizes_.pop_back()) {
      const std::size_t size = EdgeArrows::to_states + sizes_.back();
      if (above_.size() != size) {
        above_.clear();
        const std::uint64_t growth = this->growth(above_, size);
        if (growth != 0 && all_bytes() + growth > bytes) return Outcome::out_of_bytes;
        above_.resize(size);
        above_[EdgeArrows::to_empty_set] = unit_family;
        maker.begin_pass();
        arrows_.begin_layer(static_cast<std::uint32_t>(values_.size() - EdgeArrows::to_states));
        cursor_ = sizes_.back();
      }
      while (cursor_ > 0) {
        constexpr std::size_t most = PassMaker::batch;
        const auto some = static_cast<std::size_t>(std::min<std::uint64_t>(cursor_, most));
        if (!slice.tick(some)) return Outcome::out_of_slice;
        const std::uint64_t growth = maker.growth(some);
        if (growth != 0 && all_bytes() + growth > bytes) return Outcome::out_of_bytes;
        if (growth != 0) maker.make_room(some);
        FamilyId lo[most], hi[most];
        arrows_.pop(some, values_.data(), lo, hi);
        cursor_ -= some;
        maker.make(static_cast<Variable>(sizes_.size() - 1), some, lo, hi,
                   &above_[EdgeArrows::to_states + cursor_]);
      }
      values_.swap(above_);
      above_.clear();
    }
    return Outcome::done;
  }

  static constexpr bool has_table = Specification::has_local && LocalMoves<State>::fit;
  // States of a layer for which a table is worth its time.
  static constexpr std::size_t tabled_from = 256;
  // States of a layer, whose numbers and two more have 32 bits.
  static constexpr std::uint32_t most_states = UINT32_MAX - 2 * batch - EdgeArrows::to_states;
  static constexpr std::uint32_t limb_bits = 64;
  // Layers between two looks at the counts.
  static constexpr std::uint32_t spare_bits = 16;

  const Specification specification_;
  std::vector<EdgeStep> steps_;
  std::unique_ptr<Diagram> diagram_;
  Layer source_;
  Layer target_;
  LocalMoves<State> moves_;
  bool begun_ = false;   // Whether the layer is prepared.
  bool tabled_ = false;  // Whether it uses moves_.
  std::uint64_t cursor_ = 0;
  std::uint32_t passed_ = 0;
  std::uint64_t states_ = 0;
  std::uint64_t widest_ = 1;
  bool ended_ = false;

  // Of counting: the counts of the states, in limbs.
  LargeVector<std::uint64_t> counts_;
  LargeVector<std::uint64_t> sums_;
  std::vector<std::uint64_t> accepted_;  // Of the layer.
  std::uint32_t limbs_ = 1;
  std::uint32_t limbs_after_ = 1;
  std::uint32_t unmeasured_ = 0;
  Natural total_;

  // Of a diagram: transitions, the sizes of the layers that have them, and the families of states,
  // after those of the two targets that are no states.
  EdgeArrows arrows_;
  std::vector<std::uint32_t> sizes_;
  LargeVector<FamilyId> values_;
  LargeVector<FamilyId> above_;
};

// Of 32 slots at least, as a frontier has.
using WideState = FrontierState<8, most_frontier / 8>;

// With the first of these states that has enough slots, whose values may be as large as `largest`.
template <template <class> class Specification, class State, class... Wider>
std::unique_ptr<Subgraphs> sweeping(const SubgraphTask& task, EdgeSteps steps,
                                    DiagramManager* manager, std::uint32_t largest = 0) {
  using Chosen = Specification<State>;
  if constexpr (sizeof...(Wider) != 0) {
    if (largest > State::most || steps.slots > Chosen::most_slots) {
      return sweeping<Specification, Wider...>(task, std::move(steps), manager, largest);
    }
  }
  return std::make_unique<Sweeping<Chosen>>(Chosen(task), std::move(steps), manager);
}

}  // namespace

std::unique_ptr<Subgraphs> subgraphs(const SubgraphTask& task, DiagramManager* manager) {
  EdgeSteps steps = edge_steps(task);
  using Narrow = FrontierState<4, 1>;
  using Middle = FrontierState<5, 2>;
  switch (task.kind) {
    case SubgraphKind::path:
    case SubgraphKind::cycle:
      return sweeping<Mates, Narrow, Middle, WideState>(task, std::move(steps), manager);
    case SubgraphKind::forest:
    case SubgraphKind::tree:
    case SubgraphKind::connected:
      return sweeping<ComponentNames, Narrow, Middle, WideState>(task, std::move(steps), manager);
    case SubgraphKind::connecting:
      return sweeping<Connecting, Narrow, WideState>(task, std::move(steps), manager);
    case SubgraphKind::degrees: break;
  }
  if (task.degrees.size() != task.vertices) {
    throw std::invalid_argument("there must be a range for each vertex");
  }
  const std::uint32_t largest = Degrees<WideState>(task).largest();
  if (largest > WideState::most) throw std::length_error("a degree is too large");
  return sweeping<Degrees, FrontierState<1, 1>, FrontierState<2, 1>, Narrow, WideState>(
      task, std::move(steps), manager, largest);
}

}  // namespace combien
