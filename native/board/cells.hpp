// Cells in the order of a page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace combien {

// The numbers of cells, which are rows of coordinates one after another, in the order of the values
// of linear forms, the first of which counts most.  Cells with equal values stay in their order.
// require: dimension > 0, and so many coefficients in each form
std::vector<std::uint32_t> ordered_by(const std::vector<std::vector<std::int32_t>>& forms,
                                      const std::vector<std::int32_t>& cells,
                                      std::size_t dimension);

}  // namespace combien
