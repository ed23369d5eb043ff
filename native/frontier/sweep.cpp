#include "frontier/sweep.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "base/require.hpp"
#include "cover/color_classes.hpp"
#include "cover/twins.hpp"
#include "frontier/layer.hpp"
#include "frontier/merge.hpp"
#include "frontier/saving.hpp"
#include "frontier/spread.hpp"
#include "frontier/step.hpp"

namespace combien {

namespace {

// A number of limbs that is enough for every count.
std::uint32_t most_limbs(const SweepPlan& plan, const Values& values) {
  if (values.modulus != 0) return 1;
  std::uint64_t bits = 1;
  std::size_t begin = 0;
  for (const SweepPlan::Step& step : plan.steps()) {
    bits += static_cast<std::uint64_t>(std::bit_width(step.moves_end - begin + 1));
    begin = step.moves_end;
  }
  for (const std::uint64_t weight : values.weights) {
    bits += static_cast<std::uint64_t>(std::bit_width(weight));
  }
  return static_cast<std::uint32_t>(2 + bits / 64);
}

// FNV-1a of words instead of bytes, with a final mix.
class Fingerprint {
 public:
  void add(std::uint64_t word) {
    mixed_ = (mixed_ ^ word) * 0x100000001b3u;
    mixed_ ^= mixed_ >> 29;
  }
  void add(const SweepPlan::Slot& slot) {
    add(slot.word);
    add(slot.mask);
  }
  std::uint64_t value() const { return mixed_; }

 private:
  std::uint64_t mixed_ = 0xcbf29ce484222325u;
};

template <std::uint32_t words>
class Machine final : public Sweep {
 public:
  Machine(SweepPlan plan, Values values) : plan_(std::move(plan)), values_(std::move(values)) {
    Slice whole(UINT64_MAX, 3e7);
    sorted_.begin_growth(1);
    sorted_.move(whole);
    sorted_.append(first_state<words>())[0] = 1;
    sorted_.begin_total(totals_);
    sorted_.total(totals_, whole);
  }

  Outcome run(Slice& slice, std::uint64_t bytes, std::uint64_t passes,
              std::size_t threads) override {
    COMBIEN_REQUIRE(threads > 0);
    for (;;) {
      Outcome outcome = Outcome::done;
      switch (phase_) {
        case Phase::loading:
          spread_.limit(left(bytes));
          outcome = spread_.run(slice, threads, work_.transitions);
          if (outcome != Outcome::done) break;
          totals_ = spread_.totals();
          phase_ = Phase::between;
          size_ = size();
          if (!counted_) {
            work_.states += size_;
            work_.widest = std::max(work_.widest, size_);
          }
          if (size_ == 0 && !divides_) work_.step = plan_.steps().size();
          break;
        case Phase::between:
          if (work_.step == plan_.steps().size()) return Outcome::done;
          if (work_.passes >= passes) return Outcome::out_of_slice;
          if (pass_ == 0) step_.load(plan_, values_.weights, work_.step);
          if (merging_) merging_ = merge_.open(step_, values_.modulus);
          if (pass_ == 0 && !merging_) step_.fit();
          cursor_ = 0;
          phase_ = merging_ ? Phase::widening : Phase::taking_over;
          break;
        case Phase::widening:
          outcome = widen(slice, bytes);
          if (outcome != Outcome::done) break;
          next_.reset(sorted_.limbs());
          cursor_ = 0;
          merged_ = false;
          phase_ = Phase::merging;
          break;
        case Phase::merging:
          outcome = merge(slice, bytes);
          if (outcome != Outcome::done) break;
          std::swap(sorted_, next_);
          sorted_.begin_total(totals_);
          phase_ = Phase::adding_up;
          break;
        case Phase::adding_up:
          if (!sorted_.total(totals_, slice)) return Outcome::out_of_slice;
          close();
          break;
        case Phase::taking_over:
          if (sorted_.size() != 0) {
            spread_.limit(left(bytes));
            outcome = spread_.take_over(sorted_, cursor_, work_.step, slice);
            if (outcome != Outcome::done) break;
            sorted_ = {};
            next_ = {};
          }
          spread_.open(step_, work_.step, pass_, needed_limbs(spread_.source().limbs()), division_);
          phase_ = Phase::spreading;
          break;
        case Phase::spreading:
          spread_.limit(left(bytes));
          outcome = spread_.run(slice, threads, work_.transitions);
          if (outcome != Outcome::done) break;
          totals_ = spread_.totals();
          close();
          break;
      }
      if (outcome != Outcome::done) return outcome;
    }
  }

