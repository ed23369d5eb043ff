// Linear recurrences of sequences modulo a prime.
//
// Source: J. L. Massey, Shift-register synthesis and BCH decoding, IEEE Transactions on Information
// Theory 15 (1969), 122-127.
#pragma once

#include <cstdint>
#include <vector>

#include "base/gradual.hpp"

namespace combien {

// The shortest recurrence a(n) + c1 a(n-1) + ... + ck a(n-k) = 0 of the terms, modulo a prime, for
// n from `order` on; it is unique if there are at least 2 * order terms.
struct ModularRecurrence {
  std::uint64_t order = 0;
  std::vector<std::uint64_t> coefficients;  // 1, c1, ..., ck; k may be less than the order.
};

// require: the prime is odd and less than 2^62, the terms are less than it
Gradual<ModularRecurrence> shortest_recurrence(std::vector<std::uint64_t> terms,
                                               std::uint64_t prime, Pace& pace);

// Whether the terms satisfy a recurrence with these coefficients (1, c1, ..., ck) for n from
// `order` on.
// require: as above; there are at most order + 1 coefficients, all less than the prime
Gradual<bool> satisfies(std::vector<std::uint64_t> terms, std::vector<std::uint64_t> coefficients,
                        std::uint64_t order, std::uint64_t prime, Pace& pace);

}  // namespace combien
