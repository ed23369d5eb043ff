#include "matching/pfaffian_sum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace combien {

namespace {

// require: value is not zero
double log2(const Natural& value) {
  const std::vector<std::uint64_t>& limbs = value.limbs();
  double high = static_cast<double>(limbs.back());
  if (limbs.size() > 1) high += std::ldexp(static_cast<double>(limbs[limbs.size() - 2]), -64);
  return std::log2(high) + 64 * static_cast<double>(limbs.size() - 1);
}

// A bound on the bits of the Pfaffian: its square, the determinant, is at most the product of the
// lengths of its rows (Hadamard).
std::uint64_t bits_of_bound(const SkewForm& form) {
  // Relative to the largest entry of the row, as entries may exceed the range of floating point.
  Table<VertexId, double> largest(form.size);
  Table<VertexId, double> squares(form.size);
  for (const SkewForm::Entry& entry : form.entries) {
    for (const VertexId end : {entry.from, entry.to}) {
      largest[end] = std::max(largest[end], log2(entry.value));
    }
  }
  for (const SkewForm::Entry& entry : form.entries) {
    for (const VertexId end : {entry.from, entry.to}) {
      squares[end] += std::exp2(2 * (log2(entry.value) - largest[end]));
    }
  }
  double bits = 0;
  for (VertexId v{0}; v != squares.next_id(); v = after(v)) {
    // A vertex without edges was rejected before.
    bits += largest[v] / 2 + std::log2(squares[v]) / 4;
  }
  // Exceeds any rounding error of a sum of fewer than 2^32 terms, each a few units in the last
  // place.
  return static_cast<std::uint64_t>(bits * (1 + 1e-5)) + 2;
}

// The form of an orientation.
SkewForm form_of(const WeightedGraph& weighted, const Table<EdgeId, char>& reversed) {
  SkewForm form;
  form.size = weighted.graph.vertex_count;
  for (EdgeId e{0}; e != weighted.graph.edges.next_id(); e = after(e)) {
    const Graph::Edge& edge = weighted.graph.edges[e];
    form.entries.push_back({edge.from, edge.to, weighted.weights[number(e)], reversed[e] != 0});
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

MixedRadix::MixedRadix(std::vector<Modulus> moduli) : moduli_(std::move(moduli)) {
  for (const Modulus& modulus : moduli_) {
    const std::size_t k = inverses_.size();
    std::uint64_t product = modulus.one();
    for (std::size_t j = 0; j < k; ++j) {
      products_.push_back(product);
      product = modulus.times(product, modulus.enter(moduli_[j].prime()));
    }
    inverses_.push_back(modulus.inverse(product));
  }
}

Natural MixedRadix::value(const std::vector<std::uint64_t>& residues) const {
  std::vector<std::uint64_t> digits;
  auto product = products_.begin();
  for (std::size_t k = 0; k < moduli_.size(); ++k) {
    const Modulus& modulus = moduli_[k];
    std::uint64_t rest = modulus.enter(residues[k]);
    for (std::size_t j = 0; j < k; ++j) {
      rest = modulus.minus(rest, modulus.times(*product++, modulus.enter(digits[j])));
    }
    digits.push_back(modulus.leave(modulus.times(rest, inverses_[k])));
  }
  Natural value;
  for (std::size_t k = digits.size(); k-- > 0;) {
    value *= moduli_[k].prime();
    value += Natural(digits[k]);
  }
  return value;
}

PfaffianSum::PfaffianSum(WeightedGraph weighted, std::vector<SignedOrientation> orientations,
                         bool shares)
    : weighted_(std::move(weighted)), orientations_(std::move(orientations)), with_shares_(shares) {
  COMBIEN_REQUIRE(std::has_single_bit(orientations_.size()));
  COMBIEN_REQUIRE(!shares || orientations_.size() == 1);
  form_ = form_of(weighted_, orientations_[0].reversed);
  // The sum of 4^genus Pfaffians is divided by 2^genus.
  bits_ =
      bits_of_bound(form_) + static_cast<std::uint64_t>(std::countr_zero(orientations_.size())) / 2;
  // The primes are taken downwards from 2^62 and all exceed 2^61.999, so that this many make more
  // than twice the bound.
  const auto needed = static_cast<std::size_t>(static_cast<double>(bits_ + 1) / 61.999) + 1;
  std::uint64_t prime = std::uint64_t{1} << 62;
  while (primes_.size() < needed) primes_.emplace_back(prime = prime_below(prime));
  least_prime_ = prime;
  sums_.assign(needed, 0);
  if (shares) shares_.resize(needed);
}

Outcome PfaffianSum::run(Slice& slice, std::uint64_t bytes_allowed) {
  while (!done_) {
    if (bytes() > bytes_allowed) return Outcome::out_of_bytes;
    if (search_) {
      if (!search(slice)) return Outcome::out_of_slice;
    } else if (replaying_) {
      if (!replay(slice)) return Outcome::out_of_slice;
    } else if (current_ == orientations_.size()) {
      if (!find_shares(slice)) return Outcome::out_of_slice;
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
  if (with_shares_) {
    // Only a replay has the inverse.
    lost_.push_back(searched_);
    if (residue == 0) replace(searched_);
  } else {
    take(searched_, residue, negative);
  }
  // A zero residue does not establish an order: the next prime may.
  if (residue != 0 && !replay_ && (with_shares_ || next_ < primes())) {
    replay_.emplace(form_, search_->order(), search_->later());
    replay_negative_ = negative;
  }
  earlier_ += search_->work();
  search_.reset();
  return true;
}

bool PfaffianSum::replay(Slice& slice) {
  if (!inverting_ && !replay_->run(slice)) return false;
  inverting_ = with_shares_;
  if (inverting_ && !replay_->invert(slice)) return false;
  for (std::uint32_t lane = 0; lane < Replay::lanes; ++lane) {
    const std::uint32_t prime = lanes_[lane];
    if (prime == UINT32_MAX) continue;
    const std::uint64_t residue = replay_->residue(lane);
    // Zero can mean that a pivot, not the Pfaffian, is zero modulo this prime.
    if (residue == 0) {
      lost_.push_back(prime);
      if (with_shares_) replace(prime);
    } else {
      take(prime, residue, replay_negative_);
      if (with_shares_) take_shares(prime, lane);
    }
  }
  replaying_ = inverting_ = false;
  return true;
}

// Begins with the next primes: one to search for pivots, or several that repeat an order.
void PfaffianSum::begin_next() {
  if (replay_ && (with_shares_ || next_ < primes())) {
    std::array<Modulus, Replay::lanes> moduli;
    for (std::uint32_t lane = 0; lane < Replay::lanes; ++lane) {
      lanes_[lane] = UINT32_MAX;
      if (next_ < primes()) {
        lanes_[lane] = next_++;
      } else if (with_shares_ && !lost_.empty()) {
        lanes_[lane] = lost_.back();
        lost_.pop_back();
      }
      moduli[lane] = primes_[std::min(lanes_[lane], primes() - 1)];
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

void PfaffianSum::take_shares(std::uint32_t prime, std::size_t lane) {
  const std::uint64_t modulus = primes_[prime].prime();
  const bool negative = replay_negative_ != orientations_[0].negative;
  std::vector<std::uint64_t>& own = shares_[prime];
  own.resize(weighted_.weights.size());
  for (std::size_t edge = 0; edge < own.size(); ++edge) {
    const std::uint64_t share = replay_->share(edge, lane);
    own[edge] = negative && share != 0 ? modulus - share : share;
  }
}

// Takes another prime instead of one that says nothing.
void PfaffianSum::replace(std::uint32_t prime) {
  primes_[prime] = Modulus(least_prime_ = prime_below(least_prime_));
}

bool PfaffianSum::find_shares(Slice& slice) {
  for (std::uint32_t edge = found_.size(); edge < form_.entries.size(); ++edge) {
    if (!slice.step(primes_.size() * primes_.size())) return false;
    std::vector<std::uint64_t> residues;
    for (std::size_t k = 0; k < primes_.size(); ++k) {
      const std::uint64_t residue = shares_[k][edge];
      residues.push_back(negative_ && residue != 0 ? primes_[k].prime() - residue : residue);
    }
    found_.add(radix_->value(residues));
  }
  shares_.clear();
  done_ = true;
  return true;
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
  radix_.emplace(primes_);
  count_ = radix_->value(sums_);
  if (count_.bit_length() > bits_) {
    negative_ = true;
    for (std::size_t k = 0; k < primes_.size(); ++k) {
      if (sums_[k] != 0) sums_[k] = primes_[k].prime() - sums_[k];
    }
    count_ = radix_->value(sums_);
  }
  COMBIEN_ENSURE(count_.bit_length() <= bits_);
  done_ = !with_shares_;
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
  const std::uint64_t shares = shares_.size() * weighted_.weights.size() * sizeof(std::uint64_t);
  return (search_ ? search_->bytes() : 0) + (replay_ ? replay_->bytes() : 0) + shares;
}

}  // namespace combien
