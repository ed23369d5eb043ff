// What tells two states apart, in the numbers of the whole problem.
//
// Two states with the same items waiting have the same options alive, but for secondary items: of those,
// only the ones that matter still, that alive options mention, belong to the key.  Where colors are, an
// item may be half open, and the set of options alive is the key.
#pragma once

#include <cstdint>
#include <vector>

#include "cover/problem.hpp"

namespace combien {

struct Keys {
  bool of_options = false;               // Whether a key is the set of options alive.
  std::uint32_t members = 0;             // Options or primary items, whichever the key is made of.
  std::uint32_t member_words = 0;        // The first words of a key.
  std::uint32_t secondary_words = 0;     // The others.
  std::vector<std::uint64_t> secondary;  // For each option, its secondary items.

  explicit Keys(const Problem& problem);

  std::size_t words() const { return std::size_t{member_words} + secondary_words; }
  const std::uint64_t* secondary_of(OptionId option) const {
    return secondary.data() + std::size_t{number(option)} * secondary_words;
  }
};

}  // namespace combien
