#include "matching/pfaffian.hpp"

#include <algorithm>
#include <functional>

namespace combien {

namespace {

std::uint64_t entered(const Modulus& modulus, const Natural& value, bool negative) {
  const std::uint64_t word =
      modulus.minus(modulus.enter(UINT64_MAX), modulus.negative(modulus.one()));
  std::uint64_t rest = 0;
  for (std::size_t k = value.limbs().size(); k-- > 0;) {
    const std::uint64_t limb = modulus.enter(value.limbs()[k]);
    rest = modulus.minus(modulus.times(rest, word), modulus.negative(limb));
  }
  return negative ? modulus.negative(rest) : rest;
}

}  // namespace

// The search for pivots ------------------------------------------------------------------------

PivotSearch::PivotSearch(const SkewForm& form, const Modulus& modulus)
    : modulus_(modulus),
      lines_(form.size),
      taken_(form.size),
      later_(form.size),
      product_(modulus.one()) {
  for (const SkewForm::Entry& entry : form.entries) {
    const std::uint64_t value = entered(modulus, entry.value, entry.negative);
    lines_[entry.from].push_back({entry.to, value});
    lines_[entry.to].push_back({entry.from, modulus.negative(value)});
    entries_ += 2;
  }
  for (VertexId v{0}; v != lines_.next_id(); v = after(v)) {
    std::sort(lines_[v].begin(), lines_[v].end(),
              [](const Entry& a, const Entry& b) { return a.vertex < b.vertex; });
    queue(v);
  }
}

void PivotSearch::queue(VertexId vertex) {
  heap_.emplace_back(static_cast<std::uint32_t>(lines_[vertex].size()), vertex);
  std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
}

bool PivotSearch::run(Slice& slice) {
  while (order_.size() < lines_.size()) {
    const auto [degree, u] = heap_.front();
    if (taken_[u] != 0 || degree != lines_[u].size()) {
      std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
      heap_.pop_back();
      continue;
    }
    // Considers the vertex of least degree and its neighbor of least degree.  Entries that are zero
    // modulo this prime stay, because they may be nonzero modulo another, but are not pivots.
    const Entry* pivot = nullptr;
    for (const Entry& entry : lines_[u]) {
      if (modulus_.is_zero(entry.value)) continue;
      if (pivot == nullptr || lines_[entry.vertex].size() < lines_[pivot->vertex].size()) {
        pivot = &entry;
      }
    }
    if (pivot == nullptr) {
      product_ = 0;
      return true;
    }
    const VertexId v = pivot->vertex;
    const std::uint64_t work = std::uint64_t{lines_[u].size()} * lines_[v].size();
    // Lines are copied even if they change little, and the line of a hub is long.
    std::uint64_t copied = 0;
    for (const VertexId end : {u, v}) {
      for (const Entry& entry : lines_[end]) copied += lines_[entry.vertex].size();
    }
    if (!slice.step(work + copied)) return false;
    work_ += {1, work};
    product_ = modulus_.times(product_, pivot->value);
    const std::uint64_t inverse = modulus_.inverse(pivot->value);
    taken_[u] = taken_[v] = 1;
    order_.push_back(u);
    order_.push_back(v);
    const Line of_u = std::move(lines_[u]);
    const Line of_v = std::move(lines_[v]);
    lines_[u].clear();
    lines_[v].clear();
    for (const Entry& entry : of_u) later_[u].push_back(entry.vertex);
    for (const Entry& entry : of_v) {
      if (entry.vertex != u) later_[v].push_back(entry.vertex);
    }
    for (const Entry& x : of_u) {
      if (x.vertex != v) {
        add(x.vertex, modulus_.negative(modulus_.times(x.value, inverse)), of_v, u, v);
      }
    }
    for (const Entry& y : of_v) {
      if (y.vertex != u) add(y.vertex, modulus_.times(y.value, inverse), of_u, u, v);
    }
    for (const Entry& x : of_u) queue(x.vertex);
    for (const Entry& y : of_v) queue(y.vertex);
  }
  return true;
}

// Adds a multiple of a line to the line of a vertex; removes u and v from it.
void PivotSearch::add(VertexId to, std::uint64_t factor, const Line& line, VertexId u, VertexId v) {
  Line& own = lines_[to];
  sum_.clear();
  auto mine = own.begin();
  const auto keep_until = [&](auto stop) {
    for (; mine != own.end() && stop(mine->vertex); ++mine) {
      if (taken_[mine->vertex] == 0) sum_.push_back(*mine);
    }
  };
  for (const Entry& entry : line) {
    if (entry.vertex == u || entry.vertex == v || entry.vertex == to) continue;
    keep_until([&](VertexId vertex) { return vertex < entry.vertex; });
    const std::uint64_t change = modulus_.negative(modulus_.times(factor, entry.value));
    const bool meets = mine != own.end() && mine->vertex == entry.vertex;
    sum_.push_back({entry.vertex, modulus_.minus(meets ? mine->value : 0, change)});
    if (meets) ++mine;
  }
  keep_until([](VertexId) { return true; });
  entries_ += sum_.size();
  entries_ -= own.size();
  own.assign(sum_.begin(), sum_.end());
}

// The same again -------------------------------------------------------------------------------

Replay::Replay(const SkewForm& form, const std::vector<VertexId>& order,
               const Table<VertexId, std::vector<VertexId>>& later) {
  COMBIEN_REQUIRE(order.size() == form.size && form.size % 2 == 0);
  Table<VertexId, std::uint32_t> place(form.size);
  for (std::uint32_t k = 0; k < order.size(); ++k) place[order[k]] = k;
  starts_.push_back(0);
  for (const VertexId vertex : order) {
    for (const VertexId other : later[vertex]) others_.push_back(place[other]);
    std::sort(others_.begin() + static_cast<std::ptrdiff_t>(starts_.back()), others_.end());
    starts_.push_back(others_.size());
  }
  for (const SkewForm::Entry& entry : form.entries) {
    const auto [first, second] = std::minmax(place[entry.from], place[entry.to]);
    const auto own = line(first);
    const auto at = std::lower_bound(own.begin(), own.end(), second) - own.begin();
    COMBIEN_REQUIRE(own[static_cast<std::size_t>(at)] == second);
    given_.push_back({starts_[first] + static_cast<std::size_t>(at), entry.value,
                      entry.negative != (first != place[entry.from])});
  }
}

void Replay::begin(const std::array<Modulus, lanes>& moduli) {
  moduli_ = moduli;
  next_ = 0;
  inverting_ = false;
  values_.assign(others_.size(), Lanes{});
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    product_[lane] = moduli[lane].one();
    for (const Start& start : given_) {
      values_[start.place][lane] = entered(moduli[lane], start.value, start.negative);
    }
  }
}

