// Matchings of graphs against the definition: primes, embeddings, directions, signs, counts.
#include <functional>
#include <random>
#include <set>
#include <string>
#include <utility>

#include "base/dice.hpp"
#include "base/modular.hpp"
#include "check.hpp"
#include "shuffle.hpp"
#include "matching/kasteleyn.hpp"
#include "matching/matchings.hpp"
#include "matching/perfect.hpp"
#include "matching/signs.hpp"

namespace combien::tests {

namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;

// Runs a computation in slices without time, so that it pauses at every look at the clock.
template <class Function, class... Arguments>
auto in_slices(Function function, const Arguments&... arguments) {
  Pace pace;
  auto computation = function(arguments..., pace);
  for (;;) {
    Slice slice(UINT64_MAX, 0);
    pace.set(slice);
    if (computation.run()) return computation.take();
  }
}

Graph graph_of(std::uint32_t vertices, const std::vector<Pair>& pairs) {
  Graph graph;
  graph.vertex_count = vertices;
  for (const auto& [a, b] : pairs) graph.edges.add({VertexId{a}, VertexId{b}});
  return graph;
}

Problem problem_of(std::uint32_t vertices, const std::vector<Pair>& pairs) {
  std::vector<std::int32_t> starts{0};
  std::vector<std::int32_t> items;
  for (const auto& [a, b] : pairs) {
    items.push_back(static_cast<std::int32_t>(a));
    items.push_back(static_cast<std::int32_t>(b));
    starts.push_back(static_cast<std::int32_t>(items.size()));
  }
  return Problem(std::vector<ItemKind>(vertices), starts, items, {});
}

// A grid of squares, some with a diagonal, of which only the given percentage of edges is kept.
std::vector<Pair> board(std::uint32_t width, std::uint32_t height, Dice& dice, std::uint32_t kept,
                        std::uint32_t diagonals) {
  std::vector<Pair> pairs;
  const auto add = [&](std::uint32_t a, std::uint32_t b) {
    if (dice.roll(100) < kept) pairs.emplace_back(a, b);
  };
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const std::uint32_t v = y * width + x;
      if (x + 1 < width) add(v, v + 1);
      if (y + 1 < height) add(v, v + width);
      if (x + 1 == width || y + 1 == height || dice.roll(100) >= diagonals) continue;
      if (dice.roll(2) == 0) {
        add(v, v + width + 1);
      } else {
        add(v + 1, v + width);
      }
    }
  }
  return pairs;
}

// The number of matchings by brute force, of the vertices that are not in the set `used`: the first
// vertex is matched with each of its neighbors.
std::uint64_t by_definition(std::uint32_t vertices, const std::vector<Pair>& pairs,
                            std::uint32_t used_before = 0) {
  std::function<std::uint64_t(std::uint32_t)> rest = [&](std::uint32_t used) {
    std::uint32_t first = 0;
    while (first < vertices && ((used >> first) & 1) != 0) ++first;
    if (first == vertices) return std::uint64_t{1};
    std::uint64_t sum = 0;
    for (const auto& [a, b] : pairs) {
      const std::uint32_t both = (1u << a) | (1u << b);
      if ((a == first || b == first) && (used & both) == 0) sum += rest(used | both);
    }
    return sum;
  };
  return rest(used_before);
}

// With shares, the matchings with each edge are compared with the definition.
Natural counted(std::uint32_t vertices, const std::vector<Pair>& pairs, std::uint64_t steps,
                bool shares = false) {
  const Problem problem = problem_of(vertices, pairs);
  const auto machine =
      std::make_unique<Matchings>(problem, shares ? Purpose::shares : Purpose::count);
  for (bool prepared = false; !prepared;) {
    // Without time, so that it pauses at every look at the clock.
    Slice slice(UINT64_MAX, 0);
    prepared = machine->prepare(slice, UINT64_MAX);
  }
  check(machine->drawn(), "the graph is planar");
  for (;;) {
    Slice slice(steps, 1e9);
    if (machine->run(slice, UINT64_MAX) == Outcome::done) break;
  }
  if (shares) {
    const std::vector<Natural> found = machine->shares();
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const std::uint32_t both = (1u << pairs[k].first) | (1u << pairs[k].second);
      check(found[k] == Natural(by_definition(vertices, pairs, both)), "and those with each edge");
    }
  }
  return machine->count();
}

