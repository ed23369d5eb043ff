// Readers of files: known texts, and random ones that they must survive.
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "cover/reading/readers.hpp"

namespace combien::tests {

namespace {

constexpr ReadingLimits limits{1000, 100};

template <class Reader>
Reading run(Reader& reader, double seconds) {
  Reading outcome = Reading::out_of_slice;
  while (outcome == Reading::out_of_slice) {
    Slice slice(UINT64_MAX, seconds);
    outcome = reader.run(slice);
  }
  return outcome;
}

DlxReader dlx(std::string_view text) {
  return DlxReader(text, 1, {"a", "b", "x", "y"}, {1, 1, 0, 0}, limits);
}

const Registration ec("ec files", [] {
  EcReader reader("c \n\r\n p ec 3\r\ns 3 1\nc s 9\ns\t2", limits);
  check(run(reader, 1e9) == Reading::done, "the file is plain");
  check(reader.item_count() == 3, "there are three items");
  check(reader.options().starts() == std::vector<std::int32_t>{0, 2, 3}, "there are two options");
  check(reader.options().items() == std::vector<std::int32_t>{2, 0, 1}, "items are in their order");
  for (const char* text : {"", "p ec", "p ec 1001", "p ec 3 4", "s 1", "p ec 3\ns 0", "p ec 3\ns 4",
                           "p ec 3\ns", "p ec 3\ns 1 1", "p ec 3\np ec 3", "p ec 3\nx 1"}) {
    EcReader wrong(text, limits);
    check(run(wrong, 1e9) == Reading::not_plain, std::string("not plain: ") + text);
  }
  const std::string long_line = "p ec 3\nc" + std::string(100, 'c');
  EcReader wrong(long_line, limits);
  check(run(wrong, 1e9) == Reading::not_plain, "a line is too long");
});

const Registration knuth("files in Knuth's format", [] {
  DlxReader reader = dlx("a b | x y\na x:1 |5 |2\n| c\ny x:3\nb y:2 x:1\nb a");
  check(run(reader, 1e9) == Reading::done, "the file is plain");
  check(reader.options().starts() == std::vector<std::int32_t>{0, 2, 5, 7}, "three options");
  check(reader.colors() == std::vector<std::int32_t>{0, 1, 0, 2, 1, 0, 0}, "colors by first use");
  check(reader.color_names() == std::vector<std::string_view>{"1", "2"}, "and none of what is out");
  check(reader.costs() == std::vector<std::int64_t>{7, 0, 0}, "costs are added");
  check(reader.left_out() == 1 && reader.first_left_out() == 4, "an option is left out");
  for (const char* text : {"\nz", "\na:1", "\na x:", "\na x:1:2", "\na a", "\na |x", "\na |",
                           "\na |4611686018427387904", "\na |4611686018427387903 |1"}) {
    DlxReader wrong = dlx(text);
    check(run(wrong, 1e9) == Reading::not_plain, std::string("not plain: ") + text);
  }
});

const Registration noise("random texts, in slices and at once", [] {
  const std::vector<std::string> pieces{
      "p", "ec", "s", "c",    "1",  "2",  "3",  " ", " ",  "\n", "\n",  "a",  "b",
      "x", ":",  "|", "\xff", "\t", "y:", "x:", "7", "|5", "\r", "x:1", "12", std::string(1, 0)};
  std::mt19937 dice(13);
  for (int round = 0; round < 20000; ++round) {
    std::string text = round % 2 == 0 ? "p ec 3\n" : "a b | x y\n";
    for (auto k = dice() % 40; k > 0; --k) text += pieces[dice() % pieces.size()];
    for (int k = 0; k < 3000 && round < 4; ++k) text += round % 2 == 0 ? "\ns 1 2" : "\na b x:1";
    EcReader first(text, limits);
    EcReader second(text, limits);
    check(run(first, 1e9) == run(second, 0), "slices change nothing");
    check(first.options().items() == second.options().items(), "the same options");
    DlxReader third = dlx(text);
    DlxReader fourth = dlx(text);
    check(run(third, 1e9) == run(fourth, 0), "slices change nothing");
    check(third.colors() == fourth.colors(), "the same colors");
  }
});

}  // namespace

}  // namespace combien::tests
