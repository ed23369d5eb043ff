#include "nonogram/annealing.hpp"

#include <algorithm>
#include <utility>

#include "base/flush_to_zero.hpp"

namespace combien::nonogram {

namespace {

// Messages and priors are at least this share of the largest one, unless they are exactly 0, so
// that unlikely colors can recover.
constexpr float least_share = 1e-9f;

// Noise is used while at most one line in this many is violated.
constexpr std::uint32_t shaken = 5;

// Lines with a larger table are skipped: they would take longer than a slice.
constexpr std::uint64_t most_annealed_places = std::uint64_t{1} << 19;

// Rounds from one look at the violated lines to the next.
constexpr std::uint64_t rounds_a_look = 4;

// The ratio of the tilts of two lanes.
constexpr float tilt_ratio = 1.2f;

constexpr float log2_of_e = 1.442695041f;

}  // namespace

Annealing::Annealing(Puzzle puzzle, float tilt, float noise, std::uint64_t seed, Vectors vectors)
    : puzzle_(std::move(puzzle)),
      kernels_(kernels_for(vectors)),
      tilt_(tilt),
      noise_(noise),
      dice_(seed),
      violated_(puzzle_.line_count(), all_lanes(1)),
      changed_(puzzle_.line_count(), all_lanes(1)) {
  COMBIEN_REQUIRE(tilt >= 0 && noise >= 0);
  puzzle_.check_weights();
  violated_counts_.fill(puzzle_.line_count());
}

void Annealing::know(std::span<const std::uint8_t> cells) {
  puzzle_.check_cells(cells);
  known_.assign(cells.begin(), cells.end());
}

std::vector<std::uint8_t> Annealing::letters() const {
  std::vector<std::uint8_t> found(puzzle_.cells());
  for (std::size_t cell = 0; cell < letters_.size(); ++cell) {
    found[cell] = letters_[cell][best_lane_];
  }
  return found;
}

std::uint64_t Annealing::bytes() const {
  return (prior_.capacity() + factor_.capacity() + messages_[0].capacity() +
          messages_[1].capacity()) *
             sizeof(Lanes) +
         letters_.capacity() * sizeof(Bytes) + chain_.bytes();
}

bool Annealing::begin(std::uint64_t bytes) {
  const std::size_t colors = puzzle_.letters();
  const std::size_t size = puzzle_.cells() * colors;
  if (size * (4 * sizeof(Lanes) + 1) > bytes) return false;
  known_.resize(puzzle_.cells(), unknown_letter);
  for (const std::uint8_t known : known_) {
    letters_.push_back(all_lanes(known == unknown_letter ? 0 : known));
  }
  likely_.resize(colors);
  for (auto& messages : messages_) messages.assign(size, Lanes(1.0f));
  factor_.reserve(size);
  prior_.reserve(size);
  Lanes tilts;
  float tilt = tilt_ * log2_of_e;
  for (std::size_t lane = 0; lane < lane_count; ++lane, tilt *= tilt_ratio) tilts.of[lane] = tilt;
  for (std::size_t k = 0; k < size; ++k) {
    const std::uint8_t known = known_[k / colors];
    const bool possible = known == unknown_letter || known == k % colors;
    factor_.push_back(exp2_of(random() * tilts));
    if (!possible) factor_.back() = 0.0f;
    prior_.push_back(factor_.back());
  }
  return true;
}

// Computes the messages of a line to its cells, from the messages of all other lines.
inline void Annealing::propagate(std::uint32_t id) {
  const Line& line = puzzle_.line(LineId{id});
  const std::size_t colors = puzzle_.letters();
  const bool across = id < puzzle_.height();
  const auto& incoming = messages_[across ? 1 : 0];
  auto& outgoing = messages_[across ? 0 : 1];
  chain_.open(line);
  if ((line.block_count() + 1) * (chain_.slack() + 1) > most_annealed_places) return;

  weights_.resize(line.length() * colors);
  shares_.resize(line.length() * colors);
  for (std::uint32_t k = 0; k < line.length(); ++k) {
    const std::size_t from = puzzle_.cell_of(id, k) * colors;
    Lanes most = 0.0f;
    for (std::size_t c = 0; c < colors; ++c) {
      weights_[k * colors + c] = prior_[from + c] * incoming[from + c];
      most = larger(most, weights_[k * colors + c]);
    }
    // Where the other lines exclude everything, only the known cells count.
    const Mask some = most > 0.0f;
    const Lanes scale = Lanes(1.0f) / select(some, most, 1.0f);
    for (std::size_t c = 0; c < colors; ++c) {
      Lanes& weight = weights_[k * colors + c];
      weight = select(some, weight * scale, select(prior_[from + c] > 0.0f, 1.0f, 0.0f));
    }
  }
  const Mask valid = chain_.weigh(weights_, colors, shares_);
  for (std::uint32_t k = 0; k < line.length(); ++k) {
    const std::size_t to = puzzle_.cell_of(id, k) * colors;
    Lanes most = 0.0f;
    for (std::size_t c = 0; c < colors; ++c) most = larger(most, shares_[k * colors + c]);
    const Mask some = valid & (most > 0.0f);
    const Lanes scale = Lanes(1.0f) / select(some, most, 1.0f);
    for (std::size_t c = 0; c < colors; ++c) {
      const Lanes share = shares_[k * colors + c] * scale;
      outgoing[to + c] = select(some, larger(share, least_share), 1.0f);
    }
  }
}

// Computes the beliefs from the messages, their most probable letters, and the next priors.
inline void Annealing::update() {
  const std::size_t colors = puzzle_.letters();
  for (std::uint32_t cell = 0; cell < known_.size(); ++cell) {
    if (known_[cell] != unknown_letter) continue;
    const std::size_t at = cell * colors;
    Lanes most = 0.0f;
    Lanes letter = 0.0f;
    for (std::size_t c = 0; c < colors; ++c) {
      likely_[c] = prior_[at + c] * messages_[0][at + c] * messages_[1][at + c];
      const Mask better = likely_[c] > most;
      most = select(better, likely_[c], most);
      letter = select(better, static_cast<float>(c), letter);
    }
    note(cell, bytes_of(letter));
    const Bytes noisy =
        (violated_[puzzle_.row_of(cell)] | violated_[puzzle_.column_of(cell)]) & shaken_lanes_;
    const bool shake = any(noisy);
    const Lanes loud = lanes_of(noisy) * (noise_ * log2_of_e);
    const Lanes scale = Lanes(1.0f) / select(most > 0.0f, most, 1.0f);
    for (std::size_t c = 0; c < colors; ++c) {
      const Lanes share = larger(likely_[c] * scale, 1e-30f);
      const Lanes kept = larger(exp2_of(log2_of(share) * reinforce_), least_share);
      prior_[at + c] = kept * factor_[at + c];
      if (shake) prior_[at + c] *= exp2_of(random() * loud);
    }
  }
}

// Stores the most probable letters of a cell; lines in which they have changed are looked at again.
inline void Annealing::note(std::uint32_t cell, const Bytes& letters) {
  const Bytes differing = letters ^ letters_[cell];
  if (!any(differing)) return;
  letters_[cell] = letters;
  changed_[puzzle_.row_of(cell)] |= differing;
  changed_[puzzle_.column_of(cell)] |= differing;
}

// Random numbers from -1 to below 1.
inline Lanes Annealing::random() {
  Lanes numbers;
  for (std::size_t lane = 0; lane < lane_count; lane += 2) {
    const std::uint64_t word = dice_.word();
    numbers.of[lane] = static_cast<float>(word >> 41) * 0x1p-22f - 1;
    numbers.of[lane + 1] = static_cast<float>(word >> 9 & 0x7fffff) * 0x1p-22f - 1;
  }
  return numbers;
}

void Annealing::find_violated() {
  violated_counts_.fill(0);
  for (std::uint32_t line = 0; line < puzzle_.line_count(); ++line) {
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      if (changed_[line][lane] != 0) violated_[line][lane] = fits(line, lane) ? 0 : 1;
      violated_counts_[lane] += violated_[line][lane];
    }
    changed_[line] = Bytes{};
  }
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    shaken_lanes_[lane] = shaken * violated_counts_[lane] <= puzzle_.line_count() ? 1 : 0;
  }
  best_lane_ =
      static_cast<std::size_t>(std::min_element(violated_counts_.begin(), violated_counts_.end()) -
                               violated_counts_.begin());
}

