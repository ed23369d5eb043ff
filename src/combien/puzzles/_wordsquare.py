"""Word squares: all rows and columns are words.

In a double word square all words differ; in a plain one the columns are equal to the rows.  The
letter of a cell is the color of a secondary item (XCC): an option puts a word into a row or column.
Each word is a secondary item too, so that none is used twice.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, cast

from combien.cover._elements import Colored, Solution
from combien.cover._problem import Problem
from combien.errors import BadPuzzle
from combien.puzzles._board import Board
from combien.puzzles._puzzle import (
    About,
    BySettings,
    check_text,
    check_tuples,
    once,
    setting,
    settings_in,
)

MOST_WORDS = 20_000


@dataclass(frozen=True)
class WordSquare(BySettings):
    """A square of words from a list, across and down.

    >>> import combien
    >>> print(combien.solve(WordSquare.parse("bit ice ten double=no")))
    b i t
    i c e
    t e n
    """

    about: ClassVar[About] = About(
        name="wordsquare",
        title="Word squares",
        summary="Fill a square with letters so that all rows and columns are words.",
        source="D. E. Knuth, The Art of Computer Programming 4B (2022), 7.2.2.1; for the built-in "
        "list there are no published counts; two engines agree",
        examples=(
            "combien puzzle wordsquare",
            "combien puzzle wordsquare --size 3 --no-double --count",
            "combien puzzle wordsquare --size 4 --seed 5",
        ),
        text="words, and settings such as size=4 double=no",
    )

    size: int = setting(3, "The word length; the built-in list has 3 and 4.", low=1, high=15)
    double: bool = setting(True, "Whether the words down must differ from the words across.")
    # The words to choose from, instead of the built-in list.
    given: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        check_tuples(self, "given")
        for word in self.given:
            if not isinstance(word, str) or not word.isalpha():
                raise BadPuzzle(f"'{word!s:.40}' is not a word: expected letters only")
        if len(self.given) > MOST_WORDS:
            raise BadPuzzle(f"too many words: {len(self.given)}, at most {MOST_WORDS} are allowed")
        if not self.words:
            raise BadPuzzle(
                f"size={self.size}: no words of this length; the built-in list has words of "
                "3 and 4 letters; give others in a file"
            )

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of this size, in alphabetical order."""
        words = self.given or {3: THREE, 4: FOUR}.get(self.size, "").split()
        return tuple(sorted({word.lower() for word in words if len(word) == self.size}))

    @classmethod
    def parse(cls, text: str) -> WordSquare:
        """Parse words and settings such as `double=no`; the first word determines the size."""
        check_text(text)
        words: list[str] = []
        chosen: list[str] = []
        for word in text.split():
            (chosen if "=" in word else words).append(word)
        named = settings_in(" ".join(chosen), cls)
        return cls(**({"size": len(words[0])} if words else {}) | named, given=tuple(words))

    def __str__(self) -> str:
        return "\n".join([super().__str__(), *self.given])

    @once
    def problem(self) -> Problem:
        """Return the problem: options ("across", y, word), and ("down", x, word) if double."""
        size = range(self.size)
        options: dict[Hashable, list[Hashable]] = {}
        for at in size:
            for word in self.words:
                across = {(x, at): letter for x, letter in enumerate(word)}
                down = {(at, y): letter for y, letter in enumerate(word)}
                if self.double:
                    ways = {"across": across, "down": down}
                elif across[at, at] == down[at, at]:
                    ways = {"across": across | down}
                for way, letters in ways.items():
                    options[way, at, word] = [
                        (way, at),
                        ("word", word),
                        *(Colored(("at", *cell), letter) for cell, letter in letters.items()),
                    ]
        return Problem.from_options(
            options,
            primary=[(way, at) for way in ("across", "down")[: 1 + self.double] for at in size],
            secondary=[
                *(("word", word) for word in self.words),
                *(("at", x, y) for y in size for x in size),
            ],
        )

    def read(self, solution: Solution) -> Board:
        """Return the square of letters."""
        names = cast("tuple[tuple[str, int, str], ...]", self.problem().names(solution))
        across = sorted((at, word) for way, at, word in names if way == "across")
        return Board.written(word for _, word in across)

    def check(self, reading: Board) -> bool:
        """Return whether all rows and columns are words, different or equal as required."""
        across = ["".join(line) for line in reading.lines]
        down = ["".join(column) for column in zip(*reading.lines, strict=True)]
        used = [*across, *down] if self.double else across
        return (
            len(across) == len(down) == self.size
            and set(used) <= set(self.words)
            and len(set(used)) == len(used)
            and (self.double or across == down)
        )


