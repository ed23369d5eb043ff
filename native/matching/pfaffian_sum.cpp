#include "matching/pfaffian_sum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace combien {

namespace {

// A bound on the bits of the Pfaffian: its square, the determinant, is at most the product of the
// lengths of its rows (Hadamard).
std::uint64_t bits_of_bound(const SkewForm& form) {
  Table<VertexId, double> squares(form.size);
  for (const SkewForm::Entry& entry : form.entries) {
    const double value = static_cast<double>(entry.value);
    squares[entry.from] += value * value;
    squares[entry.to] += value * value;
  }
  double bits = 0;
  for (VertexId v{0}; v != squares.next_id(); v = after(v)) {
    // A vertex without edges was rejected before.
    bits += std::log2(squares[v]) / 4;
  }
  // Exceeds any rounding error of a sum of fewer than 2^32 terms, each a few units in the last
  // place.
  return static_cast<std::uint64_t>(bits * (1 + 1e-5)) + 2;
}

// The number below the product of the primes that has these residues, by mixed radix (Garner, 1959).
Natural from_residues(const std::vector<Modulus>& moduli,
                      const std::vector<std::uint64_t>& residues) {
  std::vector<std::uint64_t> digits;
  for (std::size_t k = 0; k < moduli.size(); ++k) {
    const Modulus& modulus = moduli[k];
    // The value of the digits so far modulo this prime, and the product of the primes so far.
    std::uint64_t sum = 0;
    std::uint64_t product = modulus.one();
    for (std::size_t j = 0; j < k; ++j) {
      const std::uint64_t digit = modulus.enter(digits[j]);
      const std::uint64_t term = modulus.times(product, digit);
      sum = modulus.minus(sum, modulus.negative(term));
      product = modulus.times(product, modulus.enter(moduli[j].prime()));
    }
    const std::uint64_t rest = modulus.minus(modulus.enter(residues[k]), sum);
    digits.push_back(modulus.leave(modulus.times(rest, modulus.inverse(product))));
  }
  Natural value;
  for (std::size_t k = digits.size(); k-- > 0;) {
    value *= moduli[k].prime();
    value += Natural(digits[k]);
  }
  return value;
}

// The form of an orientation.
SkewForm form_of(const WeightedGraph& weighted, const Table<EdgeId, char>& reversed) {
  SkewForm form;
  form.size = weighted.graph.vertex_count;
  for (EdgeId e{0}; e != weighted.graph.edges.next_id(); e = after(e)) {
    const std::int64_t weight = weighted.weights[number(e)];
    const Graph::Edge& edge = weighted.graph.edges[e];
    form.entries.push_back({edge.from, edge.to, reversed[e] != 0 ? -weight : weight});
  }
  return form;
}

// Whether this order of the vertices is an odd permutation.
bool is_odd(const std::vector<VertexId>& order) {
  std::vector<char> seen(order.size());
  bool odd = false;
  for (std::size_t start = 0; start < order.size(); ++start) {
    // A cycle of length k is k - 1 swaps.
    for (std::size_t k = start; seen[k] == 0; k = number(order[k])) {
      seen[k] = 1;
      odd ^= k != start;
    }
  }
  return odd;
}

}  // namespace

PfaffianSum::PfaffianSum(WeightedGraph weighted, std::vector<SignedOrientation> orientations)
    : weighted_(std::move(weighted)), orientations_(std::move(orientations)) {
  COMBIEN_REQUIRE(std::has_single_bit(orientations_.size()));
  form_ = form_of(weighted_, orientations_[0].reversed);
  // The sum of 4^genus Pfaffians is divided by 2^genus.
  bits_ =
      bits_of_bound(form_) + static_cast<std::uint64_t>(std::countr_zero(orientations_.size())) / 2;
  // The primes are taken downwards from 2^62 and all exceed 2^61.999, so that this many make more
  // than twice the bound.
  const auto needed = static_cast<std::size_t>(static_cast<double>(bits_ + 1) / 61.999) + 1;
  std::uint64_t prime = std::uint64_t{1} << 62;
  while (primes_.size() < needed) primes_.emplace_back(prime = prime_below(prime));
  sums_.assign(needed, 0);
}

