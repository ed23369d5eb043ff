#include "nonogram/marginals.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace combien::nonogram {

namespace {

// Messages are at least this share of the largest one, unless they are exactly 0, so that unlikely
// colors can recover.
constexpr double unlikely = 1e-12;

// Lines with a larger table are skipped: they would take longer than a slice.
constexpr std::uint64_t most_places = std::uint64_t{1} << 22;

}  // namespace

Marginals::Marginals(Puzzle puzzle) : puzzle_(std::move(puzzle)) { puzzle_.check_weights(); }

void Marginals::know(std::span<const std::uint8_t> cells) {
  puzzle_.check_cells(cells);
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
  if (this->bytes() + Chain<double>::bytes_for(blocks, chain_.slack()) > bytes) return false;

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
  }
}

}  // namespace combien::nonogram
