// Nonograms against the definition: lines by enumeration, the two kernels against each other,
// boards by brute force.
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "base/dice.hpp"
#include "check.hpp"
#include "nonogram/blotted.hpp"
#include "nonogram/counting.hpp"
#include "nonogram/long.hpp"
#include "nonogram/order.hpp"
#include "nonogram/search.hpp"
#include "nonogram/line_solver.hpp"

namespace combien::tests {

namespace {

using nonogram::Block;
using nonogram::CellId;
using nonogram::Counting;
using nonogram::InvalidNonogram;
using nonogram::Line;
using nonogram::LineId;
using nonogram::OrderClauses;
using nonogram::Puzzle;
using nonogram::Search;
using nonogram::SearchOutcome;

using Letters = std::vector<std::uint8_t>;

std::vector<Block> blocks_of(const Letters& cells) {
  std::vector<Block> blocks;
  std::uint8_t before = 0;
  for (const std::uint8_t cell : cells) {
    if (cell != 0 && cell == before) {
      ++blocks.back().length;
    } else if (cell != 0) {
      blocks.push_back({1, cell});
    }
    before = cell;
  }
  return blocks;
}

Letters random_cells(Dice& dice, std::size_t count, std::uint32_t letters) {
  Letters cells(count);
  for (auto& cell : cells) cell = static_cast<std::uint8_t>(dice.roll(letters));
  return cells;
}

// The candidates: the letters of the line, and sometimes others.
std::vector<std::uint64_t> random_planes(Dice& dice, const Letters& cells, std::uint32_t letters,
                                         std::uint32_t sureness) {
  const std::size_t words = (cells.size() + 63) / 64;
  std::vector<std::uint64_t> planes(words * letters, 0);
  for (std::size_t k = 0; k < cells.size(); ++k) {
    for (std::uint32_t l = 0; l < letters; ++l) {
      const bool may = l == cells[k] || dice.roll(100) >= sureness;
      planes[l * words + k / 64] |= std::uint64_t{may ? 1u : 0u} << (k % 64);
    }
  }
  return planes;
}

// All assignments of letters to cells.
template <class Visit>
void each_filling(std::size_t cells, std::uint32_t letters, const Visit& visit) {
  Letters filling(cells, 0);
  for (;;) {
    visit(filling);
    std::size_t k = 0;
    while (k < cells && ++filling[k] == letters) filling[k++] = 0;
    if (k == cells) return;
  }
}

// Whether blocks match a clue, some of which may be blotted.
bool same(const std::vector<Block>& a, const std::vector<Block>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a[k].letter != b[k].letter) return false;
    if (a[k].length != b[k].length && b[k].length != nonogram::blotted_length) return false;
  }
  return true;
}

const Registration lines_by_listing("nonogram lines by listing", [] {
  Dice dice(1);
  for (int round = 0; round < 300; ++round) {
    const std::uint32_t letters = 2 + dice.roll(2);
    const std::size_t length = 1 + dice.roll(7);
    const Letters cells = random_cells(dice, length, letters);
    std::vector<Block> blocks =
        blocks_of(round % 5 == 0 ? random_cells(dice, length, letters) : cells);
    for (Block& block : blocks) {
      if (round % 2 == 0 && dice.roll(2) == 0) block.length = nonogram::blotted_length;
    }
    const Line line(static_cast<std::uint32_t>(length), letters, blocks);
    const auto planes = random_planes(dice, cells, letters, dice.roll(100));
    std::vector<std::uint64_t> expected(letters, 0);
    each_filling(length, letters, [&](const Letters& filling) {
      for (std::size_t k = 0; k < length; ++k) {
        if ((planes[filling[k]] >> k & 1) == 0) return;
      }
      if (!same(blocks_of(filling), blocks)) return;
      for (std::size_t k = 0; k < length; ++k) expected[filling[k]] |= std::uint64_t{1} << k;
    });
    const bool fits = expected != std::vector<std::uint64_t>(letters, 0);
    auto left = planes;
    nonogram::LineSolverRoom room;
    check(nonogram::solve_line(line, left.data(), room) == fits, "a line fits when a filling does");
    check(left == (fits ? expected : planes), "what is left is what the fillings have");
  }
});

