#include "cover/learning.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/require.hpp"
#include "cover/dance.hpp"

namespace combien {

namespace {

std::uint64_t luby(std::uint64_t number) {
  // Not the last of a block of 2**k - 1 terms: the block repeats the one before it.
  while ((number & (number + 1)) != 0) {
    number -= std::bit_floor(number) - 1;
  }
  return (number + 1) / 2;
}

template <bool colored, bool bounded>
class Learning final : public Search {
  using Links = Dance<colored, bounded>;

 public:
  Learning(const Problem& problem, std::uint64_t seed, LearningPace pace)
      : problem_(problem),
        pace_(pace),
        dice_(seed),
        order_(problem_.option_count()),
        dance_(std::make_unique<Links>(problem_, shuffled(), Branching::weighted, UINT32_MAX)),
        nodes_until_(pace.nodes) {}

  Outcome next(Slice& slice) override {
    if (found_) return Outcome::done;
    for (;;) {
      if (arriving_) {
        if (!slice.step(1 + dance_->updates() - charged_)) return Outcome::out_of_slice;
        if (nodes_ >= nodes_until_ && dance_->updates() >= updates_until_) begin_again();
        charged_ = dance_->updates();
        ++nodes_;
        arriving_ = false;
        const auto choice = dance_->choose();
        if (choice.item == dance_->root()) {
          found_ = true;
          return Outcome::solution;
        }
        if (choice.degree != 0) {
          dance_->open(choice);
        } else {
          dance_->note_failure(choice.item);
        }
      } else {
        if (dance_->levels().empty()) return Outcome::done;
        arriving_ = dance_->advance();
      }
    }
  }

  void solution(std::vector<OptionId>& options) const override {
    COMBIEN_REQUIRE(found_);
    options.clear();
    for (const auto& level : dance_->levels()) {
      if (const OptionId chosen = dance_->chosen(level); chosen != no_option) {
        options.push_back(chosen);
      }
    }
  }

  Position position() const override { return {}; }
  double fraction() const override { return 0; }
  Work work() const override { return {nodes_, updates_before_ + dance_->updates()}; }
  void restart(std::span<const OptionId>) override { COMBIEN_REQUIRE(false); }
  std::vector<OptionId> branches() override { return {}; }
  Probe probe(Dice&) override { return {}; }

 private:
  const std::vector<OptionId>& shuffled() {
    for (std::uint32_t k = 0; k < order_.size(); ++k) order_[k] = OptionId{k};
    for (auto k = static_cast<std::uint32_t>(order_.size()); k > 1; --k) {
      std::swap(order_[k - 1], order_[dice_.roll(k)]);
    }
    return order_;
  }

  void begin_again() {
    ++restarts_;
    auto next = std::make_unique<Links>(problem_, shuffled(), Branching::weighted, UINT32_MAX);
    next->take_failures(*dance_);
    updates_before_ += dance_->updates();
    dance_ = std::move(next);
    charged_ = 0;
    const std::uint64_t length = luby(restarts_ + 1);
    nodes_until_ = nodes_ + length * pace_.nodes;
    updates_until_ = length * pace_.updates_an_entry * problem_.entry_count();
  }

  const Problem& problem_;
  const LearningPace pace_;
  Dice dice_;
  std::vector<OptionId> order_;
  std::unique_ptr<Links> dance_;
  bool arriving_ = true;
  bool found_ = false;
  std::uint64_t restarts_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t nodes_until_;
  std::uint64_t updates_until_ = 0;
  std::uint64_t updates_before_ = 0;  // Of the searches given up.
  std::uint64_t charged_ = 0;         // The updates already charged to slices.
};

}  // namespace

std::unique_ptr<Search> learning_search(const Problem& problem, std::uint64_t seed,
                                        LearningPace pace) {
  return with_features(problem, [&]<bool colored, bool bounded>() -> std::unique_ptr<Search> {
    return std::make_unique<Learning<colored, bounded>>(problem, seed, pace);
  });
}

}  // namespace combien
