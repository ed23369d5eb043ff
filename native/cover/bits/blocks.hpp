// Blocks: subproblems renumbered so that the remaining options and items are dense.
//
// Included once for each instruction set, inside its namespace, after lanes.hpp and sets.hpp.  No include
// guard.

struct Block {
  std::uint32_t options = 0;
  std::uint32_t items = 0;
  std::uint32_t words = 0;    // Of a set of options.
  std::uint32_t vectors = 0;  // Of 64 items each.
  std::uint32_t quotas = 0;
  std::vector<OptionId> original;
  std::vector<Word> conflicts;
  std::vector<Word> option_items;
  std::vector<Word> item_options;
  std::vector<Word> quota_options;
#if COMBIEN_VECTORS == 2
  // For each word of options: each item's word, eight vectors of 64 items.
  std::vector<Word> table;
#else
  // For eight options and 64 items: a byte per item.
  std::vector<std::uint8_t> table;
#endif

  const Word* conflicts_of(std::uint32_t option) const {
    return conflicts.data() + std::size_t{option} * words;
  }
  const Word* items_of(std::uint32_t option) const {
    return option_items.data() + std::size_t{option} * vectors;
  }
  const Word* options_of(std::uint32_t item) const {
    return item_options.data() + std::size_t{item} * words;
  }
  const Word* options_of_quota(std::uint32_t quota) const {
    return quota_options.data() + std::size_t{quota} * words;
  }
  // For one state: options alive, items waiting, options pending, options taken of each quota.
  std::size_t state_words() const { return std::size_t{2} * words + vectors + quotas; }

  void load(BitSets sets) {
    options = sets.options;
    items = sets.items;
    words = sets.option_words;
    vectors = sets.item_words;
    conflicts = std::move(sets.conflicts);
    option_items = std::move(sets.option_items);
    make_room_for_rows();
    item_options = std::move(sets.item_options);
    quotas = static_cast<std::uint32_t>(sets.quotas.size());
    quota_options = std::move(sets.quota_options);
    original.resize(options);
    for (std::uint32_t k = 0; k < options; ++k) original[k] = OptionId{k};
    make_table();
  }

  // Sets this block to the subproblem of these options and items of another block.
  void renumber(const Block& above, const Word* alive, const Word* waiting,
                std::uint32_t alive_size, std::uint32_t waiting_size) {
    options = alive_size;
    items = waiting_size;
    words = words_for(options);
    vectors = words_for(items);
    original.resize(options);
    conflicts.resize(std::size_t{options} * words);
    make_room_for_rows();
    item_options.resize(std::size_t{items} * words);
    packed_options_.set(alive, above.words);
    packed_items_.set(waiting, above.vectors);
    std::uint32_t option = 0;
    for_members(alive, above.words, [&](std::uint32_t old) {
      original[option] = above.original[old];
      packed_options_.pack(above.conflicts_of(old), conflicts.data() + std::size_t{option} * words,
                           words);
      packed_items_.pack(above.items_of(old), option_items.data() + std::size_t{option} * vectors,
                         vectors);
      ++option;
    });
    std::uint32_t item = 0;
    for_members(waiting, above.vectors, [&](std::uint32_t old) {
      packed_options_.pack(above.options_of(old), item_options.data() + std::size_t{item} * words,
                           words);
      ++item;
    });
    COMBIEN_ENSURE(option == options && item == items);
    quotas = above.quotas;
    quota_options.resize(std::size_t{quotas} * words);
    for (std::uint32_t quota = 0; quota < quotas; ++quota) {
      packed_options_.pack(above.options_of_quota(quota),
                           quota_options.data() + std::size_t{quota} * words, words);
    }
    make_table();
  }

  // Whether a block with this number of options and items would have fewer words.
  bool would_shrink(std::uint32_t fewer_options, std::uint32_t fewer_items) const {
    return words_for(fewer_options) < words || words_for(fewer_items) < vectors;
  }

