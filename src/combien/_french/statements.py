"""Statements in French: reasons why there is no solution, hints, and what the page reports.

The codes are those of `tilings._english`, `nonograms._english` and `web._page`; a test compares
them and the values of their templates.  The page has no numbers of tiles and names no engine, so
`TERMINAL` has other words for what the command line reports.
"""

from __future__ import annotations

from combien._wording import Statement, in_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

STATEMENTS = {
    "nothing": "",
    "board": "le plateau",
    "part": "une partie",
    "tile": "la pièce {number}",
    "tile-named": "la pièce {name}",
    "hole": "un trou",
    "holes": "les trous",
    "cell": "la case {at}",
    "either": "{items} ou {last}",
    "placement": "{tile} sur {cells}",
    "no-tiles": "Il n’y a pas de pièces, et {what} a {cells} {cells:case|cases}.",
    "tile-too-large": (
        "{tile:^} doit être utilisée et a {size} {size:case|cases} : {what} n’en a que {cells}."
    ),
    "too-many": "Les pièces obligatoires ont au moins {least} cases, et {what} en a {cells}.",
    "no-multiple-of-tile": (
        "Chaque pièce a {common} cases, et {what} en a {cells}, ce qui n’est pas un multiple de "
        "{common}."
    ),
    "no-multiple-of-small-tile": (
        "Chaque pièce qui n’est pas trop grande a {common} cases, et {what} en a {cells}, ce qui "
        "n’est pas un multiple de {common}."
    ),
    "no-multiple-of-small-tiles": (
        "Le nombre de cases de chaque pièce qui n’est pas trop grande est un multiple de {common}, "
        "et {what} en a {cells}, ce qui n’est pas un multiple de {common}."
    ),
    "no-multiple-of-tiles": (
        "Le nombre de cases de chaque pièce est un multiple de {common}, et {what} en a {cells}, "
        "ce qui n’est pas un multiple de {common}."
    ),
    "too-few": (
        "Toutes les pièces ensemble, utilisées autant que permis, couvrent au plus {most} cases, "
        "et {what} en a {cells}."
    ),
    "no-numbers": (
        "Aucune combinaison des pièces ne couvre exactement {cells:la|les} {cells} "
        "{cells:case|cases} que compte {what} : {shares}{more}."
    ),
    "share": "{tile} a {size} {size:case|cases} et est utilisée {low} fois",
    "share-range": "{tile} a {size} {size:case|cases} et est utilisée de {low} à {high} fois",
    "more-shares": ", et {n} de plus",
    "parts": (
        "Le plateau se compose de {parts} parties séparées, et aucune pièce ne peut couvrir des "
        "cases de deux parties. {why}"
    ),
    "dead": "{parts:^;}.",
    "dead-after": "{steps:/}\nAlors {parts:;}.",
    "uncovered": "aucune pièce ne peut couvrir {cells}{more}",
    "uncovered-after": "aucune pièce ne peut plus couvrir {cells}{more}",
    "more-uncovered": " (ni {n} {n:autre|autres})",
    "no-room": (
        "{tile} doit être utilisée {n} fois, mais il n’y a pas assez de place sur ce plateau"
    ),
    "no-room-after": "{tile} doit être utilisée {n} fois, mais il n’y a plus assez de place",
    "step-first": "{step}. une seule pose couvre {item} : {placement}",
    "step-next": "{step}. il ne reste qu’une pose pour {item} : {placement}",
    "step-tile": "{step}. il n’y a plus de choix pour {item} : {placement}",
    "step-rest": "et ainsi de suite, {n} pièces en tout",
    "corner": (
        "Il n’y a que {n} {n:pose|poses} pour {item}, et chacune rend autre chose "
        "impossible :\n{lines:/}"
    ),
    "corner-line": "{step}. {placement} : {item}",
    "chessboard": "en damier",
    "chessboard-of-blocks": "en damier de blocs de {size}",
    "by-rule": "selon {rule}",
    "by-kind": "selon le type de ses cases",
    "same-black-white": (
        "Colorions le plateau {coloring}.\nChaque pièce couvre autant de cases noires que de "
        "blanches, mais le plateau a {black} {black:noire|noires} et {white} "
        "{white:blanche|blanches}."
    ),
    "same-colors": (
        "Colorions le plateau {coloring}.\nChaque pièce couvre autant de cases de la couleur "
        "{one} que de la couleur {other}, mais le plateau en a {ones} et {others}."
    ),
    "weights-by-color": "Colorions le plateau {coloring} et donnons {weights}{conclusion}",
    "weights-of-cells": "Donnons aux cases les poids de l’image{conclusion}",
    "weights-listed": "des poids ({weights}{rest})",
    "weights-drawn": "aux cases les poids de l’image",
    "weights-rest": ", les autres : 0",
    "weight-of-black": "cases noires : {weight}",
    "weight-of-white": "cases blanches : {weight}",
    "weight-of-color": "couleur {color} : {weight}",
    "weight-of-tile": "{tile} : {weight}",
    "weights-of-tiles": ".\nL’emploi d’une pièce a aussi un poids : {weights}{more}",
    "more-weights": " (et {n} de plus)",
    "board-with-uses": "le plateau avec tous les emplois",
    "weighs-zero": (
        "{tiles}.\nChaque pièce pèse 0, où qu’elle soit, mais {what} pèse {total}, et non 0."
    ),
    "weighs-multiple": (
        "{tiles}.\nChaque pièce pèse un multiple de {modulus}, où qu’elle soit, mais {what} pèse "
        "{total}, ce qui n’est pas un multiple de {modulus}."
    ),
    "marks-most": (
        "Marquons {marked}, au nombre de {n}.\nParmi elles, {limits}. Des pièces qui remplissent "
        "le plateau en couvrent donc au plus {reach}."
    ),
    "marks-least": (
        "Marquons {marked}, au nombre de {n}.\nParmi elles, {limits}. Des pièces qui remplissent "
        "le plateau en couvrent donc au moins {reach}."
    ),
    "marked-black": "les cases noires du plateau colorié {coloring}",
    "marked-white": "les cases blanches du plateau colorié {coloring}",
    "marked-rule": "les cases où {rule} = {value}",
    "covers-most": "{tile} en couvre au plus {n}",
    "covers-least": "{tile} en couvre au moins {n}",
    "most": "{tile} au plus {n}",
    "least": "{tile} au moins {n}",
    "searched": "Une recherche exhaustive n’a trouvé aucune solution.",
    "row": "ligne {n}",
    "column": "colonne {n}",
    "row-column": "ligne {row}, colonne {column}",
    "row-columns": "ligne {row}, {columns}",
    "because-clues": "par les seuls indices",
    "because": "car {parts}",
    "colored": "{at} {n:est|sont} en {color}",
    "rows": "{n:la ligne|les lignes} {at}",
    "columns": "{n:la colonne|les colonnes} {at}",
    "number": "{n}",
    "range": "{first} à {last}",
    "and": "{items} et {last}",
    "or": "{items} ou {last}",
    "color": "{name}",
    "color-white": "blanc",
    "color-black": "noir",
    "length": "{n}",
    "length-color": "{n} {color}",
    "length-letter": "{n}{letter}",
    "block": "le {length}",
    "block-nth": "le {nth} {length}",
    "nth-1": "premier",
    "nth-2": "deuxième",
    "nth-3": "troisième",
    "nth-4": "quatrième",
    "nth-5": "cinquième",
    "nth-6": "sixième",
    "nth-7": "septième",
    "nth-8": "huitième",
    "nth-9": "neuvième",
    "nth-of-0": "{n}e",
    "nth-of-1": "{n}e",
    "nth-of-2": "{n}e",
    "nth-of-3": "{n}e",
    "nth-last": "dernier",
    "hint-empty": "{line} : il n’y a pas de bloc, tout est blanc",
    "hint-complete": "{line} : complète, le reste est blanc",
    "hint-colors": (
        "{line} : {cells} {n:n’a|n’ont} aucune couleur en commun avec elle, donc {n:est "
        "blanche|sont blanches}"
    ),
    "hint-only-block": "{line} : {block} occupe {cells}",
    "hint-only": "{line} : ses blocs n’ont qu’une disposition possible",
    "hint-overlap": "{line} : {block} couvre forcément {cells}",
    "hint-closed": "{line} : {block} occupe {cells}, donc {white} {n:est blanche|sont blanches}",
    "hint-reach": "{line} : aucun bloc n’atteint {cells}",
    "hint-gap": "{line} : aucun bloc ne peut couvrir {cells}",
    "hint-line": "{line} : où que soient ses blocs, {cells} {n:est|sont} en {color}",
    "hint-either": "{cell} : en {color}, quelle que soit la couleur de la case {other}",
    "hint-suppose": (
        "{cell} : si la case était en {wrong}, les blocs de la {line} ne tiendraient pas ; elle "
        "est donc en {color}"
    ),
    "hint-suppose-each": "{cell} : {cases} ; elle est donc en {color}",
    "suppose-case": "si la case était en {wrong}, les blocs de la {line} ne tiendraient pas",
    "hint-search": (
        "ni les lignes ni une seule hypothèse ne donnent plus rien : il faut une recherche"
    ),
    "hint-searched": "{cell} : en {color}, mais il faut une recherche pour le trouver",
    "mistake-line": "{line} : ses blocs ne tiennent plus, une case est fausse",
    "mistake-color": "{cell} : la case n’est pas en {color}, elle est fausse",
    "mistake-found": "{reason} ; une case est fausse",
    "mistake-unsure": "{mistake}, ou il n’y a pas de solution",
    "no-solution": "ces indices n’ont pas de solution",
    "clue-too-long": "{line} : {clue} demande {needed} cases, et il y en a {room}",
    "totals-differ": "les lignes ont {across} cases en {color}, les colonnes {down}",
    "line-fails": (
        "{line} : son indice ne convient pas aux cases que d’autres lignes ont déterminées"
    ),
    "cell-fails": (
        "{cell} : quelle que soit la couleur de cette case, une ligne ou une colonne ne peut pas "
        "être remplie"
    ),
    "search-fails": "les {n} nœuds de la recherche mènent tous à une contradiction",
    "learning-fails": "ni la recherche ni l’apprentissage de clauses n’ont trouvé de solution",
    "solver-fails": "le solveur SAT n’a pas trouvé de solution",
    "boards-differ": "deux solutions diffèrent dans {n} cases",
    "others-fail": "tout autre choix mène à une contradiction",
    "board-full": "Le plateau est plein, mais certaines pièces ne sont pas utilisées.",
    "no-pieces-left": "Il n’y a plus de pièces pour le reste du plateau.",
    "proved-by-terms": (
        "{states} {states:état|états} ; les {checked} premiers termes vérifient la récurrence, "
        "et {states} termes consécutifs qui la vérifient suffisent ; contrôlé modulo {primes} "
        "{primes:nombre premier|nombres premiers} dont le produit dépasse la borne"
    ),
    "proved-by-vectors": (
        "{states} {states:état|états} ; la combinaison de {checked} vecteurs est nulle dans "
        "chaque état ; contrôlé modulo {primes} {primes:nombre premier|nombres premiers} dont le "
        "produit dépasse la borne"
    ),
    "digit-cell": (
        "ligne {row}, colonne {column} : {digit} est le seul chiffre possible dans cette case"
    ),
    "digit-row": (
        "ligne {row}, colonne {column} : la seule place qui reste pour {digit} dans la ligne {row}"
    ),
    "digit-column": (
        "ligne {row}, colonne {column} : la seule place qui reste pour {digit} dans la colonne "
        "{column}"
    ),
    "digit-region": (
        "ligne {row}, colonne {column} : la seule place qui reste pour {digit} dans son bloc"
    ),
    "digit-search": (
        "aucune case n’a qu’un seul chiffre possible, et aucun chiffre n’a qu’une seule place"
    ),
    "ended-seconds": "pas de réponse en {seconds} s",
    "ended-nodes": "pas de réponse en {nodes} nœuds",
    "ended-memory": "la mémoire de cette question est épuisée",
    "cancelled": "arrêté",
    "out-of-memory": "le solveur a manqué de mémoire",
    "solver-ended": "le solveur s’est arrêté, peut-être faute de mémoire",
    "no-server": "le serveur ne répond pas : combien web tourne-t-il encore ?",
    "wrong-token": "le serveur a redémarré : ouvrez l’adresse qu’il a affichée",
    "busy": "trop de questions en même temps : arrêtez-en une",
    "reload": "cette page utilise la version {version} du protocole : rechargez-la",
    "too-long": "une question a au plus {most} octets : dessinez moins, ou prenez moins de pièces",
    "too-large": "le plateau et les pièces sont trop grands ensemble",
    "too-large-heat": "trop de cases et de pièces pour les fréquences",
    "too-large-sequence": (
        "pour une suite, il faut un plateau d’au plus {most} cases, et moins de pièces"
    ),
    "sequence-without-pieces": "une suite demande des pièces",
    "sequence-no-fit": "aucune pièce ne tient sur le plateau répété",
    "sequence-too-many": "trop de façons de remplir une copie : répétez un plateau plus petit",
    "pinned-too-often": "{tile} est épinglée trop souvent",
    "pinned-outside": "une pièce épinglée sort du plateau ou en couvre une autre",
    "pinned-shape": "des cases épinglées n’ont pas la forme de leur pièce",
    "no-rows": "donnez les indices de 1 à {most} lignes",
    "no-columns": "donnez les indices de 1 à {most} colonnes",
    "wrong-clue": "un indice a au plus {blocks} longueurs, chacune de 1 à {most}",
    "file-unread": "aucun nonogramme n’a pu être lu : {text}",
    "file-colored": "ce nonogramme a des couleurs ou des nombres cachés : la page n’en a pas",
    "sweep-times": (
        "ce balayage est montré pour des pièces utilisées une fois, au plus une fois ou à volonté"
    ),
    "sweep-large": (
        "ce balayage est montré jusqu’à {steps} étapes et {states} états côte à côte, moins qu’il "
        "n’en faut ici : prenez un plateau plus petit, ou des pièces à volonté"
    ),
    "packing-trace": (
        "la recherche est montrée pour des plateaux sans couleurs et sans cases qui peuvent rester "
        "vides"
    ),
    "packing-sequence": (
        "une suite a un plateau sans couleurs et sans cases qui peuvent rester vides"
    ),
    "apart-pieces": "on démonte de 1 à {most} pièces",
    "burr-unread": "aucun puzzle de BurrTools n’a pu être lu : {text}",
    "burr-empty": "ce fichier n’a pas de problème",
    "burr-grid": (
        "ce puzzle n’est pas fait de cubes : la page ne dessine pas les autres grilles de BurrTools"
    ),
    "burr-holes": (
        "ce puzzle limite le nombre de cases vides, ce que la page ne fait pas : combien count lit "
        "son fichier"
    ),
    "burr-colors": "ce puzzle a plus de {most} couleurs, le maximum sur la page",
    "burr-side": "un côté de ce puzzle a plus de {most} cubes, le maximum de cette page",
    "burr-large": "une pièce de ce puzzle est trop grande pour cette page",
    "burr-pieces": "la page a au plus {most} pièces, chacune au plus {times} fois",
    "burr-no-pieces": "un puzzle de BurrTools a des pièces",
    "burr-rotations": (
        "BurrTools tourne chaque pièce et n’en retourne aucune : laissez chaque pièce tourner, "
        "sans plus"
    ),
    "wrong-board": "un plateau a de 1 à {most} lignes et colonnes",
    "setting-least": "{setting} : au moins {least}",
    "setting-most": "{setting} : au plus {most} sur cette page",
    "setting-long": "{setting} : au plus {most} caractères",
    "settings-refused": "ces réglages ne conviennent pas : {text}",
    "plane-translations": "Cette pièce pave le plan par translations.",
    "plane-isohedral": (
        "Cette pièce pave le plan de façon isoédrale : les symétries du pavage amènent chaque "
        "copie sur toutes les autres. Groupe {group}, {n} {n:copie|copies} par période."
    ),
    "plane-anisohedral": (
        "Cette pièce est anisoédrale : elle pave le plan avec au moins {orbits} sortes de "
        "positions, qu’aucune symétrie du pavage n’échange. Groupe {group}, {n} {n:copie|copies} "
        "par période."
    ),
    "plane-none": (
        "Cette pièce ne pave pas le plan. Nombre de Heesch {n} : sur la grille, on peut "
        "l’entourer de {n} {n:couronne|couronnes} de copies, pas plus."
    ),
    "plane-bare": (
        "Cette pièce ne pave pas le plan : sur la grille, on ne peut pas l’entourer de "
        "copies (nombre de Heesch 0)."
    ),
    "plane-none-holes": (
        "Cette pièce ne pave pas le plan. Nombre de Heesch {n} sur la grille, ou {holes} si la "
        "dernière couronne peut avoir des trous."
    ),
    "plane-hole": "Cette pièce ne pave pas le plan : aucune copie n’entre dans son trou.",
    "plane-unknown": (
        "Pas décidé : on peut entourer cette pièce d’au moins {n} {n:couronne|couronnes} de "
        "copies, et un pavage sur la grille a plus de {orbits} {orbits:sorte|sortes} de positions."
    ),
    "plane-stopped": (
        "Pas décidé avant la limite : jusqu’ici, on a entouré cette pièce de {n} "
        "{n:couronne|couronnes} de copies, et un pavage sur la grille a plus de {orbits} "
        "{orbits:sorte|sortes} de positions. Donnez plus de temps."
    ),
    "plane-empty": "dessinez une pièce : faites glisser le pointeur sur la grille",
    "plane-large": "une pièce a ici au plus {most} cases",
    "plane-parts": "la pièce tombe en morceaux : ses cases doivent se toucher par des côtés",
}


# On the command line: with the values of `tilings._english`, and counters by their names in JSON.
TERMINAL = STATEMENTS | {
    "tile-named": "la pièce {number} ({name})",
    "searched": (
        "Une recherche exhaustive n’a trouvé aucune solution : moteur {engine}, {counters}."
    ),
}


def french(statement: Statement | Mapping[str, Any], words: Mapping[str, str] = STATEMENTS) -> str:
    """Return a statement, or one as JSON, in French.

    >>> french(Statement("row", n=2)), french({"code": "row", "values": {"n": 2}})
    ('ligne 2', 'ligne 2')
    """
    if not isinstance(statement, Statement):
        statement = Statement.from_json(statement)
    return in_words(statement, words, is_plural=lambda number: number >= 2)
