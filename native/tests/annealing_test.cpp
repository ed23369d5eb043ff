// Annealing: its numbers against those of the standard library, its lines against `Marginals`' way
// of weighing them, and the machine.
#include "nonogram/annealing.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "base/dice.hpp"
#include "base/flush_to_zero.hpp"
#include "check.hpp"
#include "nonogram/chain.hpp"
#include "nonogram/lanes.hpp"

namespace combien::tests {

namespace {

using nonogram::Annealing;
using nonogram::Block;
using nonogram::Chain;
using nonogram::InvalidNonogram;
using nonogram::lane_count;
using nonogram::Lanes;
using nonogram::Line;
using nonogram::LineId;
using nonogram::Puzzle;
using nonogram::unknown_letter;

constexpr std::uint64_t all_bytes = UINT64_MAX;

// The clue of the cells from `begin` on, `stride` apart.
std::vector<Block> clue_of(const std::vector<std::uint8_t>& cells, std::size_t begin,
                           std::size_t stride, std::size_t length) {
  std::vector<Block> blocks;
  for (std::size_t k = 0; k < length; ++k) {
    const std::uint8_t letter = cells[begin + k * stride];
    if (letter == 0) continue;
    const bool continued = k > 0 && cells[begin + (k - 1) * stride] == letter;
    if (continued) {
      ++blocks.back().length;
    } else {
      blocks.push_back({1, letter});
    }
  }
  return blocks;
}

Puzzle random_puzzle(Dice& dice, std::size_t side, std::uint32_t letters) {
  std::vector<std::uint8_t> cells(side * side);
  for (std::uint8_t& cell : cells) {
    cell = static_cast<std::uint8_t>(dice.roll(20) < 11 ? 0 : 1 + dice.roll(letters - 1));
  }
  std::vector<std::vector<Block>> rows;
  std::vector<std::vector<Block>> columns;
  for (std::size_t k = 0; k < side; ++k) {
    rows.push_back(clue_of(cells, k * side, 1, side));
    columns.push_back(clue_of(cells, k, side, side));
  }
  return {letters, rows, columns};
}

std::uint32_t violated_lines(const Puzzle& puzzle, const std::vector<std::uint8_t>& cells) {
  std::uint32_t count = 0;
  for (std::uint32_t id = 0; id < puzzle.line_count(); ++id) {
    const Line& line = puzzle.line(LineId{id});
    const std::size_t stride = id < puzzle.height() ? 1 : puzzle.width();
    const auto found = clue_of(cells, puzzle.cell_of(id, 0), stride, line.length());
    bool same = found.size() == line.block_count();
    for (std::uint32_t k = 0; same && k < line.block_count(); ++k) {
      same = found[k].length == line.block(k).length && found[k].letter == line.block(k).letter;
    }
    if (!same) ++count;
  }
  return count;
}

const Registration flushing("denormal numbers are 0 for a while", [] {
  volatile float small = 1e-20f;
  // Volatile, so that no multiplication is moved past a change of the mode.
  const auto square = [&] {
    volatile const float result = small * small * 1e30f;
    return float{result};
  };
  const float before = square();
  {
    const FlushToZero flush;
#if defined(__x86_64__) || defined(__aarch64__)
    check(square() == 0, "a denormal number was computed");
#endif
    check(small * 1e30f > 0.5f, "a normal number was lost");
  }
  check(square() == before && before > 0, "the mode of the processor was not restored");
});

const Registration numbers("logarithms and powers of lanes", [] {
  Dice dice(1);
  for (int k = 0; k < 2000; ++k) {
    Lanes x;
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      x.of[lane] = std::exp2(static_cast<float>(dice.roll(2000)) / 10.0f - 100.0f);
    }
    const Lanes logarithm = log2_of(x);
    const Lanes back = exp2_of(logarithm);
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      check(std::abs(logarithm.of[lane] - std::log2(x.of[lane])) < 2e-5f, "a logarithm");
      check(std::abs(back.of[lane] / x.of[lane] - 1) < 2e-5f, "a power");
    }
  }
  check(log2_of(Lanes(0.0f)).of[0] == -127, "the logarithm of zero");
});