# Common English words of three and four letters, the default word list.
THREE = """
ace act add age ago aid aim air ale all and ant any ape apt arc are ark arm art ash ask ate awe axe
bad bag ban bar bat bay bed bee beg bet bid big bin bit bow box boy bud bug bus but buy cab can cap
car cat cow cry cub cup cut dad day den dew did die dig dim dip dog dot dry due dug ear eat ebb egg
ego elm end era eve eye fan far fat fed fee few fig fin fir fit fix fly foe fog for fox fun fur gap
gas gem get got gum gun gut had ham has hat hay hen her hid him hip his hit hop hot how hub hug hut
ice icy ill ink inn ion its ivy jam jar jaw jet job jog joy key kid kin kit lab lad lap law lay leg
let lid lie lip lit log lot low mad man map mat may men met mix mob mop mud mug nap net new nod nor
not now nut oak oar oat odd off oil old one opt orb ore our out owe owl own pad pan par pat paw pay
pea peg pen pet pie pig pin pit pod pop pot put ran rat raw ray red rib rid rim rip rob rod rot row
rub rug run rye sad sat saw say sea see set she shy sin sip sir sit six ski sky sly son spy sum sun
tag tan tap tar tax tea ten the tie tin tip toe ton too top toy try tub two urn use van vat via vow
war was wax way web wed wet who why wig win wit woe won yes yet you zoo
"""

FOUR = """
able acid acre aged also arch area army atom aunt away baby back bake bald ball band bank bare bark
barn base bath beam bean bear beat been bell belt bend best bike bird bite blow blue boat body bold
bone book boot bore born both bowl burn bush busy cage cake calm came card care case cash cast cave
chip city clay clue coal coat code cold come cone cook cool cope copy core corn cost dare dark data
date dawn deal dear deep deer desk dial diet dirt dish dive door down draw drop drum dust duty each
earn ease east easy echo edge else even ever evil exit face fact fade fair fall fame farm fast fate
fear feed feel film find fine fire firm fish five flag flat flow foam fold food foot fork form four
free frog fuel full gain game gate gave gear gift girl give glad goal goat gold gone good gray grew
grid grow hair half hall hand hard harm hate have head heal hear heat herb here hero hide high hill
hole home hope horn hour idea idle into iris iron item join jump keen keep kind king kite knee know
lace lake lamp land lane last late lawn lead leaf lean leap left lend lens less life lift like lime
line link lion list live load loan lock lone long look lose love made mail main make male many mark
mask meal mean meat meet melt mild mile milk mind mine mint miss mode moon more most move much name
near neat neck need nest news next nice nine node none noon nose note oath obey omen once only open
oral oven over pace page pain pair pale palm park part pass past path peak pear pile pine pink plan
play plot poem poet pole pond pool poor pure race rail rain rare rate read real rear rely rent rest
rice rich ride ring rise road roar robe rock role roof room root rope rose rule safe sail salt same
sand save scar seal seat seed seem self send shed ship shoe shop show side sign silk sing site size
skin slow snow soap sock soft soil sole some song soon sort soul soup star stay stem step stop sure
swan swim tale talk tall tame tape task team tear tell tend tent test than that them then they thin
this tide tile time tiny tone tool torn tour town tree trip true tube tune turn twin type unit upon
used vase vast very view vine vote wage wait wake walk wall want warm wash wave weak wear week well
went were west what when wide wife wild will wind wine wing wire wise wish with wolf wood wool word
wore work worm yard year zero zone
"""
