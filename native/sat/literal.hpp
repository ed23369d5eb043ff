// Literals: a variable, or its negation, in one number.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <stdexcept>

namespace combien::sat {

// Variables count from 0; the literals of variable v are 2 v and, negated, 2 v + 1.
enum class Literal : std::uint32_t {};

constexpr std::uint32_t index(Literal literal) { return static_cast<std::uint32_t>(literal); }
constexpr std::uint32_t variable_of(Literal literal) { return index(literal) >> 1; }
constexpr bool negative(Literal literal) { return (index(literal) & 1) != 0; }
constexpr Literal operator~(Literal literal) { return Literal{index(literal) ^ 1}; }
constexpr Literal literal_of(std::uint32_t variable, bool negated) {
  return Literal{2 * variable + (negated ? 1u : 0u)};
}

constexpr Literal no_literal{0xffffffffu};
constexpr std::int32_t most_variables = std::int32_t{1} << 29;

// An invalid literal in a clause from outside.
class InvalidClause : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// In DIMACS numbers: variables count from 1, negated ones are negative.
inline Literal from_dimacs(std::int32_t number) {
  if (number == 0 || number > most_variables || number < -most_variables) {
    throw InvalidClause("a literal must be a non-zero number of at most 2^29");
  }
  return literal_of(static_cast<std::uint32_t>(std::abs(number)) - 1, number < 0);
}
constexpr std::int32_t to_dimacs(Literal literal) {
  const auto number = static_cast<std::int32_t>(variable_of(literal)) + 1;
  return negative(literal) ? -number : number;
}

}  // namespace combien::sat
