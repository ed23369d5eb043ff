// The lengths of tileable rectangles: dominoes and straight trominoes, whose lengths are known.
#include "strip/strip_lengths.hpp"

#include <cstdint>
#include <vector>

#include "check.hpp"

namespace combien::tests {

namespace {

// Straight tiles of this many cells in both directions.
StripTiles bars(std::uint32_t width, std::uint32_t cells) {
  StripTiles tiles{width, {}, {}, {{}}};
  for (std::uint32_t y = 0; y < width; ++y) {
    Cells along;
    for (std::uint32_t x = 0; x < cells; ++x) along.push_back(x * width + y);
    tiles.placements.push_back(along);
    if (y + cells <= width) {
      Cells across;
      for (std::uint32_t z = y; z < y + cells; ++z) across.push_back(z);
      tiles.placements.push_back(across);
    }
    tiles.symmetries[0].push_back(width - 1 - y);
  }
  return tiles;
}

std::uint32_t shortest(std::uint32_t width, std::uint32_t cells) {
  StripLengths lengths(bars(width, cells), 0, {true});
  Slice slice(UINT64_MAX, 60);
  check(lengths.run(slice, UINT64_MAX, 1000) == Outcome::done,
        "lengths.run(slice, UINT64_MAX, 1000) == Outcome::done");
  check(lengths.complete(), "lengths.complete()");
  return lengths.shortest()[0];
}

void test_shortest_lengths() {
  for (std::uint32_t width = 1; width <= 9; ++width) {
    check(shortest(width, 2) == (width % 2 == 0 ? 1u : 2u),
          "shortest(width, 2) == (width % 2 == 0 ? 1u : 2u)");
    check(shortest(width, 3) == (width % 3 == 0 ? 1u : 3u),
          "shortest(width, 3) == (width % 3 == 0 ? 1u : 3u)");
  }
}

void test_slices_and_classes() {
  // 4 x n by straight trominoes: exactly the multiples of 3.
  StripLengths lengths(bars(4, 3), 6, {true, true, true, true, true, true});
  while (true) {
    Slice slice(1, 60);
    if (lengths.run(slice, UINT64_MAX, 1000) == Outcome::done) break;
  }
  check(lengths.complete(), "lengths.complete()");
  for (std::uint32_t residue = 0; residue < 6; ++residue) {
    const std::uint32_t least = lengths.shortest()[residue];
    check(least == (residue == 0   ? 6u
                    : residue == 3 ? 3u
                                   : StripLengths::unknown),
          "least == (residue == 0 ? 6u : residue == 3 ? 3u : StripLengths::unknown)");
  }
  check(lengths.path(3).size() == 4, "lengths.path(3).size() == 4");
  check(lengths.path(3).front().empty() && lengths.path(3).back().empty(),
        "lengths.path(3).front().empty() && lengths.path(3).back().empty()");
}

void test_budgets() {
  StripLengths lengths(bars(9, 4), 0, {true});
  Slice slice(UINT64_MAX, 60);
  check(lengths.run(slice, 0, 1000) == Outcome::out_of_bytes,
        "lengths.run(slice, 0, 1000) == Outcome::out_of_bytes");
  check(lengths.run(slice, UINT64_MAX, 1) == Outcome::done,
        "lengths.run(slice, UINT64_MAX, 1) == Outcome::done");
  check(lengths.length() == 1 && !lengths.complete(),
        "lengths.length() == 1 && !lengths.complete()");
}

void test_windows() {
  const Window<2> window({62, 64, 127}, 1);
  check(window == Window<2>({63, 65}), "window == Window<2>({63, 65})");
  check(window.behind(63) == Window<2>({0, 2}), "window.behind(63) == Window<2>({0, 2})");
  check(window.behind(64) == Window<2>({1}), "window.behind(64) == Window<2>({1})");
  check(Window<2>({0, 1, 3}).leading() == 2, "Window<2>({0, 1, 3}).leading() == 2");
  check(Window<1>({1}).least_image({{1, 0}}) == Window<1>({0}),
        "Window<1>({1}).least_image({{1, 0}}) == Window<1>({0})");
}

const Registration shortest_lengths("strip lengths: the shortest", test_shortest_lengths);
const Registration slices("strip lengths: slices and classes", test_slices_and_classes);
const Registration budgets("strip lengths: budgets", test_budgets);
const Registration windows("strip lengths: windows", test_windows);

}  // namespace

}  // namespace combien::tests