// Components, by the edges alone.
std::uint32_t components(const Graph& graph) {
  std::vector<std::uint32_t> label(graph.vertex_count);
  for (std::uint32_t k = 0; k < label.size(); ++k) label[k] = k;
  for (bool changed = true; changed;) {
    changed = false;
    for (EdgeId e{0}; e != graph.edges.next_id(); e = after(e)) {
      std::uint32_t& a = label[number(graph.edges[e].from)];
      std::uint32_t& b = label[number(graph.edges[e].to)];
      if (a == b) continue;
      a = b = std::min(a, b);
      changed = true;
    }
  }
  return static_cast<std::uint32_t>(std::set(label.begin(), label.end()).size());
}

// Whether a rotation belongs to this graph and has no crossings, by Euler's formula.
void check_embedding(const Graph& graph, const Rotation& rotation) {
  std::vector<char> met(rotation.size());
  std::vector<char> bare(graph.vertex_count, 1);
  const auto tail = [&](HalfEdgeId half) {
    const Graph::Edge& edge = graph.edges[edge_of(half)];
    return number(half) % 2 == 0 ? edge.from : edge.to;
  };
  std::uint32_t turns = 0;
  for (HalfEdgeId start{0}; start != rotation.next_id(); start = after(start)) {
    bare[number(tail(start))] = 0;
    if (met[number(start)] != 0) continue;
    ++turns;
    HalfEdgeId half = start;
    do {
      met[number(half)] = 1;
      check(tail(half) == tail(start), "a turn stays at its vertex");
      half = rotation[half];
      check(met[number(half)] == 0 || half == start, "a turn comes back to where it began");
    } while (half != start);
  }
  std::uint32_t isolated = 0;
  for (const char is : bare) isolated += is != 0 ? 1 : 0;
  check(turns + isolated == graph.vertex_count, "each vertex has one turn");
  // An isolated vertex has a face that no half edge lies along.
  check(graph.vertex_count + faces(rotation).count + isolated ==
            graph.edges.size() + 2 * components(graph),
        "the faces are as many as Euler says");
}

const Registration primes("primes of the modular arithmetic", [] {
  const auto by_division = [](std::uint64_t number) {
    if (number < 2) return false;
    for (std::uint64_t k = 2; k * k <= number; ++k) {
      if (number % k == 0) return false;
    }
    return true;
  };
  for (std::uint64_t k = 0; k < 20000; ++k) {
    check(is_prime(k) == by_division(k), std::to_string(k) + " is prime or not");
  }
  // Carmichael numbers, and strong liars to the bases 2, 3, 5 and 7.
  for (const std::uint64_t k : {561u, 1105u, 25326001u, 3215031751u}) {
    check(!is_prime(k), std::to_string(k) + " is composite");
  }
  check(prime_below(std::uint64_t{1} << 62) == (std::uint64_t{1} << 62) - 57, "2^62 - 57 is prime");
});

const Registration arithmetic("modular arithmetic", [] {
  std::mt19937_64 dice(1);
  for (const std::uint64_t prime : {(std::uint64_t{1} << 62) - 57, std::uint64_t{1000003}}) {
    const Modulus modulus(prime);
    for (int k = 0; k < 2000; ++k) {
      const std::uint64_t a = dice() % prime, b = k == 0 ? prime - 1 : dice() % prime;
      const std::uint64_t x = modulus.enter(a), y = modulus.enter(b);
      __extension__ using Wide = unsigned __int128;
      check(modulus.leave(modulus.times(x, y)) == static_cast<std::uint64_t>(Wide{a} * b % prime),
            "products are right");
      check(modulus.leave(modulus.minus(x, y)) == (a + (prime - b)) % prime, "differences too");
      check(modulus.is_zero(modulus.minus(x, x)), "a number less itself is zero");
      check(a == 0 || modulus.leave(modulus.times(x, modulus.inverse(x))) == 1, "and inverses");
    }
  }
});

