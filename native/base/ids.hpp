// Typed ids, and tables indexed by them.
//
// Each kind of id is a type of its own, so that a table of nodes cannot be indexed by an item.  The
// wrappers compile to nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/require.hpp"

namespace combien {

enum class ItemId : std::uint32_t {};
enum class OptionId : std::uint32_t {};
enum class NodeId : std::uint32_t {};

template <class Id>
constexpr std::uint32_t number(Id id) {
  return static_cast<std::uint32_t>(id);
}

// The id after this one.
template <class Id>
constexpr Id after(Id id) {
  return Id{number(id) + 1};
}

template <class Id, class Value>
class Table {
 public:
  Table() = default;
  explicit Table(std::size_t size, const Value& value = {}) : values_(size, value) {}

  // require: number(id) < size()
  Value& operator[](Id id) {
    COMBIEN_REQUIRE(number(id) < values_.size());
    return values_[number(id)];
  }
  const Value& operator[](Id id) const {
    COMBIEN_REQUIRE(number(id) < values_.size());
    return values_[number(id)];
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(values_.size()); }
  Id next_id() const { return Id{size()}; }
  bool operator==(const Table&) const = default;
  void reserve(std::size_t size) { values_.reserve(size); }

  Id add(Value value) {
    values_.push_back(std::move(value));
    return Id{size() - 1};
  }

 private:
  std::vector<Value> values_;
};

}  // namespace combien
