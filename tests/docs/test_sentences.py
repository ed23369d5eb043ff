"""Each sentence that claims something of all solutions has its scope in docs/sentences.md."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.docs.sentences import CLAIM, Sentence, claims, shown

PAGE = Path(__file__).parents[2] / "docs" / "sentences.md"
# Shorter ones must be a whole sentence or a code, so that they do not cover others by chance.
LONG = 12

# Sentences that are not about solutions: whole ones, codes, or parts of some length.  One that says
# what was searched belongs on the page.
NOT_ABOUT_SOLUTIONS = """
# Limits and forms of what is given, on the page and elsewhere.
apart-pieces | burr-colors | burr-empty | burr-grid | burr-holes | burr-pieces | burr-rotations
burr-side | burr-unread | file-colored | file-large | file-unread | no-columns | no-rows
not-a-number | pair-note | pinned-shape | plane-large | sequence-no-fit | setting-least
setting-long | setting-most | settings-refused | size-wrong | sweep-times | times-low
too-large-sequence | too-long | wrong-board | wrong-clue | no number here may be negative
A question has at most … bytes. | there is no such item | this item has no color
there is no option … | there is no node … yet | nothing may follow | only version 1 is known
no primary item: see line … | is not a literal of the formula | is not a lattice: it has no …
are equal: exchanging two gives another tiling | there is no … '…' | is only | it has no places
a definition cannot use itself | there is no problem '…' in this script | no board has these clues
the script has no commands | no solutions: give at least one | no tiling: cell … is not covered
neither costs nor a volume | --goal has no others | … has none | dropped because of no effect
# Files, programs, time.
cannot write the output: … | cannot read …: … | cannot be written: … | cannot be read
that cannot be read | cannot read this folder: … | cannot be used: | cannot be installed in the
was not complete and cannot be resumed | there is no nonogram file | no installed package has
There is no such file. | on the loopback address only | no-server | broken | ready | link-local
not-drawn | there is nothing to draw | ended-nodes | ended-seconds | budget | no answer in … seconds
cannot be loaded | as more do not fit into memory | no answer within … s
no answer from … within | no work at all | … of all work | … expected in all | … made no plan
which needed no shares | nothing to undo | nothing to redo | has no effect here
# What handouts and questions ask for, and how pieces may lie.
Color the nodes with at most … colors; the ends of each edge differ. | No number… begins with 0.
Each letter is a digit…, always the same; two letters are two digits.
Place the missing queens: one in each row and column, and no two on a diagonal.
Place … in each row, column and region; no two touch, not even at a corner.
Two blocks of one color do not touch. | You need not use all pieces. | handout-spare
Build the pieces and try to place them; all is drawn layer by layer. | handout-because
No straight line may run between the pieces from one edge to the other. | handout-none
Only cells with a dot may stay empty. | do not flip | do not turn or flip | handout-rotations
only fixed | only other | only some turns | only turned | only turned, flipped | only …
# How other programs read linear files, and what such files have.
in no row | in no row and without a cost | only the distance of a row from its side | no option is
free, as no row and no cost depends on it | and most programs refuse | 1 is its upper bound for GLPK
which do not expect MAXIMIZE | but some programs apply only one | format only minimizes
in no constraint, so each value | most programs ignore it | has no negative weights
the wcnf format has no negative weights | which has no order | least images
# Engines and formats: what they need and are, and why one was chosen.
ask engine='dlx' | which need no diagram | … returns no engine | the fkt engine | Pfaffians modulo
the tree engine knows | every tree decomposition that was found | with tables of at most
a tree of bags with at most | in a trial, dlx | there is no item to branch on
bits needs one without | there is no relaxation | a clause for every two | for every SAT solver
in black, read only | given cells, read only | all but licenses | does not hold the names of colors
but no one of them reads both | has whole numbers only | has no such names | only sums of binary
at most … bytes | needs its only option | may have its only option | needs all …
needs at least … more | board-with-uses | method-search | method-zdd
# Words of settings and buttons, and parts of sentences.
any-cell | card-heat | heat-of | image-none | ink-plain | maybe | never | no-placement | none
one-of-each | placement-kind | remove-all | setting-extremes | setting-pips | title-queens
title-rooks | unpin | why | at least … times | at most … times
at most once | of at least … | at least more than | all symmetries | no symmetries | no limit
no … | yes or no (a bool) | by nothing | at all | all dlx PROBLEM
"""


def listed(text: str) -> frozenset[str]:
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return frozenset(one.strip() for line in lines for one in line.split(" | "))


@cache
def scopes() -> frozenset[str]:
    """The sentences of the page: what is in backticks in its first column."""
    rows = re.findall(r"^\| (`.*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return frozenset(said for row in rows for said in re.findall(r"`([^`]+)`", row))


def covers(said: str, sentence: Sentence) -> bool:
    if said in (sentence.code, sentence.text):
        return True
    return len(said) >= LONG and said in sentence.text


def test_each_claim_has_its_scope() -> None:
    known = scopes() | listed(NOT_ABOUT_SOLUTIONS)
    missing = [one for one in claims() if not any(covers(said, one) for said in known)]
    assert missing == [], "write what was searched into docs/sentences.md"


def test_each_sentence_of_the_page_exists() -> None:
    gone = {said for said in scopes() if not any(covers(said, one) for one in claims())}
    assert gone == set(), "remove them from docs/sentences.md"
    others = listed(NOT_ABOUT_SOLUTIONS)
    assert {said for said in others if not any(covers(said, one) for one in claims())} == set()
    assert others & scopes() == set()


@pytest.mark.parametrize(
    "text",
    [
        "every tile of this lattice tiles the plane",
        "no board of this size has more than … tilings",
        "proved to be minimal",
        "there is no better design",
        "at most … solutions",
        "the only one",
    ],
)
def test_a_new_claim_is_missed(text: str) -> None:
    """Until its scope is written down."""
    assert CLAIM.search(text)
    known = scopes() | listed(NOT_ABOUT_SOLUTIONS)
    assert not any(covers(said, Sentence("new", "", text)) for said in known)


def test_what_is_collected() -> None:
    """From each kind of source: tables in two languages, the page, texts with values, refusals."""
    found = {(one.place, one.code, one.text) for one in claims()}
    assert (
        "web",
        "plane-hole",
        "This piece does not tile the plane: no copy fits into its hole.",
    ) in found
    assert ("words.js", "apart-not", "It does not come apart by straight moves.") in found
    assert ("rectangles/_lengths.py", "", "none up to …") in found
    assert any(
        place == "_cli/make.py" and "no solution to print" in text for place, _, text in found
    )
    assert len(found) > 300
    assert shown("{tile:^} covers at least {n} {n:cell|cells}") == "… covers at least … …"


def test_the_page_has_a_place_in_the_pages() -> None:
    """It is linked where trust is explained."""
    assert "](sentences.md)" in PAGE.with_name("trust.md").read_text(encoding="utf-8")
