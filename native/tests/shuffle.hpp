// Shuffling with our own generator, so that the tests are the same on every platform.
#pragma once

#include <utility>
#include <vector>

#include "base/dice.hpp"

namespace combien::tests {

template <class Value>
void shuffle(std::vector<Value>& values, Dice& dice) {
  for (std::size_t k = values.size(); k > 1; --k) {
    std::swap(values[k - 1], values[dice.roll(static_cast<std::uint32_t>(k))]);
  }
}

}  // namespace combien::tests
