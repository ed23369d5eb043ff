#include "frontier/compile.hpp"

#include <array>
#include <bit>
#include <utility>
#include <vector>

namespace combien {

namespace {

constexpr std::uint32_t nowhere = UINT32_MAX;

template <std::uint32_t words>
using Bits = std::array<std::uint64_t, words>;

// The states of one layer, numbered in the order in which they are reached.
template <std::uint32_t words>
class States {
 public:
  std::uint32_t size() const { return static_cast<std::uint32_t>(states_.size()); }
  const Bits<words>& operator[](std::size_t k) const { return states_[k]; }

  void clear() {
    states_.clear();
    table_.assign(std::min<std::size_t>(table_.size(), 1024), nowhere);
  }

  std::uint32_t number_of(const Bits<words>& state) {
    if (2 * (states_.size() + 1) > table_.size()) {
      table_.assign(std::max<std::size_t>(64, 2 * table_.size()), nowhere);
      for (std::uint32_t k = 0; k < size(); ++k) table_[place_of(states_[k])] = k;
    }
    std::uint32_t& slot = table_[place_of(state)];
    if (slot == nowhere) {
      slot = size();
      states_.push_back(state);
    }
    return slot;
  }

  std::uint64_t bytes() const {
    return states_.capacity() * sizeof(Bits<words>) + table_.capacity() * sizeof(std::uint32_t);
  }

 private:
  std::size_t place_of(const Bits<words>& state) const {
    std::uint64_t mixed = 0;
    for (const std::uint64_t word : state) {
      mixed = (mixed ^ word) * 0x9e3779b97f4a7c15u;
      mixed ^= mixed >> 32;
    }
    const std::size_t last = table_.size() - 1;
    std::size_t place = mixed * 0xd6e8feb86659fd93u >> 20 & last;
    while (table_[place] != nowhere && states_[table_[place]] != state) place = (place + 1) & last;
    return place;
  }

  std::vector<Bits<words>> states_;
  std::vector<std::uint32_t> table_;
};

// Where the states of one layer lead: without any move, and by each move that fits.
struct Arrows {
  struct Arrow {
    std::uint32_t move;
    std::uint32_t target;
  };
  struct Source {
    std::uint32_t skip;  // The target without a move, or nowhere.
    std::uint32_t arrows_end;
  };
  std::vector<Source> sources;
  std::vector<Arrow> arrows;

  std::uint64_t bytes() const {
    return sources.capacity() * sizeof(Source) + arrows.capacity() * sizeof(Arrow);
  }
};

template <std::uint32_t words>
class Compiling final : public Compile {
 public:
  Compiling(DiagramManager& manager, SweepPlan plan)
      : manager_(manager), pin_(manager), plan_(std::move(plan)), layers_(1) {
    const auto& moves = plan_.moves();
    spread_.resize(moves.size());
    std::size_t slot = 0;
    for (std::size_t m = 0; m < moves.size(); ++m) {
      for (; slot < moves[m].slots_end; ++slot) {
        spread_[m][plan_.slots()[slot].word] |= plan_.slots()[slot].mask;
      }
    }
    source_.number_of({});
  }

  CompileOutcome run(Slice& slice, std::uint64_t bytes) override {
    while (step_ < plan_.steps().size()) {
      const std::size_t most = last() - first() + 1;
      for (; cursor_ < source_.size(); ++cursor_) {
        if (this->bytes() + manager_.bytes() > bytes) return CompileOutcome::out_of_bytes;
        if (!slice.step(most)) return CompileOutcome::out_of_slice;
        extend(source_[cursor_]);
      }
      close();
    }
    return reduce(slice, bytes);
  }

  FamilyId family() const override { return values_.empty() ? empty_family : values_[0]; }
  const SweepPlan& plan() const override { return plan_; }
  std::uint64_t states() const override { return states_; }
  std::uint64_t transitions() const override { return transitions_; }
  std::uint64_t bytes() const override {
    return source_.bytes() + target_.bytes() + closed_bytes_ +
           (reducing_ ? 0 : layers_.back().bytes()) +
           (values_.capacity() + above_.capacity()) * sizeof(FamilyId);
  }

 private:
  const SweepPlan::Step& step() const { return plan_.steps()[step_]; }
  std::size_t step_begin() const { return step_ == 0 ? 0 : plan_.steps()[step_ - 1].moves_end; }

  // The moves of a pass: all of a step where exactly one is chosen, else one, taken or left.
  std::size_t first() const { return step_begin() + (step().exactly_once ? 0 : pass_); }
  std::size_t last() const {
    return step().exactly_once ? step().moves_end
                               : std::min<std::size_t>(first() + 1, step().moves_end);
  }
  bool final_pass() const { return step().exactly_once || last() == step().moves_end; }

