#include "nonogram/settle.hpp"

#include <array>

#include "nonogram/blotted.hpp"
#include "nonogram/long.hpp"
#include "nonogram/short.hpp"

namespace combien::nonogram {

namespace {

bool settle_two_words(const Line& line, std::uint64_t* planes) {
  const std::uint32_t words = line.words();
  std::array<Word128, most_letters> wide;
  for (std::uint32_t l = 0; l < line.letters(); ++l) {
    wide[l] = planes[l * words];
    if (words == 2) wide[l] |= Word128{planes[l * words + 1]} << 64;
  }
  if (!settle_short(line, wide.data())) return false;
  for (std::uint32_t l = 0; l < line.letters(); ++l) {
    planes[l * words] = static_cast<std::uint64_t>(wide[l]);
    if (words == 2) planes[l * words + 1] = static_cast<std::uint64_t>(wide[l] >> 64);
  }
  return true;
}

}  // namespace

bool settle(const Line& line, std::uint64_t* planes, SettleRoom& room) {
  if (!line.fits()) return false;
  if (line.blotted()) return settle_blotted(line, planes, room.words);
  if (line.length() < 64) return settle_short(line, planes);
  if (line.length() < 128) return settle_two_words(line, planes);
  const std::uint64_t words = long_words(line);
  if (room.words.size() < words) room.words.resize(words);
  return settle_long(line, planes, room.words.data());
}

}  // namespace combien::nonogram
