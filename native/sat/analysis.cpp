// Propagation, and what a conflict teaches.
#include <algorithm>
#include <utility>

#include "sat/solver.hpp"

namespace combien::sat {

void Solver::assign(Literal literal, Reason reason) {
  COMBIEN_REQUIRE(value(literal) == 0);
  values_[index(literal)] = 1;
  values_[index(~literal)] = -1;
  // At level 0, values are facts, and reasons are not needed: their clauses may be dropped.
  vars_[variable_of(literal)] = {level(), assigned_, level() == 0 ? no_reason : reason};
  trail_[assigned_++] = literal;
}

void Solver::decide(Literal literal) {
  ++work_.decisions;
  levels_begin_.push_back(assigned_);
  assign(literal, no_reason);
}

void Solver::back_to(std::uint32_t target) {
  if (level() <= target) return;
  const std::uint32_t begin = levels_begin_[target];
  for (std::uint32_t k = assigned_; k-- > begin;) {
    const Literal literal = trail_[k];
    values_[index(literal)] = 0;
    values_[index(~literal)] = 0;
    saved_[variable_of(literal)] = negative(literal) ? -1 : 1;
    order_.insert(variable_of(literal));
  }
  assigned_ = begin;
  levels_begin_.resize(target);
  head_ = begin;
}

struct Solver::Cursor {
  std::int8_t* values;
  Variable* vars;
  Literal* trail;
  const Literal* shorts;
  std::uint32_t size;  // Of the trail.
  std::uint32_t level;