  // Whether renumbering these is worth its cost if `nodes` nodes are visited below.
  bool renumbering_pays(std::uint32_t fewer_options, std::uint32_t fewer_items,
                        std::uint64_t nodes) const {
    const std::uint64_t before = work_of_node(words, items);
    const std::uint64_t after = work_of_node(words_for(fewer_options), fewer_items);
    const std::uint64_t rows = std::uint64_t{fewer_options} + fewer_items;
    return after < before &&
           nodes * (before - after) > renumbering * rows * (words + std::uint64_t{4});
  }

  // Counts the remaining options of each item in `count` vectors starting at `first`, at most
  // `width`.
  template <std::uint32_t width>
  void count_sizes(const Word* alive, std::uint32_t first, std::uint32_t count,
                   Lanes* lanes) const {
#if COMBIEN_VECTORS == 2
    for (std::uint32_t v = 0; v < width; ++v) {
      if (v < count) count_vector(alive, first + v, lanes[v]);
    }
#else
    const std::size_t stride = std::size_t{vectors} * 64;
    const std::uint8_t* rows = table.data() + std::size_t{first} * 64;
    for (std::uint32_t w = 0; w < words; w += 8) {
      const std::uint32_t group = std::min(8u, words - w);
      for (Word filled = filled_bytes(alive + w, group); filled != 0; filled &= filled - 1) {
        const auto place = static_cast<std::uint32_t>(std::countr_zero(filled));
        const std::uint8_t* row = rows + (8 * std::size_t{w} + place) * stride;
        const std::uint8_t bits = byte_at(alive + w, place);
        for (std::uint32_t v = 0; v < width; ++v) {
          if (v < count) lanes[v].add(row + 64 * std::size_t{v}, bits);
        }
      }
    }
#endif
  }

 private:
  // After the last option there is an empty row, and four words can be read from each place.
  void make_room_for_rows() {
    option_items.resize(std::size_t{options} * vectors);
    option_items.resize((std::size_t{options} + 1) * vectors + 3);
  }

  // The weight of renumbering a row relative to counting the sizes of eight items in a word: at 1,
  // pentominoes are 40 % slower; at 16, random dense systems are a third slower; between 2 and 8 it
  // hardly matters.
  static constexpr std::uint64_t renumbering = 6;

  // The approximate cost of visiting a node, in the same unit as the cost of renumbering.
  static std::uint64_t work_of_node(std::uint64_t words, std::uint64_t items) {
    return words * (2 + (items + 7) / 8);
  }

#if COMBIEN_VECTORS == 2
  void count_vector(const Word* alive, std::uint32_t vector, Lanes& lanes) const {
    const Word* slices = table.data() + std::size_t{vector} * 64;
    const std::size_t stride = std::size_t{vectors} * 64;
    switch ((std::min(64u, items - 64 * vector) + 7) / 8) {
      case 1: return lanes.count<1>(slices, stride, alive, words);
      case 2: return lanes.count<2>(slices, stride, alive, words);
      case 3: return lanes.count<3>(slices, stride, alive, words);
      case 4: return lanes.count<4>(slices, stride, alive, words);
      case 5: return lanes.count<5>(slices, stride, alive, words);
      case 6: return lanes.count<6>(slices, stride, alive, words);
      case 7: return lanes.count<7>(slices, stride, alive, words);
      default: return lanes.count<8>(slices, stride, alive, words);
    }
  }

  void make_table() {
    table.assign(std::size_t{words} * vectors * 64, 0);
    for (std::uint32_t item = 0; item < items; ++item) {
      for (std::uint32_t w = 0; w < words; ++w) {
        table[std::size_t{w} * vectors * 64 + item] = options_of(item)[w];
      }
    }
  }
#else
  void make_table() {
    table.assign(std::size_t{words} * 8 * vectors * 64, 0);
    for (std::uint32_t option = 0; option < options; ++option) {
      std::uint8_t* rows = table.data() + std::size_t{option / 8} * vectors * 64;
      const auto bit = static_cast<std::uint8_t>(1u << option % 8);
      for_members(items_of(option), vectors, [&](std::uint32_t item) {
        rows[item] = static_cast<std::uint8_t>(rows[item] | bit);
      });
    }
  }
#endif

  // While it is renumbered.
  Packing packed_options_;
  Packing packed_items_;
};
