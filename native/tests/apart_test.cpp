// Taking assemblies apart: packed vectors, closed sets, clearances, and a search in small slices.
#include "apart/separation.hpp"

#include <cstddef>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"

namespace combien::tests {

namespace {

std::vector<MoveDirection> plane() { return {{{1, 0, 0, 0}, {}}, {{0, 1, 0, 0}, {}}}; }

// The cells of a drawing, with the first row at the top.
std::vector<PieceCell> drawn(const std::vector<const char*>& rows, char mark) {
  std::vector<PieceCell> cells;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t x = 0; rows[row][x] != '\0'; ++x) {
      const auto y = static_cast<std::int16_t>(rows.size() - 1 - row);
      if (rows[row][x] == mark) cells.push_back({{static_cast<std::int16_t>(x), y, 0, 0}, 0});
    }
  }
  return cells;
}

void test_packed_vectors() {
  const std::int16_t numbers[] = {-32768, -32767, -257, -1, 0, 1, 255, 256, 32767};
  for (const std::int16_t a : numbers) {
    for (const std::int16_t b : numbers) {
      const Coordinates first{a, b, 0, a};
      const Coordinates second{b, a, b, 1};
      Coordinates sum{};
      Coordinates difference{};
      for (std::size_t axis = 0; axis < 4; ++axis) {
        sum[axis] = static_cast<std::int16_t>(first[axis] + second[axis]);
        difference[axis] = static_cast<std::int16_t>(first[axis] - second[axis]);
      }
      check(unpacked(packed(first)) == first, "unpacked(packed(first)) == first");
      check(unpacked(plus(packed(first), packed(second))) == sum, "plus adds each coordinate");
      check(unpacked(minus(packed(first), packed(second))) == difference,
            "minus subtracts each coordinate");
    }
  }
}

void test_closed_sets() {
  // Each relation of four pieces, against the definition.
  for (unsigned relation = 0; relation < (1u << 16); relation += 37) {
    Pushing pushing(4);
    for (std::size_t i = 0; i < 4; ++i) pushing[i] = relation >> (4 * i) & 15u;
    std::set<PieceSet> expected;
    for (PieceSet set = 1; set < 15; ++set) {
      bool closed = true;
      for (std::size_t i = 0; i < 4; ++i) {
        if ((set & piece(i)) && (pushing[i] & ~set)) closed = false;
      }
      if (closed) expected.insert(set);
    }
    check(pushing.close() == !expected.empty(), "close() finds out whether a set is closed");
    ClosedSets sets(pushing);
    std::set<PieceSet> found;
    PieceSet set = 0;
    while (sets.next(set)) check(found.insert(set).second, "each set comes once");
    check(found == expected, "the sets match the definition");
  }
}

void test_the_most_pieces() {
  // Free pieces: each set is closed.
  Pushing pushing(most_pieces);
  check(pushing.close(), "pushing.close()");
  ClosedSets sets(pushing);
  PieceSet set = 0;
  for (int count = 0; count < 1000; ++count) check(sets.next(set), "sets.next(set)");
}

void test_clearances() {
  Clearances clearances(plane());
  const std::uint32_t hook = clearances.add(drawn({"##", "#."}, '#'));
  const std::uint32_t dot = clearances.add(drawn({"#"}, '#'));
  // The dot is three to the right of the upper right end of the hook.
  const std::int16_t* found = clearances.pair(hook, dot).at(packed({4, 1, 0, 0}));
  check(found[0] == 2, "the hook moves two steps to the right");
  check(found[1] == Clearances::unlimited, "the dot moves on to the right");
  check(found[2] == Clearances::unlimited && found[3] == Clearances::unlimited,
        "nothing is above or below");
  found = clearances.pair(hook, dot).at(packed({1, -3, 0, 0}));
  check(found[3] == 3, "the dot moves up into the corner of the hook");
  // Far away, and more offsets than a table has room for.
  for (std::int16_t x = 4; x < 400; ++x) {
    found = clearances.pair(hook, dot).at(packed({x, 1, 0, 0}));
    check(found[0] == x - 2, "found[0] == x - 2");
  }
  check(clearances.bytes() > 400, "clearances.bytes() > 400");
}

