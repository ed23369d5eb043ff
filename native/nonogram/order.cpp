#include "nonogram/order.hpp"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <utility>

namespace combien::nonogram {

namespace {

// Literals without a variable.
constexpr std::int32_t always = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t never = -always;

}  // namespace

OrderClauses::OrderClauses(Puzzle puzzle, std::span<const std::uint8_t> known)
    : puzzle_(std::move(puzzle)), known_(known.begin(), known.end()) {
  if (known_.size() != puzzle_.cells()) {
    throw InvalidNonogram("there must be a letter for each cell");
  }
  if (puzzle_.blotted()) throw InvalidNonogram("blocks of unknown length have no thresholds");
  number_cells();
  number_blocks();
}

// A cell can have the colors that occur in both its row and its column.
void OrderClauses::number_cells() {
  std::vector<std::uint64_t> of_line(puzzle_.line_count(), 0);
  for (std::uint32_t id = 0; id < puzzle_.line_count(); ++id) {
    const Line& line = puzzle_.line(LineId{id});
    for (const Run& run : line.runs()) of_line[id] |= std::uint64_t{1} << run.letter;
  }
  literals_.assign(known_.size() * (puzzle_.letters() - 1), never);
  for (std::uint32_t cell = 0; cell < known_.size(); ++cell) {
    const std::uint64_t colors = of_line[puzzle_.row_of(cell)] & of_line[puzzle_.column_of(cell)];
    for (std::uint32_t letter = 1; letter < puzzle_.letters(); ++letter) {
      if ((colors >> letter & 1) == 0) continue;
      std::int32_t& literal = literals_[std::size_t{cell} * (puzzle_.letters() - 1) + letter - 1];
      if (known_[cell] >= puzzle_.letters()) {
        meanings_.push_back({cell, letter});
        literal = ++variables_;
      } else if (known_[cell] == letter) {
        literal = always;
      }
    }
  }
}

void OrderClauses::number_blocks() {
  for (std::uint32_t id = 0; id < puzzle_.line_count(); ++id) {
    auto found = places_of(LineId{id});
    impossible_.push_back(found ? 0 : 1);
    first_block_.push_back(blocks_.size());
    if (!found) continue;
    for (auto& places : *found) {
      const auto more = static_cast<std::int64_t>(places.size()) - 1;
      if (variables_ + more >= always) throw InvalidNonogram("too many places for blocks");
      blocks_.push_back({variables_ + 1, std::move(places)});
      variables_ += static_cast<std::int32_t>(more);
    }
  }
  first_block_.push_back(blocks_.size());
}

std::span<const OrderClauses::Places> OrderClauses::blocks(LineId line) const {
  const auto id = static_cast<std::size_t>(line);
  return {blocks_.data() + first_block_[id], first_block_[id + 1] - first_block_[id]};
}

// The possible starts of each block such that all blocks fit; empty if they do not.
// There is a boundary before each cell, and one after the last.
std::optional<std::vector<std::vector<std::uint32_t>>> OrderClauses::places_of(LineId id) const {
  const Line& line = puzzle_.line(id);
  const auto number = static_cast<std::uint32_t>(id);
  const std::uint32_t length = line.length();
  const std::uint32_t count = line.block_count();
  std::vector<std::uint8_t> cells(length);
  for (std::uint32_t k = 0; k < length; ++k) cells[k] = known_[puzzle_.cell_of(number, k)];
  const auto may_be = [&](std::uint32_t place, std::uint32_t letter) {
    return cells[place] == letter || cells[place] >= puzzle_.letters();
  };
  // The number of consecutive cells from each position on that may have the letter of a block.
  const auto fitting = [&](const Block& block) {
    std::vector<std::uint8_t> fits(length, 0);
    std::uint32_t run = 0;
    for (std::uint32_t place = length; place-- > 0;) {
      run = may_be(place, block.letter) ? run + 1 : 0;
      fits[place] = run >= block.length ? 1 : 0;
    }
    return fits;
  };

  // From the left: where each block can begin so that all earlier blocks fit.
  std::vector<std::vector<std::uint8_t>> begun(count);
  std::vector<std::uint8_t> here(length + 1, 0);
  here[0] = 1;
  const auto walk = [&] {
    for (std::uint32_t x = 0; x < length; ++x) {
      if (here[x] != 0 && may_be(x, 0)) here[x + 1] = 1;
    }
  };
  walk();
  for (std::uint32_t k = 0; k < count; ++k) {
    const Block& block = line.block(k);
    begun[k] = fitting(block);
    for (std::uint32_t x = 0; x < length; ++x) begun[k][x] &= here[x];
    std::fill(here.begin(), here.end(), 0);
    const bool apart = line.apart(k + 1);
    for (std::uint32_t x = 0; x + block.length <= length; ++x) {
      const std::uint32_t end = x + block.length;
      if (begun[k][x] == 0 || (apart && (end == length || !may_be(end, 0)))) continue;
      here[end + (apart ? 1 : 0)] = 1;
    }
    walk();
  }
  if (here[length] == 0) return std::nullopt;

  // From the right: the subset of these for which all later blocks fit.
  std::vector<std::vector<std::uint32_t>> found(count);
  std::fill(here.begin(), here.end(), 0);
  here[length] = 1;
  const auto walk_back = [&] {
    for (std::uint32_t x = length; x-- > 0;) {
      if (here[x + 1] != 0 && may_be(x, 0)) here[x] = 1;
    }
  };
  walk_back();
  for (std::uint32_t k = count; k-- > 0;) {
    const Block& block = line.block(k);
    const std::vector<std::uint8_t> fits = fitting(block);
    std::vector<std::uint8_t> before(length + 1, 0);
    for (std::uint32_t x = 0; x + block.length <= length; ++x) {
      if (fits[x] == 0 || here[x + block.length] == 0) continue;
      if (begun[k][x] != 0) found[k].push_back(x);
      if (!line.apart(k)) {
        before[x] = 1;
      } else if (x > 0 && may_be(x - 1, 0)) {
        before[x - 1] = 1;
      }
    }
    here = std::move(before);
    walk_back();
  }
  return found;
}

// The clauses of one line.
class OrderClauses::Writer {
 public:
  Writer(const OrderClauses& order, LineId id)
      : order_(order),
        id_(static_cast<std::uint32_t>(id)),
        line_(order.puzzle_.line(id)),
        blocks_(order.blocks(id)) {
    for (const Places& block : blocks_) tables_.push_back(thresholds(block));
  }

