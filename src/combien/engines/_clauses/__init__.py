"""Problems as clauses: solutions one at a time from a SAT solver, and its turns beside a search."""