const Registration random_embeddings("embeddings of random planar graphs", [] {
  Dice dice(2);
  for (int k = 0; k < 600; ++k) {
    const std::uint32_t width = 1 + dice.roll(6), height = 1 + dice.roll(6);
    auto pairs = board(width, height, dice, 40 + dice.roll(61), dice.roll(101));
    // Shuffled, so that the search meets every order.
    std::vector<std::uint32_t> names(std::size_t{width} * height);
    for (std::uint32_t v = 0; v < names.size(); ++v) names[v] = v;
    shuffle(names, dice);
    shuffle(pairs, dice);
    for (auto& [a, b] : pairs) {
      a = names[a];
      b = names[b];
      if (dice.roll(2) == 0) std::swap(a, b);
    }
    const Graph graph = graph_of(width * height, pairs);
    const auto rotation = in_slices(embedding, graph);
    check(rotation.has_value(), "a board is planar");
    check_embedding(graph, *rotation);
    const auto reversed = reversed_edges(graph, *rotation);
    const Faces all = faces(*rotation);
    std::vector<std::uint32_t> agreeing(all.count);
    for (HalfEdgeId half{0}; half != rotation->next_id(); half = after(half)) {
      if ((number(half) % 2 != 0) == (reversed[edge_of(half)] != 0)) ++agreeing[all.along[half]];
    }
    std::uint32_t even = 0;
    for (const std::uint32_t count : agreeing) even += count % 2 == 0 ? 1 : 0;
    check(even <= components(graph), "at most one face a component has an even number of edges");
  }
});

const Registration crossings("graphs that are not planar", [] {
  std::vector<Pair> five, utilities;
  for (std::uint32_t a = 0; a < 5; ++a) {
    for (std::uint32_t b = a + 1; b < 5; ++b) five.emplace_back(a, b);
  }
  for (std::uint32_t k = 0; k < 9; ++k) utilities.emplace_back(k / 3, 3 + k % 3);
  const std::vector<Pair> petersen{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {0, 5}, {1, 6}, {2, 7},
                                   {3, 8}, {4, 9}, {5, 7}, {7, 9}, {9, 6}, {6, 8}, {8, 5}};
  check(!in_slices(embedding, graph_of(10, petersen)), "the Petersen graph is not planar");
  Dice dice(3);
  for (const auto& minor : {five, utilities}) {
    const std::uint32_t vertices = minor == five ? 5 : 6;
    check(!in_slices(embedding, graph_of(vertices, minor)), "K5 and K3,3 are not planar");
    for (std::size_t gone = 0; gone < minor.size(); ++gone) {
      auto pairs = minor;
      pairs.erase(pairs.begin() + static_cast<std::ptrdiff_t>(gone));
      const Graph graph = graph_of(vertices, pairs);
      const auto rotation = in_slices(embedding, graph);
      check(rotation.has_value(), "without any one edge they are");
      check_embedding(graph, *rotation);
    }
    // Subdivided at random and attached to a grid, they are still not planar.
    for (int k = 0; k < 100; ++k) {
      auto pairs = board(5, 5, dice, 90, 50);
      std::uint32_t next = 25 + vertices;
      for (const auto& [a, b] : minor) {
        std::uint32_t last = 25 + a;
        for (std::uint32_t parts = dice.roll(3); parts > 0; --parts) {
          pairs.emplace_back(last, next);
          last = next++;
        }
        pairs.emplace_back(last, 25 + b);
      }
      pairs.emplace_back(dice.roll(25), 25 + dice.roll(vertices));
      shuffle(pairs, dice);
      check(!in_slices(embedding, graph_of(next, pairs)), "a subdivision of them is not planar");
    }
  }
});

const Registration deep("planarity without recursion", [] {
  std::vector<Pair> ring;
  constexpr std::uint32_t length = 200000;
  ring.reserve(length);
  for (std::uint32_t k = 0; k < length; ++k) ring.emplace_back(k, (k + 1) % length);
  const auto rotation = in_slices(embedding, graph_of(length, ring));
  check(rotation.has_value() && faces(*rotation).count == 2, "a long ring has two faces");
});

const Registration definition("matchings against the definition", [] {
  Dice dice(4);
  for (int k = 0; k < 1500; ++k) {
    const std::uint32_t width = 1 + dice.roll(4), height = 1 + dice.roll(4);
    auto pairs = board(width, height, dice, 60 + dice.roll(41), dice.roll(101));
    // Some edges are duplicated.
    const std::size_t once = pairs.size();
    for (std::size_t e = 0; e < once; ++e) {
      if (dice.roll(5) == 0) pairs.push_back(pairs[e]);
    }
    shuffle(pairs, dice);
    const Natural count = counted(width * height, pairs, 1 + dice.roll(9), dice.roll(2) == 0);
    check(count == Natural(by_definition(width * height, pairs)), "matchings are counted");
  }
});

const Registration zero("matchings that colors do not exclude", [] {
  // Two leaves on one vertex, twice, joined so that the two colors have equal size.
  const std::vector<Pair> hubs{{0, 1}, {0, 2}, {0, 3}, {3, 7}, {4, 5}, {4, 6}, {4, 7}};
  check(counted(8, hubs, UINT64_MAX) == Natural(), "two leaves of one vertex never match");
});