  std::vector<std::int32_t> write() {
    for (const Places& block : blocks_) {
      const auto more = static_cast<std::int32_t>(block.places.size()) - 1;
      for (std::int32_t v = 1; v < more; ++v) {
        add_clause({-(block.first_variable + v), block.first_variable + v - 1});
      }
    }
    for (std::size_t k = 1; k < blocks_.size(); ++k) {
      // Relative to their leftmost positions, blocks are in order.
      const auto gap = static_cast<std::uint32_t>(k);
      const std::uint32_t shift = line_.block(gap - 1).length + (line_.apart(gap) ? 1 : 0);
      for (const std::uint32_t place : blocks_[k - 1].places) {
        add_clause({-tables_[k - 1][place], tables_[k][place + shift]});
      }
    }
    for (std::uint32_t k = 0; k < blocks_.size(); ++k) black(k);
    for (std::uint32_t gap = 0; gap <= blocks_.size(); ++gap) white(gap);
    return std::move(made_);
  }

 private:
  // For each boundary, the literal for "the block begins there or later".
  std::vector<std::int32_t> thresholds(const Places& block) const {
    std::vector<std::int32_t> table(line_.length() + 2, never);
    std::int32_t literal = block.first_variable - 1;
    std::uint32_t boundary = 0;
    for (const std::uint32_t place : block.places) {
      while (boundary <= place) table[boundary++] = place == block.places[0] ? always : literal;
      ++literal;
    }
    return table;
  }

  // The literal for a cell of the line having this letter.
  std::int32_t literal(std::uint32_t place, std::uint32_t letter) const {
    return order_.literal(order_.puzzle_.cell_of(id_, place), letter);
  }

  // The literal of a threshold, which may be before the line.
  std::int32_t begins(std::uint32_t block, std::uint32_t cell, std::uint32_t back) const {
    return cell < back ? always : tables_[block][cell - back];
  }

  void add_clause(std::initializer_list<std::int32_t> clause) {
    if (std::find(clause.begin(), clause.end(), always) != clause.end()) return;
    for (const std::int32_t literal : clause) {
      if (literal != never) made_.push_back(literal);
    }
    made_.push_back(0);
  }

  // A cell has the color of a block that begins there or before, and ends after it.
  void black(std::uint32_t k) {
    const Block& block = line_.block(k);
    const std::uint32_t end = blocks_[k].places.back() + block.length;
    for (std::uint32_t cell = blocks_[k].places.front(); cell < end; ++cell) {
      const std::int32_t late = begins(k, cell, block.length - 1);
      const std::int32_t later = tables_[k][cell + 1];
      // Between two positions the thresholds are the same, and the block cannot cover the cell.
      if (late != later) add_clause({-late, later, literal(cell, block.letter)});
    }
  }

  // Cells between a block and the next one are white.
  void white(std::uint32_t gap) {
    const std::uint32_t back = gap > 0 ? line_.block(gap - 1).length : 0;
    std::uint32_t cell = gap > 0 ? blocks_[gap - 1].places.front() + back : 0;
    const std::uint32_t end = gap < blocks_.size() ? blocks_[gap].places.back() : line_.length();
    for (; cell < end; ++cell) {
      const std::int32_t behind = gap > 0 ? begins(gap - 1, cell, back - 1) : never;
      const std::int32_t before = gap < blocks_.size() ? tables_[gap][cell + 1] : always;
      for (std::uint32_t letter = 1; letter < line_.letters(); ++letter) {
        add_clause({behind, -before, -literal(cell, letter)});
      }
    }
  }

  const OrderClauses& order_;
  std::uint32_t id_;
  const Line& line_;
  std::span<const Places> blocks_;
  std::vector<std::vector<std::int32_t>> tables_;
  std::vector<std::int32_t> made_;
};

std::vector<std::int32_t> OrderClauses::clauses(LineId line) const {
  if (impossible_[static_cast<std::size_t>(line)] != 0) return {0};
  return Writer(*this, line).write();
}

}  // namespace combien::nonogram
