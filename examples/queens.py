"""Figure 2 of the paper on combine (JFLA 2013): queens by dancing links and by diagrams.

As in the paper, rows and columns are covered once, diagonals at most once, and the options are
numbered square by square.  The paper's diagram for n = 12 took more than 2 GB.
"""

from combien import Problem, answer, family

OF_THE_PAPER = {4: 8, 5: 40, 6: 24, 7: 186, 8: 373, 9: 1309, 10: 3120, 11: 10503, 12: None}


def queens(n: int) -> Problem:
    """Return the exact cover problem of section 3 of the paper, with its numbering."""
    return Problem.from_indices(
        [
            (i, n + j, 2 * n + i + j, 4 * n - 1 + (n - 1 - i) + j)
            for i in range(n)
            for j in range(n)
        ],
        items=6 * n - 2,
        primary=2 * n,
    )


print(" n  solutions  options x items  dlx nodes  diagram  in the paper")
for n, theirs in OF_THE_PAPER.items():
    problem = queens(n)
    searched = answer(problem, engine="dlx")
    diagram = family(problem)
    assert searched.count == diagram.count
    size = f"{problem.option_count}x{problem.item_count}"
    print(
        f"{n:2}{searched.count:11}{size:>17}{searched.work['nodes']:11}{diagram.nodes:9}"
        f"{theirs or 'over 2 GB':>14}"
    )
