// What a sweep in an order is expected to cost, without doing it.
//
// A state remembers of each net whether its items are covered.  For each net there is the
// probability that one of its items is, if options are chosen in proportion to how well they fit;
// the entropy of the nets, in bits, says how many states differ, and the product of the choices so
// far how many can have been reached.  The estimate of a step is the lower of the two.  Items whose
// choice decides several nets cannot add more bits than their choice has (a color, say), and of
// neighbors that exclude each other's choices each has fewer.
//
// Of colorings the logarithm of all states and transitions is within half a bit of the truth, of
// tilings with free pieces within two; of timetables it is up to 15 bits too high, of pieces that are
// used once each 8 bits too low, and for Latin squares and sudokus it is useless.
//
// Tried and dropped by others on the same problems: the entropy of the part that is dealt, without
// probabilities; no restriction between neighbors; scaling earlier options again.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "frontier/outline.hpp"

namespace combien {

class Estimate {
 public:
  // How much of a loss of states by a step is believed at once: states that fail are met late.
  static constexpr double usual_belief = 0.1;

  // require: the outline outlives this
  explicit Estimate(const Outline& outline, double belief = usual_belief);

  // What the next step would be, if it were for an item.
  struct Look {
    double bits;    // The logarithm of the states after it.
    double change;  // Of the entropy.
    double growth;  // The logarithm of the factor by which the states grow at most.
  };

  // Before the first step.
  void clear();
  Look look(std::uint32_t item);
  // Does the step.  Returns the items whose part of the entropy has changed.
  std::span<const std::uint32_t> step(std::uint32_t item);

  // The entropy of a state, in bits.
  double entropy() const;
  // The logarithm of the states.
  double bits() const { return bits_; }
  // The states and transitions of all steps.
  double total() const { return total_; }
  // The pins that were looked at.
  std::uint64_t work() const { return work_; }

 private:
  // What a step changes in a net.
  struct Change {
    std::uint32_t net;
    std::uint32_t uses;
    double covered;
    double value;
  };
  // What a step for an item does to all nets but its own.
  struct Step {
    std::uint32_t options = 0;
    double growth = 0;
    double entropy = 0;  // Afterwards.
    double choice = 0;   // The most bits that the item can add.
  };

  Step gathered(std::uint32_t item);
  double fit(std::uint32_t item, std::uint32_t own, std::uint32_t& options);
  double value(const Outline::Net& net, std::uint32_t uses, double covered) const;
  double fitting(const Outline::Net& net, double covered) const;
  double believed(double growth) const { return growth < 0 ? belief_ * growth : growth; }
  void lose(std::uint32_t owner, double value);
  double part(std::uint32_t item) const;

  const Outline& outline_;
  double belief_;
  // By class.
  std::vector<char> dealt_;
  std::vector<double> fit_;
  std::vector<std::uint32_t> open_;  // Items that are not done, if all items are counters.
  // By net.
  std::vector<std::uint32_t> uses_;   // By the classes dealt.
  std::vector<double> covered_;       // The probability that an item is.
  std::vector<double> logs_;          // Of the part of the options of a later item that fit.
  std::vector<double> value_;         // In bits.
  std::vector<std::uint32_t> owner_;  // The item that alone has dealt it, or none.
  std::vector<std::uint32_t> more_uses_;
  std::vector<double> more_covered_;
  // By item.
  std::vector<double> owned_;  // The value of the nets that it owns.
  std::vector<double> most_;   // The bits of its choice.
  std::vector<double> lost_;   // By the step that is looked at.
  // By item: those whose choice it restricts, and by how much.
  std::vector<std::vector<std::pair<std::uint32_t, double>>> held_;
  // Of the step that was looked at last.
  std::vector<std::uint32_t> touched_;
  std::vector<Change> changes_;
  std::vector<std::uint32_t> losers_;
  std::vector<std::pair<std::uint32_t, double>> ties_;
  double common_ = 0;  // The value of nets that several items have dealt.
  double parts_ = 0;   // Of the others.
  double live_ = 0;    // If all items are counters: dealt options of items that are not done.
  double bits_ = 0;
  double total_ = 0;
  std::uint64_t work_ = 0;
};

}  // namespace combien