// A connected graph with random edges: a tree and some more.
std::vector<Pair> connected(std::uint32_t vertices, std::uint32_t more, Dice& dice) {
  std::set<Pair> pairs;
  for (std::uint32_t v = 1; v < vertices; ++v) pairs.emplace(dice.roll(v), v);
  for (; more > 0; --more) {
    const std::uint32_t a = dice.roll(vertices), b = dice.roll(vertices);
    if (a != b) pairs.emplace(std::min(a, b), std::max(a, b));
  }
  return {pairs.begin(), pairs.end()};
}

// The half edges around each vertex, in random order.
Rotation random_rotation(const Graph& graph, Dice& dice) {
  Table<VertexId, std::vector<HalfEdgeId>> around(graph.vertex_count);
  for (EdgeId e{0}; e != graph.edges.next_id(); e = after(e)) {
    around[graph.edges[e].from].push_back(HalfEdgeId{2 * number(e)});
    around[graph.edges[e].to].push_back(HalfEdgeId{2 * number(e) + 1});
  }
  Rotation rotation(2 * std::size_t{graph.edges.size()});
  for (VertexId v{0}; v != around.next_id(); v = after(v)) {
    shuffle(around[v], dice);
    for (std::size_t k = 0; k < around[v].size(); ++k) {
      rotation[around[v][k]] = around[v][(k + 1) % around[v].size()];
    }
  }
  return rotation;
}

const Registration surfaces("matchings by random drawings on surfaces", [] {
  Dice dice(5);
  std::uint32_t counted_on[8] = {};
  for (int k = 0; k < 600; ++k) {
    const std::uint32_t vertices = 2 * (1 + dice.roll(5));
    const auto pairs = connected(vertices, dice.roll(2 * vertices), dice);
    const Graph graph = graph_of(vertices, pairs);
    const Rotation rotation = random_rotation(graph, dice);
    const std::uint32_t genus = (graph.edges.size() + 2 - vertices - faces(rotation).count) / 2;
    const auto partners = in_slices(perfect_matching, graph);
    check(partners.has_value() == (by_definition(vertices, pairs) != 0), "a matching is found");
    if (genus > 4 || !partners) continue;
    auto orientations = in_slices(signed_orientations, graph, Drawing{rotation, genus}, *partners);
    check(orientations.has_value(), "the signs are consistent");
    check(orientations->size() == std::size_t{1} << (2 * genus), "there are enough of them");
    PfaffianSum sum({graph, std::vector<Natural>(pairs.size(), Natural(1))},
                    std::move(*orientations), genus == 0);
    Slice slice(UINT64_MAX, 1e9);
    check(sum.run(slice, UINT64_MAX) == Outcome::done, "the sum is found");
    check(sum.count() == Natural(by_definition(vertices, pairs)), "any drawing gives the count");
    ++counted_on[genus];
  }
  for (std::uint32_t genus = 0; genus < 5; ++genus) {
    check(counted_on[genus] > 5, "each genus is tried");
  }
});

const Registration random("random matchings", [] {
  Dice dice(6);
  std::uint32_t drawn = 0;
  for (int k = 0; k < 300; ++k) {
    const std::uint32_t width = 1 + dice.roll(5), height = 1 + dice.roll(5);
    const auto pairs = board(width, height, dice, 70 + dice.roll(31), dice.roll(4) == 0 ? 50 : 0);
    const Problem problem = problem_of(width * height, pairs);
    std::vector<std::vector<OptionId>> samples;
    for (const std::uint64_t steps : {std::uint64_t{1}, std::uint64_t{1000}}) {
      const auto machine = std::make_unique<Matchings>(problem, Purpose::samples);
      Slice whole(UINT64_MAX, 1e9);
      while (!machine->prepare(whole, UINT64_MAX) && machine->planar()) {
      }
      if (!machine->drawn() || !machine->solvable()) break;
      machine->begin_sample(7);
      for (;;) {
        Slice slice(steps, 1e9);
        if (machine->draw(slice)) break;
      }
      samples.push_back(machine->sample());
      machine->begin_sample(7);
      check(machine->draw(whole), "another one is drawn");
      check(machine->sample().size() == samples.back().size(), "it covers as much");
    }
    if (samples.empty()) continue;
    ++drawn;
    check(samples[0] == samples[1], "slices do not change a sample");
    std::uint32_t used = 0;
    for (const OptionId option : samples[0]) {
      const auto& [a, b] = pairs[number(option)];
      check(((used >> a) & 1) == 0 && ((used >> b) & 1) == 0, "no vertex is met twice");
      used |= (1u << a) | (1u << b);
    }
    check(used == (1u << (width * height)) - 1, "all vertices are matched");
  }
  check(drawn > 50, "some matchings are drawn");
});

