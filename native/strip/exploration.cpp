#include "strip/exploration.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/require.hpp"
#include "strip/numbering.hpp"
#include "strip/window.hpp"

namespace combien {

namespace {

template <std::size_t words>
class Explorer final : public Exploration {
  // Covered cells of some slabs, then which prisms go on in the next slab.
  using Bits = Window<words>;

 public:
  explicit Explorer(const StripTiles& tiles) : tiles_(tiles), starts_(tiles.slots) {
    cells_ = slabs_touched(tiles) * tiles.slots;
    for (const Cells& cells : tiles.placements) {
      starts_[cells.front()].placements.emplace_back(cells);
    }
    for (std::uint32_t prism = 0; prism < tiles.prisms.size(); ++prism) {
      const Cells& slots = tiles.prisms[prism];
      const Bits open({cells_ + prism});
      open_ = open_.with(open);
      starts_[slots.front()].prisms.push_back({Bits(slots), Bits(slots, tiles.slots), open});
    }
    for (const Cells& symmetry : tiles.symmetries) images_.push_back(image_of(symmetry));
    numbering_.number({});
  }

  Outcome run(Slice& slice, std::uint64_t bytes) override {
    while (automaton_.states() < numbering_.size()) {
      if (slot_ == 0 && current_.size() == 0) begin();
      while (slot_ < tiles_.slots) {
        for (; place_ < current_.size(); ++place_) {
          if (!slice.step(16)) return Outcome::out_of_slice;
          // A single slab may have very many partial fillings.
          if (steps_ % 4096 == 0 && this->bytes() > bytes) return Outcome::out_of_bytes;
          fill(current_[place_], ways_[place_]);
          ++steps_;
        }
        std::swap(current_, next_);
        std::swap(ways_, next_ways_);
        next_.clear();
        next_ways_.clear();
        place_ = 0;
        ++slot_;
      }
      end();
      if (this->bytes() > bytes) return Outcome::out_of_bytes;
    }
    return Outcome::done;
  }

  std::uint32_t states() const override { return static_cast<std::uint32_t>(numbering_.size()); }
  std::uint32_t explored() const override { return automaton_.states(); }
  std::uint64_t transitions() const override { return automaton_.transitions(); }
  std::uint64_t steps() const override { return steps_; }
  std::uint64_t bytes() const override {
    return numbering_.bytes() + current_.bytes() + next_.bytes() + automaton_.bytes() +
           (ways_.capacity() + next_ways_.capacity()) * sizeof(ways_[0]);
  }
  Automaton take() override {
    COMBIEN_REQUIRE(automaton_.states() == numbering_.size());
    return std::move(automaton_);
  }

 private:
  struct Prism {
    Bits here;  // Its cells in this slab.
    Bits next;  // Its cells in the next one.
    Bits open;  // Set if it goes on.
  };
  // What may begin at a slot.
  struct Start {
    std::vector<Bits> placements;
    std::vector<Prism> prisms;
  };

  // The place of each bit under a symmetry.
  Cells image_of(const Cells& symmetry) const {
    Cells image = image_of_cells(symmetry, cells_);
    for (const Cells& prism : tiles_.prisms) {
      Cells moved;
      for (const std::uint32_t slot : prism) moved.push_back(symmetry[slot]);
      std::sort(moved.begin(), moved.end());
      const auto found = std::find(tiles_.prisms.begin(), tiles_.prisms.end(), moved);
      COMBIEN_REQUIRE(found != tiles_.prisms.end());
      image.push_back(cells_ + static_cast<std::uint32_t>(found - tiles_.prisms.begin()));
    }
    return image;
  }

  // Begins with the next state.
  void begin() {
    current_.number(numbering_[automaton_.states()]);
    ways_.assign(1, 1);
  }

  // Covers the cell at the current slot in all ways.
  void fill(const Bits& bits, std::uint64_t ways) {
    const Start& start = starts_[slot_];
    if (!bits.has(slot_)) {
      for (const Bits& placement : start.placements) {
        if (!bits.meets(placement)) add(bits.with(placement), ways);
      }
      for (const Prism& prism : start.prisms) {
        if (bits.meets(prism.here)) continue;
        const Bits covered = bits.with(prism.here);
        add(covered, ways);
        if (!bits.meets(prism.next)) {
          add(covered.with(prism.next).with(prism.open), ways);
        }
      }
      return;
    }
    // A prism that is open at its first slot has come from the slab before: one that begins here is
    // laid at this slot, and then the next slot follows.
    for (const Prism& prism : start.prisms) {
      if (!bits.meets(prism.open)) continue;
      add(bits.without(prism.open), ways);
      if (!bits.meets(prism.next)) add(bits.with(prism.next), ways);
      return;
    }
    add(bits, ways);
  }

  void add(const Bits& bits, std::uint64_t ways) {
    const std::uint32_t number = next_.number(bits);
    if (number == next_ways_.size()) next_ways_.push_back(0);
    next_ways_[number] += ways;
    if (next_ways_[number] > most_weight) throw std::overflow_error("too many ways");
  }

  // Ends the slab: adds the transitions of the state.
  void end() {
    found_.clear();
    for (std::size_t place = 0; place < current_.size(); ++place) {
      found_.emplace_back(numbering_.number(next_slab(current_[place]).least_image(images_)),
                          ways_[place]);
    }
    std::sort(found_.begin(), found_.end());
    for (std::size_t k = 0; k < found_.size();) {
      const std::uint32_t to = found_[k].first;
      std::uint64_t sum = 0;
      for (; k < found_.size() && found_[k].first == to; ++k) sum += found_[k].second;
      if (sum > most_weight) throw std::overflow_error("too many ways");
      automaton_.columns.push_back(to);
      automaton_.weights.push_back(static_cast<std::uint32_t>(sum));
    }
    automaton_.rows.push_back(automaton_.columns.size());
    current_.clear();
    ways_.clear();
    slot_ = 0;
  }

  Bits next_slab(const Bits& bits) const {
    return bits.without(open_).behind(tiles_.slots).with(bits.within(open_));
  }

  StripTiles tiles_;
  std::uint32_t cells_;  // Bits from here on are prisms.
  std::vector<Start> starts_;
  Bits open_{};  // All prisms.
  std::vector<Cells> images_;

  Numbering<Bits> numbering_;
  Automaton automaton_;

  // The states of the slab that is being filled, and in how many ways they are reached.
  std::uint32_t slot_ = 0;
  std::size_t place_ = 0;
  Numbering<Bits> current_;
  Numbering<Bits> next_;
  std::vector<std::uint64_t> ways_;
  std::vector<std::uint64_t> next_ways_;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> found_;
  std::uint64_t steps_ = 0;
};

}  // namespace

std::unique_ptr<Exploration> explore(const StripTiles& tiles) {
  COMBIEN_REQUIRE(valid(tiles));
  const std::uint64_t bits =
      std::uint64_t{slabs_touched(tiles)} * tiles.slots + tiles.prisms.size();
  if (bits > most_strip_bits) throw std::length_error("a placement touches too many cells");
  if (bits <= 64) return std::make_unique<Explorer<1>>(tiles);
  if (bits <= 128) return std::make_unique<Explorer<2>>(tiles);
  if (bits <= 256) return std::make_unique<Explorer<4>>(tiles);
  return std::make_unique<Explorer<most_strip_bits / 64>>(tiles);
}

}  // namespace combien