const Registration kernels_agree("nonogram kernels agree", [] {
  Dice dice(2);
  for (int round = 0; round < 400; ++round) {
    const std::uint32_t letters = 2 + dice.roll(3);
    const std::size_t length = round < 200 ? 50 + dice.roll(78) : 1 + dice.roll(127);
    Letters cells = random_cells(dice, length, letters);
    // Sometimes longer runs.
    for (std::size_t k = 1; k < length; ++k) {
      if (round % 2 == 0 && dice.roll(3) != 0) cells[k] = cells[k - 1];
    }
    const Line line(static_cast<std::uint32_t>(length), letters, blocks_of(cells));
    auto planes = random_planes(dice, cells, letters, dice.roll(100));
    // Sometimes an error.
    if (round % 3 == 0) planes[dice.roll(static_cast<std::uint32_t>(planes.size()))] &= dice.word();
    auto in_short = planes;
    auto in_long = planes;
    nonogram::LineSolverRoom room;
    std::vector<std::uint64_t> words(nonogram::long_words(line), ~std::uint64_t{0});
    const bool fits = nonogram::solve_line(line, in_short.data(), room);
    check(nonogram::solve_long_line(line, in_long.data(), words.data()) == fits,
          "both fit or none");
    check(in_short == in_long, "both kernels leave the same");
    auto as_blotted = planes;
    check(nonogram::solve_blotted_line(line, as_blotted.data(), room.words) == fits,
          "all fit or none");
    check(in_short == as_blotted, "the kernel for blotted clues leaves the same");
  }
});

std::vector<std::vector<Block>> clues(const Letters& cells, std::size_t height, std::size_t width,
                                      bool across) {
  std::vector<std::vector<Block>> all;
  for (std::size_t i = 0; i < (across ? height : width); ++i) {
    Letters line;
    for (std::size_t j = 0; j < (across ? width : height); ++j) {
      line.push_back(across ? cells[i * width + j] : cells[j * width + i]);
    }
    all.push_back(blocks_of(line));
  }
  return all;
}

const Registration boards_by_listing("nonogram boards by listing", [] {
  Dice dice(3);
  for (int round = 0; round < 120; ++round) {
    const std::uint32_t letters = 2 + dice.roll(2);
    const std::size_t height = 1 + dice.roll(letters == 2 ? 4 : 3);
    const std::size_t width = 1 + dice.roll(3);
    const Letters cells = random_cells(dice, height * width, letters);
    const Letters others = round % 4 == 0 ? random_cells(dice, height * width, letters) : cells;
    const auto across = clues(cells, height, width, true);
    const auto down = clues(others, height, width, false);
    std::set<Letters> expected;
    each_filling(height * width, letters, [&](const Letters& filling) {
      const auto one = clues(filling, height, width, true);
      const auto two = clues(filling, height, width, false);
      for (std::size_t k = 0; k < height; ++k) {
        if (!same(one[k], across[k])) return;
      }
      for (std::size_t k = 0; k < width; ++k) {
        if (!same(two[k], down[k])) return;
      }
      expected.insert(filling);
    });
    const Puzzle puzzle(letters, across, down);
    for (const bool restarts : {false, true}) {
      Search search(puzzle, restarts);
      std::set<Letters> found;
      std::uint64_t bytes = 0;
      for (;;) {
        Slice slice(1, 1e9);
        const SearchOutcome outcome = search.run(slice, bytes);
        if (outcome == SearchOutcome::exhausted) break;
        if (outcome == SearchOutcome::out_of_bytes) bytes += 100'000;
        if (outcome == SearchOutcome::solution) {
          check(found.insert(search.solution()).second, "no board is found twice");
        }
      }
      check(found == expected, "all boards are found");
    }
    for (const bool by_lines : {false, true}) {
      Counting counting(puzzle, by_lines);
      std::uint64_t bytes = 0;
      std::uint64_t slices = 0;
      for (;; ++slices) {
        Slice slice(1, 1e9);
        const Outcome outcome = counting.run(slice, bytes);
        if (outcome == Outcome::done) break;
        if (outcome == Outcome::out_of_bytes) bytes += 100'000;
      }
      check(counting.count() == Natural(expected.size()), "all boards are counted");
      Counting stopped(puzzle, by_lines);
      for (std::uint64_t k = 0; k < slices / 2; ++k) {
        Slice slice(1, 1e9);
        stopped.run(slice, bytes);
      }
      const Natural bound = stopped.at_least();
      bool reached = false;
      for (std::size_t k = 0; k <= expected.size(); ++k) reached |= bound == Natural(k);
      check(reached, "a lower bound is at most the count");
    }
  }
});

const Registration parts_multiply("nonogram parts multiply", [] {
  // 2x2 squares along the diagonal, separated by white lines; each has two boards.
  const std::uint32_t squares = 70;
  const std::uint32_t size = 3 * squares;
  std::vector<std::vector<Block>> lines(size);
  for (std::uint32_t k = 0; k < size; ++k) {
    if (k % 3 < 2) lines[k].push_back({1, 1});
  }
  Counting counting(Puzzle(2, lines, lines), false);
  for (std::uint32_t i = 0; i < size; ++i) {
    for (std::uint32_t j = 0; j < size; ++j) {
      if (i / 3 != j / 3 || i % 3 == 2 || j % 3 == 2) counting.fix(CellId{i * size + j}, 0);
    }
  }
  Slice slice(~std::uint64_t{0}, 1e9);
  check(counting.run(slice, ~std::uint64_t{0}) == Outcome::done, "the count ends");
  Natural expected(1);
  for (std::uint32_t k = 0; k < squares; ++k) expected *= 2;
  check(counting.count() == expected, "each part counts by itself");
  check(counting.work().nodes == 2 * std::uint64_t{squares}, "a part is counted once");
});

