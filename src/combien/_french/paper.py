"""Handouts in French, and what only the command line says.

The English tables are in `printing/_tasks.py` and `printing/_handouts.py`; sentences of the command
line stand where they are said.
"""

HANDOUT = {
    "cover": "Découpez les pièces et couvrez le plateau.",
    "place": "Découpez les pièces et placez-les sur le plateau.",
    "build": "Construisez les pièces et remplissez le plateau. Tout est dessiné par couches.",
    "fill": "Construisez les pièces et placez-les sur le plateau. Tout est dessiné par couches.",
    "try cover": "Découpez les pièces et essayez de couvrir le plateau.",
    "try place": "Découpez les pièces et essayez de les placer sur le plateau.",
    "try build": "Construisez les pièces et essayez de remplir le plateau. Tout est dessiné par "
    "couches.",
    "try fill": "Construisez les pièces et essayez de les placer. Tout est dessiné par couches.",
    "why": "Est-ce possible\u00a0? Pourquoi\u00a0?",
    "spare": "Il n'est pas nécessaire d'utiliser toutes les pièces.",
    "turned, flipped": "Les pièces peuvent être tournées et retournées.",
    "turned": "Les pièces peuvent être tournées, mais pas retournées.",
    "fixed": "Les pièces ne peuvent être ni tournées ni retournées.",
    "solid turned": "Les pièces peuvent être tournées.",
    "solid turned, flipped": "Les pièces peuvent être tournées, et construites en miroir.",
    "solid fixed": "Les pièces ne peuvent pas être tournées.",
    "mixed": "Les pièces peuvent être tournées et retournées, sauf indication contraire.",
    "solid mixed": "Les pièces peuvent être tournées, sauf indication contraire.",
    "only turned": "ne pas retourner",
    "only turned, flipped": "ou en miroir",
    "only fixed": "ni tourner ni retourner",
    "only other": "certaines rotations",
    "holes": "Des cases peuvent rester vides.",
    "holes from": "Cases à laisser vides\u00a0: au moins {low}.",
    "holes to": "Cases à laisser vides\u00a0: au plus {high}.",
    "holes of": "Cases à laisser vides\u00a0: {low}.",
    "holes between": "Cases à laisser vides\u00a0: de {low} à {high}.",
    "dots": "Seules les cases marquées d'un point peuvent rester vides.",
    "forced": "Les pièces déjà posées restent en place.",
    "fault-free": "Aucune ligne droite ne doit passer entre les pièces d'un bord à l'autre.",
    "wraps": "Le plateau se referme\u00a0: ce qui sort d'un bord revient par un autre.",
    "one": "Il y a une seule façon.",
    "ways": "Il y a {ways}\u00a0façons, y compris celles qui sont tournées ou en miroir.",
    "solid one": "Il y a une seule façon de disposer les pièces.",
    "solid ways": "Il y a {ways}\u00a0façons de disposer les pièces, y compris celles qui sont "
    "tournées ou en miroir.",
    "moves": "Peut-on les assembler ainsi\u00a0? C'est une autre question.",
    "twins": "Les pièces de même forme comptent comme différentes si leurs couleurs le sont.",
    "at least": "au moins {low}",
    "needed": "à utiliser",
    "times": "{times} fois",
    ",": "\u00a0",
}
# On each page.
LABELS = {"name": "Nom", "date": "Date", "answers": "Réponses"}

# The letters of black and white cells in a picture.
CHESS = {"b": "n", "w": "b"}

# Sentences of the command line by themselves, by the English ones.
SENTENCES = {
    "there is no solution": "il n'y a pas de solution",
    "solved": "résolu",
    "Words: ": "Mots\u00a0: ",
    "There are other solutions.": "Il y a d'autres solutions.",
    "There is exactly one solution.": "Il y a une seule solution.",
    "Each has exactly one solution.": "À chaque fois, il y a une seule solution.",
    "A computer has tried all ways: none of them works.": (
        "Un ordinateur a essayé toutes les façons\u00a0: aucune ne convient."
    ),
}


def said(sentence: str, language: str) -> str:
    """Return a sentence of the command line in a language, "en" or "fr".

    >>> said("solved", "fr"), said("solved", "en")
    ('résolu', 'solved')
    """
    return SENTENCES[sentence] if language == "fr" else sentence
