// Conflict-driven clause learning (CDCL): satisfiability of clauses, under assumptions, in slices.
//
// Clauses of two and three literals, nearly all of those of a nonogram, are packed by literal before
// the first query and never moved; the others have two watched literals (Moskewicz and others, 2001).  Decisions
// follow activity (VSIDS).  Two modes take turns (Oh, 2015; Biere and Fleury, 2020).  The *stable*
// one restarts seldom and decides by *target phases*, the values of the longest trail without a
// conflict so far, which find solutions where saved phases alone do not.  The *focused* one restarts
// as soon as the learned clauses span more decision levels than usual (Audemard and Simon, 2012),
// and decides by saved phases; it proves, and finds solutions of random boards.  Learned
// clauses are minimized, and dropped by their number of decision levels (Audemard and Simon, 2009).
// The search depends only on clauses and queries, not on the clock or on where slices end.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/dice.hpp"
#include "base/require.hpp"
#include "base/slice.hpp"
#include "sat/arena.hpp"
#include "sat/literal.hpp"
#include "sat/order.hpp"

namespace combien::sat {

enum class Answer { unknown, satisfiable, unsatisfiable };

struct Work {
  std::uint64_t conflicts = 0;
  std::uint64_t decisions = 0;
  std::uint64_t propagations = 0;  // Literals whose consequences were computed.
  std::uint64_t restarts = 0;
  std::uint64_t learned = 0;  // Literals of learned clauses.
  std::uint64_t dropped = 0;  // Learned clauses that were dropped.
};

// When a search does what, in conflicts.  Tests shorten it, as small formulas have few conflicts.
// Among other values of these numbers, none was clearly better on 28 nonograms with three seeds.
struct Schedule {
  // Each mode lasts for this many at first, and every other time for as many more.
  std::uint64_t mode_unit = 1000;
  // Shortest intervals between restarts, in each mode.
  std::uint64_t stable_interval = 64;
  std::uint64_t focused_interval = 10;
  std::uint64_t rephase_unit = 1000;
  std::uint64_t first_reduction = 3000;
  std::uint64_t more_to_reduction = 300;
  // Learned clauses with at most this number of decision levels are kept.
  std::uint32_t kept_glue = 3;
};

class Solver {
 public:
  // `seed` 0 gives the usual search; others give other orders of the variables.
  explicit Solver(std::uint64_t seed = 0, const Schedule& schedule = {})
      : dice_(seed), shuffled_(seed != 0), schedule_(schedule) {}

  // Adds a clause in DIMACS numbers, which ends the current query.
  // Throws InvalidClause if a number is not a literal.
  void add(std::span<const std::int32_t> clause);
  // Adds clauses, each terminated by 0.
  void add_all(std::span<const std::int32_t> clauses);
  // Excludes all models in which these literals are all true.  The clause leaves out literals that
  // the others imply by propagation; active ones are kept first.
  void exclude(std::span<const std::int32_t> literals);
  // Excludes the latest model: by the negated decisions that led to it, not by all variables.
  // require: the latest answer was `satisfiable`
  void exclude_model();

  // Sets the value that a variable gets when it is next decided.
  void prefer(std::span<const std::int32_t> literals);

  // Starts a query: whether the clauses have a model with these literals, or unknown after this
  // many conflicts.  Continues the previous one if the assumptions are the same.
  void begin(std::span<const std::int32_t> assumptions, std::uint64_t conflicts);
  // Continues the query; `done` when it has an answer or its conflicts are used up.  A step of the
  // slice is a conflict.
  Outcome run(Slice& slice, std::uint64_t bytes);

  Answer answer() const { return answer_; }
  // The value of each variable in the latest model: 1 for true.
  // require: the latest answer was `satisfiable`
  const std::vector<std::uint8_t>& model() const { return model_; }
  // Assumptions that contradict the clauses, in DIMACS numbers.
  // require: the latest answer was `unsatisfiable`
  const std::vector<std::int32_t>& core() const { return core_; }

  // The literals that follow from these by propagation, with them; false for a contradiction.
  bool implied(std::span<const std::int32_t> assumptions, std::vector<std::int32_t>& found);

  std::uint32_t variables() const { return static_cast<std::uint32_t>(vars_.size()); }
  std::uint64_t bytes() const;
  const Work& work() const { return work_; }

 private:
  // The short clauses of a literal, by where they are in `shorts_`: from `begin` the literals that
  // it implies, from `pairs` to `end` the pairs of which it implies one.
  struct Lists {
    std::uint32_t begin = 0;
    std::uint32_t pairs = 0;
    std::uint32_t end = 0;
  };
  struct Watch {
    ClauseRef clause;
    Literal blocker;  // Some literal of the clause: if it is true, the clause need not be read.
  };
  // Why a literal is true: the two false literals of a short clause, or a clause of the arena.
  struct Reason {
    std::uint32_t first;
    std::uint32_t second;
  };
  static constexpr std::uint32_t in_arena = 0xffffffffu;
  static constexpr Reason no_reason{0xfffffffeu, 0xfffffffeu};
  struct Variable {
    std::uint32_t level = 0;
    std::uint32_t position = 0;  // In the trail.
    Reason reason = no_reason;
  };
  static bool is_none(Reason reason) { return reason.second == no_reason.second; }

