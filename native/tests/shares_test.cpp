// The solutions with each option, from the layers of a sweep.
#include <cstdint>
#include <random>
#include <vector>

#include "check.hpp"
#include "frontier/order.hpp"
#include "frontier/sweep.hpp"
#include "random_problem.hpp"

namespace combien::tests {

namespace {

std::vector<Natural> by_shares(const Problem& problem, const std::vector<std::uint64_t>& weights) {
  struct Saved {
    SweepPlace place;
    std::uint64_t size;
    std::vector<std::uint64_t> words;
  };
  std::vector<Saved> layers;
  const auto machine = sweep(problem, given_order(problem), {weights, 0, true});
  for (std::uint64_t passes = 1;; ++passes) {
    layers.push_back({machine->place(), machine->size(), {}});
    std::vector<std::uint64_t>& saved = layers.back().words;
    saved.resize(machine->size() * machine->stride());
    machine->begin_saving();
    for (std::size_t k = 0; k < saved.size();) k += machine->save(&saved[k], saved.size() - k);
    Slice slice(UINT64_MAX, 1e9);
    if (machine->run(slice, UINT64_MAX, passes) == Outcome::done) break;
  }
  if (machine->count() == Natural()) return std::vector<Natural>(problem.option_count());
  const auto shares = machine->shares();
  for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
    if (layer->place.step == machine->items().size()) continue;
    check(shares->open(layer->place.step, layer->place.pass, layer->size, UINT64_MAX) ==
              Outcome::done,
          "a pass is opened");
    shares->read(layer->words.data(), layer->size, layer->place.limbs);
  }
  return shares->found();
}

// Weights are large, so that counts gain limbs on the way back.
void weigh_shares(bool colored, bool bounded) {
  std::mt19937 dice(54321);
  for (int round = 0; round < 500; ++round) {
    const Raw raw = random_problem(dice, colored, bounded);
    const Problem problem = raw.problem();
    std::vector<std::uint64_t> weights;
    for (std::uint32_t k = 0; k < problem.option_count(); ++k) {
      weights.push_back(dice() % 2 == 0 ? 1 + dice() % 5 : UINT64_MAX - dice() % 5);
    }
    std::vector<Natural> shares(problem.option_count());
    for (const auto& solution : by_definition(problem)) {
      Natural product(1);
      for (const auto option : solution) product *= weights[static_cast<std::size_t>(option)];
      for (const auto option : solution) shares[static_cast<std::size_t>(option)] += product;
    }
    check(by_shares(problem, weights) == shares, "the sweep weighs those with an option");
  }
}

const Registration shared("shares of options", [] {
  weigh_shares(false, false);
  weigh_shares(true, false);
  weigh_shares(false, true);
});

}  // namespace

}  // namespace combien::tests
