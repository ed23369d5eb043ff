#include "frontier/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace combien {

namespace {

// Nothing is certain, and no choice is impossible.
constexpr double surely = 0.999;
constexpr double least_fit = 1e-3;
// The bits of an item that waits for its own step only.
constexpr double waiting = 0.3;
// How many transitions a state has at most, in comparison with the states that they reach.
constexpr double collisions = 4;
constexpr double nothing = 1e-9;

double entropy_of(double part) {
  if (part <= 0 || part >= 1) return 0;
  return -part * std::log2(part) - (1 - part) * std::log2(1 - part);
}

}  // namespace

Estimate::Estimate(const Outline& outline, double belief) : outline_(outline), belief_(belief) {
  more_uses_.resize(outline.nets.size());
  more_covered_.resize(outline.nets.size());
  lost_.resize(outline.items.size());
  fit_.resize(outline.options.size());
  held_.resize(outline.items.size());
  clear();
}

void Estimate::clear() {
  const std::size_t nets = outline_.nets.size();
  dealt_.assign(outline_.options.size(), 0);
  open_.resize(outline_.options.size());
  for (std::size_t j = 0; j < open_.size(); ++j) {
    open_[j] = static_cast<std::uint32_t>(outline_.members[j].size());
  }
  uses_.assign(nets, 0);
  covered_.assign(nets, 0);
  logs_.assign(nets, 0);
  value_.assign(nets, 0);
  owner_.assign(nets, Outline::none);
  owned_.assign(outline_.items.size(), 0);
  most_.assign(outline_.items.size(), 0);
  for (auto& held : held_) held.clear();
  common_ = parts_ = live_ = bits_ = total_ = 0;
}

double Estimate::entropy() const {
  const double all = common_ + parts_;
  return outline_.counters ? std::min(all, live_) : all;
}

double Estimate::part(std::uint32_t item) const { return std::min(most_[item], owned_[item]); }

double Estimate::value(const Outline::Net& net, std::uint32_t uses, double covered) const {
  if (net.high != 0) {
    const double most = std::log2(1.0 + std::min(uses, net.high));
    const double spread =
        uses == 1 ? 1 : std::log2(2 * std::numbers::pi * std::numbers::e * uses / 4) / 2;
    return std::min(most, spread);
  }
  const double each = entropy_of(covered);
  if (net.own != Outline::none) return uses == net.uses ? std::max(each, waiting) : each;
  if (uses == net.uses) return 0;
  if (net.colors > 1) return net.items * (each + covered * std::log2(net.colors));
  double all = 0;
  for (const auto& [size, times] : net.twins) {
    all += times * std::min(size * each, std::log2(size + 1.0));
  }
  return all;
}

double Estimate::fitting(const Outline::Net& net, double covered) const {
  if (net.high != 0) return 0;
  const double free = 1 - covered + (net.colors > 1 ? covered / net.colors : 0);
  return std::log2(std::max(least_fit, free));
}

double Estimate::fit(std::uint32_t item, std::uint32_t own, std::uint32_t& options) {
  double all = 0;
  options = 0;
  for (const std::uint32_t j : outline_.classes_of[item]) {
    if (dealt_[j]) continue;
    double logs = 0;
    for (const Outline::Pin& pin : outline_.pins[j]) {
      if (pin.net != own) logs += pin.each * logs_[pin.net];
    }
    work_ += outline_.pins[j].size();
    fit_[j] = outline_.options[j] * std::exp2(logs);
    all += fit_[j];
    options += outline_.options[j];
  }
  return all;
}

void Estimate::lose(std::uint32_t owner, double value) {
  if (lost_[owner] == 0) losers_.push_back(owner);
  lost_[owner] += value + nothing;
}

