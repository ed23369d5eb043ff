// The clauses, the queries, and the schedule of a search; see analysis.cpp for what it learns.
#include "sat/solver.hpp"

#include <algorithm>
#include <new>

namespace combien::sat {

namespace {

// The focused mode restarts when the recent glue is this much of the usual one, in percent.
constexpr std::uint64_t restart_percent = 110;
// Activities decay faster where restarts are frequent.
constexpr double stable_decay = 0.95;
constexpr double focused_decay = 0.92;
// Conflicts between two checks of the memory.
constexpr std::uint64_t check_unit = 256;
// Their six places by literal are counted in 32 bits.
constexpr std::size_t most_short = std::size_t{1} << 29;
// Of the arrays by variable, with the heads of the lists by literal.
constexpr std::uint64_t bytes_a_variable = 256;

// The sequence of Luby, Sinclair and Zuckerman (1993) from 0 on: 1 1 2 1 1 2 4 1 ...
std::uint64_t luby(std::uint64_t n) {
  std::uint64_t size = 1;
  while (size < n + 1) size = 2 * size + 1;
  while (size - 1 != n) {
    size /= 2;
    n %= size;
  }
  return (size + 1) / 2;
}

}  // namespace

void Solver::grow(std::uint32_t count) {
  const std::uint32_t before = variables();
  if (count <= before) return;
  vars_.resize(count);
  trail_.resize(count, no_literal);
  seen_.resize(count, 0);
  initial_.resize(count, -1);
  saved_.resize(count, 0);
  target_.resize(count, 0);
  stamps_.resize(std::size_t{count} + 1, 0);
  values_.resize(2 * std::size_t{count}, 0);
  lists_.resize(2 * std::size_t{count});
  marks_.resize(count, 0);
  watches_.resize(2 * std::size_t{count});
  order_.grow(count);
  if (!shuffled_) return;
  for (std::uint32_t v = before; v < count; ++v) {
    order_.raise(v, static_cast<double>(dice_.roll(1u << 20)) / (1u << 20));
  }
}

void Solver::add(std::span<const std::int32_t> numbers) {
  clause_.clear();
  for (const std::int32_t number : numbers) clause_.push_back(from_dimacs(number));
  asking_ = false;
  back_to(0);
  add_clause();
}

void Solver::add_all(std::span<const std::int32_t> clauses) {
  for (std::size_t begin = 0; begin < clauses.size();) {
    std::size_t end = begin;
    while (end < clauses.size() && clauses[end] != 0) ++end;
    if (end == clauses.size()) throw InvalidClause("the last clause must end with 0");
    add(clauses.subspan(begin, end - begin));
    begin = end + 1;
  }
}

// Adds `clause_`, at level 0.
void Solver::add_clause() {
  std::sort(clause_.begin(), clause_.end());
  clause_.erase(std::unique(clause_.begin(), clause_.end()), clause_.end());
  if (!clause_.empty()) grow(variable_of(clause_.back()) + 1);
  for (std::size_t k = 1; k < clause_.size(); ++k) {
    if (clause_[k] == ~clause_[k - 1]) return;
  }
  for (const Literal literal : clause_) {
    if (value(literal) > 0) return;
  }
  std::erase_if(clause_, [&](Literal literal) { return value(literal) < 0; });
  if (clause_.empty()) {
    inconsistent_ = true;
  } else if (clause_.size() == 1) {
    assign(clause_[0], no_reason);
  } else {
    attach(clause_, false, 0);
  }
}

// require: at least two literals, and if one is false, the first two were assigned last
void Solver::attach(std::span<const Literal> clause, bool learned, std::uint32_t glue) {
  if (clause.size() <= 3 && !packed_) {
    if (unpacked_.size() >= most_short) throw std::bad_alloc();
    unpacked_.push_back({clause[0], clause[1], clause.back()});
  } else {
    ++clause_count_;
    const ClauseRef ref = arena_.add(clause, learned, glue);
    if (learned) learned_.push_back(ref);
    watches_[index(~clause[0])].push_back({ref, clause[1]});
    watches_[index(~clause[1])].push_back({ref, clause[0]});
  }
}

// Sorts the short clauses by literal.
void Solver::pack() {
  if (packed_) return;
  packed_ = true;
  const auto each = [&](const auto& use) {
    for (const auto& [a, b, c] : unpacked_) {
      if (b == c) {
        use(a, b, b);
        use(b, a, a);
      } else {
        use(a, b, c);
        use(b, c, a);
        use(c, a, b);
      }
    }
  };
  // First the sizes, then the places, then the contents.
  each([&](Literal of, Literal one, Literal other) {
    Lists& lists = lists_[index(~of)];
    ++(one == other ? lists.pairs : lists.end);
  });
  std::uint32_t place = 0;
  for (Lists& lists : lists_) {
    const std::uint32_t implied = lists.pairs;
    const std::uint32_t paired = lists.end;
    lists = {place, place + implied, place + implied};
    place += implied + 2 * paired;
  }
  shorts_.resize(place);
  std::vector<std::uint32_t> filled(lists_.size(), 0);
  each([&](Literal of, Literal one, Literal other) {
    Lists& lists = lists_[index(~of)];
    if (one == other) {
      shorts_[lists.begin + filled[index(~of)]++] = one;
    } else {
      shorts_[lists.end++] = one;
      shorts_[lists.end++] = other;
    }
  });
  unpacked_ = {};
}

void Solver::exclude(std::span<const std::int32_t> numbers) {
  std::vector<Literal> literals;
  for (const std::int32_t number : numbers) {
    literals.push_back(from_dimacs(number));
    grow(variable_of(literals.back()) + 1);
  }
  std::stable_sort(literals.begin(), literals.end(), [&](Literal a, Literal b) {
    return order_.activity(variable_of(a)) > order_.activity(variable_of(b));
  });
  asking_ = false;
  pack();
  back_to(0);
  if (inconsistent_) return;
  if (!propagate()) {
    inconsistent_ = true;
    return;
  }
  std::vector<Literal> chosen;
  for (const Literal literal : literals) {
    if (value(literal) > 0) continue;
    if (value(literal) == 0) {
      chosen.push_back(~literal);
      decide(literal);
      if (propagate()) continue;
    }
    // There is no such model.
    back_to(0);
    return;
  }
  back_to(0);
  clause_ = std::move(chosen);
  add_clause();
}

void Solver::exclude_model() {
  COMBIEN_REQUIRE(answer_ == Answer::satisfiable);
  asking_ = false;
  back_to(0);
  clause_.clear();
  for (const Literal literal : model_decisions_) clause_.push_back(~literal);
  add_clause();
}

void Solver::prefer(std::span<const std::int32_t> numbers) {
  for (const std::int32_t number : numbers) {
    const Literal literal = from_dimacs(number);
    grow(variable_of(literal) + 1);
    initial_[variable_of(literal)] = negative(literal) ? -1 : 1;
    saved_[variable_of(literal)] = 0;
    target_[variable_of(literal)] = 0;
  }
  target_length_ = 0;
  // A model may be near these values, and the stable mode stays near them for longer.
  if (!stable_) change_mode();
  mode_until_ = std::max(mode_until_, work_.conflicts + schedule_.mode_unit);
}

void Solver::begin(std::span<const std::int32_t> numbers, std::uint64_t conflicts) {
  std::vector<Literal> assumptions;
  for (const std::int32_t number : numbers) {
    assumptions.push_back(from_dimacs(number));
    grow(variable_of(assumptions.back()) + 1);
  }
  if (assumptions != assumptions_ || answer_ != Answer::unknown) {
    back_to(0);
    assumptions_ = std::move(assumptions);
    target_length_ = 0;
  }
  pack();
  answer_ = Answer::unknown;
  core_.clear();
  const std::uint64_t never = ~std::uint64_t{0};
  conflict_end_ = conflicts > never - work_.conflicts ? never : work_.conflicts + conflicts;
  asking_ = true;
}

Outcome Solver::run(Slice& slice, std::uint64_t bytes_limit) {
  std::uint64_t counted = work_.propagations;
  while (asking_) {
    if (inconsistent_) {
      conclude(Answer::unsatisfiable);
      break;
    }
    if (since_check_ >= check_unit && bytes() > bytes_limit) {
      reduce();
      if (bytes() > bytes_limit) return Outcome::out_of_bytes;
    }
    if (since_check_ >= check_unit) since_check_ = 0;
    if (slice.left() == 0 || !slice.tick(1 + work_.propagations - counted)) {
      return Outcome::out_of_slice;
    }
    counted = work_.propagations;
    if (!propagate()) {
      ++work_.conflicts;
      ++since_check_;
      slice.take(1);
      if (level() == 0) {
        inconsistent_ = true;
        continue;
      }
      save_target();
      learn();
      order_.decay(stable_ ? stable_decay : focused_decay);
    } else if (work_.conflicts >= conflict_end_) {
      asking_ = false;
    } else if (must_restart()) {
      restart();
    } else if (!next_decision()) {
      asking_ = false;
    }
  }
  return Outcome::done;
}

// Decides the next assumption, or a variable; false when the query is answered.
bool Solver::next_decision() {
  while (level() < assumptions_.size()) {
    const Literal literal = assumptions_[level()];
    if (value(literal) < 0) {
      explain(literal);
      conclude(Answer::unsatisfiable);
      return false;
    }
    if (value(literal) == 0) {
      decide(literal);
      return true;
    }
    // Already true: a level without a decision.
    levels_begin_.push_back(assigned_);
  }
  while (!order_.empty()) {
    const std::uint32_t v = order_.pop();
    if (value(literal_of(v, false)) == 0) {
      decide(phase_of(v));
      return true;
    }
  }
  conclude(Answer::satisfiable);
  return false;
}

Literal Solver::phase_of(std::uint32_t v) const {
  const std::int8_t target = stable_ ? target_[v] : std::int8_t{0};
  const std::int8_t phase = target != 0 ? target : saved_[v] != 0 ? saved_[v] : initial_[v];
  return literal_of(v, phase < 0);
}

void Solver::conclude(Answer answer) {
  answer_ = answer;
  asking_ = false;
  if (answer != Answer::satisfiable) return;
  // The next model is often near this one, whose values are saved when the search goes back.  With
  // an older target it took up to 46,000 conflicts instead of one.
  std::fill(target_.begin(), target_.end(), std::int8_t{0});
  model_.resize(variables());
  for (std::uint32_t v = 0; v < variables(); ++v) {
    model_[v] = values_[index(literal_of(v, false))] > 0 ? 1 : 0;
  }
  model_decisions_.clear();
  for (const std::uint32_t begin : levels_begin_) {
    if (begin < assigned_ && is_none(vars_[variable_of(trail_[begin])].reason)) {
      model_decisions_.push_back(trail_[begin]);
    }
  }
}

// Takes the glue of a learned clause into the means.
void Solver::note_glue(std::uint32_t glue) {
  const std::uint64_t here = std::uint64_t{glue} << 32;
  if (usual_glue_ == 0) recent_glue_ = usual_glue_ = here;
  recent_glue_ += (here >> 5) - (recent_glue_ >> 5);
  usual_glue_ += (here >> 12) - (usual_glue_ >> 12);
}

bool Solver::must_restart() const {
  if (work_.conflicts < restart_at_) return false;
  return stable_ || work_.conflicts >= mode_until_ ||
         recent_glue_ / restart_percent > usual_glue_ / 100;
}

void Solver::restart() {
  ++work_.restarts;
  if (work_.conflicts >= mode_until_) change_mode();
  restart_at_ = work_.conflicts + (stable_ ? schedule_.stable_interval * luby(restart_number_++)
                                           : schedule_.focused_interval);
  back_to(std::min(level(), static_cast<std::uint32_t>(assumptions_.size())));
  if (work_.conflicts >= rephase_at_) rephase();
  if (work_.conflicts >= reduce_at_) reduce();
}

void Solver::change_mode() {
  stable_ = !stable_;
  mode_until_ = work_.conflicts + schedule_.mode_unit * (1 + ++mode_changes_ / 2);
}

void Solver::rephase() {
  switch (rephase_number_ % 3) {
    case 0:
      for (std::uint32_t v = 0; v < variables(); ++v) {
        if (target_[v] != 0) saved_[v] = target_[v];
      }
      break;
    case 1: saved_ = initial_; break;
    default: break;
  }
  ++rephase_number_;
  target_length_ = 0;
  std::fill(target_.begin(), target_.end(), std::int8_t{0});
  rephase_at_ = work_.conflicts + schedule_.rephase_unit * (rephase_number_ + 1);
}

// Drops the worse half of the learned clauses, and those that are always true.
void Solver::reduce() {
  back_to(0);
  std::vector<ClauseRef> kept;
  std::vector<ClauseRef> candidates;
  for (const ClauseRef ref : learned_) {
    const auto literals = arena_.literals(ref);
    if (std::any_of(literals.begin(), literals.end(), [&](Literal l) { return value(l) > 0; })) {
      arena_.drop(ref);
      ++work_.dropped;
    } else if (arena_.glue(ref) <= schedule_.kept_glue) {
      kept.push_back(ref);
    } else {
      candidates.push_back(ref);
    }
  }
  // Equally good ones by age: the older ones are dropped.
  std::stable_sort(candidates.begin(), candidates.end(), [&](ClauseRef a, ClauseRef b) {
    return arena_.glue(a) != arena_.glue(b) ? arena_.glue(a) > arena_.glue(b)
                                            : arena_.size(a) > arena_.size(b);
  });
  for (std::size_t k = 0; k < candidates.size() / 2; ++k) arena_.drop(candidates[k]);
  work_.dropped += candidates.size() / 2;
  for (auto& list : watches_) list.clear();
  learned_.clear();
  clause_count_ = 0;
  arena_.compact([&](ClauseRef, ClauseRef to) {
    ++clause_count_;
    const auto literals = arena_.literals(to);
    if (arena_.learned(to)) learned_.push_back(to);
    watches_[index(~literals[0])].push_back({to, literals[1]});
    watches_[index(~literals[1])].push_back({to, literals[0]});
  });
  // Units may have been propagated through clauses whose watched literals are false now; they are
  // satisfied, since propagation was complete.
  reduce_at_ =
      work_.conflicts + schedule_.first_reduction + schedule_.more_to_reduction * ++reduce_number_;
}

bool Solver::implied(std::span<const std::int32_t> numbers, std::vector<std::int32_t>& found) {
  found.clear();
  std::vector<Literal> literals;
  for (const std::int32_t number : numbers) {
    literals.push_back(from_dimacs(number));
    grow(variable_of(literals.back()) + 1);
  }
  asking_ = false;
  pack();
  back_to(0);
  assumptions_.clear();
  bool consistent = !inconsistent_ && propagate();
  if (!consistent) inconsistent_ = true;
  for (const Literal literal : literals) {
    if (!consistent || value(literal) > 0) continue;
    if (value(literal) == 0)
      decide(literal);
    else
      consistent = false;
    consistent = consistent && propagate();
  }
  if (consistent) {
    for (const Literal literal : std::span(trail_.data(), assigned_))
      found.push_back(to_dimacs(literal));
  }
  back_to(0);
  return consistent;
}

std::uint64_t Solver::bytes() const {
  // Lists of watches take up to twice their contents.
  return arena_.bytes() + 32 * clause_count_ + 4 * learned_.capacity() +
         sizeof(unpacked_[0]) * unpacked_.capacity() + 4 * shorts_.capacity() +
         bytes_a_variable * variables();
}

}  // namespace combien::sat
