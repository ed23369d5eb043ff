// Products or sums over all windows of a given length in a row of numbers, without division or
// subtraction: zeros stay zeros, and small numbers are not lost beside large ones.
//
// The row is cut into stretches of that length; each window is the end of one stretch and the
// beginning of the next, so two running results suffice.  (van Herk 1992; Gil and Werman 1993.)
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "base/require.hpp"

namespace combien::nonogram {

template <class Number>
class Windows {
 public:
  // Computes out[i] from in[i], ..., in[i + length - 1] for all i.
  // require: 0 < length <= in.size(), out.size() + length == in.size() + 1, no overlap
  // cost: linear in the numbers, whatever the length
  template <class Operation>
  [[gnu::always_inline]] void fold(std::span<const Number> in, std::size_t length,
                                   std::span<Number> out, Operation operation) {
    COMBIEN_REQUIRE(length > 0 && length <= in.size());
    COMBIEN_REQUIRE(out.size() + length == in.size() + 1);
    if (length <= short_enough) {
      for (std::size_t i = 0; i < out.size(); ++i) {
        Number result = in[i];
        for (std::size_t k = 1; k < length; ++k) result = operation(result, in[i + k]);
        out[i] = result;
      }
      return;
    }
    from_end_.resize(in.size());
    for (std::size_t begin = 0; begin < in.size(); begin += length) {
      const std::size_t end = std::min(begin + length, in.size());
      from_end_[end - 1] = in[end - 1];
      for (std::size_t i = end - 1; i-- > begin;) from_end_[i] = operation(in[i], from_end_[i + 1]);
    }
    // The window at i ends at i + length - 1; its part in the second stretch grows with it.
    Number from_begin = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::size_t place = i % length;
      if (place == 0) {
        out[i] = from_end_[i];
        continue;
      }
      const Number last = in[i + length - 1];
      from_begin = place == 1 ? last : operation(from_begin, last);
      out[i] = operation(from_end_[i], from_begin);
    }
  }

 private:
  static constexpr std::size_t short_enough = 6;
  std::vector<Number> from_end_;
};

}  // namespace combien::nonogram
