// Weights on the items that show which options no solution can have, by linear programming.
//
// Give each item a weight so that no option weighs less than 0, items covered as often as they may
// be if their weight is positive, and as seldom as they may be if it is negative.  If that is 0 in
// all, then every option of a solution weighs 0, and these items are covered just so often.  An
// example are the 27 bricks of 4 x 5 x 6 in a cube of 15: with weight -1 for each brick and 1 for the
// 27 cells whose coordinates are 3, 7 or 11, counted from 0, a brick weighs 0 or more.  So all of
// these cells are covered, and no brick covers two of them.
//
// Such weights are the dual solution of a linear program: give as many options as possible a positive
// part in a fractional solution, which may be multiplied by any number.  Items and options that
// repeated refinement does not distinguish may have equal values there, so that it has a variable
// only for each class (Grohe, Kersting, Mladenov and Selman, Dimension reduction via colour
// refinement, 2014): for the bricks 121 rows and 180 columns instead of 3376 and 7920.  It is solved
// by the simplex method for bounded variables, with floating-point numbers, and the weights are
// rounded to integers.  Whoever uses them must verify them: nothing here is exact.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "base/slice.hpp"
#include "cover/problem.hpp"

namespace combien {

class Tightness {
 public:
  // Gives up after this many visits of entries, of the problem or of the program's tableau.
  // require: the problem outlives this
  Tightness(const Problem& problem, std::uint64_t effort);

  // Continues until there are weights, or none.
  Outcome run(Slice& slice);

  // For each item, its weight; empty if run() has not returned `done`, or all would be 0.
  const std::vector<std::int64_t>& weights() const { return weights_; }
  bool gave_up() const { return gave_up_; }

  std::uint64_t visits() const { return visits_; }
  // Rounds of refinement and steps of the simplex method so far, which slices count.
  std::uint64_t steps() const { return steps_; }
  std::uint32_t item_classes() const { return item_classes_; }
  std::uint32_t option_classes() const { return option_classes_; }

 private:
  enum class Phase { refining, solving, done };

  // A variable of the program.  Classes of options are paid for up to 1: such a variable is in its
  // first piece, from 0 to 1, or in its second, from 1 on, where more of it is not paid for.
  struct Variable {
    double low = 0;
    double high = std::numeric_limits<double>::infinity();
    double pays = 0;
    bool has_pieces = false;
  };

  // What a variable outside the basis does next.
  struct Entering {
    std::uint32_t column = 0;
    double direction = 0;
  };

  void advance();
  std::uint32_t classes(std::vector<std::uint64_t>& values);
  std::uint64_t round_visits() const;
  void refine();
  bool build();
  void add_row(const std::vector<double>& row, double slack);
  bool find_entering(Entering& found);
  void turn(std::uint32_t column, bool second_piece);
  bool move(const Entering& entering);
  void exchange(std::uint32_t row, std::uint32_t column);
  void round();
  void finish(bool gave_up);

  const Problem& problem_;
  const std::uint64_t effort_;
  Phase phase_ = Phase::refining;
  bool gave_up_ = false;
  std::uint64_t visits_ = 0;
  std::uint64_t steps_ = 0;

  // The classes of items and of options, by a hash and then by number.
  std::vector<std::uint64_t> item_class_;
  std::vector<std::uint64_t> option_class_;
  std::vector<char> counts_;  // By item: whether it may have a weight.
  std::uint32_t item_classes_ = 0;
  std::uint32_t option_classes_ = 0;

  // The tableau: a row for each variable of the basis, a column for each other one.
  std::uint32_t rows_ = 0;
  std::uint32_t columns_ = 0;
  std::vector<double> tableau_;
  std::vector<double> value_;           // By row.
  std::vector<double> priced_;          // By column: what the basis pays for a unit of it.
  std::vector<std::uint32_t> basic_;    // By row: its variable.
  std::vector<std::uint32_t> outside_;  // By column: its variable.
  std::vector<char> at_high_;           // By column: whether it is at its upper bound.
  std::vector<Variable> variables_;
  struct Row {
    std::uint32_t item_class;
    double sign;
  };
  std::vector<Row> meaning_;  // By slack: the weight that its price belongs to.
  std::vector<std::int64_t> weights_;
};

}  // namespace combien
