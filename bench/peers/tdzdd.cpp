// Counting exact covers by TdZdd (Iwashita and Minato, 2013), for tdzdd.py.
//
// A level for each option, in the order given, but nodes only where it fits; the state is the set of
// items that are covered and that later options have.  The diagram is not reduced, as a count does not need that.
#include <DdSpec.hpp>
#include <DdStructure.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace {

class ExactCover : public tdzdd::PodArrayDdSpec<ExactCover, std::uint64_t, 2> {
 public:
  ExactCover(int options, int items, int primary, const int* starts, const int* entries)
      : options_(options),
        words_((items + 63) / 64),
        items_(options * words_),
        ending_(options * words_),
        needed_(options * words_) {
    setArraySize(words_);
    std::vector<int> last(items, -1);
    for (int option = 0; option < options; ++option) {
      for (int k = starts[option]; k < starts[option + 1]; ++k) {
        set(items_, option, entries[k]);
        last[entries[k]] = option;
      }
    }
    for (int item = 0; item < items; ++item) {
      set(ending_, last[item], item);
      if (item < primary) set(needed_, last[item], item);
    }
  }

  int getRoot(std::uint64_t* covered) const {
    for (int w = 0; w < words_; ++w) covered[w] = 0;
    return options_;
  }

  // Goes on to the next option that fits.
  int getChild(std::uint64_t* covered, int level, int value) const {
    const std::uint64_t* const items = &items_[(options_ - level) * words_];
    for (int w = 0; w < words_ && value != 0; ++w) covered[w] |= items[w];
    while (end(covered, options_ - level)) {
      if (--level == 0) return -1;
      if (fits(covered, options_ - level)) return level;
    }
    return 0;
  }

 private:
  bool fits(const std::uint64_t* covered, int option) const {
    for (int w = 0; w < words_; ++w) {
      if ((covered[w] & items_[option * words_ + w]) != 0) return false;
    }
    return true;
  }

  // Forgets the items that no later option has; false if one of them is needed and not covered.
  bool end(std::uint64_t* covered, int option) const {
    for (int w = 0; w < words_; ++w) {
      if ((needed_[option * words_ + w] & ~covered[w]) != 0) return false;
      covered[w] &= ~ending_[option * words_ + w];
    }
    return true;
  }

  void set(std::vector<std::uint64_t>& sets, int option, int item) const {
    sets[option * words_ + item / 64] |= std::uint64_t{1} << item % 64;
  }

  int options_;
  int words_;
  std::vector<std::uint64_t> items_;   // Of each option,
  std::vector<std::uint64_t> ending_;  // those that no later option has,
  std::vector<std::uint64_t> needed_;  // and the primary ones of these.
};

// Counts of 64 bits, which take a third of the time of TdZdd's numbers of any size.
class SmallCount : public tdzdd::DdEval<SmallCount, std::uint64_t> {
 public:
  explicit SmallCount(bool& overflows) : overflows_(overflows) {}

  void evalTerminal(std::uint64_t& count, bool one) const { count = one ? 1 : 0; }

  void evalNode(std::uint64_t& count, int, const tdzdd::DdValues<std::uint64_t, 2>& values) const {
    count = values.get(0) + values.get(1);
    overflows_ = overflows_ || count < values.get(0);
  }

 private:
  bool& overflows_;
};

}  // namespace

extern "C" const char* count_exact_covers(int options, int items, int primary, const int* starts,
                                          const int* entries) {
  static std::string count;
  const ExactCover spec(options, items, primary, starts, entries);
  const tdzdd::DdStructure<2> diagram(spec);
  bool overflows = false;
  count = std::to_string(diagram.evaluate(SmallCount(overflows)));
  if (overflows) count = diagram.zddCardinality();
  return count.c_str();
}
