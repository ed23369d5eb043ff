"""SAT solvers and model counters: libraries and programs behind one protocol."""
