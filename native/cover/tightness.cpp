#include "cover/tightness.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/dice.hpp"

namespace combien {

namespace {

// Smaller numbers count as 0: of a tableau, where all begin as small integers, and of a price.
constexpr double zero = 1e-9;
// What the equations may be off, so that the first steps are no steps of length 0: at least this
// much, at most twice as much.
constexpr double slackness = 1e-4;
// A tableau has at most so many entries: 8 MB.
constexpr std::size_t most_entries = std::size_t{1} << 20;
// A round of refinement takes this part of the effort at most, as a slice does not end within it.
constexpr std::uint64_t least_rounds = 32;
// A visit in a round takes as long as so many of the simplex method: it hashes and sorts.
constexpr std::uint64_t hashing = 8;
// The greatest common denominator of the weights that is tried, and the greatest weight.
constexpr std::int64_t most_parts = 720;
constexpr double most_weight = 1e6;

std::uint64_t hashed(std::uint64_t value) { return Dice(value).word(); }

}  // namespace

Tightness::Tightness(const Problem& problem, std::uint64_t effort)
    : problem_(problem), effort_(effort) {}

Outcome Tightness::run(Slice& slice) {
  while (phase_ != Phase::done) {
    const std::uint64_t before = visits_;
    if (visits_ > effort_ || round_visits() > effort_ / least_rounds) {
      finish(true);
    } else if (!slice.step()) {
      return Outcome::out_of_slice;
    } else {
      advance();
      ++steps_;
      slice.tick(visits_ - before);
    }
  }
  return Outcome::done;
}

void Tightness::advance() {
  Entering entering;
  if (phase_ == Phase::refining) {
    refine();
  } else if (!find_entering(entering)) {
    round();
    finish(false);
  } else if (!move(entering)) {
    finish(true);
  }
}

void Tightness::finish(bool gave_up) {
  gave_up_ = gave_up;
  phase_ = Phase::done;
  tableau_ = {};
}

// Refinement --------------------------------------------------------------------------------------

std::uint64_t Tightness::round_visits() const {
  return 2 * problem_.entry_count() + problem_.item_count() + problem_.option_count() + 1;
}

// One round: items are in one class if their options are, and options if their items are.  Two
// classes with the same hash would only spoil the weights.
void Tightness::refine() {
  const std::uint32_t items = problem_.item_count();
  const std::uint32_t options = problem_.option_count();
  if (item_class_.empty()) {
    item_class_.resize(items);
    option_class_.resize(options);
    counts_.assign(items, 1);
    for (std::uint32_t k = 0; k < options && problem_.has_colors(); ++k) {
      const auto own = problem_.items(OptionId{k});
      const auto colors = problem_.colors(OptionId{k});
      for (std::size_t i = 0; i < own.size(); ++i) {
        // An item of one color may be covered any number of times.
        if (colors[i] != no_color) counts_[number(own[i])] = 0;
      }
    }
    for (std::uint32_t k = 0; k < items; ++k) {
      const ItemKind& kind = problem_.kind(ItemId{k});
      const auto low = kind.primary ? static_cast<std::uint64_t>(kind.low) : 0;
      const auto high = kind.primary ? static_cast<std::uint64_t>(kind.high) : 1;
      item_class_[k] = counts_[k] ? hashed((low << 32) + high) : 0;
    }
  }
  std::vector<std::uint64_t> gathered(items, 0);
  for (std::uint32_t k = 0; k < options; ++k) {
    std::uint64_t sum = 0;
    for (const ItemId item : problem_.items(OptionId{k})) sum += hashed(item_class_[number(item)]);
    option_class_[k] = hashed(sum);
    for (const ItemId item : problem_.items(OptionId{k})) {
      gathered[number(item)] += option_class_[k];
    }
  }
  for (std::uint32_t k = 0; k < items; ++k) {
    if (counts_[k]) item_class_[k] = hashed(item_class_[k] ^ hashed(gathered[k]));
  }
  visits_ += hashing * round_visits();
  std::vector<std::uint64_t> item_numbers = item_class_;
  std::vector<std::uint64_t> option_numbers = option_class_;
  const std::uint32_t item_classes = classes(item_numbers);
  const std::uint32_t option_classes = classes(option_numbers);
  if (item_classes != item_classes_ || option_classes != option_classes_) {
    item_classes_ = item_classes;
    option_classes_ = option_classes;
    return;
  }
  item_class_ = std::move(item_numbers);
  option_class_ = std::move(option_numbers);
  if (build()) {
    phase_ = Phase::solving;
  } else {
    finish(true);
  }
}

// Numbers the different values, in increasing order; returns how many there are.
std::uint32_t Tightness::classes(std::vector<std::uint64_t>& values) {
  std::vector<std::uint64_t> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  for (std::uint64_t& value : values) {
    value = static_cast<std::uint64_t>(std::lower_bound(sorted.begin(), sorted.end(), value) -
                                       sorted.begin());
  }
  visits_ += hashing * 4 * values.size();
  return static_cast<std::uint32_t>(sorted.size());
}

// The program ----------------------------------------------------------------------------------

// Maximizes the sum of min(x, 1) over the classes of options, where the items of a class are covered
// in all m times as often as low and high say, for any m from 0.  The last column is m.
bool Tightness::build() {
  const std::uint32_t items = problem_.item_count();
  columns_ = option_classes_ + 1;
  if (std::size_t{2} * item_classes_ * columns_ > most_entries) return false;
  std::vector<std::uint32_t> example(option_classes_, 0);
  for (std::uint32_t k = problem_.option_count(); k > 0; --k) {
    example[option_class_[k - 1]] = k - 1;
  }
  std::vector<double> size(item_classes_, 0);
  std::vector<ItemKind> kinds(item_classes_);
  std::vector<char> counts(item_classes_, 0);
  double greatest = 1;
  for (std::uint32_t k = 0; k < items; ++k) {
    const std::uint64_t its = item_class_[k];
    kinds[its] = problem_.kind(ItemId{k});
    if (!kinds[its].primary) kinds[its] = {false, 0, 1};
    counts[its] = counts_[k];
    size[its] += 1;
  }
  for (std::uint32_t k = 0; k < item_classes_; ++k) {
    greatest = std::max(greatest, size[k] * kinds[k].high);
  }
  std::vector<std::vector<double>> all(item_classes_, std::vector<double>(columns_, 0));
  for (std::uint32_t k = 0; k < option_classes_; ++k) {
    for (const ItemId item : problem_.items(OptionId{example[k]})) {
      all[item_class_[number(item)]][k] += 1;
    }
  }
  for (std::uint32_t k = 0; k < option_classes_; ++k) {
    variables_.push_back({0, 1, 1, true});
    outside_.push_back(k);
  }
  variables_.push_back({});
  outside_.push_back(option_classes_);
  for (std::uint32_t k = 0; k < item_classes_; ++k) {
    if (!counts[k]) continue;
    std::vector<double>& row = all[k];
    // So that the last column has entries of at most 1.
    const double low = size[k] * kinds[k].low / greatest;
    const double high = size[k] * kinds[k].high / greatest;
    row[option_classes_] = -high;
    meaning_.push_back({k, 1});
    add_row(row, low == high ? 2 : std::numeric_limits<double>::infinity());
    if (low == high || low == 0) continue;
    for (double& entry : row) entry = -entry;
    row[option_classes_] = low;
    meaning_.push_back({k, -1});
    add_row(row, std::numeric_limits<double>::infinity());
  }
  priced_.assign(columns_, 0);
  at_high_.assign(columns_, 0);
  return true;
}

// Adds a row that is at most 0, or exactly 0, but for a little; `slack` times that is left.
void Tightness::add_row(const std::vector<double>& row, double slack) {
  const double little =
      slackness * (1 + static_cast<double>(hashed(rows_) >> 40) / static_cast<double>(1 << 24));
  basic_.push_back(static_cast<std::uint32_t>(variables_.size()));
  variables_.push_back({0, slack * little, 0, false});
  value_.push_back(little);
  tableau_.insert(tableau_.end(), row.begin(), row.end());
  ++rows_;
  visits_ += columns_;
}

// The simplex method ------------------------------------------------------------------------------

// Puts a variable outside the basis, which is at 1, into one of its pieces.
void Tightness::turn(std::uint32_t column, bool second_piece) {
  Variable& variable = variables_[outside_[column]];
  variable.low = second_piece ? 1 : 0;
  variable.high = second_piece ? std::numeric_limits<double>::infinity() : 1;
  variable.pays = second_piece ? 0 : 1;
  at_high_[column] = !second_piece;
}

// Finds the column that pays most for a change.
bool Tightness::find_entering(Entering& found) {
  double best = zero;
  bool second_piece = false;
  bool any = false;
  for (std::uint32_t k = 0; k < columns_; ++k) {
    const Variable& variable = variables_[outside_[k]];
    const bool at_one = variable.has_pieces && (at_high_[k] || variable.low == 1);
    if (at_one) {
      // Less of it pays in the first piece, more of it in the second.
      const double less = priced_[k] - 1;
      const double more = -priced_[k];
      if (std::max(less, more) <= best) continue;
      best = std::max(less, more);
      second_piece = more > less;
      found = {k, second_piece ? 1.0 : -1.0};
    } else {
      const double pays = (variable.pays - priced_[k]) * (at_high_[k] ? -1 : 1);
      if (pays <= best) continue;
      best = pays;
      found = {k, at_high_[k] ? -1.0 : 1.0};
    }
    any = true;
  }
  visits_ += columns_;
  if (any) {
    const Variable& variable = variables_[outside_[found.column]];
    if (variable.has_pieces && (at_high_[found.column] || variable.low == 1)) {
      turn(found.column, second_piece);
    }
  }
  return any;
}

// Changes a variable outside the basis until it, or one of the basis, is at a bound; false if
// nothing ends the change, which only rounding errors can cause.
bool Tightness::move(const Entering& entering) {
  const std::uint32_t column = entering.column;
  const Variable& own = variables_[outside_[column]];
  double most = own.high - own.low;
  double largest = 0;
  std::uint32_t leaving = rows_;
  for (std::uint32_t k = 0; k < rows_; ++k) {
    const double slope = -entering.direction * tableau_[std::size_t{k} * columns_ + column];
    if (std::abs(slope) <= zero) continue;
    const Variable& its = variables_[basic_[k]];
    const double room = slope > 0 ? its.high - value_[k] : value_[k] - its.low;
    const double way = std::max(0.0, room) / std::abs(slope);
    // Of those that end the change together, the one with the largest entry.
    if (way < most - 1e-12 || (way <= most + 1e-12 && std::abs(slope) > largest)) {
      most = std::min(most, way);
      largest = std::abs(slope);
      leaving = k;
    }
  }
  visits_ += rows_;
  if (!std::isfinite(most)) return false;
  for (std::uint32_t k = 0; k < rows_; ++k) {
    value_[k] -= entering.direction * most * tableau_[std::size_t{k} * columns_ + column];
  }
  if (leaving == rows_) {
    at_high_[column] = !at_high_[column];
    return true;
  }
  const double slope = -entering.direction * tableau_[std::size_t{leaving} * columns_ + column];
  const double began = at_high_[column] ? own.high : own.low;
  exchange(leaving, column);
  value_[leaving] = began + entering.direction * most;
  at_high_[column] = slope > 0;
  return true;
}

// Exchanges the variable of a row with that of a column.
void Tightness::exchange(std::uint32_t row, std::uint32_t column) {
  double* const own = &tableau_[std::size_t{row} * columns_];
  const double pivot = own[column];
  const double gain = variables_[outside_[column]].pays - priced_[column];
  for (std::uint32_t k = 0; k < columns_; ++k) own[k] /= pivot;
  own[column] = 1 / pivot;
  for (std::uint32_t k = 0; k < rows_; ++k) {
    if (k == row) continue;
    double* const other = &tableau_[std::size_t{k} * columns_];
    const double times = other[column];
    if (times == 0) continue;
    visits_ += columns_;
    for (std::uint32_t j = 0; j < columns_; ++j) {
      if (j != column) other[j] -= times * own[j];
    }
    other[column] = -times / pivot;
  }
  visits_ += columns_;
  for (std::uint32_t k = 0; k < columns_; ++k) {
    if (k != column) priced_[k] += gain * own[k];
  }
  priced_[column] = gain / pivot + variables_[basic_[row]].pays;
  std::swap(basic_[row], outside_[column]);
}

// Rounding ----------------------------------------------------------------------------------------

// The weights are the prices of the slacks, with a common denominator.
void Tightness::round() {
  std::vector<double> found(item_classes_, 0);
  double greatest = 0;
  for (std::uint32_t k = 0; k < columns_; ++k) {
    if (outside_[k] <= option_classes_) continue;
    const Row& row = meaning_[outside_[k] - option_classes_ - 1];
    found[row.item_class] += row.sign * priced_[k];
    greatest = std::max(greatest, std::abs(found[row.item_class]));
  }
  if (greatest < zero) return;
  for (std::int64_t parts = 1; parts <= most_parts; ++parts) {
    const auto scale = static_cast<double>(parts);
    if (greatest * scale > most_weight) return;
    const bool whole = std::all_of(found.begin(), found.end(), [&](double weight) {
      return std::abs(weight * scale - std::nearbyint(weight * scale)) < 1e-6 * scale;
    });
    if (!whole) continue;
    weights_.resize(problem_.item_count());
    for (std::uint32_t k = 0; k < problem_.item_count(); ++k) {
      weights_[k] = std::llround(found[item_class_[k]] * scale);
    }
    return;
  }
}

}  // namespace combien
