#include "subgraphs/subgraphs.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/pages.hpp"
#include "base/require.hpp"
#include "frontier/adder.hpp"
#include "strip/numbering.hpp"
#include "subgraphs/edge_steps.hpp"
#include "subgraphs/specifications.hpp"
#include "zdd/passes.hpp"

namespace combien {

namespace {

// Two transitions of a state: to the families of the empty set and of no set, or to a state by
// its number plus 2.
struct EdgeArrow {
  std::uint32_t left;
  std::uint32_t taken;
};
constexpr std::uint32_t to_nothing = 0, to_empty_set = 1, to_states = 2;

template <class Specification>
class Sweeping final : public Subgraphs {
  using State = typename Specification::State;

 public:
  Sweeping(Specification specification, EdgeSteps steps, DiagramManager* manager)
      : specification_(std::move(specification)),
        steps_(std::move(steps.steps)),
        diagram_(manager == nullptr ? nullptr : std::make_unique<Diagram>(*manager)) {
    if (specification_.start() == EdgeChoice::refused) {
      steps_.clear();
      return;
    }
    source_.number(State());
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
    return values_.empty() ? empty_family : values_[0];
  }
  std::uint64_t states() const override { return states_ + cursor_; }
  std::uint64_t widest() const override { return widest_; }
  std::uint32_t passed() const override { return passed_; }
  std::uint64_t bytes() const override {
    return source_.bytes() + target_.bytes() + (diagram_ ? diagram_->maker.bytes() : 0) +
           (counts_.capacity() + sums_.capacity()) * sizeof(std::uint64_t) +
           arrows_.capacity() * sizeof(EdgeArrow) +
           (values_.capacity() + above_.capacity()) * sizeof(FamilyId);
  }

 private:
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

  // Follows the states of the layer, from the cursor on.
  Outcome follow(Slice& slice, std::uint64_t bytes) {
    const EdgeStep& step = steps_[passed_];
    while (cursor_ < source_.size()) {
      const std::uint64_t some = std::min<std::uint64_t>(slice.grant(), source_.size() - cursor_);
      if (some == 0) return Outcome::out_of_slice;
      const std::uint64_t growth =
          target_.growth(2 * some) +
          (diagram_ ? this->growth(arrows_, some) : this->growth(sums_, 2 * some * limbs_after_));
      if (growth != 0 && all_bytes() + growth > bytes) return Outcome::out_of_bytes;
      for (const std::uint64_t end = cursor_ + some; cursor_ < end; ++cursor_) {
        State state = source_[cursor_];
        for (const EdgeEnd& vertex : step.ends) {
          if (vertex.enters) specification_.enter(state, vertex);
        }
        const std::uint32_t left = next(step, state, EdgeChoice::open);
        const EdgeChoice choice = specification_.take(state, step);
        const std::uint32_t taken = next(step, state, choice);
        if (diagram_) arrows_.push_back({left, taken});
      }
    }
    return Outcome::done;
  }

  // Where a choice leads, in a diagram; without one, counts it.
  std::uint32_t next(const EdgeStep& step, State state, EdgeChoice choice) {
    for (const EdgeEnd& vertex : step.ends) {
      if (choice != EdgeChoice::open) break;
      if (vertex.left == 0) choice = specification_.leave(state, vertex, step);
      if (vertex.left == 1) choice = specification_.last(state, vertex);
    }
    if (choice == EdgeChoice::refused) return to_nothing;
    const std::uint64_t* const count = diagram_ ? nullptr : &counts_[cursor_ * limbs_];
    if (choice == EdgeChoice::accepted) {
      if (!diagram_) total_ += Natural(count, limbs_);
      return to_empty_set;
    }
    const std::uint32_t number = target_.number(state);
    if (!diagram_) {
      const std::size_t place = std::size_t{number} * limbs_after_;
      if (place == sums_.size()) sums_.resize(place + limbs_after_);
      Adder{0, limbs_, limbs_after_}.add(&sums_[place], count, 1);
    }
    return number + to_states;
  }

  // Ends a layer.
  void pass() {
    states_ += source_.size();
    if (diagram_) sizes_.push_back(static_cast<std::uint32_t>(source_.size()));
    std::swap(source_, target_);
    std::swap(counts_, sums_);
    target_.clear();
    sums_.clear();
    widest_ = std::max<std::uint64_t>(widest_, source_.size());
    cursor_ = 0;
    ++passed_;
    limbs_ = limbs_after_;
    // A layer has at most twice as many choices as the one before.
    if (!diagram_ && ++unmeasured_ >= spare_bits) measure();
  }

