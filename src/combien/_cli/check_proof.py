"""`combien check-proof`: check a proof that a formula is unsatisfiable."""

from __future__ import annotations

from combien._cli._shared.declare import argument, command, paths
from combien._cli._shared.guard import Exit, print_message, print_text
from combien._cli._shared.inputs import MOST_BYTES, STDIN, name_in_errors, read_bytes, read_text
from combien._cli._shared.progress import Bar
from combien.errors import BadInput

__all__ = ["check_proof"]


@command("check-proof")
@argument("FORMULA", complete=paths)
@argument("PROOF", complete=paths)
def check_proof(formula: str, proof: str) -> Exit:
    """Check a proof that a formula in DIMACS form is unsatisfiable.

    PROOF is in the DRUP format, text or binary.  The exit code is 0 if every clause up to the empty
    one follows from the previous ones.  Otherwise it is 2, and the error names the first clause
    that does not follow.

    Examples
    --------
    combien encode examples/camel.txt --tile "[[0,0],[0,1],[0,2],[1,2]]" -o camel.cnf

    cadical camel.cnf camel.drup; combien check-proof camel.cnf camel.drup
    """
    from combien.sat import dimacs  # Start-up: not for --help.
    from combien.sat._proofs.proof import check  # Start-up: not for --help.

    if formula == proof == STDIN:
        raise BadInput("the formula and the proof cannot both be the standard input: name a file")
    text = read_text(formula, MOST_BYTES)
    with name_in_errors(formula):
        cnf = dimacs.read(text)
    steps = read_bytes(proof, MOST_BYTES)
    with Bar() as bar, name_in_errors(proof):
        verdict = check(cnf, steps, report=bar)
    if verdict.verified:
        print_text(f"{verdict}\n")
        return Exit.ANSWERED
    print_message(f"{proof}, {verdict}")
    return Exit.BAD_INPUT
