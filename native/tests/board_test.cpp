// Boards and the places of tiles, the order of cells, and the texts of options.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "base/slice.hpp"
#include "board/board.hpp"
#include "board/cells.hpp"
#include "check.hpp"
#include "cover/option_texts.hpp"

namespace combien::tests {

namespace {

using Cell = std::vector<std::int32_t>;

std::vector<std::int32_t> flat(const std::vector<Cell>& cells) {
  std::vector<std::int32_t> numbers;
  for (const Cell& cell : cells) numbers.insert(numbers.end(), cell.begin(), cell.end());
  return numbers;
}

std::vector<Cell> random_cells(std::mt19937& dice, std::size_t dimension, std::size_t most,
                               std::int32_t far) {
  std::map<Cell, bool> cells;
  for (std::size_t k = 0; k < 1 + dice() % most; ++k) {
    Cell cell(dimension);
    for (auto& at : cell) {
      at = static_cast<std::int32_t>(dice() % 4) * (dice() % 8 == 0 ? far : 1);
    }
    cells[cell] = true;
  }
  std::vector<Cell> found;
  for (const auto& [cell, known] : cells) found.push_back(cell);
  std::shuffle(found.begin(), found.end(), dice);
  return found;
}

const Registration places("places of a tile: by their definition, in parts of any length", [] {
  std::mt19937 dice(5);
  for (int round = 0; round < 400; ++round) {
    const std::size_t dimension = 1 + dice() % 3;
    // Far apart, the cells are found by hash.
    const std::int32_t far = dice() % 2 == 0 ? 1 : 300'000'000;
    const std::vector<Cell> cells = random_cells(dice, dimension, 60, far);
    const std::vector<Cell> tile = random_cells(dice, dimension, 3, far);
    std::vector<std::int32_t> kinds;
    if (dice() % 2 == 0) {
      for (std::size_t k = 0; k < cells.size(); ++k) kinds.push_back(dice() % 2);
    }
    const std::int32_t kind = dice() % 2;
    const bool ends = dice() % 2 == 0;
    std::map<Cell, std::int32_t> numbers;
    for (std::size_t k = 0; k < cells.size(); ++k) {
      numbers[cells[k]] = static_cast<std::int32_t>(k);
    }
    std::vector<std::int32_t> expected;
    for (std::size_t k = 0; k < cells.size(); ++k) {
      if ((kinds.empty() ? 0 : kinds[k]) != kind) continue;
      std::vector<std::int32_t> place;
      for (const Cell& one : tile) {
        Cell at(dimension);
        for (std::size_t axis = 0; axis < dimension; ++axis) {
          at[axis] = cells[k][axis] + one[axis] - tile[0][axis];
        }
        const auto known = numbers.find(at);
        if (known != numbers.end()) place.push_back(known->second);
      }
      if (place.size() < tile.size()) continue;
      expected.insert(expected.end(), place.begin(), place.end());
      if (ends) expected.push_back(99);
    }
    const Board board(flat(cells), dimension, kinds);
    const Board::Tile laid(board, flat(tile), kind);
    std::vector<std::int32_t> found;
    std::size_t next = 0;
    while (next < board.size()) {
      Slice slice(1 + dice() % 9, 1e9);
      next = board.lay(laid, ends ? std::optional(99) : std::nullopt, next, slice, found);
    }
    check(found == expected, "all places are found, in order");
  }
});

const Registration ordered("cells are in the order of linear forms, and stable", [] {
  std::mt19937 dice(6);
  for (int round = 0; round < 200; ++round) {
    const std::vector<Cell> cells = random_cells(dice, 2, 50, 500'000'000);
    const std::vector<std::vector<std::int32_t>> forms{{0, -1}, {1, dice() % 2 == 0 ? 0 : 2}};
    const auto value = [&](std::uint32_t number) {
      std::vector<std::int64_t> values;
      for (const auto& form : forms) {
        values.push_back(std::int64_t{form[0]} * cells[number][0] +
                         std::int64_t{form[1]} * cells[number][1]);
      }
      return values;
    };
    std::vector<std::uint32_t> expected;
    for (std::uint32_t number = 0; number < cells.size(); ++number) expected.push_back(number);
    std::ranges::stable_sort(expected, {}, value);
    check(ordered_by(forms, flat(cells), 2) == expected, "they are in order");
  }
});

const Registration texts("texts of options: empty, short and long ones", [] {
  for (const std::string between : {"", "; "}) {
    OptionTexts kept(4, between);
    const std::vector<std::string> known{"", std::string(1, 'a'), std::string(16, 'b'),
                                         std::string(99, 'c')};
    for (const std::uint32_t option : {3U, 0U, 2U, 1U}) kept.set(option, known[option]);
    std::string text = "x";
    kept.write({}, text);
    check(text == "x", "a solution without options has no text");
    kept.write(std::vector<OptionId>{OptionId{1}, OptionId{3}, OptionId{0}, OptionId{2}}, text);
    check(text == "x" + known[1] + between + known[3] + between + known[0] + between + known[2],
          "the texts are put together");
  }
});

}  // namespace

}  // namespace combien::tests
