// Beliefs about a nonogram: lines against an enumeration of all block positions, and the machine.
#include "nonogram/marginals.hpp"

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "base/dice.hpp"
#include "check.hpp"
#include "nonogram/chain.hpp"

namespace combien::tests {

namespace {

using nonogram::Block;
using nonogram::Chain;
using nonogram::InvalidNonogram;
using nonogram::Line;
using nonogram::Marginals;
using nonogram::Puzzle;
using nonogram::Windows;

bool near(double a, double b) {
  return std::abs(a - b) <= 1e-9 * (std::abs(a) + std::abs(b)) + 1e-300;
}

Line line_of(const std::vector<std::uint32_t>& lengths, const std::vector<std::uint8_t>& inks,
             std::size_t length, std::size_t colors) {
  std::vector<Block> blocks;
  blocks.reserve(lengths.size());
  for (std::size_t k = 0; k < lengths.size(); ++k) blocks.push_back({lengths[k], inks[k]});
  return {static_cast<std::uint32_t>(length), static_cast<std::uint32_t>(colors), blocks};
}

// The share of each cell and color, up to a common factor, by enumeration.
std::vector<double> by_listing(const std::vector<std::uint32_t>& lengths,
                               const std::vector<std::uint8_t>& inks, std::size_t length,
                               const std::vector<double>& weights, std::size_t colors) {
  std::vector<double> shares(length * colors, 0.0);
  std::vector<std::uint8_t> cells(length, 0);
  std::function<void(std::size_t, std::size_t)> place_block = [&](std::size_t block,
                                                                  std::size_t place) {
    if (block == lengths.size()) {
      for (std::size_t skipped = 0; skipped < length; ++skipped) {
        double product = 1;
        for (std::size_t cell = 0; cell < length; ++cell) {
          if (cell != skipped) product *= weights[cell * colors + cells[cell]];
        }
        if (weights[skipped * colors + cells[skipped]] > 0) {
          shares[skipped * colors + cells[skipped]] += product;
        }
      }
      return;
    }
    const bool gap = block > 0 && inks[block - 1] == inks[block];
    for (std::size_t begin = place + (gap ? 1 : 0); begin + lengths[block] <= length; ++begin) {
      for (std::size_t k = 0; k < lengths[block]; ++k) cells[begin + k] = inks[block];
      place_block(block + 1, begin + lengths[block]);
      for (std::size_t k = 0; k < lengths[block]; ++k) cells[begin + k] = 0;
    }
  };
  place_block(0, 0);
  return shares;
}

const Registration windows("windows of a row of numbers", [] {
  Dice dice(1);
  Windows<double> machine;
  for (int k = 0; k < 500; ++k) {
    std::vector<double> in(1 + dice.roll(40));
    for (double& value : in) value = dice.roll(4) == 0 ? 0.0 : 1.0 + dice.roll(5);
    const std::size_t length = 1 + dice.roll(static_cast<std::uint32_t>(in.size()));
    std::vector<double> out(in.size() - length + 1);
    machine.fold(in, length, out, std::plus<>());
    for (std::size_t i = 0; i < out.size(); ++i) {
      double sum = 0;
      for (std::size_t j = i; j < i + length; ++j) sum += in[j];
      check(near(sum, out[i]), "a window is the sum of its numbers");
    }
  }
});

const Registration chains("marginals of lines against the definition", [] {
  Dice dice(2);
  Chain<double> chain;
  int nothing = 0;
  for (int k = 0; k < 1500; ++k) {
    const std::size_t length = 1 + dice.roll(14);
    const std::size_t colors = 2 + dice.roll(2);
    std::vector<std::uint32_t> lengths;
    std::vector<std::uint8_t> inks;
    std::size_t needed = 0;
    for (std::uint32_t block = dice.roll(5); block > 0; --block) {
      const std::uint32_t size = 1 + dice.roll(dice.roll(4) == 0 ? 9 : 3);
      const auto ink =
          static_cast<std::uint8_t>(1 + dice.roll(static_cast<std::uint32_t>(colors) - 1));
      const std::size_t more = size + (!inks.empty() && inks.back() == ink ? 1 : 0);
      if (needed + more > length) break;
      needed += more;
      lengths.push_back(size);
      inks.push_back(ink);
    }
    std::vector<double> weights(length * colors);
    for (double& weight : weights) weight = dice.roll(5) == 0 ? 0.0 : (1 + dice.roll(100)) / 101.0;
    const auto expected = by_listing(lengths, inks, length, weights, colors);
    chain.open(line_of(lengths, inks, length, colors));
    std::vector<double> shares(length * colors);
    double all = 0;
    for (std::size_t c = 0; c < colors; ++c) all += expected[c] * weights[c];
    if (!chain.weigh(weights, colors, shares)) {
      ++nothing;
      check(all == 0, "only what weighs nothing has nothing to say");
      continue;
    }
    for (std::size_t cell = 0; cell < shares.size(); ++cell) {
      check(near(shares[cell] * all, expected[cell]), "a share matches the listing");
    }
  }
  check(nothing > 20, "lines that weigh nothing occur");
});

const Registration ranges("marginals of lines of any length", [] {
  Chain<double> chain;
  // More ways than a double can represent: C(40000, 8000).
  for (const std::uint32_t blocks : {1u, 100u, 400u}) {
    const std::size_t length = blocks == 1 ? 65535 : 2500;
    const std::vector<std::uint32_t> lengths(blocks, blocks == 1 ? 30000 : 2);
    const std::vector<std::uint8_t> inks(blocks, 1);
    chain.open(line_of(lengths, inks, length, 2));
    std::vector<double> shares(length * 2);
    check(chain.weigh(std::vector<double>(length * 2, 1.0), 2, shares), "a long line is weighed");
    double filled = 0;
    for (std::size_t cell = 0; cell < length; ++cell) {
      check(near(shares[2 * cell] + shares[2 * cell + 1], 1.0), "a cell has one color or other");
      filled += shares[2 * cell + 1];
    }
    check(std::abs(filled - blocks * lengths[0]) < 1e-6 * filled, "all blocks are laid");
  }
});

Puzzle two_by_two() {
  const std::vector<std::vector<Block>> lines{{{1, 1}}, {{1, 1}}};
  return {2, lines, lines};
}

const Registration machine("beliefs in slices", [] {
  Slice slice(UINT64_MAX, 1e9);
  Marginals whole(two_by_two());
  const std::vector<std::uint8_t> corner{1, nonogram::unknown_letter, nonogram::unknown_letter,
                                         nonogram::unknown_letter};
  whole.know(corner);
  check(whole.run(30, slice, UINT64_MAX) == Outcome::done, "rounds end");
  check(whole.beliefs()[7] > 0.999 && whole.beliefs()[3] < 0.001, "what is known spreads");
  Marginals parts(two_by_two());
  parts.know(corner);
  for (;;) {
    Slice step(1, 1e9);
    if (parts.run(30, step, UINT64_MAX) == Outcome::done) break;
  }
  check(parts.rounds() == 30 && whole.lines_processed() == parts.lines_processed(),
        "slices do not matter");
  for (std::size_t k = 0; k < 8; ++k) {
    check(parts.beliefs()[k] == whole.beliefs()[k], "slices change nothing");
  }
  Marginals small(two_by_two());
  check(small.run(1, slice, 16) == Outcome::out_of_bytes, "a budget of bytes is kept");
});

const Registration refusals("beliefs refuse what makes no sense", [] {
  const Puzzle narrow(2, {{{2, 1}}}, {{{1, 1}}});
  check_throws<InvalidNonogram>("a clue that is too long", [&] { Marginals made(narrow); });
  Marginals sound(two_by_two());
  check_throws<InvalidNonogram>("a short board", [&] { sound.know({}); });
  const std::vector<std::uint8_t> strange{0, 0, 0, 2};
  check_throws<InvalidNonogram>("no such color", [&] { sound.know(strange); });
});

}  // namespace

}  // namespace combien::tests