// Whether the most probable letters of a line have its clue.
bool Annealing::fits(std::uint32_t id, std::size_t lane) const {
  const Line& line = puzzle_.line(LineId{id});
  const std::size_t stride = id < puzzle_.height() ? 1 : puzzle_.width();
  const Bytes* cell = &letters_[puzzle_.cell_of(id, 0)];
  std::uint32_t block = 0;
  std::uint32_t length = 0;
  std::uint8_t before = 0;
  for (std::uint32_t k = 0; k <= line.length(); ++k, cell += stride) {
    const std::uint8_t letter = k < line.length() ? (*cell)[lane] : 0;
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

struct Annealing::Kernels {
  void (*propagate)(Annealing& machine, std::uint32_t line);
  void (*update)(Annealing& machine);

  static void plain_propagate(Annealing& machine, std::uint32_t line) { machine.propagate(line); }
  static void plain_update(Annealing& machine) { machine.update(); }
#if defined(__x86_64__)
  [[gnu::target("avx2")]] static void avx2_propagate(Annealing& machine, std::uint32_t line) {
    machine.propagate(line);
  }
  [[gnu::target("avx2")]] static void avx2_update(Annealing& machine) { machine.update(); }
  [[gnu::target("avx512f")]] static void avx512_propagate(Annealing& machine, std::uint32_t line) {
    machine.propagate(line);
  }
  [[gnu::target("avx512f")]] static void avx512_update(Annealing& machine) { machine.update(); }
#endif
};

const Annealing::Kernels& Annealing::kernels_for(Vectors vectors) {
  COMBIEN_REQUIRE(vectors <= best_vectors());
#if defined(__x86_64__)
  static constexpr Kernels avx512{&Kernels::avx512_propagate, &Kernels::avx512_update};
  static constexpr Kernels avx2{&Kernels::avx2_propagate, &Kernels::avx2_update};
  if (vectors == Vectors::avx512) return avx512;
  if (vectors == Vectors::avx2) return avx2;
#endif
  static constexpr Kernels plain{&Kernels::plain_propagate, &Kernels::plain_update};
  return plain;
}

Outcome Annealing::run(std::uint32_t rounds, Slice& slice, std::uint64_t bytes) {
  if (prior_.empty() && !begin(bytes)) return Outcome::out_of_bytes;
  const FlushToZero flushing;
  while (round_ < rounds && violated() > 0) {
    while (line_ < puzzle_.line_count()) {
      const Line& line = puzzle_.line(LineId{line_});
      const std::uint64_t places = (std::uint64_t{line.block_count()} + 1) * line.length();
      if (!slice.step(1 + places / 4)) return Outcome::out_of_slice;
      if (this->bytes() + Chain<Lanes>::bytes_for(line.block_count(), line.length()) > bytes) {
        return Outcome::out_of_bytes;
      }
      kernels_.propagate(*this, line_);
      ++line_;
    }
    kernels_.update(*this);
    ++rounds_;
    ++round_;
    if (rounds_ % rounds_a_look == 0 || round_ == rounds) find_violated();
    line_ = 0;
  }
  round_ = 0;
  return Outcome::done;
}

}  // namespace combien::nonogram
