#include "cover/links.hpp"

#include <algorithm>
#include <string>

#include "base/require.hpp"
#include "cover/dance.hpp"
#include "cover/side_constraints.hpp"

namespace combien {

namespace {

std::vector<OptionId> in_order(const Problem& problem) {
  std::vector<OptionId> order(problem.option_count());
  for (std::uint32_t k = 0; k < problem.option_count(); ++k) order[k] = OptionId{k};
  return order;
}

template <bool colored, bool bounded>
class Links final : public Search {
 public:
  Links(const Problem& problem, Branching branching, const Position& start,
        std::uint32_t sorted_from, std::span<const SideConstraint> constraints)
      : dance_(problem, in_order(problem), branching, sorted_from),
        constraints_(problem, constraints) {
    if (branching == Branching::weighted) weigh();
    replay(start);
  }

  Outcome next(Slice& slice) override {
    for (;;) {
      if (phase_ == Phase::arriving) {
        if (!slice.step(1 + dance_.updates() - charged_)) return Outcome::out_of_slice;
        charged_ = dance_.updates();
        ++nodes_;
        phase_ = Phase::leaving;
        if (!constraints_.allow(dance_, given_)) continue;
        const auto choice = dance_.choose();
        if (choice.item == dance_.root()) return Outcome::solution;
        if (choice.degree != 0) dance_.open(choice);
      } else {
        if (dance_.levels().size() == floor_) return Outcome::done;
        if (dance_.advance()) phase_ = Phase::arriving;
      }
    }
  }

  void solution(std::vector<OptionId>& options) const override {
    COMBIEN_REQUIRE(phase_ == Phase::leaving);
    options = given_;
    for (const auto& level : dance_.levels()) {
      if (const OptionId chosen = dance_.chosen(level); chosen != no_option) {
        options.push_back(chosen);
      }
    }
  }

  Position position() const override {
    Position here;
    for (const auto& level : dance_.levels()) here.choices.push_back(dance_.chosen(level));
    here.visited = phase_ == Phase::leaving;
    here.floor = floor_;
    return here;
  }

  double fraction() const override {
    const auto& levels = dance_.levels();
    double done = 0;
    double share = 1;
    for (std::size_t k = first_; k < levels.size(); ++k) {
      share /= levels[k].degree;
      done += share * ((k < floor_ ? levels[k].degree : levels[k].tried) - 1);
    }
    if (phase_ == Phase::leaving) done += share;
    return std::min(done, 1.0);
  }

  Work work() const override { return {nodes_, dance_.updates() - updates_before_}; }

  void restart(std::span<const OptionId> given) override {
    while (!dance_.levels().empty()) dance_.drop();
    while (!given_.empty()) {
      dance_.give_back(given_.back());
      given_.pop_back();
    }
    for (const OptionId option : given) {
      if (!dance_.open_to_all(option)) {
        throw InvalidPosition("option " + std::to_string(number(option)) +
                              " is excluded by the options given before it");
      }
      dance_.take_beforehand(option);
      given_.push_back(option);
    }
    begin(Phase::arriving, 0);
  }

  std::unique_ptr<Search> split() override {
    const auto& levels = dance_.levels();
    std::uint32_t k = floor_;
    while (k < levels.size() && levels[k].tried == levels[k].degree) ++k;
    if (k == levels.size()) return nullptr;
    auto rest = std::make_unique<Links>(*this);
    while (rest->dance_.levels().size() > k + 1) rest->dance_.drop();
    rest->begin(Phase::leaving, k);
    rest->first_ = first_;
    floor_ = k + 1;
    return rest;
  }

  std::vector<OptionId> branches() override {
    const auto choice = dance_.choose();
    return choice.item == dance_.root() ? std::vector<OptionId>{} : dance_.choices(choice);
  }

  Probe probe(Dice& dice) override {
    Probe found;
    double weight = 1;
    for (;;) {
      found.nodes += weight;
      if (!constraints_.allow(dance_, given_)) {
        last_failure_ = dance_.root();
        return found;
      }
      const auto choice = dance_.choose();
      if (choice.item == dance_.root()) found.solutions = weight;
      if (choice.degree == 0) {
        last_failure_ = choice.item;
        return found;
      }
      dance_.open(choice);
      for (std::uint32_t k = dice.roll(choice.degree) + 1; k > 0; --k) dance_.advance();
      weight *= choice.degree;
      ++found.depth;
    }
  }

 private:
  enum class Phase { arriving, leaving };

  // Counts for each item how often random walks end at it.  The weights are fixed before the search
  // starts, so that a position means the same tree wherever the search is resumed.
  void weigh() {
    constexpr int walks = 1000;
    Dice dice(1);
    for (int k = 0; k < walks; ++k) {
      probe(dice);
      if (last_failure_ != dance_.root()) dance_.note_failure(last_failure_);
      restart({});
    }
  }

  void replay(const Position& start) {
    for (const OptionId wanted : start.choices) {
      const auto choice = dance_.choose();
      if (choice.item == dance_.root() || choice.degree == 0) {
        throw InvalidPosition("the position goes on where the search ends");
      }
      dance_.open(choice);
      if (!dance_.go_to(wanted)) {
        throw InvalidPosition("the position takes an option that is not open to it");
      }
    }
    if (start.floor > start.choices.size()) {
      throw InvalidPosition("the position fixes more choices than it has");
    }
    begin(start.visited ? Phase::leaving : Phase::arriving, start.floor);
  }

  // Starts counting work here.
  void begin(Phase phase, std::uint32_t floor) {
    phase_ = phase;
    floor_ = first_ = floor;
    nodes_ = 0;
    updates_before_ = charged_ = dance_.updates();
  }

  Dance<colored, bounded> dance_;
  SideConstraints constraints_;
  Phase phase_ = Phase::arriving;
  std::uint32_t floor_ = 0;      // Levels that must not change.
  std::uint32_t first_ = 0;      // The same when the search was opened, before it was split.
  std::vector<OptionId> given_;  // Taken before the search.
  ItemId last_failure_{0};
  std::uint64_t nodes_ = 0;
  std::uint64_t updates_before_ = 0;
  std::uint64_t charged_ = 0;  // The updates already charged to slices.
};

}  // namespace

std::unique_ptr<Search> dancing_links(const Problem& problem, Branching branching,
                                      const Position& start, std::uint32_t sorted_from,
                                      std::span<const SideConstraint> constraints) {
  return with_features(problem, [&]<bool colored, bool bounded>() -> std::unique_ptr<Search> {
    return std::make_unique<Links<colored, bounded>>(problem, branching, start, sorted_from,
                                                     constraints);
  });
}

}  // namespace combien
