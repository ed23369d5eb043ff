#include "bindings/bindings.hpp"

NB_MODULE(_native, module) {
  module.doc() = "The compiled core of combien: numbers in, numbers out.";
  // What a script still holds when Python ends is no leak.
  nanobind::set_leak_warnings(false);
  combien::bindings::register_cover(module);
  combien::bindings::register_frontier(module);
  combien::bindings::register_matchings(module);
  combien::bindings::register_symmetry(module);
  combien::bindings::register_memo(module);
  combien::bindings::register_zdd(module);
  combien::bindings::register_frozen(module);
  combien::bindings::register_compile(module);
  combien::bindings::register_marginals(module);
  combien::bindings::register_nonogram(module);
}
