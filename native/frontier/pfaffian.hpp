// The Pfaffian of a sparse skew-symmetric form in whole numbers, modulo primes.
//
// Taking an edge u-v of the graph of its entries as pivot removes both vertices and changes the
// entries between the other neighbors of u and those of v: the Pfaffian is the pivot times that of
// what is left, up to a sign.  So no square root is drawn, and a bipartite graph costs what a
// determinant of half the size costs.  The order of the pivots decides how many entries appear; it is
// found once, by least degrees, modulo one prime, and then repeated modulo several others at a time.
// The sign that is left open depends on the order alone: it is the same for all primes, and never
// worked out.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/modular.hpp"
#include "base/slice.hpp"
#include "frontier/planar.hpp"

namespace combien {

// The form, by the entries of which the value is not zero: one of each pair.
struct SkewForm {
  struct Entry {
    VertexId from;
    VertexId to;
    std::int64_t value;  // In place from, to; its negative is in place to, from.
  };
  std::uint32_t size = 0;
  std::vector<Entry> entries;
};

struct PivotWork {
  std::uint64_t pivots = 0;    // Taken, modulo one prime or several at once.
  std::uint64_t products = 0;  // Modulo one prime each: what the time goes into.

  PivotWork& operator+=(const PivotWork& more) {
    pivots += more.pivots;
    products += more.products;
    return *this;
  }
};

// The search for pivots modulo one prime; stops after any pivot.
class PivotSearch {
 public:
  PivotSearch(const SkewForm& form, const Modulus& modulus);

  // Goes on until the Pfaffian is known: false when the slice is used up.
  bool run(Slice& slice);

  // The Pfaffian, but for the sign.  require: run() has returned true
  std::uint64_t residue() const { return modulus_.leave(product_); }
  // The vertices, two for each pivot.  require: the residue is not zero
  const std::vector<VertexId>& order() const { return order_; }
  // By vertex: with which vertices after it in the order it has an entry when its turn comes.
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
  Table<VertexId, Line> lines_;  // Of those that are left, by increasing vertices.
  Table<VertexId, char> taken_;
  // A heap of degrees and vertices; what is out of date is skipped.
  std::vector<std::pair<std::uint32_t, VertexId>> heap_;
  std::vector<VertexId> order_;
  Table<VertexId, std::vector<VertexId>> later_;
  Line sum_;
  std::uint64_t product_;
  std::uint64_t entries_ = 0;
  PivotWork work_;
};

// The Pfaffian in a known order, modulo several primes at once; stops after any pivot.
class Replay {
 public:
  static constexpr std::size_t lanes = 8;

  // require: order and later are those of a search that has found no zero
  Replay(const SkewForm& form, const std::vector<VertexId>& order,
         const Table<VertexId, std::vector<VertexId>>& later);

  // Begins anew modulo these primes.
  void begin(const std::array<Modulus, lanes>& moduli);

  // Goes on until the Pfaffians are known: false when the slice is used up.
  bool run(Slice& slice);

  // The Pfaffian modulo a prime, but for the sign, which is the same for all primes; zero also if a
  // pivot vanished on the way.
  std::uint64_t residue(std::size_t lane) const { return moduli_[lane].leave(product_[lane]); }

  const PivotWork& work() const { return work_; }
  std::uint64_t bytes() const { return others_.size() * (sizeof(std::uint32_t) + sizeof(Lanes)); }

 private:
  using Lanes = std::array<std::uint64_t, lanes>;

  struct Start {
    std::size_t place;
    std::int64_t value;
  };

  std::span<const std::uint32_t> line(std::size_t place) const {
    return {others_.data() + starts_[place], starts_[place + 1] - starts_[place]};
  }
  void subtract(std::size_t line, const Lanes& factor, std::size_t from);

  // Vertices are numbered by their places in the order; a line holds the entries with later ones.
  std::vector<std::size_t> starts_;
  std::vector<std::uint32_t> others_;
  std::vector<Lanes> values_;
  std::vector<Start> given_;
  std::array<Modulus, lanes> moduli_;
  Lanes product_{};
  std::size_t next_ = 0;
  PivotWork work_;
};

}  // namespace combien
