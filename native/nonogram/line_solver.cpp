#include "nonogram/line_solver.hpp"

#include <array>

#include "nonogram/blotted.hpp"
#include "nonogram/long.hpp"
#include "nonogram/short.hpp"

namespace combien::nonogram {

namespace {

bool solve_two_word_line(const Line& line, std::uint64_t* planes) {
  const std::size_t words = line.words();
  std::array<Word128, most_letters> wide;
  for (std::uint32_t l = 0; l < line.letters(); ++l) {
    wide[l] = planes[l * words];
    if (words == 2) wide[l] |= Word128{planes[l * words + 1]} << 64;
  }
  if (!solve_short_line(line, wide.data())) return false;
  for (std::uint32_t l = 0; l < line.letters(); ++l) {
    planes[l * words] = static_cast<std::uint64_t>(wide[l]);
    if (words == 2) planes[l * words + 1] = static_cast<std::uint64_t>(wide[l] >> 64);
  }
  return true;
}

}  // namespace

bool solve_line(const Line& line, std::uint64_t* planes, LineSolverRoom& room) {
  if (!line.fits()) return false;
  if (line.blotted()) return solve_blotted_line(line, planes, room.words);
  if (line.length() < 64) return solve_short_line(line, planes);
  if (line.length() < 128) return solve_two_word_line(line, planes);
  const std::uint64_t words = long_words(line);
  if (room.words.size() < words) room.words.resize(words);
  return solve_long_line(line, planes, room.words.data());
}

}  // namespace combien::nonogram
