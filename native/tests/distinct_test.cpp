// The small tables of a sweep.
#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include "check.hpp"
#include "frontier/distinct.hpp"

namespace combien::tests {

namespace {

const Registration counted("distinct states: each once, with the sum of its counts", [] {
  std::mt19937 dice(3);
  for (const std::uint64_t modulus : {std::uint64_t{0}, std::uint64_t{97}}) {
    for (std::uint32_t limbs = 1; limbs <= (modulus == 0 ? 3 : 1); ++limbs) {
      Distinct<2> distinct;
      for (int part = 0; part < 20; ++part) {
        distinct.reset(limbs);
        std::map<State<2>, std::uint64_t> expected;
        for (int round = 0; round < 40; ++round) {
          std::vector<Distinct<2>::Addend> addends(dice() % 60);
          const std::uint64_t count = 1 + dice() % 90;
          for (auto& addend : addends) {
            const State<2> state{dice() % 40, dice() % 40};
            addend = {state, hash<2>(state), 1 + dice() % 9, &count};
            std::uint64_t& sum = expected[state];
            sum += count * addend.weight;
            // A residue is kept from 1 to the modulus.
            if (modulus != 0) sum = (sum - 1) % modulus + 1;
          }
          if (distinct.growth(addends.size()) != 0) distinct.grow(addends.size());
          distinct.add(addends.data(), addends.size(), {modulus, 1, limbs});
        }
        check(distinct.size() == expected.size(), "each state is there once");
        for (std::size_t k = 0; k < distinct.size(); ++k) {
          const std::uint64_t* const entry = distinct.entry(k);
          check(expected[state_at<2>(entry)] == entry[2], "with the sum of its counts");
        }
      }
    }
  }
});

}  // namespace

}  // namespace combien::tests
