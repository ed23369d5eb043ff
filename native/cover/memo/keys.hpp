// Keys that identify states, in the numbering of the whole problem.
//
// Two states with the same waiting items have the same options alive, except for secondary items;
// only the secondary items that options alive still contain are part of the key.  With colors, a
// secondary item may be partly used, so the key is the set of options alive.
#pragma once

#include <cstdint>
#include <vector>

#include "cover/problem.hpp"

namespace combien {

struct Keys {
  bool of_options = false;               // Whether a key is the set of options alive.
  std::uint32_t members = 0;             // Options or primary items in the key.
  std::uint32_t member_words = 0;        // The first words of a key.
  std::uint32_t secondary_words = 0;     // The remaining words of a key.
  std::vector<std::uint64_t> secondary;  // For each option, its secondary items.

  explicit Keys(const Problem& problem);

  std::size_t words() const { return std::size_t{member_words} + secondary_words; }
  const std::uint64_t* secondary_of(OptionId option) const {
    return secondary.data() + std::size_t{number(option)} * secondary_words;
  }
};

}  // namespace combien
