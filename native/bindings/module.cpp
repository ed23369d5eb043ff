#include "base/slice.hpp"
#include "bindings/bindings.hpp"
#include "bindings/threads.hpp"

NB_MODULE(_native, module) {
  module.doc() = "The compiled core of combien: numbers in, numbers out.";
  // Objects that a script still holds when Python exits are not leaks.
  nanobind::set_leak_warnings(false);
  // The result of a machine's `run`.
  module.attr("DONE") = static_cast<int>(combien::Outcome::done);
  module.attr("OUT_OF_SLICE") = static_cast<int>(combien::Outcome::out_of_slice);
  module.attr("OUT_OF_BYTES") = static_cast<int>(combien::Outcome::out_of_bytes);
  module.attr("SOLUTION") = static_cast<int>(combien::Outcome::solution);
  combien::bindings::require_main_interpreter();
  combien::bindings::register_threads(module);
  combien::bindings::register_apart(module);
  combien::bindings::register_board(module);
  combien::bindings::register_cover(module);
  combien::bindings::register_frontier(module);
  combien::bindings::register_matchings(module);
  combien::bindings::register_symmetry(module);
  combien::bindings::register_memo(module);
  combien::bindings::register_strip(module);
  combien::bindings::register_tree(module);
  combien::bindings::register_zdd(module);
  combien::bindings::register_frozen(module);
  combien::bindings::register_members(module);
  combien::bindings::register_compile(module);
  combien::bindings::register_marginals(module);
  combien::bindings::register_nonogram(module);
  combien::bindings::register_options(module);
  combien::bindings::register_option_texts(module);
  combien::bindings::register_plane(module);
  combien::bindings::register_reading(module);
  combien::bindings::register_reduction(module);
  combien::bindings::register_sat(module);
  combien::bindings::register_strip_lengths(module);
  combien::bindings::register_subgraphs(module);
  combien::bindings::register_tightness(module);
}
