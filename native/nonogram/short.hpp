// The line solver for lines whose boundaries fit into one word of 64 or 128 bits.
//
// A line of n cells has n + 1 boundaries, from 0 before the first cell to n after the last.  Gap k
// is the white run before block k (the first and the last gap may be empty).  From the left, one
// pass finds for each gap the boundaries at which the blocks before it can end; from the right, on
// the reversed line, another pass finds the boundaries from which the blocks after it still fit.  A
// cell may be white where both passes agree on its two sides, and a block may start where both
// agree on its two ends.
//
// A gap is extended with one addition: added to the mask of the cells that may be white, the
// reached boundaries propagate as carries to the end of each white run.
#pragma once

#include <array>
#include <cstdint>

#include "base/require.hpp"
#include "nonogram/puzzle.hpp"

namespace combien::nonogram {

__extension__ using Word128 = unsigned __int128;

inline std::uint64_t reversed(std::uint64_t x) {
  x = ((x >> 1) & 0x5555555555555555u) | ((x & 0x5555555555555555u) << 1);
  x = ((x >> 2) & 0x3333333333333333u) | ((x & 0x3333333333333333u) << 2);
  x = ((x >> 4) & 0x0f0f0f0f0f0f0f0fu) | ((x & 0x0f0f0f0f0f0f0f0fu) << 4);
  return __builtin_bswap64(x);
}

inline Word128 reversed(Word128 x) {
  return Word128{reversed(static_cast<std::uint64_t>(x))} << 64 |
         reversed(static_cast<std::uint64_t>(x >> 64));
}

// All boundaries reachable from these through white cells.
template <class Word>
Word walk(Word from, Word white) {
  return ((white + (from & white)) ^ white) | from;
}

// The positions where `length` ones start, if `ones` has the positions where `known` ones start.
template <class Word>
Word followed(Word ones, std::uint32_t known, std::uint32_t length) {
  while (known < length) {
    const std::uint32_t step = known < length - known ? known : length - known;
    ones &= ones >> step;
    known += step;
  }
  return ones;
}

// The cells covered by runs of this length that start at these positions.
template <class Word>
Word spread(Word starts, std::uint32_t length) {
  std::uint32_t known = 1;
  while (known < length) {
    const std::uint32_t step = known < length - known ? known : length - known;
    starts |= starts << step;
    known += step;
  }
  return starts;
}

// Removes from each plane (one per letter, one bit per cell) the cells that cannot have that
// letter.
// ensure: false if nothing fits; the planes are unchanged then
// require: the line has fewer cells than a word has bits, and fits()
template <class Word>
bool solve_short_line(const Line& line, Word* planes) {
  COMBIEN_REQUIRE(line.fits());
  COMBIEN_REQUIRE(line.length() < 8 * sizeof(Word));
  constexpr std::uint32_t bits = 8 * sizeof(Word);
  const std::uint32_t count = line.block_count();
  const std::uint32_t spare = bits - line.length();
  const Word white = planes[0];
  const Word white_back = reversed(white) >> spare;

  // Where a block of each run may start, in both directions.
  std::array<Word, bits> fitting;
  std::array<Word, bits> fitting_back;
  const auto& runs = line.runs();
  std::uint32_t letter = 0;
  std::uint32_t length = 0;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    if (runs[r].letter != letter) {
      letter = runs[r].letter;
      length = 1;
      fitting[r] = planes[letter];
    } else {
      fitting[r] = fitting[r - 1];
    }
    fitting[r] = followed(fitting[r], length, runs[r].length);
    length = runs[r].length;
    fitting_back[r] = reversed(fitting[r]) >> (spare + length - 1);
  }

  std::array<Word, bits> gaps;    // The boundaries of each gap, from the left.
  std::array<Word, bits> starts;  // The starts of each block, from the left.
  std::array<Word, bits> gaps_back;
  Word here = walk(Word{1}, white);
  Word there = walk(Word{1}, white_back);
  gaps[0] = here;
  gaps_back[count] = there;
  for (std::uint32_t k = 0, j = count; k < count; ++k) {
    if (line.apart(k)) here = (here & white) << 1;
    here &= fitting[line.run_of(k)];
    starts[k] = here;
    here = walk(here << line.block(k).length, white);
    gaps[k + 1] = here;
    if (line.apart(j)) there = (there & white_back) << 1;
    --j;
    there &= fitting_back[line.run_of(j)];
    there = walk(there << line.block(j).length, white_back);
    gaps_back[j] = there;
  }
  if (((here >> line.length()) & 1) == 0) return false;

  std::array<Word, bits> covered;  // The possible starts, by run.
  for (std::size_t r = 0; r < runs.size(); ++r) covered[r] = 0;
  Word ahead = reversed(gaps_back[count]) >> (spare - 1);
  Word ahead_white = white & (ahead >> 1);
  Word blank = gaps[count] & ahead_white;
  for (std::uint32_t k = count; k-- > 0;) {
    const Word ends = line.apart(k + 1) ? ahead_white : ahead;
    covered[line.run_of(k)] |= starts[k] & (ends >> line.block(k).length);
    ahead = reversed(gaps_back[k]) >> (spare - 1);
    ahead_white = white & (ahead >> 1);
    blank |= gaps[k] & ahead_white;
  }

  for (std::uint32_t l = 1; l < line.letters(); ++l) planes[l] = 0;
  planes[0] = blank;
  for (std::size_t r = runs.size(); r-- > 0;) {
    const bool last = r == 0 || runs[r - 1].letter != runs[r].letter;
    if (last) {
      planes[runs[r].letter] = spread(covered[r], runs[r].length);
    } else {
      // The cells of a run are also covered by shorter runs that start at more positions.
      covered[r - 1] |= spread(covered[r], runs[r].length - runs[r - 1].length + 1);
    }
  }
  return true;
}

}  // namespace combien::nonogram