bool Replay::run(Slice& slice) {
  for (; next_ + 1 < starts_.size(); next_ += 2) {
    // The first entry of the line of u is the pivot.
    const std::size_t u = next_, v = next_ + 1;
    const std::size_t after_pivot = starts_[u] + 1;
    const std::uint64_t work =
        lanes * std::uint64_t{line(u).size()} * (line(v).size() + std::uint64_t{1});
    if (!slice.step(work)) return false;
    work_ += {1, work};
    Lanes inverse;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const Modulus& modulus = moduli_[lane];
      const std::uint64_t pivot = values_[starts_[u]][lane];
      product_[lane] = modulus.times(product_[lane], pivot);
      // A lane with a pivot of zero is lost: its product stays zero.
      inverse[lane] = modulus.is_zero(pivot) ? 0 : modulus.inverse(pivot);
    }
    Lanes factor;
    for (std::size_t k = after_pivot; k < starts_[v]; ++k) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        factor[lane] = moduli_[lane].times(values_[k][lane], inverse[lane]);
      }
      subtract(others_[k], factor, v);
    }
    for (std::size_t k = starts_[v]; k < starts_[v + 1]; ++k) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const Modulus& modulus = moduli_[lane];
        factor[lane] = modulus.negative(modulus.times(values_[k][lane], inverse[lane]));
      }
      subtract(others_[k], factor, u);
    }
  }
  return true;
}