  std::int8_t value(Literal literal) const { return values[index(literal)]; }
  void assign(Literal literal, Reason reason) {
    COMBIEN_REQUIRE(value(literal) == 0);
    values[index(literal)] = 1;
    values[index(~literal)] = -1;
    vars[variable_of(literal)] = {level, size, level == 0 ? no_reason : reason};
    trail[size++] = literal;
  }
};

// Computes all consequences of the trail; false after a conflict, with its literals in `conflict_`.
bool Solver::propagate() {
  if (head_ == assigned_) return true;
  Cursor at{values_.data(), vars_.data(), trail_.data(), shorts_.data(), assigned_, level()};
  bool consistent = true;
  std::uint32_t head = head_;
  while (consistent && head < at.size) {
    const Literal literal = at.trail[head++];
    consistent = propagate_short(at, literal) && propagate_long(at, literal);
  }
  work_.propagations += head - head_;
  head_ = head;
  assigned_ = at.size;
  return consistent;
}

inline bool Solver::propagate_short(Cursor& at, Literal literal) {
  const std::uint32_t because = index(~literal);
  const Lists lists = lists_[index(literal)];
  for (std::uint32_t k = lists.begin; k < lists.pairs; ++k) {
    const Literal other = at.shorts[k];
    const std::int8_t its = at.value(other);
    if (its > 0) continue;
    if (its < 0) {
      conflict_.assign({~literal, other});
      return false;
    }
    at.assign(other, {because, because});
  }
  for (std::uint32_t k = lists.pairs; k < lists.end; k += 2) {
    const Literal one = at.shorts[k];
    const Literal other = at.shorts[k + 1];
    const int sum = at.value(one) + at.value(other);
    // Negative if one is false and the other is not true.
    if (sum >= 0) continue;
    if (sum == -2) {
      conflict_.assign({~literal, one, other});
      return false;
    }
    if (at.value(one) == 0) {
      at.assign(one, {because, index(other)});
    } else {
      at.assign(other, {because, index(one)});
    }
  }
  return true;
}

// The same for clauses that watch the negation of this literal.
inline bool Solver::propagate_long(Cursor& at, Literal literal) {
  auto& watches = watches_[index(literal)];
  if (watches.empty()) return true;
  const Literal gone = ~literal;
  Watch* to = watches.data();
  Watch* from = to;
  Watch* const end = to + watches.size();
  bool consistent = true;
  while (from != end) {
    const Watch watch = *from++;
    if (at.value(watch.blocker) > 0) {
      *to++ = watch;
      continue;
    }
    const std::span<Literal> literals = arena_.literals(watch.clause);
    const Literal first{index(literals[0]) ^ index(literals[1]) ^ index(gone)};
    const Watch kept{watch.clause, first};
    if (first != watch.blocker && at.value(first) > 0) {
      *to++ = kept;
      continue;
    }
    literals[0] = first;
    std::size_t k = 2;
    while (k < literals.size() && at.value(literals[k]) < 0) ++k;
    if (k < literals.size()) {
      literals[1] = literals[k];
      literals[k] = gone;
      // Another list, as the new literal is not false.
      watches_[index(~literals[1])].push_back(kept);
      continue;
    }
    literals[1] = gone;
    *to++ = kept;
    if (at.value(first) < 0) {
      conflict_.assign(literals.begin(), literals.end());
      consistent = false;
      break;
    }
    at.assign(first, {static_cast<std::uint32_t>(watch.clause), in_arena});
  }
  if (to != from) {
    while (from != end) *to++ = *from++;
    watches.resize(static_cast<std::size_t>(to - watches.data()));
  }
  return consistent;
}

std::span<const Literal> Solver::literals_of(Reason reason, std::array<Literal, 2>& buffer) const {
  if (reason.second == in_arena) return arena_.literals(ClauseRef{reason.first}).subspan(1);
  buffer = {Literal{reason.first}, Literal{reason.second}};
  return {buffer.data(), reason.first == reason.second ? std::size_t{1} : std::size_t{2}};
}

// Keeps the assignment without a conflict as the target, if it is the longest so far.
void Solver::save_target() {
  const std::uint32_t length = levels_begin_.back();
  if (length <= target_length_) return;
  target_length_ = length;
  for (std::uint32_t k = 0; k < length; ++k) {
    target_[variable_of(trail_[k])] = negative(trail_[k]) ? -1 : 1;
  }
}

// Marks of variables during an analysis.
namespace {
constexpr std::uint8_t in_clause = 1;
constexpr std::uint8_t removable = 2;
constexpr std::uint8_t needed = 3;
}  // namespace

void Solver::see(Literal literal, std::uint32_t& open) {
  const std::uint32_t v = variable_of(literal);
  if (seen_[v] != 0 || vars_[v].level == 0) return;
  seen_[v] = in_clause;
  seen_literals_.push_back(literal);
  order_.bump(v);
  if (vars_[v].level == level()) {
    ++open;
  } else {
    clause_.push_back(literal);
  }
}

// Learns the clause of the first unique implication point, and returns to where it has a value.
// require: the current level is not 0, and some literals of `conflict_` belong to it
void Solver::learn() {
  std::array<Literal, 2> buffer;
  clause_.assign(1, no_literal);
  std::uint32_t open = 0;
  for (const Literal literal : conflict_) see(literal, open);
  Literal implied = no_literal;
  for (std::uint32_t at = assigned_;;) {
    do {
      --at;
    } while (seen_[variable_of(trail_[at])] != in_clause);
    implied = trail_[at];
    if (--open == 0) break;
    const Reason reason = vars_[variable_of(implied)].reason;
    COMBIEN_REQUIRE(!is_none(reason));
    if (reason.second == in_arena) improve_glue(ClauseRef{reason.first});
    for (const Literal literal : literals_of(reason, buffer)) see(literal, open);
  }
  clause_[0] = ~implied;

  ++stamp_;
  for (const Literal literal : clause_) stamps_[vars_[variable_of(literal)].level] = stamp_;
  clause_.erase(std::remove_if(clause_.begin() + 1, clause_.end(),
                               [&](Literal literal) { return redundant(literal); }),
                clause_.end());
  shrink();
  for (const Literal literal : seen_literals_) seen_[variable_of(literal)] = 0;
  seen_literals_.clear();

  work_.learned += clause_.size();
  const std::uint32_t glue = glue_of(clause_);
  note_glue(glue);
  if (clause_.size() == 1) {
    back_to(0);
    assign(clause_[0], no_reason);
    return;
  }
  std::size_t second = 1;
  for (std::size_t k = 2; k < clause_.size(); ++k) {
    if (vars_[variable_of(clause_[k])].level > vars_[variable_of(clause_[second])].level)
      second = k;
  }
  std::swap(clause_[1], clause_[second]);
  back_to(vars_[variable_of(clause_[1])].level);
  attach(clause_, true, glue);
  assign(clause_[0], {static_cast<std::uint32_t>(learned_.back()), in_arena});
}

// Whether a literal of the clause follows from the others: an iterative search through the reasons
// (Sörensson and Biere, 2009).
bool Solver::redundant(Literal literal) {
  if (is_none(vars_[variable_of(literal)].reason)) return false;
  std::array<Literal, 2> buffer;
  stack_.assign(1, {literal, 0});
  while (!stack_.empty()) {
    Step& step = stack_.back();
    const auto literals = literals_of(vars_[variable_of(step.literal)].reason, buffer);
    if (step.next == literals.size()) {
      std::uint8_t& mark = seen_[variable_of(step.literal)];
      if (mark == 0) {
        mark = removable;
        seen_literals_.push_back(step.literal);
      }
      stack_.pop_back();
      continue;
    }
    const Literal below = literals[step.next++];
    const std::uint32_t v = variable_of(below);
    if (vars_[v].level == 0 || seen_[v] == in_clause || seen_[v] == removable) continue;
    if (seen_[v] == needed || is_none(vars_[v].reason) || stamps_[vars_[v].level] != stamp_) {
      for (const Step& one : stack_) {
        std::uint8_t& mark = seen_[variable_of(one.literal)];
        if (mark != 0) continue;
        mark = needed;
        seen_literals_.push_back(one.literal);
      }
      return false;
    }
    stack_.push_back({below, 0});
  }
  return true;
}

// Replaces the literals of a level by the one that implies them, where there is one, given those of
// other levels (Fleury and Biere, "Efficient all-UIP learned clause minimization", 2021).  The
// thresholds of a block imply each other, so that there often is.
void Solver::shrink() {
  std::sort(clause_.begin() + 1, clause_.end(), [&](Literal a, Literal b) {
    return vars_[variable_of(a)].position > vars_[variable_of(b)].position;
  });
  std::size_t kept = 1;
  for (std::size_t begin = 1; begin < clause_.size();) {
    const std::uint32_t here = vars_[variable_of(clause_[begin])].level;
    std::size_t end = begin + 1;
    while (end < clause_.size() && vars_[variable_of(clause_[end])].level == here) ++end;
    const std::span<Literal> block(&clause_[begin], end - begin);
    const std::size_t size = block.size() > 1 && shrink_block(block) ? 1 : block.size();
    for (std::size_t k = 0; k < size; ++k) clause_[kept++] = block[k];
    begin = end;
  }
  clause_.resize(kept);
}

// Resolves the literals of a level, the latest first; true with the remaining one in front.
bool Solver::shrink_block(std::span<Literal> block) {
  ++mark_;
  for (const Literal literal : block) marks_[variable_of(literal)] = mark_;
  const std::uint32_t here = vars_[variable_of(block[0])].level;
  std::size_t open = block.size();
  std::array<Literal, 2> buffer;
  for (std::size_t at = vars_[variable_of(block[0])].position;; --at) {
    const std::uint32_t v = variable_of(trail_[at]);
    if (marks_[v] != mark_) continue;
    if (open == 1) {
      block[0] = ~trail_[at];
      if (seen_[v] != in_clause) {
        if (seen_[v] == 0) seen_literals_.push_back(block[0]);
        seen_[v] = in_clause;
      }
      return true;
    }
    --open;
    if (is_none(vars_[v].reason)) return false;
    const auto literals = literals_of(vars_[v].reason, buffer);
    for (const Literal literal : literals) {
      const std::uint32_t below = variable_of(literal);
      if (vars_[below].level == here) {
        open += marks_[below] != mark_ ? 1 : 0;
        marks_[below] = mark_;
      } else if (vars_[below].level > 0 && seen_[below] != in_clause && seen_[below] != removable &&
                 !redundant(literal)) {
        return false;
      }
    }
  }
}

// The number of decision levels of the literals.
std::uint32_t Solver::glue_of(std::span<const Literal> clause) {
  ++stamp_;
  std::uint32_t count = 0;
  for (const Literal literal : clause) {
    std::uint64_t& stamp = stamps_[vars_[variable_of(literal)].level];
    count += stamp != stamp_ ? 1 : 0;
    stamp = stamp_;
  }
  return count;
}

// A learned clause that took part in a conflict may span fewer levels than when it was learned.
void Solver::improve_glue(ClauseRef ref) {
  if (!arena_.learned(ref) || arena_.glue(ref) <= 2) return;
  const std::uint32_t glue = glue_of(arena_.literals(ref));
  if (glue < arena_.glue(ref)) arena_.set_glue(ref, glue);
}

// Collects the assumptions that make this one false.
void Solver::explain(Literal failed) {
  core_.assign(1, to_dimacs(failed));
  if (level() == 0 || vars_[variable_of(failed)].level == 0) return;
  std::array<Literal, 2> buffer;
  seen_[variable_of(failed)] = in_clause;
  for (std::uint32_t at = assigned_; at-- > levels_begin_[0];) {
    const std::uint32_t v = variable_of(trail_[at]);
    if (seen_[v] == 0) continue;
    seen_[v] = 0;
    if (is_none(vars_[v].reason)) {
      // A decision, which is an assumption: `failed` itself may be one, negated.
      core_.push_back(to_dimacs(trail_[at]));
    } else {
      for (const Literal literal : literals_of(vars_[v].reason, buffer)) {
        if (vars_[variable_of(literal)].level > 0) seen_[variable_of(literal)] = in_clause;
      }
    }
  }
}

}  // namespace combien::sat