  Natural count() const override {
    COMBIEN_REQUIRE(phase_ == Phase::between && work_.step == plan_.steps().size());
    // A residue is kept from 1 to the modulus, because no count may be zero.
    const Natural total = totals_.sum();
    return values_.modulus != 0 && total == Natural(values_.modulus) ? Natural() : total;
  }

  double forecast() const override {
    // States grow like 2^(worth * width); the worth of a bit is estimated from the layers so far.
    double worth = width_square_ > 0 ? width_times_log_ / width_square_ : 0.5;
    double states = 0;
    const auto& steps = plan_.steps();
    if (pass_ > 0 && size_ > 1) {
      // Halfway through a step of many passes, the layer may have grown beyond the forecast.  (By
      // widths alone, one order had 10 000 transitions left after each of 600 million.  Distrusting
      // an order that has taken four times its forecast fixes that too, but over 45 boards with
      // bounds it made a third more transitions: good forecasts are low in the last steps as well.)
      const double width = std::max(1.0, steps[work_.step].entropy);
      const auto states_now = static_cast<double>(size_);
      worth = std::max(worth, std::log2(states_now) / width);
      states += states_now * static_cast<double>(step_.moves.size() - pass_);
    }
    for (std::size_t k = work_.step; k < steps.size(); ++k) {
      states += std::exp2(std::min(1000.0, worth * steps[k].entropy));
    }
    return states * static_cast<double>(work_.transitions + 1) /
           static_cast<double>(work_.states + 1);
  }

  double exchanged() const override { return plan_.exchanged(); }

  std::unique_ptr<Sample> sample(std::size_t most) const override {
    return combien::sample(plan_, most);
  }

  std::unique_ptr<Tracing> tracing() const override {
    require_options();
    return std::make_unique<TracingOf<words>>(plan_, values_.weights);
  }

  std::unique_ptr<Shares> shares() const override {
    require_options();
    const std::size_t limbs = std::max<std::size_t>(1, (count().bit_length() + 63) / 64);
    return std::make_unique<SharesOf<words>>(plan_, values_.weights,
                                             static_cast<std::uint32_t>(limbs));
  }

  std::string_view unsound() const override {
    if (!merging_ && sorted_.size() == 0) return spread_.unsound();
    for (const Layer<words>* layer : {&sorted_, &next_}) {
      if (layer->moving()) continue;
      if (const std::string_view wrong = layer->unsound(); !wrong.empty()) return wrong;
    }
    return {};
  }

  SweepWork work() const override { return work_; }

  std::vector<ItemId> items() const override {
    std::vector<ItemId> items;
    for (const SweepPlan::Step& step : plan_.steps()) items.push_back(step.item);
    return items;
  }

  std::uint64_t fingerprint() const override {
    Fingerprint mixed;
    mixed.add(words);
    mixed.add(values_.modulus);
    for (const std::uint64_t weight : values_.weights) mixed.add(weight);
    for (const SweepPlan::Step& step : plan_.steps()) {
      mixed.add(number(step.item));
      mixed.add(step.slot);
      mixed.add(step.low);
      mixed.add(step.moves_end);
      mixed.add(step.retired_end);
      if (!plan_.twins().empty()) mixed.add(step.twins_end);
      if (!plan_.columns().empty()) mixed.add(step.columns_end);
      if (!plan_.bounds().empty()) mixed.add(step.bounds_end);
    }
    for (const SweepPlan::Renamed& each : plan_.renamed()) {
      mixed.add(each.slot);
      mixed.add(each.first);
      mixed.add(each.size);
    }
    for (const SweepPlan::Bound& bound : plan_.bounds()) {
      mixed.add(bound.slot);
      mixed.add(bound.least);
      mixed.add(bound.low);
      mixed.add(bound.most);
    }
    for (const SweepPlan::Slot& slot : plan_.twins()) mixed.add(slot);
    for (const SweepPlan::Columns& columns : plan_.columns()) {
      mixed.add(columns.columns_end);
      mixed.add(columns.rows_end);
    }
    for (const std::uint32_t column : plan_.column_numbers()) mixed.add(column);
    for (const SweepPlan::Rows& rows : plan_.rows()) {
      mixed.add(rows.word);
      mixed.add(rows.width);
      mixed.add(rows.mask);
    }
    for (const SweepPlan::Move& move : plan_.moves()) {
      mixed.add(number(move.option));
      mixed.add(move.slots_end);
      mixed.add(move.demands_end);
    }
    for (const SweepPlan::Slot& slot : plan_.slots()) mixed.add(slot);
    for (const SweepPlan::Slot& slot : plan_.retired()) mixed.add(slot);
    for (const SweepPlan::Demand& demand : plan_.demands()) {
      mixed.add(static_cast<std::uint64_t>(demand.kind));
      mixed.add(demand.slot);
      mixed.add(demand.value);
      mixed.add(demand.full);
    }
    return mixed.value();
  }