// Subtracts from line `to` a multiple of the part of line `from` behind `to`.
void Replay::subtract(std::size_t to, const Lanes& factor, std::size_t from) {
  const auto source = line(from);
  const auto begin = std::upper_bound(source.begin(), source.end(), to);
  std::size_t target = starts_[to];
  std::size_t place = starts_[from] + static_cast<std::size_t>(begin - source.begin());
  for (; place < starts_[from + 1]; ++place, ++target) {
    while (others_[target] != others_[place]) ++target;
    COMBIEN_ENSURE(target < starts_[to + 1]);
    Lanes& sum = values_[target];
    const Lanes& value = values_[place];
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      sum[lane] = moduli_[lane].minus(sum[lane], moduli_[lane].times(factor[lane], value[lane]));
    }
  }
}

// The inverse Z of the form: with a pivot p at (u, v), and what was left of its lines, b_u and b_v,
// in the columns of later vertices x and y,
//     p Z(u, y) = sum of b_v(x) Z(x, y),   p Z(v, x) = -sum of b_u(y) Z(y, x),
//     p Z(u, v) = -1 - sum of b_u(y) Z(u, y),
// and the entries (x, y) of these sums are among those of the elimination (Takahashi, Fagan and
// Chen, 1973, for symmetric matrices).
bool Replay::invert(Slice& slice) {
  COMBIEN_REQUIRE(next_ + 1 >= starts_.size() || inverting_);
  if (!inverting_) inverse_.assign(others_.size(), Lanes{});
  inverting_ = true;
  for (; next_ != 0; next_ -= 2) {
    const std::size_t u = next_ - 2, v = next_ - 1;
    const std::size_t after_pivot = starts_[u] + 1;
    const std::uint64_t work =
        2 * lanes * std::uint64_t{line(u).size()} * (line(v).size() + std::uint64_t{1});
    if (!slice.step(work)) return false;
    work_ += {1, work};
    for (std::size_t k = after_pivot; k < starts_[v]; ++k) gather(k, v, true);
    for (std::size_t k = starts_[v]; k < starts_[v + 1]; ++k) gather(k, u, false);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const Modulus& modulus = moduli_[lane];
      const std::uint64_t pivot = values_[starts_[u]][lane];
      const std::uint64_t factor = modulus.is_zero(pivot) ? 0 : modulus.inverse(pivot);
      std::uint64_t sum = modulus.negative(modulus.one());
      for (std::size_t k = after_pivot; k < starts_[v]; ++k) {
        inverse_[k][lane] = modulus.times(inverse_[k][lane], factor);
        sum = modulus.minus(sum, modulus.times(values_[k][lane], inverse_[k][lane]));
      }
      for (std::size_t k = starts_[v]; k < starts_[v + 1]; ++k) {
        inverse_[k][lane] = modulus.times(inverse_[k][lane], factor);
      }
      inverse_[starts_[u]][lane] = modulus.times(sum, factor);
    }
  }
  return true;
}

// For an entry of one of the two lines of a pivot, adds to the sums of both what the entries of the
// inverse contribute between its vertex and the later vertices of the other line.
void Replay::gather(std::size_t entry, std::size_t from, bool negative) {
  const std::size_t x = others_[entry];
  const auto source = line(from);
  const auto begin = std::upper_bound(source.begin(), source.end(), x);
  std::size_t target = starts_[x];
  std::size_t place = starts_[from] + static_cast<std::size_t>(begin - source.begin());
  for (; place < starts_[from + 1]; ++place, ++target) {
    while (others_[target] != others_[place]) ++target;
    COMBIEN_ENSURE(target < starts_[x + 1]);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const Modulus& modulus = moduli_[lane];
      const std::uint64_t known = inverse_[target][lane];
      const std::uint64_t value = negative ? known : modulus.negative(known);
      std::uint64_t& own = inverse_[entry][lane];
      own = modulus.minus(own, modulus.times(values_[place][lane], value));
      std::uint64_t& other = inverse_[place][lane];
      other = modulus.minus(other, modulus.times(values_[entry][lane], value));
    }
  }
}

std::uint64_t Replay::share(std::size_t entry, std::size_t lane) const {
  COMBIEN_REQUIRE(inverting_ && next_ == 0);
  const Modulus& modulus = moduli_[lane];
  const Start& start = given_[entry];
  const std::uint64_t value = modulus.times(product_[lane], inverse_[start.place][lane]);
  return modulus.leave(start.negative ? value : modulus.negative(value));
}

}  // namespace combien
