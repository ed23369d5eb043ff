#include "nonogram/marginals.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace combien::nonogram {

namespace {

// Messages are at least this share of the largest one, unless they are exactly 0, so that unlikely
// colors can recover.
constexpr double unlikely = 1e-12;

// Noise is used while at most one line in this many is violated.
constexpr std::uint32_t shaken = 5;

// Lines with a larger table are skipped: they would take longer than a slice.
constexpr std::uint64_t most_places = std::uint64_t{1} << 22;

}  // namespace

Marginals::Marginals(Puzzle puzzle)
    : puzzle_(std::move(puzzle)),
      violated_(puzzle_.line_count(), 1),
      violated_count_(puzzle_.line_count()) {
  if (puzzle_.blotted()) throw InvalidNonogram("blocks of unknown length have no weights");
  for (std::uint32_t id = 0; id < puzzle_.line_count(); ++id) {
    if (!puzzle_.line(LineId{id}).fits()) {
      throw InvalidNonogram("the blocks of a line do not fit");
    }
  }
}

void Marginals::know(std::span<const std::uint8_t> cells) {
  if (cells.size() != puzzle_.cells()) {
    throw InvalidNonogram("there must be a letter for each cell");
  }
  for (const std::uint8_t cell : cells) {
    if (cell != unknown_letter && cell >= puzzle_.letters()) {
      throw InvalidNonogram("there is no such letter");
    }
  }
  known_.assign(cells.begin(), cells.end());
  round_ = 0;
  line_ = 0;
  if (!beliefs_.empty()) exclude();
}

std::uint64_t Marginals::bytes() const {
  return (prior_.capacity() + messages_[0].capacity() + messages_[1].capacity() +
          beliefs_.capacity()) *
             sizeof(double) +
         chain_.bytes();
}

// Initializes the beliefs from the known cells; there are no messages yet.
bool Marginals::begin(std::uint64_t bytes) {
  const std::size_t size = puzzle_.cells() * puzzle_.letters();
  if (std::uint64_t{4} * size * sizeof(double) > bytes) return false;
  known_.resize(puzzle_.cells(), unknown_letter);
  for (auto& messages : messages_) messages.assign(size, 1.0);
  prior_.assign(size, 1.0);
  beliefs_.assign(size, 0.0);
  exclude();
  update_beliefs();
  return true;
}

// Replaces the known cells.
void Marginals::exclude() {
  const std::size_t colors = puzzle_.letters();
  for (std::size_t cell = 0; cell < known_.size(); ++cell) {
    for (std::size_t c = 0; c < colors; ++c) {
      const bool possible = known_[cell] == unknown_letter || known_[cell] == c;
      prior_[cell * colors + c] = possible ? 1.0 : 0.0;
    }
  }
}

Outcome Marginals::run(std::uint32_t rounds, Slice& slice, std::uint64_t bytes) {
  if (beliefs_.empty() && !begin(bytes)) return Outcome::out_of_bytes;
  while (round_ < rounds) {
    while (line_ < puzzle_.line_count()) {
      const Line& line = puzzle_.line(LineId{line_});
      const std::uint64_t shifts = (std::uint64_t{line.block_count()} + 1) * line.length();
      if (!slice.step(1 + shifts / 16)) return Outcome::out_of_slice;
      if (!propagate(line_, bytes)) return Outcome::out_of_bytes;
      ++line_;
    }
    update_beliefs();
    if (reinforce_ > 0) find_violated();
    ++rounds_;
    ++round_;
    line_ = 0;
  }
  round_ = 0;
  return Outcome::done;
}