  std::uint64_t all_passes() const override {
    std::uint64_t passes = 0;
    std::uint64_t begin = 0;
    for (const SweepPlan::Step& step : plan_.steps()) {
      const std::uint64_t moves = step.moves_end - std::exchange(begin, step.moves_end);
      passes += step.exactly_once ? 1 : std::max<std::uint64_t>(1, moves);
    }
    return passes;
  }

  bool between() const override { return phase_ == Phase::between; }
  SweepPlace place() const override {
    if (phase_ == Phase::loading) return loading_;
    const std::uint32_t limbs = is_sorted() ? sorted_.limbs() : spread_.source().limbs();
    return {work_.step, pass_, limbs, is_sorted(), width_times_log_, width_square_};
  }
  std::uint64_t size() const override { return sorted_.size() + spread_.source().size(); }
  std::uint64_t stride() const override { return words + place().limbs; }
  Natural total() const override { return totals_.sum(); }

  void divide(const Division& division) override {
    COMBIEN_REQUIRE(!merging_ && division.bits <= SweepPlan::most_division);
    division_ = division;
    divides_ = true;
  }
  Division division() const override {
    if (!divides_) return division_;
    const bool apart = spread_.source_is_apart();
    return {division_.bits, apart ? Division::Apart::yes : Division::Apart::no};
  }

  std::vector<std::uint64_t> begin_saving() override {
    COMBIEN_REQUIRE(between());
    saving_.begin(division_.bits);
    if (is_sorted()) return {sorted_.size()};
    return Saving<words>::sizes(spread_.source(), division_.bits);
  }
  std::size_t save(std::uint64_t* to, std::size_t room) override {
    return is_sorted() ? saving_.copy(sorted_, to, room) : saving_.copy(spread_.source(), to, room);
  }

  void begin_loading(const SweepPlace& place, std::uint64_t states,
                     std::uint32_t divided) override {
    COMBIEN_REQUIRE(work_.passes == 0 && between());
    const bool last = place.step == plan_.steps().size();
    const bool known = place.step <= plan_.steps().size() && divided <= SweepPlan::most_division &&
                       place.limbs != 0 && place.limbs <= most_limbs(plan_, values_);
    if (known && !last) step_.load(plan_, values_.weights, place.step);
    const std::size_t passes = known && !last && !step_.exactly_once ? step_.moves.size() : 1;
    if (!known || place.pass >= std::max<std::size_t>(1, passes) ||
        (place.sorted && (divided != 0 || place.pass != 0))) {
      throw std::invalid_argument("there is no such layer in this sweep");
    }
    work_.step = place.step;
    pass_ = place.pass;
    merging_ = place.sorted;
    loading_ = place;
    expected_ = states;
    divided_ = divided;
    width_times_log_ = place.width_times_log;
    width_square_ = place.width_square;
    sorted_.reset(place.limbs);
    totals_.reset(place.limbs);
    loaded_ = false;
    phase_ = Phase::loading;
  }

  Outcome load(const std::uint64_t* entries, std::size_t count, std::uint32_t limbs,
               std::uint32_t shares, std::uint64_t chosen, std::uint64_t bytes) override {
    COMBIEN_REQUIRE(phase_ == Phase::loading && limbs <= loading_.limbs);
    const std::size_t stride = words + loading_.limbs;
    const std::uint64_t last_share = (std::uint64_t{1} << shares) - 1;
    std::vector<std::uint64_t> wide;
    wide.reserve(count * stride);
    for (std::size_t k = 0; k < count; ++k, entries += words + limbs) {
      check(entries, limbs);
      if ((hash<words>(state_at<words>(entries)) >> 8 & last_share) != chosen) continue;
      wide.insert(wide.end(), entries, entries + words + limbs);
      wide.resize(wide.size() + loading_.limbs - limbs);
    }
    const std::size_t kept = wide.size() / stride;
    if (kept == 0) return Outcome::done;
    if (loading_.sorted) return load_sorted(wide.data(), kept, bytes);
    if (!loaded_) {
      spread_.begin_loading(work_.step, pass_, loading_.limbs, expected_, divided_, wide.data(),
                            kept, stride);
      loaded_ = true;
    }
    spread_.limit(left(bytes));
    return spread_.load(wide.data(), kept);
  }

