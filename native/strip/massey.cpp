#include "strip/massey.hpp"

#include <algorithm>
#include <utility>

#include "base/modular.hpp"
#include "base/require.hpp"

namespace combien {

namespace {

using Numbers = std::vector<std::uint64_t>;

// The sum of coefficients[k] * terms[n - k], in Montgomery form.
std::uint64_t combined(const Modulus& modulus, const Numbers& coefficients, const Numbers& terms,
                       std::size_t n) {
  std::uint64_t sum = 0;
  const std::size_t count = std::min(coefficients.size(), n + 1);
  for (std::size_t k = 0; k < count; ++k) {
    sum = modulus.minus(sum, modulus.times(coefficients[k], terms[n - k]));
  }
  return modulus.negative(sum);
}

}  // namespace

Gradual<ModularRecurrence> shortest_recurrence(std::vector<std::uint64_t> terms,
                                               std::uint64_t prime, Pace& pace) {
  const Modulus modulus(prime);
  for (std::uint64_t& term : terms) term = modulus.enter(term);
  Numbers current{modulus.one()};
  // The recurrence before the last change of the order, its error, and how long ago that was.
  Numbers before{modulus.one()};
  std::uint64_t last_error = modulus.one();
  std::size_t since = 1;
  std::size_t order = 0;
  for (std::size_t n = 0; n < terms.size(); ++n, ++since) {
    if (!pace.tick(1 + current.size() / 2)) co_yield pause;
    const std::uint64_t error = combined(modulus, current, terms, n);
    if (modulus.is_zero(error)) continue;
    const std::uint64_t factor = modulus.times(error, modulus.inverse(last_error));
    Numbers changed = current;
    changed.resize(std::max(changed.size(), before.size() + since), 0);
    for (std::size_t k = 0; k < before.size(); ++k) {
      changed[k + since] = modulus.minus(changed[k + since], modulus.times(factor, before[k]));
    }
    if (2 * order <= n) {
      order = n + 1 - order;
      before = std::move(current);
      last_error = error;
      since = 0;
    }
    current = std::move(changed);
  }
  for (std::uint64_t& coefficient : current) coefficient = modulus.leave(coefficient);
  while (current.back() == 0) current.pop_back();
  COMBIEN_ENSURE(current.size() <= order + 1);
  co_return ModularRecurrence{order, std::move(current)};
}

Gradual<bool> satisfies(std::vector<std::uint64_t> terms, std::vector<std::uint64_t> coefficients,
                        std::uint64_t order, std::uint64_t prime, Pace& pace) {
  COMBIEN_REQUIRE(coefficients.size() <= order + 1);
  const Modulus modulus(prime);
  for (std::uint64_t& term : terms) term = modulus.enter(term);
  for (std::uint64_t& coefficient : coefficients) coefficient = modulus.enter(coefficient);
  for (std::size_t n = order; n < terms.size(); ++n) {
    if (!pace.tick(1 + coefficients.size() / 2)) co_yield pause;
    if (!modulus.is_zero(combined(modulus, coefficients, terms, n))) co_return false;
  }
  co_return true;
}

}  // namespace combien