const Registration components_are_remembered("nonogram components are remembered", [] {
  // Permutations: what is left depends only on which columns are taken.
  const std::uint32_t size = 8;
  const std::vector<std::vector<Block>> lines(size, {{1, 1}});
  Counting counting(Puzzle(2, lines, lines), true);
  // The board needs little of it: the cache is emptied when it is full.
  Slice slice(~std::uint64_t{0}, 1e9);
  check(counting.run(slice, ~std::uint64_t{0}) == Outcome::done, "the count ends");
  check(counting.count() == Natural(40320), "every permutation is counted");
  check(counting.work().nodes < 2000, "components are counted once");
  check(counting.work().cached > 500, "their counts are remembered");
});

// Which variables are true on a board: for its cells, and for where its blocks begin.
std::vector<bool> truth_of(const OrderClauses& order, const Letters& board, std::size_t height,
                           std::size_t width) {
  std::vector<bool> truth(static_cast<std::size_t>(order.variable_count()) + 1, false);
  std::size_t variable = 0;
  for (const auto& [cell, letter] : order.meanings()) truth[++variable] = board[cell] == letter;
  for (std::uint32_t id = 0; id < order.line_count(); ++id) {
    const bool across = id < height;
    std::size_t block = 0;
    std::uint8_t before = 0;
    for (std::uint32_t k = 0; k < (across ? width : height); ++k) {
      const std::uint8_t cell = across ? board[id * width + k] : board[k * width + id - height];
      if (cell != 0 && cell != before) {
        const auto& here = order.blocks(LineId{id})[block++];
        for (std::size_t place = 1; place < here.places.size(); ++place) {
          truth[static_cast<std::size_t>(here.first_variable) + place - 1] =
              k >= here.places[place];
        }
      }
      before = cell;
    }
  }
  return truth;
}

const Registration thresholds("nonogram clauses hold for a board", [] {
  Dice dice(7);
  for (int round = 0; round < 200; ++round) {
    const std::size_t height = 1 + dice.roll(8);
    const std::size_t width = 1 + dice.roll(8);
    const std::uint32_t letters = 2 + dice.roll(2);
    const Letters board = random_cells(dice, height * width, letters);
    const Puzzle puzzle(letters, clues(board, height, width, true),
                        clues(board, height, width, false));
    check(puzzle.solved_by(board), "a board has its own clues");
    Letters known = board;
    for (auto& cell : known) cell = dice.roll(3) == 0 ? cell : nonogram::unknown_letter;
    const OrderClauses order(puzzle, known);
    const std::vector<bool> truth = truth_of(order, board, height, width);
    for (std::uint32_t id = 0; id < order.line_count(); ++id) {
      bool met = false;
      for (const std::int32_t literal : order.clauses(LineId{id})) {
        if (literal == 0) {
          check(met, "a board meets each clause");
          met = false;
        } else {
          met = met || truth[static_cast<std::size_t>(std::abs(literal))] == (literal > 0);
        }
      }
    }
  }
  const Puzzle full(2, {{{2, 1}}}, {{{1, 1}}, {{1, 1}}});
  const Letters white = {0, nonogram::unknown_letter};
  check(OrderClauses(full, white).clauses(LineId{0}) == std::vector<std::int32_t>{0},
        "a line that nothing fits is an empty clause");
  check_throws<InvalidNonogram>("one cell too few", [&] { OrderClauses(full, Letters{0}); });
});

const Registration bad_nonograms("nonograms that make no sense", [] {
  check_throws<InvalidNonogram>("a line without cells", [] { Line(0, 2, {}); });
  check_throws<InvalidNonogram>("a line of 65536 cells", [] { Line(65536, 2, {}); });
  check_throws<InvalidNonogram>("one letter", [] { Line(1, 1, {}); });
  check_throws<InvalidNonogram>("too many blocks with a blotted one", [] {
    Line(4100, 2, std::vector<Block>(4100, Block{nonogram::blotted_length, 1}));
  });
  check_throws<InvalidNonogram>("thresholds of blotted blocks", [] {
    OrderClauses(Puzzle(2, {{{nonogram::blotted_length, 1}}}, {{{1, 1}}}), Letters{2});
  });
  check_throws<InvalidNonogram>("a white block", [] { Line(1, 2, {{1, 0}}); });
  check_throws<InvalidNonogram>("an unknown letter", [] { Line(1, 2, {{1, 2}}); });
  check_throws<InvalidNonogram>("no lines", [] { Puzzle(2, {}, {{}}); });
});

}  // namespace

}  // namespace combien::tests