  void end_loading(bool once, const SweepWork& before) override {
    COMBIEN_REQUIRE(phase_ == Phase::loading);
    work_.transitions = before.transitions;
    work_.states = before.states;
    work_.widest = before.widest;
    if (loading_.sorted) {
      phase_ = Phase::between;
      size_ = size();
      return;
    }
    sorted_ = {};
    if (!loaded_)
      spread_.begin_loading(work_.step, pass_, loading_.limbs, 0, divided_, nullptr, 0, 1);
    counted_ = once;
    spread_.end_loading(once);
  }
  std::uint64_t bytes() const override { return sorted_.bytes() + next_.bytes() + spread_.bytes(); }

 private:
  enum class Phase : std::uint8_t {
    loading,      // A saved layer is loaded.
    between,      // The pass before is closed, and the next one is not opened.
    widening,     // Counts get the limbs that the next pass may need.
    merging,      // Sorted states are merged into the next layer.
    adding_up,    // The ways to the next layer are added up.
    taking_over,  // The layer is no longer kept sorted.
    spreading,    // States are followed into the next layer, in no order.
  };

  // Whether the layer is sorted; the first one that is not merged is still there when a pass begins.
  bool is_sorted() const { return merging_ || sorted_.size() != 0; }

  // Throws std::invalid_argument if states were merged from which options cannot be told.
  void require_options() const {
    if (!values_.options || values_.modulus != 0) {
      throw std::invalid_argument("this sweep does not look at the options of solutions");
    }
  }

  // Throws std::invalid_argument if this is not a state with its count.
  void check(const std::uint64_t* entry, std::uint32_t limbs) const {
    const bool marked =
        (entry[0] & SweepPlan::occupied) != 0 && (entry[0] & SweepPlan::beyond) == 0;
    const std::uint64_t* const count = entry + words;
    const bool reached =
        std::any_of(count, count + limbs, [](std::uint64_t limb) { return limb != 0; });
    if (!marked || !reached || (values_.modulus != 0 && count[0] > values_.modulus)) {
      throw std::invalid_argument("some words are not a state with its count");
    }
  }

  Outcome load_sorted(const std::uint64_t* entries, std::size_t count, std::uint64_t bytes) {
    Slice whole(UINT64_MAX, 3e7);
    if (!sorted_.has_room(count)) {
      if (this->bytes() + sorted_.growth(count) > bytes) return Outcome::out_of_bytes;
      sorted_.begin_growth(count);
      sorted_.move(whole);
    }
    for (std::size_t k = 0; k < count; ++k, entries += words + loading_.limbs) {
      const State<words> state = state_at<words>(entries);
      if (sorted_.size() != 0 && !precedes<words>(sorted_.state(sorted_.size() - 1), state)) {
        throw std::invalid_argument("the states do not increase");
      }
      std::copy_n(entries + words, loading_.limbs, sorted_.append(state));
      totals_.add(entries + words, 1, 1);
    }
    return Outcome::done;
  }

  // What the states in no order may take.
  std::uint64_t left(std::uint64_t bytes) const {
    const std::uint64_t others = sorted_.bytes() + next_.bytes();
    return bytes > others ? bytes - others : 0;
  }

  // The limbs that counts of the next layer may need, and no less than those of this one.
  std::uint32_t needed_limbs(std::uint32_t limbs) const {
    if (values_.modulus != 0) return 1;
    const std::size_t most = step_.exactly_once ? step_.moves.size() + 1 : 2;
    const std::size_t bits = totals_.bit_length() + static_cast<std::size_t>(std::bit_width(most)) +
                             static_cast<std::size_t>(std::bit_width(step_.heaviest)) - 1;
    return std::max(limbs, static_cast<std::uint32_t>((bits + 63) / 64));
  }

  // Makes room in each count of the sorted layer for what a pass may add to it.
  Outcome widen(Slice& slice, std::uint64_t bytes) {
    for (;;) {
      if (sorted_.moving() && !sorted_.move(slice)) return Outcome::out_of_slice;
      if (needed_limbs(1) <= sorted_.limbs()) return Outcome::done;
      if (this->bytes() + sorted_.widening() > bytes) return Outcome::out_of_bytes;
      sorted_.begin_widening();
    }
  }

  // Makes room in the next layer; any result but `done` means that there is none yet.
  Outcome make_room(std::size_t more, Slice& slice, std::uint64_t bytes) {
    if (!next_.moving()) {
      if (next_.has_room(more)) return Outcome::done;
      if (this->bytes() + next_.growth(more) > bytes) return Outcome::out_of_bytes;
      next_.begin_growth(more);
    }
    return next_.move(slice) ? Outcome::done : Outcome::out_of_slice;
  }

