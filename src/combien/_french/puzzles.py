"""The names of puzzles and of their settings, and the tasks of their sheets, in French.

The English names are in `web/static/words.js`, the tasks in `_cli/_shared/tasks.py`.
"""

NAMES = {
    "title-queens": "Reines qui ne s’attaquent pas",
    "title-sudoku": "Sudokus vides, aussi en X ou irréguliers",
    "title-latin": "Carrés latins",
    "title-mates": "Carrés latins orthogonaux",
    "title-langford": "Problème de Langford",
    "title-partitions": "Partitions d’un ensemble",
    "title-matchings": "Couplages parfaits",
    "title-coloring": "Coloration de graphes",
    "title-steiner": "Systèmes de Steiner",
    "title-kirkman": "Les écolières de Kirkman",
    "title-guards": "Pièces qui dominent l’échiquier",
    "title-costas": "Tableaux de Costas",
    "title-golomb": "Règles de Golomb",
    "title-magic": "Carrés magiques",
    "title-cryptarithm": "Cryptarithmes",
    "title-wordsquare": "Carrés de mots",
    "title-wordsearch": "Mots mêlés",
    "title-dominosa": "Dominosa",
    "title-starbattle": "Bataille d’étoiles",
    "title-triddler": "Logigraphes à triangles",
    "title-mega": "Méga-logigraphes, à nombres pour deux lignes",
    "title-edges": "Carrés à bords assortis",
    "title-triangles": "Triangles de MacMahon",
    "title-insanity": "Instant Insanity",
    "title-squares": "Rectangles découpés en carrés",
    "title-hooks": "Équerres de Pythagore",
    "title-partridge": "Le puzzle de la perdrix",
    "title-rooks": "Tours qui ne s’attaquent pas",
    "setting-stars": "Étoiles",
    "setting-size": "Taille",
    "setting-torus": "Sur un tore",
    "setting-extremes": "Diagonales d’une seule case aussi",
    "setting-order": "Ordre des items",
    "setting-x": "Diagonales aussi",
    "setting-box": "Bloc, comme 3x2",
    "setting-reduced": "Réduits",
    "setting-diagonals": "Diagonales aussi",
    "setting-transversal": "Transversales",
    "setting-skolem": "Suites de Skolem",
    "setting-parts": "Tailles des parties",
    "setting-graph": "Graphe",
    "setting-colors": "Couleurs",
    "setting-points": "Points",
    "setting-block": "Points d’un bloc",
    "setting-strength": "Force",
    "setting-times": "Nombre de fois",
    "setting-girls": "Écolières",
    "setting-settled": "Premier jour fixé",
    "setting-guards": "Gardiens",
    "setting-men": "Pièces",
    "setting-marks": "Marques",
    "setting-length": "Longueur",
    "setting-sum": "Somme",
    "setting-base": "Base",
    "setting-double": "Autres mots en colonne",
    "setting-words": "Mots",
    "setting-board": "Plateau",
    "setting-backwards": "À l’envers aussi",
    "setting-pips": "Points, au plus",
    "setting-deal": "Donne",
    "setting-tiles": "Pièces",
    "setting-border": "Bord",
    "setting-turn": "Les pièces peuvent tourner",
    "setting-cubes": "Cubes",
    "setting-sides": "Côtés",
    "setting-first": "Premier côté",
    "setting-second": "Second côté",
    "setting-pyth": "Triangle",
    "setting-laid": "Carrés donnés",
    "setting-diagonal": "Diagonale aussi",
}

TASKS = {
    "queens": "Dames",
    "queens rule": (
        "Placez les dames qui manquent\u00a0: une par ligne et par colonne, jamais deux sur une "
        "diagonale."
    ),
    "queens torus": " Les diagonales continuent au bord opposé.",
    "latin": "Carrés latins",
    "latin rule": ("Chaque ligne et chaque colonne contient une fois chaque nombre de 1 à {size}."),
    "latin diagonals": (
        "Chaque ligne, chaque colonne et chaque diagonale contient une fois chaque nombre de 1 à "
        "{size}."
    ),
    "latin reduced": " La première ligne et la première colonne sont dans l'ordre.",
    "langford": "Suites de Langford",
    "langford rule": (
        "Chaque nombre de 1 à {size} est là deux fois\u00a0; entre les deux k, il y a {between} "
        "nombres."
    ),
    "sudoku": "Sudoku",
    "sudoku rule": "Chaque {lines} et {last_line} contient une fois chaque {what} de 1 à {last}.",
    "sudoku row": "ligne",
    "sudoku column": "chaque colonne",
    "sudoku region": "chaque région",
    "sudoku diagonal": "chaque diagonale",
    "sudoku digit": "chiffre",
    "sudoku symbol": "symbole",
    "sudoku cages": " Dans une cage, les chiffres diffèrent.",
    "sudoku sums": " Dans une cage, les chiffres diffèrent, et leur somme est dans le coin.",
    "dominosa": "Dominosa",
    "dominosa rule": (
        "Retrouvez les dominos\u00a0: chacun, de 0-0 à {last}-{last}, est posé une fois."
    ),
    "wordsearch": "Mots cachés",
    "wordsearch rule": "Trouvez les mots, écrits dans les huit directions.",
    "wordsearch forwards": (
        "Trouvez les mots, écrits vers la droite, vers le bas ou en diagonale vers la droite."
    ),
    "cryptarithm": "Additions de mots",
    "cryptarithm rule": (
        "Chaque lettre est un chiffre{base}, toujours le même\u00a0; deux lettres, deux chiffres. "
        "Aucun nombre{long} ne commence par 0."
    ),
    "cryptarithm base": " en base {base}",
    "cryptarithm long": " de plusieurs chiffres",
    "starbattle": "Bataille d'étoiles",
    "starbattle rule": (
        "Placez {stars} dans chaque ligne, colonne et région\u00a0; deux étoiles ne se touchent "
        "jamais, même par un coin."
    ),
    "starbattle one": "1 étoile",
    "starbattle several": "{n} étoiles",
    "coloring": "Coloriage de graphe",
    "coloring rule": (
        "Coloriez les sommets avec {colors} couleurs au plus\u00a0; les couleurs de deux sommets "
        "reliés sont différentes."
    ),
    "triddler": "Triddler",
    "triddler rule": (
        "Coloriez des triangles. Les nombres sont les longueurs des blocs de chaque bande, dans "
        "l'ordre. Deux blocs d'une même couleur ne se touchent pas."
    ),
    "mega": "Méga-nonogramme",
    "mega rule": (
        "Noircissez des cases d'après les groupes de chaque ligne, de chaque colonne ou de deux "
        "lignes ou colonnes voisines."
    ),
}
