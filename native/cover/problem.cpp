#include "cover/problem.hpp"

#include <string>

namespace combien {

namespace {

[[noreturn]] void refuse(std::size_t option, const char* what) {
  throw InvalidProblem("option " + std::to_string(option) + " " + what);
}

}  // namespace

Problem::Problem(std::vector<ItemKind> kinds, std::vector<std::int32_t> starts,
                 std::vector<std::int32_t> items, std::vector<std::int32_t> colors) {
  if (starts.empty() || starts.front() != 0 ||
      static_cast<std::size_t>(starts.back()) != items.size()) {
    throw InvalidProblem("the starts of the options do not match their items");
  }
  if (!colors.empty() && colors.size() != items.size()) {
    throw InvalidProblem("there are not as many colors as items");
  }
  kinds_.reserve(kinds.size());
  for (const ItemKind& kind : kinds) {
    if (kind.low < 0 || kind.high < 1 || kind.low > kind.high) {
      throw InvalidProblem("an item has bounds that nothing can meet");
    }
    if (kind.primary && !kind.exactly_once()) has_bounds_ = true;
    kinds_.add(kind);
  }
  bool has_colors = false;
  std::vector<std::size_t> last_seen(kinds.size(), SIZE_MAX);
  for (std::size_t option = 0; option + 1 < starts.size(); ++option) {
    if (starts[option + 1] < starts[option]) refuse(option, "ends before it begins");
    if (starts[option + 1] > starts.back()) refuse(option, "ends behind the last item");
    bool has_primary = false;
    for (auto place = static_cast<std::size_t>(starts[option]);
         place < static_cast<std::size_t>(starts[option + 1]); ++place) {
      const std::int32_t item = items[place];
      if (item < 0 || static_cast<std::size_t>(item) >= kinds.size()) {
        refuse(option, "has an unknown item");
      }
      const auto index = static_cast<std::size_t>(item);
      if (last_seen[index] == option) refuse(option, "holds an item twice");
      last_seen[index] = option;
      has_primary = has_primary || kinds[index].primary;
      if (!colors.empty() && colors[place] != 0) {
        if (colors[place] < 0) refuse(option, "has a negative color");
        if (kinds[index].primary) refuse(option, "gives a color to a primary item");
        has_colors = true;
      }
    }
    if (!has_primary) refuse(option, "has no primary item");
  }
  starts_.assign(starts.begin(), starts.end());
  items_.reserve(items.size());
  for (const std::int32_t item : items) items_.push_back(ItemId{static_cast<std::uint32_t>(item)});
  if (has_colors) colors_.assign(colors.begin(), colors.end());
}

}  // namespace combien