Outcome PfaffianSum::run(Slice& slice, std::uint64_t bytes_allowed) {
  while (!done_) {
    if (bytes() > bytes_allowed) return Outcome::out_of_bytes;
    if (search_) {
      if (!search(slice)) return Outcome::out_of_slice;
    } else if (replaying_) {
      if (!replay(slice)) return Outcome::out_of_slice;
    } else if (next_ < primes() || !lost_.empty()) {
      begin_next();
    } else {
      next_pfaffian();
    }
  }
  return Outcome::done;
}

bool PfaffianSum::search(Slice& slice) {
  if (!search_->run(slice)) return false;
  const std::uint64_t residue = search_->residue();
  const bool negative = residue != 0 && is_odd(search_->order());
  take(searched_, residue, negative);
  // A zero residue does not establish an order: the next prime may.
  if (residue != 0 && !replay_ && next_ < primes()) {
    replay_.emplace(form_, search_->order(), search_->later());
    replay_negative_ = negative;
  }
  earlier_ += search_->work();
  search_.reset();
  return true;
}

bool PfaffianSum::replay(Slice& slice) {
  if (!replay_->run(slice)) return false;
  for (std::uint32_t lane = 0; lane < Replay::lanes && next_ < primes(); ++lane, ++next_) {
    const std::uint64_t residue = replay_->residue(lane);
    // Zero can mean that a pivot, not the Pfaffian, is zero modulo this prime.
    if (residue == 0) {
      lost_.push_back(next_);
    } else {
      take(next_, residue, replay_negative_);
    }
  }
  replaying_ = false;
  return true;
}

// Begins with the next primes: one to search for pivots, or several that repeat an order.
void PfaffianSum::begin_next() {
  if (replay_ && next_ < primes()) {
    std::array<Modulus, Replay::lanes> moduli;
    for (std::uint32_t lane = 0; lane < Replay::lanes; ++lane) {
      moduli[lane] = primes_[std::min(next_ + lane, primes() - 1)];
    }
    replay_->begin(moduli);
    replaying_ = true;
    return;
  }
  if (lost_.empty()) {
    searched_ = next_++;
  } else {
    searched_ = lost_.back();
    lost_.pop_back();
  }
  search_.emplace(form_, primes_[searched_]);
}

void PfaffianSum::next_pfaffian() {
  if (replay_) earlier_ += replay_->work();
  replay_.reset();
  next_ = 0;
  if (++current_ == orientations_.size()) {
    finish();
  } else {
    form_ = form_of(weighted_, orientations_[current_].reversed);
  }
}

void PfaffianSum::take(std::uint32_t prime, std::uint64_t residue, bool negative) {
  const std::uint64_t modulus = primes_[prime].prime();
  if (residue != 0 && negative != orientations_[current_].negative) residue = modulus - residue;
  // Both are less than 2^62.
  sums_[prime] = (sums_[prime] + residue) % modulus;
  ++known_;
}

void PfaffianSum::finish() {
  for (std::size_t k = 0; k < primes_.size(); ++k) {
    const Modulus& modulus = primes_[k];
    const std::uint64_t half = modulus.inverse(modulus.enter(2));
    std::uint64_t value = modulus.enter(sums_[k]);
    for (std::size_t left = orientations_.size(); left > 1; left /= 4) {
      value = modulus.times(value, half);
    }
    sums_[k] = modulus.leave(value);
  }
  // The sum is the count or its negative.  Only the one below the bound is the count: the two add
  // up to the product of the primes, which is more than twice the bound.
  count_ = from_residues(primes_, sums_);
  if (count_.bit_length() > bits_) {
    for (std::size_t k = 0; k < primes_.size(); ++k) {
      if (sums_[k] != 0) sums_[k] = primes_[k].prime() - sums_[k];
    }
    count_ = from_residues(primes_, sums_);
  }
  COMBIEN_ENSURE(count_.bit_length() <= bits_);
  done_ = true;
}

std::uint64_t PfaffianSum::pivots_needed() const {
  const std::uint64_t passes = 1 + (primes() - 1 + Replay::lanes - 1) / Replay::lanes;
  return passes * pfaffians() * (weighted_.graph.vertex_count / 2);
}

PivotWork PfaffianSum::work() const {
  PivotWork all = earlier_;
  if (search_) all += search_->work();
  if (replay_) all += replay_->work();
  return all;
}

std::uint64_t PfaffianSum::bytes() const {
  return (search_ ? search_->bytes() : 0) + (replay_ ? replay_->bytes() : 0);
}

}  // namespace combien
