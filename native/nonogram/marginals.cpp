#include "nonogram/marginals.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace combien::nonogram {

namespace {

// A message below this share of the largest counts as it, unless it is exactly 0: what is unlikely
// can be thought of again.
constexpr double unlikely = 1e-12;

// A line with a larger table is not asked: it would take longer than a slice.
constexpr std::uint64_t most_places = std::uint64_t{1} << 22;

}  // namespace

Marginals::Marginals(Clues clues) : clues_(std::move(clues)) {
  const std::size_t height = clues_.height, width = clues_.width;
  if (height == 0 || width == 0) throw InvalidClues("there are no cells");
  if (clues_.colours < 1 || clues_.colours > 64) throw InvalidClues("there are 1 to 64 colours");
  if (clues_.starts.size() != height + width + 1 || clues_.starts.front() != 0 ||
      clues_.starts.back() != clues_.lengths.size() ||
      clues_.lengths.size() != clues_.inks.size() ||
      !std::is_sorted(clues_.starts.begin(), clues_.starts.end())) {
    throw InvalidClues("the blocks are not those of so many lines");
  }
  for (std::size_t i = 0; i < height; ++i) lines_.push_back({i * width, 1, width});
  for (std::size_t j = 0; j < width; ++j) lines_.push_back({j, width, height});
  for (std::size_t line = 0; line < lines_.size(); ++line) {
    std::uint64_t needed = 0;
    for (std::uint32_t b = clues_.starts[line]; b < clues_.starts[line + 1]; ++b) {
      const std::uint8_t ink = clues_.inks[b];
      if (ink == 0 || ink >= clues_.colours) throw InvalidClues("a block has no such colour");
      if (clues_.lengths[b] == 0) throw InvalidClues("a block has no cells");
      const bool gap = b > clues_.starts[line] && clues_.inks[b - 1] == ink;
      needed += std::uint64_t{clues_.lengths[b]} + (gap ? 1 : 0);
    }
    if (needed > lines_[line].length) throw InvalidClues("the blocks of a line do not fit");
  }
}

void Marginals::know(std::span<const std::uint8_t> cells) {
  if (cells.size() != std::size_t{clues_.height} * clues_.width) {
    throw InvalidClues("there are not as many cells as on the board");
  }
  known_.assign(cells.begin(), cells.end());
  for (const std::uint8_t cell : known_) {
    if (cell != open && cell >= clues_.colours) throw InvalidClues("a cell has no such colour");
  }
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

// Beliefs begin with what is known, and nobody has said anything.
bool Marginals::begin(std::uint64_t bytes) {
  const std::size_t cells = std::size_t{clues_.height} * clues_.width;
  const std::size_t size = cells * clues_.colours;
  if (std::uint64_t{4} * size * sizeof(double) > bytes) return false;
  known_.resize(cells, open);
  for (auto& messages : messages_) messages.assign(size, 1.0);
  prior_.assign(size, 1.0);
  beliefs_.assign(size, 0.0);
  exclude();
  settle();
  return true;
}

// Takes what is known for certain, and forgets what was known before.
void Marginals::exclude() {
  for (std::size_t cell = 0; cell < known_.size(); ++cell) {
    for (std::size_t c = 0; c < clues_.colours; ++c) {
      const bool possible = known_[cell] == open || known_[cell] == c;
      prior_[cell * clues_.colours + c] = possible ? 1.0 : 0.0;
    }
  }
}

MarginalsOutcome Marginals::run(std::uint32_t rounds, Slice& slice, std::uint64_t bytes) {
  if (beliefs_.empty() && !begin(bytes)) return MarginalsOutcome::out_of_bytes;
  while (round_ < rounds) {
    while (line_ < lines_.size()) {
      const std::size_t blocks = clues_.starts[line_ + 1] - clues_.starts[line_];
      const Line& line = lines_[line_];
      if (!slice.step(1 + (blocks + 1) * line.length / 16)) return MarginalsOutcome::out_of_slice;
      if (!ask(line_, bytes)) return MarginalsOutcome::out_of_bytes;
      ++line_;
    }
    settle();
    ++rounds_;
    ++round_;
    line_ = 0;
  }
  round_ = 0;
  return MarginalsOutcome::done;
}

// Asks a line for its messages: what it says about each cell, given all that the others say.
bool Marginals::ask(std::size_t number, std::uint64_t bytes) {
  const Line& line = lines_[number];
  const std::size_t colours = clues_.colours;
  const bool across = number < clues_.height;
  const auto& heard = messages_[across ? 1 : 0];
  auto& said = messages_[across ? 0 : 1];
  const std::uint32_t begin = clues_.starts[number];
  const std::size_t blocks = clues_.starts[number + 1] - begin;
  chain_.open({clues_.lengths.data() + begin, blocks}, {clues_.inks.data() + begin, blocks},
              line.length);
  ++lines_asked_;
  if (this->bytes() + Chain::bytes_for(blocks, chain_.slack()) > bytes) return false;

  weights_.resize(line.length * colours);
  shares_.resize(line.length * colours);
  for (std::size_t k = 0; k < line.length; ++k) {
    const std::size_t from = (line.first + k * line.stride) * colours;
    double most = 0;
    for (std::size_t c = 0; c < colours; ++c) {
      weights_[k * colours + c] = prior_[from + c] * heard[from + c];
      most = std::max(most, weights_[k * colours + c]);
    }
    // Where the others exclude everything, only what is known counts.
    for (std::size_t c = 0; c < colours; ++c) {
      double& weight = weights_[k * colours + c];
      weight = most > 0 ? weight / most : (prior_[from + c] > 0 ? 1.0 : 0.0);
    }
  }
  const bool heard_out = (blocks + 1) * (chain_.slack() + 1) <= most_places &&
                         chain_.weigh(weights_, colours, shares_);
  for (std::size_t k = 0; k < line.length; ++k) {
    const std::size_t to = (line.first + k * line.stride) * colours;
    double most = 0;
    for (std::size_t c = 0; c < colours; ++c) most = std::max(most, shares_[k * colours + c]);
    for (std::size_t c = 0; c < colours; ++c) {
      const double share = heard_out && most > 0 ? shares_[k * colours + c] / most : 1.0;
      const double told = share > 0 ? std::max(share, unlikely) : 0.0;
      said[to + c] = damp_ * said[to + c] + (1 - damp_) * told;
    }
  }
  return true;
}

// Makes the beliefs of what has been said.
void Marginals::settle() {
  const std::size_t colours = clues_.colours;
  change_ = 0;
  for (std::size_t cell = 0; cell < known_.size(); ++cell) {
    const std::size_t at = cell * colours;
    double all = 0;
    for (std::size_t c = 0; c < colours; ++c) {
      all += prior_[at + c] * messages_[0][at + c] * messages_[1][at + c];
    }
    for (std::size_t c = 0; c < colours; ++c) {
      const double thought = prior_[at + c] * messages_[0][at + c] * messages_[1][at + c];
      const double share = all > 0 ? thought / all : 1.0 / static_cast<double>(colours);
      change_ = std::max(change_, std::abs(share - beliefs_[at + c]));
      beliefs_[at + c] = share;
    }
  }
}

}  // namespace combien::nonogram