  // Merges batch by batch.  The cost of a batch is known afterwards, and charged to the slice, or
  // to the next one, before it is counted: so no counter ever exceeds a limit of steps.
  Outcome merge(Slice& slice, std::uint64_t bytes) {
    for (;;) {
      const std::uint64_t paid = slice.take(owed_);
      work_.transitions += paid;
      work_.sorted += paid;
      owed_ -= paid;
      if (owed_ != 0) return Outcome::out_of_slice;
      if (merged_) return Outcome::done;
      const Outcome room = make_room(Merge<words>::batch, slice, bytes);
      if (room != Outcome::done) return room;
      if (!slice.tick(Merge<words>::batch)) return Outcome::out_of_slice;
      merged_ = merge_.run(sorted_, next_, Merge<words>::batch, owed_) == 0;
      const std::size_t seen = merged_ ? sorted_.size() : merge_.seen(sorted_);
      owed_ += seen - cursor_;
      cursor_ = seen;
    }
  }

  void close() {
    phase_ = Phase::between;
    size_ = size();
    work_.states += size_;
    work_.widest = std::max(work_.widest, size_);
    ++pass_;
    ++work_.passes;
    if (!step_.exactly_once && pass_ < step_.moves.size()) return;
    pass_ = 0;
    const double width = plan_.steps()[work_.step].entropy;
    if (size_ > 1) {
      width_times_log_ += width * std::log2(static_cast<double>(size_));
      width_square_ += width * width;
    }
    ++work_.step;
    // Nothing is left to extend: the count is zero.
    if (size_ == 0 && !divides_) work_.step = plan_.steps().size();
  }

  const SweepPlan plan_;
  const Values values_;
  SweepWork work_;
  OpenStep<words> step_;
  Phase phase_ = Phase::between;
  std::size_t pass_ = 0;
  std::uint64_t size_ = 1;  // Of the layer before the pass.
  Totals totals_;           // Of the counts of the layer.
  // As long as all steps can be merged, layers are sorted.
  bool merging_ = true;
  Layer<words> sorted_;
  Layer<words> next_;
  Merge<words> merge_;
  std::size_t cursor_ = 0;
  bool merged_ = false;     // The step is merged but for what is owed.
  std::uint64_t owed_ = 0;  // Transitions not yet charged to a slice.
  Spread<words> spread_{plan_, values_.modulus, most_limbs(plan_, values_)};
  Division division_;
  bool divides_ = false;
  Saving<words> saving_;
  SweepPlace loading_;          // Where the layer that is loaded belongs,
  std::uint64_t expected_ = 0;  // about how many states it has,
  std::uint32_t divided_ = 0;   // and by how many bits it was divided.
  bool counted_ = true;         // Whether its states are in the counters,
  bool loaded_ = false;         // Whether some states were loaded in no order.
  double width_times_log_ = 0;
  double width_square_ = 0;
};

}  // namespace

std::unique_ptr<Sweep> sweep(const Problem& problem, const std::vector<ItemId>& order,
                             Values values) {
  COMBIEN_REQUIRE(values.weights.empty() || values.weights.size() == problem.option_count());
  COMBIEN_REQUIRE(std::find(values.weights.begin(), values.weights.end(), 0) ==
                  values.weights.end());
  COMBIEN_REQUIRE(values.modulus < std::uint64_t{1} << 63);
  Alike alike;
  if (!values.options) {
    alike.twins = twins(problem, values.weights);
    alike.palettes = palettes(problem, values.weights, alike.twins);
    alike.colors = color_classes(problem, values.weights);
    for (auto& members : alike.colors) {
      members.resize(std::min<std::size_t>(members.size(), SweepPlan::most_renamed));
    }
  }
  SweepPlan plan(problem, order, alike);
  if (!(alike.palettes.empty() && alike.colors.empty()) &&
      plan.exchanged() < values.least_exchanged) {
    plan = SweepPlan(problem, order, {alike.twins, {}, {}});
  }
  const std::uint32_t words = plan.words();
  if (words <= 1) return std::make_unique<Machine<1>>(std::move(plan), std::move(values));
  if (words <= 2) return std::make_unique<Machine<2>>(std::move(plan), std::move(values));
  if (words <= 3) return std::make_unique<Machine<3>>(std::move(plan), std::move(values));
  if (words <= 4) return std::make_unique<Machine<4>>(std::move(plan), std::move(values));
  if (words <= 8) return std::make_unique<Machine<8>>(std::move(plan), std::move(values));
  return std::make_unique<Machine<SweepPlan::most_words>>(std::move(plan), std::move(values));
}

}  // namespace combien