// A dot in a corridor with three bends: four moves.
std::vector<PlacedBody> corridor(SeparationSearch& search) {
  const std::vector<const char*> rows{"#####", "#...#", "#.#.#", "#o#..", "#####"};
  const std::uint32_t wall = search.clearances().add(drawn(rows, '#'));
  const std::uint32_t dot = search.clearances().add(drawn({"#"}, '#'));
  return {{wall, {0, 0, 0, 0}}, {dot, {1, 1, 0, 0}}};
}

void test_slices_give_the_same_answer() {
  for (const bool all : {false, true}) {
    SeparationSearch search(plane());
    const auto pieces = corridor(search);
    std::uint64_t states = 0;
    for (const std::uint64_t steps : {std::uint64_t{1000}, std::uint64_t{1}}) {
      search.begin(pieces, all);
      Outcome outcome = Outcome::out_of_slice;
      int slices = 0;
      while (outcome == Outcome::out_of_slice) {
        Slice slice(steps, 60);
        outcome = search.run(slice, UINT64_MAX);
        ++slices;
      }
      check(outcome == Outcome::done, "outcome == Outcome::done");
      check(search.depth() == 3, "search.depth() == 3");
      check(search.exits().size() == 1, "search.exits().size() == 1");
      const auto path = search.path(search.exits()[0].state);
      check(path.size() == 4, "path.size() == 4");
      check(search.positions(path.back())[1] == Coordinates{3, 1, 0, 0},
            "the dot is before the gap");
      if (all) check(search.ways() == 1, "search.ways() == 1");
      check(states == 0 || states == search.states(), "slices change no counter");
      states = search.states();
      check(steps > 1 || slices > 3, "steps > 1 || slices > 3");
    }
    search.begin(pieces, all);
    Slice slice(1000, 60);
    check(search.run(slice, 10) == Outcome::out_of_bytes, "a limit of bytes is kept");
  }
}

void test_no_way_out() {
  SeparationSearch search(plane());
  const std::vector<const char*> rows{"####", "#..#", "#..#", "####"};
  const std::uint32_t wall = search.clearances().add(drawn(rows, '#'));
  const std::uint32_t dot = search.clearances().add(drawn({"#"}, '#'));
  search.begin({{wall, {0, 0, 0, 0}}, {dot, {1, 1, 0, 0}}}, true);
  Slice slice(1000, 60);
  check(search.run(slice, UINT64_MAX) == Outcome::done, "the search ends");
  check(search.exits().empty() && search.states() == 4, "the dot has four places");
  search.begin({{dot, {0, 0, 0, 0}}}, false);
  check(search.run(slice, UINT64_MAX) == Outcome::done && search.exits().empty(),
        "one piece stays");
}

void test_limits() {
  SeparationSearch search(plane());
  const std::uint32_t dot = search.clearances().add(drawn({"#"}, '#'));
  check_throws<std::length_error>("a piece far away", [&] {
    search.begin({{dot, {0, 0, 0, 0}}, {dot, {6001, 0, 0, 0}}}, false);
  });
  Slice slice(1000, 60);
  const std::uint32_t wide = search.clearances().add({{{0, 0, 0, 0}, 0}, {{6000, 600, 0, 0}, 0}});
  search.begin({{dot, {1, 0, 0, 0}}, {wide, {0, 0, 0, 0}}}, false);
  check(search.run(slice, 400000) == Outcome::out_of_bytes, "a limit of bytes is kept");
  check(search.run(slice, 900000) == Outcome::done, "a table of 3.6 million bits fits");
  const std::uint32_t large =
      search.clearances().add({{{0, 0, 0, 0}, 0}, {{6000, 6000, 6000, 0}, 0}});
  search.begin({{dot, {1, 0, 0, 0}}, {large, {0, 0, 0, 0}}}, false);
  check_throws<std::length_error>("a large piece", [&] { search.run(slice, UINT64_MAX); });
}

const Registration packed_vectors("apart: packed vectors", test_packed_vectors);
const Registration closed_sets("apart: closed sets", test_closed_sets);
const Registration the_most_pieces("apart: the most pieces", test_the_most_pieces);
const Registration clearances("apart: clearances", test_clearances);
const Registration slices("apart: slices give the same answer", test_slices_give_the_same_answer);
const Registration no_way_out("apart: no way out", test_no_way_out);
const Registration limits("apart: limits", test_limits);

}  // namespace

}  // namespace combien::tests
