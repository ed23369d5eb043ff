#include "cover/color_classes.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/dice.hpp"
#include "base/require.hpp"

namespace combien {

namespace {

constexpr std::size_t most_colored_entries = 1'000'000;
// More colors are too many to try each, and a state has few of them.
constexpr std::size_t most_color_names = 1000;
// Of colors with equal hashes, more classes than this are not compared with.
constexpr std::size_t most_compared = 8;

std::uint64_t scrambled(std::uint64_t word) { return Dice(word).word(); }

class ColorSearch {
 public:
  ColorSearch(const Problem& problem, const std::vector<std::uint64_t>& weights)
      : problem_(problem), weights_(weights) {
    for (std::uint32_t option = 0; option < problem.option_count(); ++option) {
      for (const Color color : problem.colors(OptionId{option})) {
        if (color == no_color) continue;
        auto& options = options_of_[color];
        if (options.empty() || options.back() != option) options.push_back(option);
      }
    }
  }

  std::vector<std::vector<Color>> run() {
    if (options_of_.size() > most_color_names) return {};
    std::map<std::uint64_t, std::vector<std::vector<Color>>> by_hash;
    for (const auto& [color, options] : options_of_) {
      auto& classes = by_hash[hash_of(color, options)];
      if (classes.size() > most_compared) continue;
      const auto its = std::find_if(classes.begin(), classes.end(), [&](const auto& members) {
        return exchangeable(members.front(), color);
      });
      if (its == classes.end()) {
        classes.push_back({color});
      } else {
        its->push_back(color);
      }
    }
    std::vector<std::vector<Color>> found;
    for (auto& [hash, classes] : by_hash) {
      for (auto& members : classes) {
        if (members.size() > 1) found.push_back(std::move(members));
      }
    }
    std::sort(found.begin(), found.end());
    return found;
  }

 private:
  // The same for colors that can be exchanged: where a color is, and where any other one.
  std::uint64_t hash_of(Color color, const std::vector<std::uint32_t>& options) const {
    std::uint64_t all = 0;
    for (const std::uint32_t option : options) {
      std::uint64_t sum = weight(option);
      const auto items = problem_.items(OptionId{option});
      for (std::size_t k = 0; k < items.size(); ++k) {
        const Color its = problem_.colors(OptionId{option})[k];
        const std::uint64_t kind = its == no_color ? 1 : its == color ? 3 : 5;
        sum += scrambled(number(items[k])) * kind;
      }
      all += scrambled(sum);
    }
    return all;
  }

  // The definition, for the options that have either color.
  bool exchangeable(Color one, Color other) const {
    std::vector<std::uint32_t> options = options_of_.at(one);
    const auto& others = options_of_.at(other);
    options.insert(options.end(), others.begin(), others.end());
    std::sort(options.begin(), options.end());
    options.erase(std::unique(options.begin(), options.end()), options.end());
    std::vector<std::vector<std::uint64_t>> before;
    std::vector<std::vector<std::uint64_t>> after;
    for (const std::uint32_t option : options) {
      before.push_back(entries(option, one, one));
      after.push_back(entries(option, one, other));
    }
    std::sort(before.begin(), before.end());
    std::sort(after.begin(), after.end());
    return before == after;
  }

  // An option in which two colors are exchanged.
  std::vector<std::uint64_t> entries(std::uint32_t option, Color one, Color other) const {
    const auto items = problem_.items(OptionId{option});
    std::vector<std::uint64_t> all{weight(option)};
    for (std::size_t k = 0; k < items.size(); ++k) {
      const Color its = problem_.colors(OptionId{option})[k];
      const Color now = its == one ? other : its == other ? one : its;
      all.push_back(std::uint64_t{number(items[k])} << 32 | now);
    }
    std::sort(all.begin() + 1, all.end());
    return all;
  }

  std::uint64_t weight(std::uint32_t option) const {
    return weights_.empty() ? 1 : weights_[option];
  }

  const Problem& problem_;
  const std::vector<std::uint64_t>& weights_;
  std::map<Color, std::vector<std::uint32_t>> options_of_;
};

}  // namespace

std::vector<std::vector<Color>> color_classes(const Problem& problem,
                                              const std::vector<std::uint64_t>& weights) {
  COMBIEN_REQUIRE(weights.empty() || weights.size() == problem.option_count());
  if (!problem.has_colors() || problem.entry_count() > most_colored_entries) return {};
  return ColorSearch(problem, weights).run();
}

}  // namespace combien