// Computes the messages of a line to its cells, from the messages of all other lines.
bool Marginals::propagate(std::uint32_t id, std::uint64_t bytes) {
  const Line& line = puzzle_.line(LineId{id});
  const std::size_t colors = puzzle_.letters();
  const std::size_t blocks = line.block_count();
  const bool across = id < puzzle_.height();
  const auto& incoming = messages_[across ? 1 : 0];
  auto& outgoing = messages_[across ? 0 : 1];
  chain_.open(line);
  ++lines_processed_;
  if (this->bytes() + Chain::bytes_for(blocks, chain_.slack()) > bytes) return false;

  weights_.resize(line.length() * colors);
  shares_.resize(line.length() * colors);
  for (std::uint32_t k = 0; k < line.length(); ++k) {
    const std::size_t from = puzzle_.cell_of(id, k) * colors;
    double most = 0;
    for (std::size_t c = 0; c < colors; ++c) {
      weights_[k * colors + c] = prior_[from + c] * incoming[from + c];
      most = std::max(most, weights_[k * colors + c]);
    }
    // Where the other lines exclude everything, only the known cells count.
    for (std::size_t c = 0; c < colors; ++c) {
      double& weight = weights_[k * colors + c];
      weight = most > 0 ? weight / most : (prior_[from + c] > 0 ? 1.0 : 0.0);
    }
  }
  const bool weighed =
      (blocks + 1) * (chain_.slack() + 1) <= most_places && chain_.weigh(weights_, colors, shares_);
  for (std::uint32_t k = 0; k < line.length(); ++k) {
    const std::size_t to = puzzle_.cell_of(id, k) * colors;
    double most = 0;
    for (std::size_t c = 0; c < colors; ++c) most = std::max(most, shares_[k * colors + c]);
    for (std::size_t c = 0; c < colors; ++c) {
      const double share = weighed && most > 0 ? shares_[k * colors + c] / most : 1.0;
      const double message = share > 0 ? std::max(share, unlikely) : 0.0;
      outgoing[to + c] = damp_ * outgoing[to + c] + (1 - damp_) * message;
    }
  }
  return true;
}

// Computes the beliefs from the messages.
void Marginals::update_beliefs() {
  const std::size_t colors = puzzle_.letters();
  change_ = 0;
  for (std::size_t cell = 0; cell < known_.size(); ++cell) {
    const std::size_t at = cell * colors;
    double all = 0;
    for (std::size_t c = 0; c < colors; ++c) {
      all += prior_[at + c] * messages_[0][at + c] * messages_[1][at + c];
    }
    for (std::size_t c = 0; c < colors; ++c) {
      const double belief = prior_[at + c] * messages_[0][at + c] * messages_[1][at + c];
      const double share = all > 0 ? belief / all : 1.0 / static_cast<double>(colors);
      change_ = std::max(change_, std::abs(share - beliefs_[at + c]));
      beliefs_[at + c] = share;
    }
    if (reinforce_ > 0) update_prior(cell);
  }
}

// Replaces the prior of a cell by a power of its belief, with noise in violated lines.
void Marginals::update_prior(std::size_t cell) {
  const std::size_t colors = puzzle_.letters();
  const double* const beliefs = &beliefs_[cell * colors];
  const double most = *std::max_element(beliefs, beliefs + colors);
  const auto number = static_cast<std::uint32_t>(cell);
  const bool noisy =
      noise_ > 0 && shaken * violated_count_ <= puzzle_.line_count() &&
      (violated_[puzzle_.row_of(number)] | violated_[puzzle_.column_of(number)]) != 0;
  for (std::size_t c = 0; c < colors; ++c) {
    double& prior = prior_[cell * colors + c];
    if (prior <= 0) continue;
    prior = std::max(std::pow(beliefs[c] / most, reinforce_), unlikely);
    if (noisy)
      prior *= std::exp(noise_ * (dice_.roll(1u << 20) / static_cast<double>(1u << 19) - 1));
  }
}

void Marginals::find_violated() {
  violated_count_ = 0;
  for (std::uint32_t line = 0; line < puzzle_.line_count(); ++line) {
    violated_[line] = fits(line) ? 0 : 1;
    violated_count_ += violated_[line];
  }
}

// Whether the most probable letters of a line have its clue.
bool Marginals::fits(std::uint32_t id) const {
  const Line& line = puzzle_.line(LineId{id});
  const std::size_t colors = puzzle_.letters();
  std::uint32_t block = 0;
  std::uint32_t length = 0;
  std::size_t before = 0;
  for (std::uint32_t k = 0; k <= line.length(); ++k) {
    std::size_t letter = 0;
    if (k < line.length()) {
      const double* const beliefs = &beliefs_[puzzle_.cell_of(id, k) * colors];
      letter = static_cast<std::size_t>(std::max_element(beliefs, beliefs + colors) - beliefs);
    }
    if (letter == before) {
      ++length;
      continue;
    }
    if (before != 0) {
      if (block == line.block_count()) return false;
      const Block& expected = line.block(block++);
      if (expected.letter != before || expected.length != length) return false;
    }
    before = letter;
    length = 1;
  }
  return block == line.block_count();
}

}  // namespace combien::nonogram