  void extend(const Bits<words>& state) {
    const bool once = step().exactly_once;
    const bool covered = (state[step().slot.word] & step().slot.mask) != 0;
    Arrows& arrows = layers_.back();
    const std::uint32_t skip = once && !covered ? nowhere : settle(state);
    if (!once || !covered) {
      for (std::size_t m = first(); m < last(); ++m) {
        Bits<words> next = state;
        if (!make(m, next)) continue;
        const std::uint32_t target = settle(next);
        if (target == nowhere) continue;
        arrows.arrows.push_back({static_cast<std::uint32_t>(m), target});
      }
    }
    arrows.sources.push_back({skip, static_cast<std::uint32_t>(arrows.arrows.size())});
    ++states_;
  }

  // Makes a move if plain bits, counters and colours allow it.
  bool make(std::size_t m, Bits<words>& state) const {
    for (std::uint32_t k = 0; k < words; ++k) {
      if ((state[k] & spread_[m][k]) != 0) return false;
      state[k] |= spread_[m][k];
    }
    for (std::size_t d = m == 0 ? 0 : plan_.moves()[m - 1].demands_end;
         d < plan_.moves()[m].demands_end; ++d) {
      if (!meet(plan_.demands()[d], state[plan_.demands()[d].slot.word])) return false;
    }
    return true;
  }

  static bool meet(const SweepPlan::Demand& demand, std::uint64_t& word) {
    const std::uint64_t holds = word & demand.slot.mask;
    switch (demand.kind) {
      case SweepPlan::DemandKind::count:
        if (holds == demand.full) return false;
        word += demand.value;
        return true;
      case SweepPlan::DemandKind::colour:
        if (holds != 0 && holds != demand.value) return false;
        word |= demand.value;
        return true;
      case SweepPlan::DemandKind::alone:
        if (holds != 0) return false;
        word |= demand.value;
        return true;
    }
    return false;
  }

  // The number of a state in the next layer, without the bits that no longer matter.
  std::uint32_t settle(Bits<words> state) {
    ++transitions_;
    if (final_pass()) {
      const SweepPlan::Step& now = step();
      if (!now.exactly_once && (state[now.slot.word] & now.slot.mask) < now.low) return nowhere;
      for (std::size_t k = step_ == 0 ? 0 : plan_.steps()[step_ - 1].retired_end;
           k < now.retired_end; ++k) {
        state[plan_.retired()[k].word] &= ~plan_.retired()[k].mask;
      }
    }
    return target_.number_of(state);
  }

  void close() {
    std::swap(source_, target_);
    target_.clear();
    cursor_ = 0;
    const bool ends = final_pass();
    ++pass_;
    if (ends) {
      pass_ = 0;
      ++step_;
    }
    closed_bytes_ += layers_.back().bytes();
    layers_.emplace_back();
  }

  // From the last layer, which has at most the one state in which all is done, to the first.
  CompileOutcome reduce(Slice& slice, std::uint64_t bytes) {
    if (!reducing_) {
      reducing_ = true;
      layers_.pop_back();
      values_.assign(source_.size(), unit_family);
      cursor_ = 0;
    }
    while (!layers_.empty()) {
      const Arrows& arrows = layers_.back();
      above_.resize(arrows.sources.size());
      for (; cursor_ < arrows.sources.size(); ++cursor_) {
        const std::uint32_t begin = cursor_ == 0 ? 0 : arrows.sources[cursor_ - 1].arrows_end;
        const Arrows::Source& source = arrows.sources[cursor_];
        if (this->bytes() + manager_.bytes() > bytes) return CompileOutcome::out_of_bytes;
        if (!slice.step(source.arrows_end - begin + 1)) return CompileOutcome::out_of_slice;
        FamilyId family = source.skip == nowhere ? empty_family : values_[source.skip];
        for (std::uint32_t k = source.arrows_end; k-- > begin;) {
          family = manager_.make(arrows.arrows[k].move, family, values_[arrows.arrows[k].target]);
        }
        above_[cursor_] = family;
      }
      values_.swap(above_);
      cursor_ = 0;
      closed_bytes_ -= arrows.bytes();
      layers_.pop_back();
    }
    return CompileOutcome::done;
  }

  DiagramManager& manager_;
  DiagramManager::Pin pin_;
  const SweepPlan plan_;
  std::vector<Bits<words>> spread_;  // The plain bits of each move.
  std::vector<Arrows> layers_;       // All passes so far; the last one is being made.
  States<words> source_;
  States<words> target_;
  std::vector<FamilyId> values_;  // What the states of the layer below mean.
  std::vector<FamilyId> above_;
  std::size_t step_ = 0;
  std::size_t pass_ = 0;
  std::size_t cursor_ = 0;
  bool reducing_ = false;
  std::uint64_t closed_bytes_ = 0;
  std::uint64_t states_ = 0;
  std::uint64_t transitions_ = 0;
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