Estimate::Step Estimate::gathered(std::uint32_t item) {
  const std::uint32_t own = outline_.own_net[item];
  const bool met = own != Outline::none && uses_[own] > 0;
  const bool once = outline_.once[item];
  Step step;
  const double all = fit(item, own, step.options);
  const double covered = met && once ? std::min(surely, covered_[own]) : 0;
  const double growth =
      once ? std::max(least_fit, covered + (1 - covered) * all) : std::exp2(step.options);
  step.growth = std::log2(growth);

  // The nets that the step touches.
  touched_.clear();
  for (const std::uint32_t j : outline_.classes_of[item]) {
    if (dealt_[j]) continue;
    const double chosen = once ? (1 - covered) * fit_[j] / growth : outline_.options[j] * 0.5;
    for (const Outline::Pin& pin : outline_.pins[j]) {
      if (pin.net == own) continue;
      if (more_uses_[pin.net] == 0) touched_.push_back(pin.net);
      more_uses_[pin.net] += pin.uses;
      more_covered_[pin.net] += chosen * pin.each / outline_.nets[pin.net].items;
    }
  }
  changes_.clear();
  losers_.clear();
  double common = common_;
  double mine = 0;
  for (const std::uint32_t net : touched_) {
    const std::uint32_t uses = uses_[net] + more_uses_[net];
    const double now = std::min(surely, covered_[net] + more_covered_[net]);
    const double bits = value(outline_.nets[net], uses, now);
    changes_.push_back({net, uses, now, bits});
    more_uses_[net] = 0;
    more_covered_[net] = 0;
    if (uses_[net] == 0) {
      mine += bits;
    } else if (owner_[net] == Outline::none) {
      common += bits - value_[net];
    } else {
      lose(owner_[net], value_[net]);
      common += bits;
    }
  }
  if (met && owner_[own] != Outline::none) lose(owner_[own], value_[own]);
  if (met && owner_[own] == Outline::none) common -= value_[own];

  // What the owners restrict: the choice of the item, as long as a state remembers theirs.
  step.choice =
      once ? std::max(0.0, std::log2(step.options + (met ? 1.0 : 0.0) + nothing)) : step.options;
  ties_.clear();
  const auto classes = outline_.classes_of[item];
  if (classes.size() == 1) {
    for (const Outline::Pin& pin : outline_.pins[classes.front()]) {
      const std::uint32_t owner = pin.net == own ? Outline::none : owner_[pin.net];
      if (owner == Outline::none || owned_[owner] - lost_[owner] <= 1e-6) continue;
      const double by = std::min(step.choice, -pin.each * logs_[pin.net]);
      if (by <= 0) continue;
      ties_.push_back({owner, by});
      step.choice -= by;
    }
  }
  double parts = parts_ + std::min(step.choice, mine);
  for (const std::uint32_t loser : losers_) {
    const double left = std::max(0.0, owned_[loser] - lost_[loser]);
    parts += std::min(most_[loser], left) - part(loser);
    if (left > 1e-6) continue;
    for (const auto& [other, by] : held_[loser]) {
      const double rest = std::max(0.0, owned_[other] - lost_[other]);
      parts += std::min(most_[other] + by, rest) - std::min(most_[other], rest);
    }
  }
  step.entropy = common + parts;
  if (outline_.counters) {
    double live = live_ + step.options;
    for (const std::uint32_t j : classes) {
      if (open_[j] == 1) live -= outline_.options[j];
    }
    // The rest decides between equals.
    step.entropy = std::min(step.entropy, live) + 0.01 * step.entropy;
  }
  return step;
}

Estimate::Look Estimate::look(std::uint32_t item) {
  const Step step = gathered(item);
  for (const std::uint32_t loser : losers_) lost_[loser] = 0;
  const double growth = believed(step.growth);
  return {std::min(step.entropy, bits_ + growth), step.entropy - entropy(), growth};
}

std::span<const std::uint32_t> Estimate::step(std::uint32_t item) {
  const Step step = gathered(item);
  const std::uint32_t own = outline_.own_net[item];
  const bool once = outline_.once[item];
  const double before = std::exp2(bits_);

  for (const std::uint32_t j : outline_.classes_of[item]) {
    if (!dealt_[j]) live_ += outline_.options[j];
    dealt_[j] = 1;
    if (--open_[j] == 0) live_ -= outline_.options[j];
  }
  for (const std::uint32_t loser : losers_) {
    parts_ -= part(loser);
    owned_[loser] = std::max(0.0, owned_[loser] - lost_[loser]);
    parts_ += part(loser);
    lost_[loser] = 0;
    if (owned_[loser] > 1e-6) continue;
    for (const auto& [other, by] : held_[loser]) {
      parts_ -= part(other);
      most_[other] += by;
      parts_ += part(other);
    }
    held_[loser].clear();
  }
  for (const Change& change : changes_) {
    const std::uint32_t net = change.net;
    if (uses_[net] == 0) {
      owner_[net] = item;
      owned_[item] += change.value;
    } else if (owner_[net] == Outline::none) {
      common_ += change.value - value_[net];
    } else {
      owner_[net] = Outline::none;
      common_ += change.value;
    }
    uses_[net] = change.uses;
    covered_[net] = change.covered;
    logs_[net] = fitting(outline_.nets[net], change.covered);
    value_[net] = change.value;
  }
  if (own != Outline::none) {
    if (uses_[own] > 0 && owner_[own] == Outline::none) common_ -= value_[own];
    owner_[own] = Outline::none;
    uses_[own] = outline_.nets[own].uses;
    value_[own] = 0;
    covered_[own] = 1;
    logs_[own] = std::log2(least_fit);
  }
  most_[item] = step.choice;
  for (const auto& [owner, by] : ties_) held_[owner].push_back({item, by});
  parts_ += part(item);

  bits_ = std::max(0.0, std::min(entropy(), bits_ + believed(step.growth)));
  const double states = std::exp2(bits_);
  const double moves = once ? std::min(before * std::exp2(step.growth), collisions * states)
                            : std::max(1.0, double(step.options)) * states;
  total_ += before + std::max(moves, states);
  return losers_;
}

}  // namespace combien