const Registration vanishing("matchings modulo primes that say nothing", [] {
  // A square whose count is a multiple of the first prime, and so is its first pivot.
  const std::vector<Pair> pairs{{0, 1}, {1, 2}, {2, 3}, {0, 3}};
  const Graph graph = graph_of(4, pairs);
  const std::uint64_t prime = prime_below(std::uint64_t{1} << 62);
  const auto partners = in_slices(perfect_matching, graph);
  const auto rotation = in_slices(embedding, graph);
  check(partners && rotation, "a square is drawn");
  auto orientations = in_slices(signed_orientations, graph, Drawing{*rotation, 0}, *partners);
  PfaffianSum sum({graph, {Natural(prime), Natural(1), Natural(prime), Natural(prime)}},
                  std::move(*orientations), true);
  Slice slice(UINT64_MAX, 1e9);
  check(sum.run(slice, UINT64_MAX) == Outcome::done, "the sum is found");
  Natural count(prime);
  const Natural once = count;
  count *= prime;
  count += once;
  check(sum.count() == count, "other primes give the count");
  check(
      sum.share(EdgeId{0}) == once && sum.share(EdgeId{2}) == once && sum.share(EdgeId{1}) == once,
      "and those with each edge");
  check(sum.share(EdgeId{3}) == Natural(1), "of which one has the weight of the other");
});

const Registration few_handles("drawings with few handles", [] {
  Dice dice(6);
  for (std::uint32_t side = 3; side < 12; ++side) {
    std::vector<Pair> torus;
    for (std::uint32_t v = 0; v < side * side; ++v) {
      torus.emplace_back(v, v / side * side + (v + 1) % side);
      torus.emplace_back(v, (v + side) % (side * side));
    }
    shuffle(torus, dice);
    const Graph graph = graph_of(side * side, torus);
    bool planar = true;
    const auto draw = [&planar](const Graph& drawn_graph, Pace& pace) {
      return drawing(drawn_graph, 5, pace, planar);
    };
    const auto drawn = in_slices(draw, graph);
    check(!planar, "a torus is not in the plane");
    check(drawn.has_value() && drawn->genus == 1, "a torus is drawn on a torus");
    check(faces(drawn->rotation).count == side * side, "with all of its faces");
  }
});

const Registration allowed("edges that are in no matching", [] {
  Dice dice(7);
  std::uint32_t removed = 0;
  for (int k = 0; k < 400; ++k) {
    const std::uint32_t half = 1 + dice.roll(6);
    std::set<Pair> chosen;
    for (std::uint32_t e = 1 + dice.roll(4 * half); e > 0; --e) {
      chosen.emplace(dice.roll(half), half + dice.roll(half));
    }
    const std::vector<Pair> pairs(chosen.begin(), chosen.end());
    const Graph graph = graph_of(2 * half, pairs);
    const auto partners = in_slices(perfect_matching, graph);
    check(partners.has_value() == (by_definition(2 * half, pairs) != 0), "a matching is found");
    if (!partners) continue;
    const auto kept = allowed_edges(graph, *partners);
    for (EdgeId e{0}; e != kept.next_id(); e = after(e)) {
      auto others = pairs;
      others.erase(others.begin() + number(e));
      const bool used = by_definition(2 * half, others) != by_definition(2 * half, pairs);
      check(used == (kept[e] != 0), "exactly the unused edges are removed");
      removed += used ? 0 : 1;
    }
  }
  check(removed > 100, "some are removed");
});

const Registration hub("matchings of a large wheel", [] {
  std::vector<Pair> wheel;
  constexpr std::uint32_t spokes = 2001;
  for (std::uint32_t k = 0; k < spokes; ++k) {
    wheel.emplace_back(k, (k + 1) % spokes);
    wheel.emplace_back(k, spokes);
  }
  check(counted(spokes + 1, wheel, UINT64_MAX) == Natural(spokes), "the hub takes any of the rim");
});

}  // namespace

}  // namespace combien::tests