const Registration lines("lines weighed in lanes and one by one", [] {
  Dice dice(2);
  Chain<Lanes> together;
  Chain<double> alone;
  for (int k = 0; k < 60; ++k) {
    const Puzzle puzzle = random_puzzle(dice, 20, 2 + dice.roll(2));
    const std::size_t size = 20 * puzzle.letters();
    const Line& line = puzzle.line(LineId{dice.roll(40)});
    std::vector<Lanes> weights(size);
    for (Lanes& weight : weights) {
      for (std::size_t lane = 0; lane < lane_count; ++lane) {
        weight.of[lane] = static_cast<float>(1 + dice.roll(100)) / 101.0f;
      }
    }
    together.open(line);
    alone.open(line);
    std::vector<Lanes> shares(size);
    const auto valid = together.weigh(weights, puzzle.letters(), shares);
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      std::vector<double> here(size);
      std::vector<double> expected(size);
      for (std::size_t at = 0; at < size; ++at) here[at] = weights[at].of[lane];
      check(alone.weigh(here, puzzle.letters(), expected), "the line has fillings");
      check(valid.of[lane] != 0, "it has them in a lane, too");
      for (std::size_t at = 0; at < size; ++at) {
        check(std::abs(shares[at].of[lane] - expected[at]) < 1e-3 * (1 + expected[at]), "a share");
      }
    }
  }
});

const Registration machine(
    "annealing ends in a board, whatever the slices and vector instructions", [] {
      Dice dice(3);
      for (const std::uint32_t letters : {2u, 3u}) {
        const Puzzle puzzle = random_puzzle(dice, 16, letters);
        Slice slice(UINT64_MAX, 1e9);
        Annealing whole(puzzle, 0.03f, 2, 1);
        check(whole.violated() == puzzle.line_count(), "at first, all lines count as violated");
        whole.reinforce(0.1f);
        check(whole.run(60, slice, all_bytes) == Outcome::done, "rounds end");
        check(whole.violated() == violated_lines(puzzle, whole.letters()), "violated lines");
        Annealing parts(puzzle, 0.03f, 2, 1);
        parts.reinforce(0.1f);
        for (;;) {
          Slice step(1, 1e9);
          if (parts.run(60, step, all_bytes) == Outcome::done) break;
        }
        check(parts.letters() == whole.letters(), "slices change nothing");
        for (const Vectors vectors : {Vectors::plain, Vectors::avx2, Vectors::avx512}) {
          if (vectors > best_vectors()) continue;
          Annealing other(puzzle, 0.03f, 2, 1, vectors);
          other.reinforce(0.1f);
          other.run(60, slice, all_bytes);
          check(other.letters() == whole.letters() && other.rounds() == whole.rounds(),
                "vector instructions change nothing");
        }
      }
    });

const Registration solved("annealing finds solutions", [] {
  Dice dice(4);
  int found = 0;
  for (int k = 0; k < 10; ++k) {
    const Puzzle puzzle = random_puzzle(dice, 12, 2);
    Slice slice(UINT64_MAX, 1e9);
    Annealing annealing(puzzle, 0.03f, 2, 1);
    for (int done = 0; done < 30 && annealing.violated() > 0; ++done) {
      annealing.reinforce(static_cast<float>(done) / 100);
      annealing.run(10, slice, all_bytes);
    }
    if (annealing.violated() == 0) {
      ++found;
      check(puzzle.solved_by(annealing.letters()), "no violated line is a solution");
    }
  }
  check(found >= 8, "most small boards are solved");
});

const Registration limits("annealing keeps its limits and refuses what makes no sense", [] {
  Dice dice(5);
  Slice slice(UINT64_MAX, 1e9);
  Annealing small(random_puzzle(dice, 5, 2), 0.03f, 2, 1);
  check(small.run(1, slice, 16) == Outcome::out_of_bytes, "a budget of bytes is kept");
  const std::vector<std::uint8_t> strange(25, 2);
  check_throws<InvalidNonogram>("no such color", [&] { small.know(strange); });
  check_throws<InvalidNonogram>("a short board", [&] { small.know({}); });
  const Puzzle narrow(2, {{{2, 1}}}, {{{1, 1}}});
  check_throws<InvalidNonogram>("a clue that is too long",
                                [&] { Annealing made(narrow, 0.03f, 2, 1); });
  // More fillings than a float can represent: the line says nothing, or what is true.
  const std::vector<Block> pairs(300, Block{2, 1});
  std::vector<std::vector<Block>> columns(1500, std::vector<Block>{});
  Annealing wide(Puzzle(2, {pairs}, columns), 0.03f, 2, 1);
  wide.reinforce(0.1f);
  check(wide.run(3, slice, all_bytes) == Outcome::done, "a long line is weighed");
  Annealing known(random_puzzle(dice, 3, 2), 0.03f, 2, 1);
  known.know(std::vector<std::uint8_t>{1, 0, 1, 0, 0, 0, unknown_letter, 1, 1});
  known.run(5, slice, all_bytes);
  const auto letters = known.letters();
  check(letters[0] == 1 && letters[1] == 0 && letters[8] == 1, "known cells stay");
});

}  // namespace

}  // namespace combien::tests
