#include "matching/coupling.hpp"

#include <algorithm>

#include "base/require.hpp"

namespace combien {

namespace {

// The last epoch has this many sweeps.
constexpr std::uint64_t shortest = 32;
// How often matchings are compared.
constexpr std::uint64_t compared_every = 8;

}  // namespace

Coupling::Coupling(const Graph& graph, const Rotation& rotation,
                   const Table<VertexId, VertexId>& partners, const Table<VertexId, char>& sides,
                   const std::vector<Natural>& weights) {
  const Faces found = faces(rotation);
  std::vector<std::uint32_t> lengths(found.count);
  for (HalfEdgeId half{0}; half != rotation.next_id(); half = after(half)) {
    ++lengths[found.along[half]];
  }
  // The outer face may be any one: with the longest, there is the least to turn.
  const auto outer = static_cast<std::uint32_t>(std::max_element(lengths.begin(), lengths.end()) -
                                                lengths.begin());
  const std::uint32_t none = found.count - 1;
  const auto place = [&](std::uint32_t face) {
    return face == outer ? none : face - (face > outer ? 1 : 0);
  };
  starts_.assign(found.count, 0);
  for (std::uint32_t face = 0; face < found.count; ++face) {
    if (face != outer) starts_[place(face) + 1] = lengths[face];
  }
  for (std::size_t k = 1; k < starts_.size(); ++k) starts_[k] += starts_[k - 1];
  sides_.resize(starts_.back());
  std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
  for (HalfEdgeId half{0}; half != rotation.next_id(); half = after(half)) {
    const std::uint32_t face = place(found.along[half]);
    if (face == none) continue;
    const Graph::Edge& edge = graph.edges[edge_of(half)];
    const VertexId tail = number(half) % 2 == 0 ? edge.from : edge.to;
    const std::uint32_t other = place(found.along[twin(half)]);
    COMBIEN_REQUIRE(other != face);
    sides_[next[face]++] = {edge_of(half), other, sides[tail] != 0};
  }
  least_ = {Table<EdgeId, char>(graph.edges.size()), std::vector<std::uint32_t>(inner()),
            std::vector<std::uint32_t>(inner())};
  for (EdgeId e{0}; e != graph.edges.next_id(); e = after(e)) {
    least_.has[e] = partners[graph.edges[e].from] == graph.edges[e].to ? 1 : 0;
  }
  for (std::uint32_t face = 0; face < inner(); ++face) {
    if (!weights.empty()) up_.push_back(probability(face, weights));
    for (std::uint32_t k = starts_[face]; k < starts_[face + 1]; ++k) {
      if (least_.has[sides_[k].edge] == 0) continue;
      ++(sides_[k].rises ? least_.rising : least_.falling)[face];
    }
  }
}

// The weight of the rising edges of a face over that of both, times 2^64, rounded down.
std::uint64_t Coupling::probability(std::uint32_t face, const std::vector<Natural>& weights) const {
  Natural rising(1), both(1);
  for (std::uint32_t k = starts_[face]; k < starts_[face + 1]; ++k) {
    (sides_[k].rises ? rising : both) *= weights[number(sides_[k].edge)];
  }
  both += rising;
  rising *= std::uint64_t{1} << 32;
  rising *= std::uint64_t{1} << 32;
  std::uint64_t found = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 63; bit != 0; bit >>= 1) {
    Natural product = both;
    product *= found | bit;
    if (!(rising < product)) found |= bit;
  }
  return found;
}

void Coupling::begin(std::uint64_t seed) {
  master_ = Dice(seed);
  seeds_.clear();
  if (phase_ == Phase::least || phase_ == Phase::greatest) return;
  // As early as the last one: where it begins must not depend on its own coins.
  begin_epoch();
}

// Begins with the least and the greatest matching, in the epoch `begun_`.
void Coupling::begin_epoch() {
  while (seeds_.size() <= begun_) seeds_.push_back(master_.word());
  low_ = least_;
  high_ = greatest_;
  equal_ = inner() == 0;
  epoch_ = begun_;
  left_ = shortest << (epoch_ == 0 ? 0 : epoch_ - 1);
  coins_ = Dice(seeds_[epoch_]);
  phase_ = Phase::together;
}

bool Coupling::run(Slice& slice) {
  for (;;) {
    if (phase_ == Phase::done) return true;
    if (!slice.step(2 * std::uint64_t{inner()} + 1)) return false;
    switch (phase_) {
      case Phase::least:
        if (turn_all(least_, false)) break;
        greatest_ = least_;
        phase_ = Phase::greatest;
        break;
      case Phase::greatest:
        if (!turn_all(greatest_, true)) begin_epoch();
        break;
      case Phase::together:
        if (left_ != 0) {
          sweep();
        } else if (epoch_ != 0) {
          --epoch_;
          left_ = shortest << (epoch_ == 0 ? 0 : epoch_ - 1);
          coins_ = Dice(seeds_[epoch_]);
        } else if (equal_ || low_.has == high_.has) {
          phase_ = Phase::done;
        } else {
          ++begun_;
          begin_epoch();
        }
        break;
      case Phase::done: break;
    }
  }
}

// Turns every face that can be turned this way; returns whether there was one.
bool Coupling::turn_all(Chain& chain, bool up) {
  bool any = false;
  for (std::uint32_t face = 0; face < inner(); ++face) {
    if ((up ? chain.falling : chain.rising)[face] != half(face)) continue;
    turn(chain, face, up);
    any = true;
  }
  return any;
}

void Coupling::sweep() {
  ++sweeps_;
  --left_;
  std::uint64_t word = 0;
  for (std::uint32_t face = 0; face < inner(); ++face) {
    if (!up_.empty() || face % 64 == 0) word = coins_.word();
    const bool up = up_.empty() ? (word >> (face % 64) & 1) != 0 : word < up_[face];
    const std::uint32_t needed = half(face);
    if ((up ? low_.falling : low_.rising)[face] == needed) turn(low_, face, up);
    if (!equal_ && (up ? high_.falling : high_.rising)[face] == needed) turn(high_, face, up);
  }
  if (!equal_ && sweeps_ % compared_every == 0) equal_ = low_.has == high_.has;
}

// What rises along a face falls along the one behind it.
void Coupling::turn(Chain& chain, std::uint32_t face, bool up) {
  for (std::uint32_t k = starts_[face]; k < starts_[face + 1]; ++k) {
    const Side& side = sides_[k];
    const bool has = side.rises == up;
    chain.has[side.edge] = has ? 1 : 0;
    if (side.other >= inner()) continue;
    (side.rises ? chain.falling : chain.rising)[side.other] += has ? 1 : -1u;
  }
  chain.rising[face] = up ? half(face) : 0;
  chain.falling[face] = up ? 0 : half(face);
}

}  // namespace combien
