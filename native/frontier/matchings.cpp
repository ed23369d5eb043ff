#include "frontier/matchings.hpp"

#include <algorithm>
#include <cmath>

#include "frontier/kasteleyn.hpp"

namespace combien {

namespace {

struct WeightedGraph {
  Graph graph;
  std::vector<std::int64_t> weights;
};

// The graph of a problem; equal options are merged into one edge.
WeightedGraph graph_of(const Problem& problem) {
  std::vector<std::pair<VertexId, VertexId>> pairs;
  pairs.reserve(problem.option_count());
  for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
    const auto items = problem.items(option);
    COMBIEN_REQUIRE(items.size() == 2);
    const auto [first, second] = std::minmax({number(items[0]), number(items[1])});
    pairs.emplace_back(VertexId{first}, VertexId{second});
  }
  std::sort(pairs.begin(), pairs.end());
  WeightedGraph result;
  result.graph.vertex_count = problem.item_count();
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    if (k != 0 && pairs[k] == pairs[k - 1]) {
      ++result.weights.back();
    } else {
      result.graph.edges.add({pairs[k].first, pairs[k].second});
      result.weights.push_back(1);
    }
  }
  return result;
}

// Whether the vertices alone show that there is no perfect matching: the two colors of a bipartite
// component must have the same size, and any other component must have even size.
bool balanced(const Graph& graph) {
  // Two copies of each vertex, one per color: a component that is not bipartite joins them.
  const std::uint32_t n = graph.vertex_count;
  std::vector<std::uint32_t> leader(2 * std::size_t{n});
  for (std::uint32_t k = 0; k < leader.size(); ++k) leader[k] = k;
  const auto find = [&](std::uint32_t k) {
    while (leader[k] != k) k = leader[k] = leader[leader[k]];
    return k;
  };
  for (EdgeId e{0}; e != graph.edges.next_id(); e = after(e)) {
    const std::uint32_t a = number(graph.edges[e].from), b = number(graph.edges[e].to);
    leader[find(a)] = find(b + n);
    leader[find(b)] = find(a + n);
  }
  std::vector<std::int64_t> excess(leader.size());
  std::vector<char> joined(leader.size());
  for (std::uint32_t k = 0; k < n; ++k) {
    joined[find(k)] = find(k) == find(k + n) ? 1 : 0;
    ++excess[find(k)];
    --excess[find(k + n)];
  }
  std::vector<std::int64_t> members(leader.size());
  for (std::uint32_t k = 0; k < n; ++k) ++members[find(k)];
  for (std::uint32_t k = 0; k < leader.size(); ++k) {
    if (joined[k] != 0 ? members[k] % 2 != 0 : excess[k] != 0) return false;
  }
  return true;
}

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

}  // namespace

std::unique_ptr<Matchings> Matchings::of(const Problem& problem) {
  COMBIEN_REQUIRE(!problem.has_bounds());
  const WeightedGraph weighted = graph_of(problem);
  const Graph& graph = weighted.graph;
  const auto rotation = embedding(graph);
  if (!rotation) return nullptr;
  std::unique_ptr<Matchings> machine(new Matchings());
  if (!balanced(graph)) {
    machine->done_ = true;
    return machine;
  }
  const auto reversed = reversed_edges(graph, *rotation);
  machine->form_.size = graph.vertex_count;
  for (EdgeId e{0}; e != graph.edges.next_id(); e = after(e)) {
    const std::int64_t weight = weighted.weights[number(e)];
    machine->form_.entries.push_back(
        {graph.edges[e].from, graph.edges[e].to, reversed[e] != 0 ? -weight : weight});
  }
  machine->bits_ = bits_of_bound(machine->form_);
  // The primes are taken downwards from 2^62 and all exceed 2^61.999, so that this many make more
  // than twice the bound.
  machine->primes_needed_ =
      static_cast<std::uint32_t>(static_cast<double>(machine->bits_ + 1) / 61.999) + 1;
  return machine;
}

Outcome Matchings::run(Slice& slice, std::uint64_t bytes_allowed) {
  while (!done_) {
    if (bytes() > bytes_allowed) return Outcome::out_of_bytes;
    if (!replay_) {
      if (!search_) {
        searched_ = next_modulus();
        search_.emplace(form_, searched_);
      }
      if (!search_->run(slice)) return Outcome::out_of_slice;
      const std::uint64_t residue = search_->residue();
      take(searched_, residue);
      earlier_ += search_->work();
      // A zero residue, of whatever sign, does not establish an order: the next prime may.
      if (residue != 0) replay_.emplace(form_, search_->order(), search_->later());
      search_.reset();
      if (replay_ && !done_) begin_replay();
      continue;
    }
    if (!replay_->run(slice)) return Outcome::out_of_slice;
    for (std::size_t lane = 0; lane < Replay::lanes && !done_; ++lane) {
      // Zero can mean that a pivot, not the Pfaffian, is zero modulo this prime: the prime is
      // skipped.
      if (replay_->residue(lane) != 0) take(moduli_[lane], replay_->residue(lane));
    }
    if (!done_) begin_replay();
  }
  return Outcome::done;
}

PivotWork Matchings::work() const {
  PivotWork all = earlier_;
  if (search_) all += search_->work();
  if (replay_) all += replay_->work();
  return all;
}

std::uint64_t Matchings::bytes() const {
  return (search_ ? search_->bytes() : 0) + (replay_ ? replay_->bytes() : 0);
}

Modulus Matchings::next_modulus() {
  last_prime_ = prime_below(last_prime_);
  return Modulus(last_prime_);
}

void Matchings::take(const Modulus& modulus, std::uint64_t residue) {
  COMBIEN_REQUIRE(primes() < primes_needed_);
  primes_.push_back(modulus);
  residues_.push_back(residue);
  if (primes() == primes_needed_) finish();
}

void Matchings::begin_replay() {
  for (Modulus& modulus : moduli_) modulus = next_modulus();
  replay_->begin(moduli_);
}

void Matchings::finish() {
  // The Pfaffian is the count or its negative.  Only the one below the bound is the count: the two
  // add up to the product of the primes, which is more than twice the bound.
  count_ = from_residues(primes_, residues_);
  if (count_.bit_length() > bits_) {
    for (std::size_t k = 0; k < primes_.size(); ++k) {
      if (residues_[k] != 0) residues_[k] = primes_[k].prime() - residues_[k];
    }
    count_ = from_residues(primes_, residues_);
  }
  COMBIEN_ENSURE(count_.bit_length() <= bits_);
  done_ = true;
}

}  // namespace combien
