"""Check a certificate of a count: python check_count.py FILE.

This is a whole program, to be copied and read: it needs Python 3.11, and nothing of combien, which
writes certificates.  It exits with 0 if the number is proved, and else with 2, and the wrong line.

After a line `combien-count 1`, and a `title` that proves nothing, a certificate has a problem:

    item LOW HIGH NAME      LOW to HIGH of the options chosen have this item; the first is item 0
    option ITEM ITEM:COLOR  the items of an option; 0 1 options have an item with colors, or several
                            that all give it the same color

A solution is a set of options that obeys all items; `total` is their number, proved in two ways.

**sweep**: The items are taken in some order, and an option is decided at the first of its items.  A
partial solution has a state, what it does to later items; those with equal states have the same
completions, so they are only counted.  Hence a layer, the number of each state, follows from the
one before.  At an item with LOW = HIGH = 1, states that do not cover it add one of its options; at
others, each option is added or not.  Then the item is forgotten, and states with too few options
are dropped.  After all items, the number of the empty state is the total.

    layer ITEM STATES SUM STATE:NUMBER ...    the layer after this item, or its SHA-256

A state is a hexadecimal number with a field for each item, item 0 in the lowest bits.  If HIGH is
1, bit 0 of the field is set when the item is covered without a color, and bit C with the color C.
Otherwise the field is the number of options + 2^w - 1 - HIGH, in w + 1 bits, where w bits
suffice for HIGH and for the number of all options: so the highest bit means that it is too large.

**memo**: A node is a set of items, as the bits of a number.  It counts the sets of options within
it that cover each item with LOW = 1 once, and others at most once.  One of the options with ITEM is
chosen; NUMBER is a sum over these.  What each leaves is nothing (.), or an item without options
(!ITEM), or a product of earlier nodes (2*5): no item is in two of them, and they have all options
that are left, and all items with LOW = 1.

    node SET ITEM NUMBER LEFT LEFT ...        at the end, `root LEFT`, for all items

**Up to symmetry**: A `symmetry` has the images of all options; it must map the constraint of each
item to that of an item, hence solutions to solutions.  The number of `orbits` is the mean, over the
group of all products, of the numbers of solutions that are fixed (Burnside).  Those that g fixes
are unions of cycles of g, so they are counted as above, with cycles as options, for one g of each
kind (`fixed`): an element with the cycles of h g h^-1, for some h, fixes as many.

**Sequences**: A strip of n slabs has `slots` cells in each: cell c of slab k is c + k slots.  A
`placement` is the cells of a tile that begins in slab 0; it may begin in any slab.  A state is a
set of cells, as above, that stick out of filled slabs; the matrix M counts the ways from state to
state over one slab, and a(n) is the entry of M^n from the empty state to itself.

    automaton STATES TRANSITIONS STATE>STATE:NUMBER ...     M, or its SHA-256
    recurrence START C1 ... Cr     a(n) = C1 a(n-1) + ... + Cr a(n-r) for n >= START
    terms A0 A1 ...

If w is the vector of its errors at n = START from all states, those at START + k are M^k w; from
the empty state, all are 0 if the first STATES are (Cayley and Hamilton).

A certificate from somebody else is refused before it takes more than 200 MB itself, more than 4 GB
of memory, or days.  What Python takes is counted from above, and before it is taken, by the sizes
of its objects in CPython with 64 bits; Python itself has some 10 MB more.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from hashlib import sha256

MOST_BYTES, MOST_MEMORY, MOST_STEPS = 2 * 10**8, 4 * 10**9, 10**11
# In bytes: of an entry of a dictionary or a set that grows, of a tuple or a list with a name, and
# of a word of a line with what is read from it.
ENTRY, OBJECT, WORD = 100, 80, 400

Layer = dict[int, int]
Entries = list[tuple[int, int]]  # The items of an option with their colors, 0 for none.
Move = tuple[int, int, int]  # The bits that must not be set, those to set, and what to add.
Field = tuple[int, int, int]  # Its lowest bit, all its bits, and the least value in the end.


class Wrong(Exception):
    """What is wrong with a line of a certificate."""


def need(condition: object, wrong: str) -> None:
    if not condition:
        raise Wrong(wrong)


def number(word: str, base: int = 10) -> int:
    digits = "0123456789abcdef"[:base]
    need(word and not word.strip(digits) and len(word) <= 4300, f"not a number: {word[:40]!a}")
    return int(word, base)


def size(bits: int) -> int:
    """Return the bytes of a number."""
    return 40 + bits // 7


def hashed(parts: Iterable[bytes], between: bytes) -> str:
    """Return the digest of the parts in one, which are never in memory together."""
    digest = sha256()
    for place, part in enumerate(parts):
        digest.update(between * bool(place) + part)
    return digest.hexdigest()


def same(text: str, words: Iterable[str]) -> None:
    """Compare a text, or its digest, with words."""
    digest = hashed((word.encode() for word in words), b" ")
    given = (text, sha256(text.encode()).hexdigest())
    need(digest in given, "the states or their numbers are others")


def members(bits: int) -> Iterable[int]:
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def cycles(image: Sequence[int]) -> tuple[int, ...]:
    """Return the least element of the cycle of each element."""
    least = [-1] * len(image)
    for start in range(len(image)):
        at = start
        while least[at] < 0:
            least[at], at = start, image[at]
    return tuple(least)


class Checker:
    """A certificate, of which `at` lines have been read."""

    def __init__(self, certificate: bytes) -> None:
        self.at = self.steps = self.start = self.full = self.width = self.held = 0
        # In whole and in lines, and copies of the longest line.
        self.hold(8 * len(certificate) + OBJECT * (2 + certificate.count(b"\n")))
        self.lines = certificate.split(b"\n")
        if not self.lines[-1]:
            self.lines.pop()
        self.bounds: list[tuple[int, int]] = []
        self.fields: list[Field] = []

    def next(self, keyword: str, most: int = -1) -> list[str]:
        """Return the words of the next line if it begins with the keyword, otherwise none.

        If there are more than `most` after it, the last one is the rest of the line.
        """
        line = self.lines[self.at] if self.at < len(self.lines) else b""
        if line.split(b" ", 1)[0] != keyword.encode():
            return []
        self.at += 1
        if most < 0:
            self.take(8 * len(line) + WORD * (1 + line.count(b" ")))
        words = line.decode("utf-8" if most < 0 else "ascii").split(" ", most)
        return [word for word in words if word]

    def one(self, keyword: str, most: int = -1) -> list[str]:
        """Return the words after the keyword of the next line."""
        words = self.next(keyword, most)
        need(len(words) > 1, f"then, expected {keyword}, and what belongs to it")
        return words[1:]

    def take(self, memory: int) -> None:
        """Refuse too much memory for a moment."""
        need(self.held + memory <= MOST_MEMORY, "this takes too much memory")

    def hold(self, memory: int) -> None:
        """Count memory that stays in use; refuse too much."""
        self.take(memory)
        self.held += memory

    def work(self, steps: int, memory: int = 0) -> None:
        """Count steps; refuse too many, or too much memory for a moment."""
        self.steps += steps
        need(self.steps <= MOST_STEPS, "this takes too long")
        self.take(memory)

    def state(self, bits: int) -> int:
        """Return the bytes of a state in a layer, with a number of so many bits."""
        return ENTRY + size(self.width) + size(bits)

    def check(self) -> str:
        need(self.one("combien-count") == ["1"], "only version 1 is known")
        title, begin = " ".join(self.next("title")[1:]), self.at
        slots = self.next("slots")
        found, end = self.strip(slots) if slots else self.cover()
        need(self.at == len(self.lines), "nothing may follow")
        digest = hashed(self.lines[begin:end], b"\n")
        return f"verified: {found}\nSHA-256 of these: {digest}\ntitle, not verified: {title!a}"

    def cover(self) -> tuple[str, int]:
        while words := self.next("item"):
            low, high = map(number, [*words, "", ""][1:3])
            need(low <= high, "the bounds are in the wrong order")
            self.hold(4 * OBJECT + 2 * size(high.bit_length()))
            self.bounds.append((low, high))
        options: list[Entries] = []
        colors = [0] * len(self.bounds)
        while words := self.next("option"):
            pairs = [word.partition(":")[::2] for word in words[1:]]
            option = [(number(item), number(color or "0")) for item, color in pairs]
            names = {item for item, _ in option}
            need(0 < len(names) == len(option), "expected items, each once")
            for item, color in option:
                need(item < len(colors), "there is no such item")
                need(not color or self.bounds[item] == (0, 1), "this item has no color")
                colors[item] = max(colors[item], color)
                self.hold(2 * OBJECT + size(color.bit_length()))
            self.hold(2 * OBJECT)
            options.append(option)
        end = self.at
        for (low, high), color in zip(self.bounds, colors, strict=True):
            w = max(len(options), high).bit_length()
            width, begin = (color + 1, 0) if high == 1 else (w + 1, 2**w - 1 - high)
            shift, self.width = self.width, self.width + width
            self.hold(OBJECT + 3 * size(self.width))
            self.fields.append((shift, (1 << width) - 1 << shift, begin + low << shift))
            self.start += begin << shift
            self.full |= (high != 1) << self.width - 1
        symmetric = b"".join(self.lines[end : end + 1]).startswith(b"symmetry")
        found = self.orbits(options) if symmetric else f"{self.total(options)} solutions"
        return f"{found} of a problem with {len(colors)} items and {len(options)} options", end

    def moves(self, options: Iterable[Entries]) -> Iterable[tuple[Move, Entries]]:
        """Generate what options, or cycles of them, do to states, where that is possible."""
        for entries in options:
            against = put = add = 0
            for item, color in entries:
                shift, field, _ = self.fields[item]
                if self.bounds[item][1] == 1:
                    bit = 1 << shift + color
                    others = field & ~bit if color else field
                    if put & others:
                        break
                    against, put = against | others, put | bit
                else:
                    add += 1 << shift
            else:
                yield (against, put, add), entries

    def total(self, options: list[Entries]) -> int:
        held = self.held
        found = self.sweep(options) if self.next("sweep") else self.memo(options)
        need(number(" ".join(self.one("total"))) == found, "the total is another")
        self.held = held
        return found

    def sweep(self, options: list[Entries]) -> int:
        begin, order = self.at, []
        while words := self.next("layer", 4):
            need(len(words) > 3, "expected an item, the number of states and the sum")
            self.hold(3 * OBJECT + ENTRY)
            order.append(number(words[1]))
        need(sorted(order) == [*range(len(self.bounds))], "expected a layer for each item")
        rank = {item: place for place, item in enumerate(order)}
        decided: list[list[Move]] = [[] for _ in order]
        self.hold(len(options) * (2 * OBJECT + 3 * size(self.width)))
        for move, entries in self.moves(options):
            decided[min(rank[item] for item, _ in entries)].append(move)
        layer = {self.start: 1}
        for place, item in enumerate(order):
            self.at = begin + place
            most, total = map(number, self.one("layer", 4)[1:3])
            layer = self.step(layer, self.fields[item], decided[place], most)
            found = len(layer), sum(layer.values())
            need(found == (most, total), "the states or the sum are others")
            self.at -= 1
            text = " ".join(self.one("layer", 4)[3:]).strip()
            same(text, (f"{state:x}:{layer[state]}" for state in sorted(layer)))
        return layer.get(0, 0)

    def step(self, layer: Layer, field: Field, moves: list[Move], most: int) -> Layer:
        """Return the layer after an item, at which these options are decided."""
        (_, bits, least), full = field, self.full
        once = bits == least  # One bit that must be set.
        for against, put, add in () if once else moves:
            # Each move may double a layer, of which there is a list meanwhile.
            each = self.state(sum(layer.values()).bit_length() + 1)
            self.work(len(layer), len(layer) * (2 * each + OBJECT))
            for state, ways in list(layer.items()):
                if not state & against and not (after := (state | put) + add) & full:
                    layer[after] = layer.get(after, 0) + ways
        new: Layer = {}
        each = self.state(sum(layer.values()).bit_length() + len(moves).bit_length())
        taken = each * (len(layer) + 1 + len(moves))
        for state, ways in layer.items():
            if once and not state & bits:
                states = [
                    after
                    for against, put, add in moves
                    if not state & against and not (after := (state | put) + add) & full
                ]
            else:
                states = [state] if state & bits >= least else []
            for after in states:
                new[after & ~bits] = new.get(after & ~bits, 0) + ways
            self.work(len(moves) + 1, taken + each * len(new))
            need(len(new) <= most, "there are more states")
        return new

    def memo(self, options: list[Entries]) -> int:
        need(self.next("memo"), "then, expected sweep or memo")
        plain = self.full == 0 and all(bits == 1 << k for k, (_, bits, _) in enumerate(self.fields))
        need(plain, "memo is for items without colors and with bounds up to 1")
        each = size(len(options))
        self.hold(len(options) * (2 * OBJECT + each + size(self.width)))
        self.hold(len(self.bounds) * (OBJECT + each) + 10 * each)
        sets = [put for (_, put, _), _ in self.moves(options)]
        needed = sum(1 << item for item, (low, _) in enumerate(self.bounds) if low)
        having = [0] * len(self.bounds)
        for option, items in enumerate(sets):
            for item in members(items):
                having[item] |= 1 << option
        meets = [0] * len(sets)
        for option, items in enumerate(sets):
            for item in members(items):
                meets[option] |= having[item]
        nodes: list[tuple[int, int, int]] = []  # Items, the options within them, and the number.

        def ways(items: int, inside: int, left: str) -> int:
            if left[0] == "!":
                lost = number(left[1:])
                need((items & needed) >> lost & 1 and not inside & having[lost], f"wrong: {left}")
                return 0
            covered = found = 0
            product = 1
            for word in () if left == "." else left.split("*"):
                need(number(word) < len(nodes), f"there is no node {word} yet")
                part, its, value = nodes[number(word)]
                need(not part & (covered | ~items), f"other items, or one twice: {left}")
                covered, found, product = covered | part, found | its, product * value
            need(not needed & items & ~covered and found == inside, f"not all: {left}")
            return product

        every, whole = 2 ** len(having) - 1, 2 ** len(sets) - 1
        while words := self.next("node"):
            need(len(words) > 3, "expected a set of items, an item and a number")
            items, item = number(words[1], 16), number(words[2])
            need(items <= every and (items & needed) >> item & 1, "another item, or set")
            inside = whole
            for other in members(every & ~items):
                inside &= ~having[other]
            choices = [*members(inside & having[item])]
            need(len(words) == 4 + len(choices), f"expected {len(choices)} ways")
            self.work(len(having) * (1 + len(choices)), WORD * len(words))
            total = sum(
                ways(items & ~sets[option], inside & ~meets[option], left)
                for option, left in zip(choices, words[4:], strict=True)
            )
            need(total == number(words[3]), "the number is another")
            self.hold(2 * OBJECT + sum(size(one.bit_length()) for one in (items, inside, total)))
            nodes.append((items, inside, total))
        return ways(every, whole, " ".join(self.one("root")))

    def orbits(self, options: list[Entries]) -> str:
        def constraints(image: Sequence[int]) -> set[object]:
            """Return the bounds and the images of the options of each item, by their colors."""
            alike: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
            for option, entries in enumerate(options):
                for item, color in entries:
                    alike[item, color or ~option].add(image[option])
            sets: list[set[frozenset[int]]] = [set() for _ in self.bounds]
            for (item, _), together in alike.items():
                sets[item].add(frozenset(together))
            return {(pair, frozenset(s)) for pair, s in zip(self.bounds, sets, strict=True)}

        unmoved = tuple(range(len(options)))
        steps, group = [], {unmoved: None}
        entries = sum(map(len, options))
        # Of the sets of both constraints, and of a permutation with its products.
        self.hold(entries * 12 * ENTRY + 10 * len(options) * OBJECT)
        element = 6 * OBJECT + 2 * ENTRY + 5 * 8 * len(options)
        while words := self.next("symmetry"):
            self.hold(len(options) * OBJECT)
            steps.append(tuple(map(number, words[1:])))
            need(sorted(steps[-1]) == [*unmoved], "this is not a permutation of the options")
            need(constraints(steps[-1]) == constraints(unmoved), "this changes the problem")
        for one in (found := [unmoved]):
            products = dict.fromkeys(tuple(map(step.__getitem__, one)) for step in steps)
            found += [product for product in products if product not in group]
            group |= products
            self.work(len(options), (len(group) + len(steps)) * element)
        self.hold(len(group) * element)
        kinds, fixed = Counter(map(cycles, group)), 0
        while words := self.next("fixed"):
            g = tuple(map(number, words[1:]))
            need(g in group, "this is not in the group")
            self.work(len(group) * len(options))
            # The inverse of h is the options in the order of their images.
            inverses = [(h, sorted(unmoved, key=h.__getitem__)) for h in group]
            like = {cycles([h[g[option]] for option in inverse]) for h, inverse in inverses}
            weight = sum(kinds.pop(kind, 0) for kind in like)
            need(weight, "this kind was there before")
            joined: dict[int, Entries] = {}
            for option, least in enumerate(cycles(g)):
                joined.setdefault(least, []).extend(options[option])
            fixed += weight * self.total([*joined.values()])
        orbits = number(" ".join(self.one("orbits")))
        need(not kinds and fixed == orbits * len(group), "a kind is missing, or another mean")
        return f"{orbits} solutions up to {len(group)} symmetries"

    def strip(self, words: list[str]) -> tuple[str, int]:
        slots = number(" ".join(words[1:]))
        need(0 < slots < 10**4, "expected a number of slots")
        self.hold(2 * slots * OBJECT)
        begins: list[list[Move]] = [[] for _ in range(slots)]
        while words := self.next("placement"):
            cells = {*map(number, words[1:])}
            need(0 < len(cells) == len(words) - 1, "expected cells, each once")
            need(min(cells) < slots and max(cells) < 10**6, "expected cells from slab 0 on")
            self.width = max(self.width, *cells)
            self.hold(2 * OBJECT + size(max(cells)))
            bits = sum(1 << cell for cell in cells)
            begins[min(cells)].append((bits, bits, 0))
        end, words = self.at, self.one("automaton", 3)
        rows: dict[int, Layer] = {}
        known, many, largest = {0}, 0, 0
        for state in (found := [0]):
            layer = {state: 1}
            for slot, moves in enumerate(begins):
                layer = self.step(layer, (slot, 1 << slot, 1 << slot), moves, MOST_STEPS)
            largest = max(largest, *(ways.bit_length() for ways in layer.values()), 0)
            each = self.state(largest)
            self.hold(4 * OBJECT + 3 * ENTRY + len(layer) * each)
            # A layer, and the list of it that is sorted.
            self.take(len(layer) * (each + OBJECT))
            rows[state] = {after >> slots: ways for after, ways in sorted(layer.items())}
            found += [after for after in rows[state] if after not in known]
            known.update(rows[state])
            need(len(known) <= number(words[0]), "there are more states")
            many += len(layer)
        need([str(len(rows)), str(many)] == words[:2], f"{len(rows)} states, {many} transitions")
        text = " ".join(words[2:]).strip()
        same(text, (f"{s:x}>{t:x}:{n:x}" for s in sorted(rows) for t, n in rows[s].items()))
        start, *factors = (
            -number(word[1:]) if word[0] == "-" else number(word) for word in self.one("recurrence")
        )
        terms = [number(word) for word in self.one("terms")]
        need(len(factors) <= start < len(terms), "expected r <= START, and terms up to START")
        self.hold(sum(WORD + n.bit_length() // 7 for n in (*factors, *terms)))
        scale = {start: -1} | {start - k: factor for k, factor in enumerate(factors, 1)}
        vector, errors = dict.fromkeys(rows, 0) | {0: 1}, dict.fromkeys(rows, 0)

        def further(vector: Layer) -> Layer:
            bits = max(abs(n).bit_length() for n in vector.values()) + many.bit_length()
            # There are the old and the new numbers and errors.
            self.work(many, 4 * len(rows) * self.state(bits + largest))
            return {s: sum(n * vector[t] for t, n in row.items()) for s, row in rows.items()}

        for n, term in enumerate(terms):
            need(term == vector[0], f"a({n}) is another")
            errors = {s: error + scale.get(n, 0) * vector[s] for s, error in errors.items()}
            vector = further(vector)
        for n in range(start, start + len(rows)):
            need(not errors[0], f"the recurrence is wrong at n = {n}")
            errors = further(errors) if any(errors.values()) else errors
        what = f"of strips with {slots} slots and {sum(map(len, begins))} placements a slab"
        return f"a recurrence of order {len(factors)} for the tilings {what}", end


def verdict(certificate: bytes) -> tuple[bool, str]:
    """Return whether a certificate proves its number, and what it proves or what is wrong."""
    checker = Checker(b"")
    try:
        need(len(certificate) <= MOST_BYTES, f"there are more than {MOST_BYTES} bytes")
        checker = Checker(certificate)
        return True, checker.check()
    except MemoryError:
        return False, f"line {checker.at}: this takes more memory than there is"
    except (UnicodeError, Wrong) as error:
        return False, f"line {checker.at}: {error}"


def main(name: str) -> int:
    try:
        with open(name, "rb") as file:
            verified, text = verdict(file.read(MOST_BYTES + 1))
    except OSError as error:
        verified, text = False, str(error)
    print(text if verified else f"{name}, {text}")
    return 0 if verified else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