  // Finds out how many limbs the counts of the next layers may need.
  void measure() {
    Natural sum;
    for (std::size_t k = 0; k < counts_.size(); k += limbs_) sum += Natural(&counts_[k], limbs_);
    unmeasured_ = 0;
    limbs_after_ = std::max(
        limbs_, static_cast<std::uint32_t>((sum.bit_length() + spare_bits) / limb_bits + 1));
  }

  // Accepts states of the last layer.
  void end() {
    ended_ = true;
    for (std::size_t k = 0; k < source_.size(); ++k) {
      const bool accepted = specification_.ended(source_[k]);
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
      const std::uint32_t size = sizes_.back();
      if (above_.size() != size) {
        above_.clear();
        const std::uint64_t growth = this->growth(above_, size);
        if (growth != 0 && all_bytes() + growth > bytes) return Outcome::out_of_bytes;
        above_.resize(size);
        maker.begin_pass();
        cursor_ = size;
      }
      while (cursor_ > 0) {
        const std::uint64_t some = std::min<std::uint64_t>(cursor_, 1024);
        if (!slice.tick(some)) return Outcome::out_of_slice;
        const std::uint64_t growth = maker.growth(some);
        if (growth != 0 && all_bytes() + growth > bytes) return Outcome::out_of_bytes;
        if (growth != 0) maker.make_room(some);
        for (const std::uint64_t end = cursor_ - some; cursor_ > end;) {
          const EdgeArrow arrow = arrows_.back();
          arrows_.pop_back();
          above_[--cursor_] = maker.make(static_cast<Variable>(sizes_.size() - 1),
                                         value(arrow.left), value(arrow.taken));
        }
      }
      values_.swap(above_);
      above_.clear();
    }
    return Outcome::done;
  }

  FamilyId value(std::uint32_t target) const {
    return target == to_nothing     ? empty_family
           : target == to_empty_set ? unit_family
                                    : values_[target - to_states];
  }

  static constexpr std::uint32_t limb_bits = 64;
  // Layers between two looks at the counts.
  static constexpr std::uint32_t spare_bits = 16;

  const Specification specification_;
  std::vector<EdgeStep> steps_;
  std::unique_ptr<Diagram> diagram_;
  Numbering<State> source_;
  Numbering<State> target_;
  std::uint64_t cursor_ = 0;
  std::uint32_t passed_ = 0;
  std::uint64_t states_ = 0;
  std::uint64_t widest_ = 1;
  bool ended_ = false;

  // Of counting: the counts of the states, in limbs.
  LargeVector<std::uint64_t> counts_;
  LargeVector<std::uint64_t> sums_;
  std::uint32_t limbs_ = 1;
  std::uint32_t limbs_after_ = 1;
  std::uint32_t unmeasured_ = 0;
  Natural total_;

  // Of a diagram: transitions, the sizes of the layers that have them, and the families of states.
  LargeVector<EdgeArrow> arrows_;
  std::vector<std::uint32_t> sizes_;
  LargeVector<FamilyId> values_;
  LargeVector<FamilyId> above_;
};

using NarrowState = FrontierState<4, 1>;
using WideState = FrontierState<8, most_frontier / 8>;

template <template <class> class Specification>
std::unique_ptr<Subgraphs> sweeping(const SubgraphTask& task, EdgeSteps steps,
                                    DiagramManager* manager, bool narrow = true) {
  if (narrow && steps.slots <= Specification<NarrowState>::most_slots) {
    using Chosen = Specification<NarrowState>;
    return std::make_unique<Sweeping<Chosen>>(Chosen(task), std::move(steps), manager);
  }
  using Chosen = Specification<WideState>;
  return std::make_unique<Sweeping<Chosen>>(Chosen(task), std::move(steps), manager);
}

}  // namespace

std::unique_ptr<Subgraphs> subgraphs(const SubgraphTask& task, DiagramManager* manager) {
  EdgeSteps steps = edge_steps(task);
  switch (task.kind) {
    case SubgraphKind::path:
    case SubgraphKind::cycle: return sweeping<Mates>(task, std::move(steps), manager);
    case SubgraphKind::forest:
    case SubgraphKind::tree:
    case SubgraphKind::connected: return sweeping<ComponentNames>(task, std::move(steps), manager);
    case SubgraphKind::connecting: return sweeping<Connecting>(task, std::move(steps), manager);
    case SubgraphKind::degrees: break;
  }
  if (task.degrees.size() != task.vertices) {
    throw std::invalid_argument("there must be a range for each vertex");
  }
  const std::uint32_t largest = Degrees<WideState>(task).largest();
  if (largest > WideState::most) throw std::length_error("a degree is too large");
  return sweeping<Degrees>(task, std::move(steps), manager, largest <= NarrowState::most);
}

}  // namespace combien
