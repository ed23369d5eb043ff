// The Pfaffian of a sparse skew-symmetric integer form, modulo primes.
//
// Taking an edge u-v of the graph of its entries as pivot removes both vertices and changes the
// entries between the other neighbors of u and the other neighbors of v: the Pfaffian is the pivot
// times the Pfaffian of the remaining form, up to a sign.  So no square root is needed, and a
// bipartite graph costs as much as a determinant of half the size.  The order of the pivots decides
// how much fill-in there is; it is found once, by minimum degree, modulo one prime, and then
// repeated modulo several others at a time. The undetermined sign depends on the order alone: it is
// the same for all primes, and never computed.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/require.hpp"
#include "base/modular.hpp"
#include "base/natural.hpp"
#include "base/slice.hpp"
#include "matching/planar.hpp"

namespace combien {

// The form, by its nonzero entries: one of each pair.
struct SkewForm {
  struct Entry {
    VertexId from;
    VertexId to;
    Natural value;  // At (from, to), or its negative; the negative of that is at (to, from).
    bool negative;
  };
  std::uint32_t size = 0;
  std::vector<Entry> entries;
};

struct PivotWork {
  std::uint64_t pivots = 0;    // Taken, modulo one prime or several at once.
  std::uint64_t products = 0;  // Modulo one prime each: the dominant cost.

  PivotWork& operator+=(const PivotWork& more) {
    pivots += more.pivots;
    products += more.products;
    return *this;
  }
};

// The search for pivots modulo one prime; can stop after any pivot.
class PivotSearch {
 public:
  PivotSearch(const SkewForm& form, const Modulus& modulus);

  // Continues until the Pfaffian is known: false when the slice is used up.
  bool run(Slice& slice);

  // The Pfaffian, up to its sign.
  // require: run() has returned true
  std::uint64_t residue() const {
    COMBIEN_REQUIRE(product_ == 0 || order_.size() == lines_.size());
    return modulus_.leave(product_);
  }
  // The vertices, two for each pivot.
  // require: the residue is not zero
  const std::vector<VertexId>& order() const {
    COMBIEN_REQUIRE(residue() != 0);
    return order_;
  }
  // For each vertex, the later vertices that it has entries with when it is eliminated.
  const Table<VertexId, std::vector<VertexId>>& later() const { return later_; }

  const PivotWork& work() const { return work_; }
  std::uint64_t bytes() const { return 32 * entries_; }

 private:
  struct Entry {
    VertexId vertex;
    std::uint64_t value;
  };
  using Line = std::vector<Entry>;

  void add(VertexId to, std::uint64_t factor, const Line& line, VertexId u, VertexId v);
  void queue(VertexId vertex);

  Modulus modulus_;
  Table<VertexId, Line> lines_;  // Of the remaining vertices, sorted.
  Table<VertexId, char> taken_;
  // A heap of degrees and vertices; outdated entries are skipped.
  std::vector<std::pair<std::uint32_t, VertexId>> heap_;
  std::vector<VertexId> order_;
  Table<VertexId, std::vector<VertexId>> later_;
  Line sum_;
  std::uint64_t product_;
  std::uint64_t entries_ = 0;
  PivotWork work_;
};

// The Pfaffian in a known order, modulo several primes at once; can stop after any pivot.
class Replay {
 public:
  static constexpr std::size_t lanes = 8;

  // require: order and later come from a search that has found no zero
  Replay(const SkewForm& form, const std::vector<VertexId>& order,
         const Table<VertexId, std::vector<VertexId>>& later);

  // Restarts modulo these primes.
  void begin(const std::array<Modulus, lanes>& moduli);

  // Continues until the Pfaffians are known: false when the slice is used up.
  bool run(Slice& slice);

  // The Pfaffian modulo a prime, up to its sign, which is the same for all primes; zero also if a
  // pivot vanished on the way.
  // require: run() has returned true
  std::uint64_t residue(std::size_t lane) const {
    COMBIEN_REQUIRE(next_ + 1 >= starts_.size() || inverting_);
    return moduli_[lane].leave(product_[lane]);
  }

  // Continues to find the inverse of the form, where the form or its elimination has entries: false
  // when the slice is used up.
  // require: run() has returned true
  bool invert(Slice& slice);

  // For an entry of the form, the sum over the matchings with this entry of all other entries, up to
  // the sign of the Pfaffian.
  // require: invert() has returned true, and the residue of the lane is not zero
  std::uint64_t share(std::size_t entry, std::size_t lane) const;

  const PivotWork& work() const { return work_; }
  std::uint64_t bytes() const {
    return others_.size() * (sizeof(std::uint32_t) + sizeof(Lanes)) +
           inverse_.size() * sizeof(Lanes);
  }

 private:
  using Lanes = std::array<std::uint64_t, lanes>;

  struct Start {
    std::size_t place;
    Natural value;
    bool negative;
  };

  std::span<const std::uint32_t> line(std::size_t place) const {
    return {others_.data() + starts_[place], starts_[place + 1] - starts_[place]};
  }
  void subtract(std::size_t line, const Lanes& factor, std::size_t from);
  void gather(std::size_t entry, std::size_t from, bool negative);

  // Vertices are numbered by their places in the order; a line holds the entries with later ones.
  std::vector<std::size_t> starts_;
  std::vector<std::uint32_t> others_;
  std::vector<Lanes> values_;
  std::vector<Lanes> inverse_;  // At the same places.
  bool inverting_ = false;
  std::vector<Start> given_;
  std::array<Modulus, lanes> moduli_;
  Lanes product_{};
  std::size_t next_ = 0;
  PivotWork work_;
};

}  // namespace combien
