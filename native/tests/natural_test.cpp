// Numbers of any size, against known values.
#include "base/natural.hpp"
#include "check.hpp"

namespace combien::tests {

namespace {

const Registration factorial("factorials", [] {
  Natural product(1);
  for (std::uint64_t k = 2; k <= 30; ++k) product *= k;
  check(product.hex() == "d13f6370f96865df5dd54000000", "30! is that");
  check(product.bit_length() == 108, "30! has 108 bits");
});

const Registration powers("sums that carry", [] {
  Natural sum(1);
  for (int k = 0; k < 200; ++k) sum += Natural(sum);
  check(sum.hex() == "1" + std::string(50, '0'), "doubling 200 times gives 2^200");
  check(Natural().hex() == "0" && Natural().bit_length() == 0, "zero has no digits");
  Natural none(5);
  none *= 0;
  check(none == Natural(), "times zero is zero");
});

const Registration products("products of many limbs", [] {
  Natural power(1);
  Natural square(1);
  for (int k = 0; k < 50; ++k) power *= 1'000'003;
  for (int k = 0; k < 100; ++k) square *= 1'000'003;
  Natural product = power;
  product *= power;
  check(product == square, "a square is a square");
  product *= Natural();
  check(product == Natural(), "nothing times nothing");
});

}  // namespace

}  // namespace combien::tests
