// How many sets there are of each size, and how many in all, without keeping more than is needed:
// the value of a node is dropped as soon as the last node above it has it.
//
// (The sets of at least 1000 of 10000 elements have ten million nodes; their counts would take 5 GB
// side by side, and take 2 MB in turn.)
#pragma once

#include <vector>

#include "base/natural.hpp"
#include "zdd/frozen.hpp"

namespace combien {

// How many sets have 0, 1, 2, ... elements; without zeros at the end.
// cost: for each node as many additions as its sets have different sizes, at most
std::vector<Natural> count_by_size(const Frozen& diagram);

// How many sets there are.
// cost: an addition for each node
Natural count_in_turn(const Frozen& diagram);

}  // namespace combien