  std::int8_t value(Literal literal) const { return values_[index(literal)]; }
  std::uint32_t level() const { return static_cast<std::uint32_t>(levels_begin_.size()); }
  void grow(std::uint32_t variables);
  void assign(Literal literal, Reason reason);
  void decide(Literal literal);
  void back_to(std::uint32_t level);
  void add_clause();
  void pack();
  void attach(std::span<const Literal> clause, bool learned, std::uint32_t glue);

  bool propagate();
  // What propagation reads and writes, in local variables: the compiler must assume that a write
  // to an array of bytes changes any member.
  struct Cursor;
  bool propagate_short(Cursor& at, Literal literal);
  bool propagate_long(Cursor& at, Literal literal);
  // The false literals of a reason; a short one is copied to the buffer.
  std::span<const Literal> literals_of(Reason reason, std::array<Literal, 2>& buffer) const;

  void learn();
  void see(Literal literal, std::uint32_t& open);
  bool redundant(Literal literal);
  void shrink();
  bool shrink_block(std::span<Literal> block);
  std::uint32_t glue_of(std::span<const Literal> clause);
  void improve_glue(ClauseRef ref);
  void explain(Literal failed);
  void save_target();

  void note_glue(std::uint32_t glue);
  bool must_restart() const;
  void restart();
  void change_mode();
  void rephase();
  void reduce();
  bool next_decision();
  void conclude(Answer answer);
  Literal phase_of(std::uint32_t variable) const;

  // Short clauses added before the first query, three literals each; a clause of two has one twice.
  std::vector<std::array<Literal, 3>> unpacked_;
  bool packed_ = false;
  std::vector<Lists> lists_;
  std::vector<Literal> shorts_;
  // Long and later clauses, by the literal that makes a watched literal false.
  std::vector<std::vector<Watch>> watches_;
  Arena arena_;
  std::vector<ClauseRef> learned_;
  std::uint64_t clause_count_ = 0;  // In the arena.
  bool inconsistent_ = false;

  // The assignment: values by literal (1 true, -1 false, 0 neither), the rest by variable.
  std::vector<std::int8_t> values_;
  std::vector<Variable> vars_;
  std::vector<Literal> trail_;  // As long as there are variables; in use up to `assigned_`.
  std::uint32_t assigned_ = 0;
  std::vector<std::uint32_t> levels_begin_;  // In the trail, of each level from 1 on.
  std::uint32_t head_ = 0;                   // Of the trail: what is propagated next.

  // Phases: 1 true, -1 false, 0 unset.
  ActivityOrder order_;
  std::vector<std::int8_t> initial_;
  std::vector<std::int8_t> saved_;
  std::vector<std::int8_t> target_;
  std::uint32_t target_length_ = 0;
  Dice dice_;
  bool shuffled_;

  // The analysis of a conflict.
  std::vector<Literal> conflict_;
  std::vector<Literal> clause_;
  std::vector<Literal> seen_literals_;
  std::vector<std::uint8_t> seen_;
  std::vector<std::uint64_t> stamps_;  // By level.
  std::vector<std::uint64_t> marks_;   // By variable.
  std::uint64_t stamp_ = 0;
  std::uint64_t mark_ = 0;
  struct Step {
    Literal literal;
    std::uint32_t next;
  };
  std::vector<Step> stack_;

  // The query.
  std::vector<Literal> assumptions_;
  std::uint64_t conflict_end_ = 0;
  bool asking_ = false;  // Neither answered nor at its end.
  Answer answer_ = Answer::unknown;
  std::vector<std::uint8_t> model_;
  std::vector<Literal> model_decisions_;
  std::vector<std::int32_t> core_;

  // The mode, and means of the glue of learned clauses, the later ones with more weight: of about
  // 32 clauses, and of 4096.  They are 32.32 fixed-point numbers, the same on every machine.
  bool stable_ = true;
  std::uint64_t recent_glue_ = 0;
  std::uint64_t usual_glue_ = 0;

  // The schedule, in conflicts.
  Schedule schedule_;
  std::uint64_t mode_until_ = schedule_.mode_unit;
  std::uint64_t mode_changes_ = 0;
  std::uint64_t restart_at_ = 0;
  std::uint64_t restart_number_ = 0;
  std::uint64_t rephase_at_ = schedule_.rephase_unit;
  std::uint64_t rephase_number_ = 0;
  std::uint64_t reduce_at_ = schedule_.first_reduction;
  std::uint64_t reduce_number_ = 0;
  std::uint64_t since_check_ = 0;
  Work work_;
};

}  // namespace combien::sat
