// The words of the page in two languages.  `t("key", {name: value})` fills in names in braces.

const ENGLISH = {
  tagline: ": how many ways?", tilings: "Tilings", nonograms: "Nonogram", sudoku: "Sudoku",
  undo: "Undo", redo: "Redo", share: "Copy link", projector: "Projector (F)", leave: "Leave", gallery: "What would you like to know?", "own-board": "Draw your own board", size: "Size", brush: "Brush", draw: "Draw",
  rectangle: "Rectangle", fill: "Fill", pin: "Pin", clear: "Clear", unpin: "Unpin all",
  count: "How many ways?", upto: "Up to symmetry", why: "Why is it impossible?", next: "Next tiling",
  sample: "Random tiling", heat: "Heat map", pieces: "Pieces", own: "Draw a piece",
  export: "Save and export", command: "Copy the command", import: "Import…", print: "Print",
  "handout-title": "Fill the board with these pieces", "handout-try": "Can you fill the board with these pieces?", "handout-why": "Can the board be filled with these pieces? Why?",
  "handout-because": "Why it cannot be filled", "handout-searched": "All ways were tried: none of them works.", "handout-none": "do not turn or flip", "handout-rotations": "do not flip",
  "handout-turns": "Pieces may be turned and flipped.", "handout-turns-some": "Pieces may be turned and flipped, except where they say otherwise.", "handout-loose": "Cells with a dot may stay empty.",
  "handout-spare": "You need not use all pieces.", "handout-pins": "The pieces on the board stay there.", "handout-least": "at least {n}", "handout-needed": "must be used",
  "handout-ways": "(those that are turned or mirrored count, too)", "remove-all": "Remove all", "tree-legend": "Each level is a piece. Green ring: a tiling was found below; red ring: none.",
  handout: "Handout: board and pieces", code: "QR code of this board", date: "Date", answers: "One answer", name: "Name", add: "Add", close: "Close", use: "Use", cancel: "Stop",
  "import-title": "Draw with characters: * is a cell",
  examples: "Examples…", "as-pictures": "As pictures", sets: "Add a set…",
  areas: "{cells} cells, {pieces} in pieces", "areas-any": "{cells} cells; pieces as often as needed",
  "areas-wrong": "{cells} cells, but the pieces have {pieces}",
  once: "once", maybe: "at most once", any: "any number", never: "not used",
  remove: "Remove {name}", "how-often": "How often", turning: "It may", times: "{n} times",
  none: "neither turn nor flip", rotations: "turn", all: "turn and flip",
  ways: "ways to fill the board", one: "way to fill the board",
  zero: "ways to fill the board", shapes: "ways up to symmetry",
  rest: "with {n} pinned", how: "How it was counted", "counted-in": "Counted by {method}, in {seconds} s.",
  "method-search": "a search that tries every placement", "method-sweep": "a sweep across the board that counts the states of its edge",
  "method-memo": "a search that remembers what it has counted", "method-orbits": "a search up to symmetry", "method-zdd": "a diagram that holds all tilings",
  "method-fkt": "a determinant", "method-tree": "parts of the board, one by one", percent: "{n}%",
  found: "It can be filled. How many ways are there?", working: "Working…",
  "at-least": "at least {n} so far", "ways-so-far": "ways found so far", "ways-stopped": "ways at least; then it was stopped", stopped: "Stopped.",
  "size-wrong": "A side is a whole number from 1 to {most}.",
  budget: "No answer yet within {s} s. Ask “How many ways?” to go on.",
  loading: "Loading the solver (once, {mb} MB)… You can draw already.",
  ready: "Ready. Everything runs in this page; nothing is sent anywhere.",
  local: "Ready. The solver runs on this computer.", broken: "The solver could not be loaded: {text}",
  copied: "Copied to the clipboard.", "not-copied": "Copy this:", "not-drawn": "There is no picture yet: solve it first.", "long-link": "This board is too large for a link.",
  "link-local": "Only this computer can open this link, while combien web runs.",
  "bad-link": "The link could not be read, so an example is shown.",
  "cell-on": "row {y}, column {x}: cell", "cell-off": "row {y}, column {x}: empty",
  "cell-piece": "row {y}, column {x}: piece {name}", board: "The board: arrow keys move, space draws",
  "heat-of": "How often {name} lies on each cell, of {n} tilings", "heat-of-one": "Where {name} lies in the only tiling", "last": "That was the last one. Starting again.",
  numbered: "Tiling number {n}", sampling: "Counting all tilings, so that each is equally likely…", sampled: "A random tiling, each equally likely",
  empty: "Draw a board: drag over the grid.", "no-pieces": "Choose pieces: “Add a set…”, or draw one.",
  dead: "The marked cells cannot be covered.",
  minutes: "{a} to {b} left", width: "Width", height: "Height",
  "nonogram-help": "Type clues, one line each, numbers with spaces; draw a picture; or drop a photo or a file here.",
  "open-file": "Open a photo or file", "no-image": "The image could not be read.", "file-large": "A file has at most {most} kB.",
  rows: "Rows", columns: "Columns", solve: "Solve", hint: "Hint", "from-picture": "Draw the picture",
  unique: "Exactly one solution.", several: "More than one solution: two of them differ in the marked cells.",
  unsolvable: "No solution.", unknown: "Undecided within the time limit.",
  "sudoku-help": "Type digits; arrow keys move.", "sudoku-one": "Exactly one solution.",
  "sudoku-twice": "{digit} is twice in {unit}.", "unit-row": "row {n}", "unit-column": "column {n}", "unit-box": "box {n}",
  "not-a-number": "{side}, line {n}: “{word}” is not a number.", "sudoku-several": "More than one solution.", "sudoku-none": "No solution.", play: "Play",
  cells: "Cells", square: "Squares", hexagons: "Hexagons", triangles: "Triangles", cubes: "Cubes", layer: "Layer {n}", depth: "Layers",
  "own-cubes": "Build with cubes", solid: "The solid: arrow keys turn it", "turn-left": "Turn left", "turn-right": "Turn right", apart: "Layers apart",
  mirrored: "turn and be mirrored", "turn-piece": "Turn it", "tip-piece": "Tip it over", range: "{a} to {b} times",
  sweep: "The sweep over states", states: "The states with their numbers of ways, and those of the next layer",
  "sweep-item": "{n}/{of}: the marked cell; states: {states}", "sweep-piece": "{n}/{of}: is this piece used? States: {states}", "sweep-move": "{n}/{of}: covered already; ways that go on: {ways}",
  "sweep-place": "{n}/{of}: one way to cover it gives a new state; ways: {ways}", "sweep-merge": "{n}/{of}: the same state again: {a} + {ways} = {sum} ways",
  "sweep-skip": "{n}/{of}: this piece may stay unused; ways that go on: {ways}",
  "sweep-drop": "{n}/{of}: no way to cover it; ways that end here: {ways}", "sweep-end": "{n}/{of}: all is covered; ways: {ways}",
  "open-burr": "Open a BurrTools file", "opened-many": "The other problems of the file are under “Examples…”.",
  search: "Show the search", pause: "Pause", back: "Back", step: "Step", speed: "Speed", tree: "The tree of what was tried", program: "Algorithm X",
  "step-choose": "{n}/{of}: the marked cell; ways to cover it: {choices}",
  "step-piece": "{n}/{of}: a piece; ways to place it: {choices}",
  "step-try": "{n}/{of}: one of them, at depth {depth}", "step-leave": "{n}/{of}: no more of them",
  plane: "Plane", classify: "Does it tile the plane?", "plane-ask": "Ask with “Does it tile the plane?”.", "plane-board": "The piece: arrow keys move, space draws",
  "plane-patch": "A part of the tiling", "plane-coronas": "The piece with its coronas",
  puzzles: "Puzzles", "how-many": "How many solutions?", solutions: "{n} solutions", "solution-of": "A solution, in {ms} ms",
  sequence: "Repeat the board", axis: "Direction in which the board is repeated",
  terms: "{terms}, …", "terms-of": "Ways to fill n copies of the board, n = 0, 1, 2, …, with any number of each piece:",
  "long-recurrence": "A recurrence of order {order}", growth: "Each copy multiplies the number by about {growth}.", proved: "Proved: {proof}.",
  "card-count": "How many ways do the 12 pentominoes fill 6 × 10?", "card-corners": "Can dominoes cover a chessboard without two opposite corners?",
  "card-dominoes": "How many ways do 32 dominoes cover a chessboard?", "card-heat": "Where does the cross lie most often, among all tilings?",
  "card-hexagons": "Do the seven tetrahexes fill a parallelogram?", "card-sequence": "4 × 1, 4 × 2, 4 × 3, 4 × 4 by dominoes: 1, 5, 11, 36, and then?",
  "ink-kind": "What to draw", "ink-cell": "cell", "ink-maybe": "may stay empty", "ink-letter": "Color of the cells", "ink-plain": "no color", "ink-color": "color {letter}",
  "ink-images": "Symmetry of what you draw", "image-none": "no symmetry", "image-x": "left and right", "image-y": "front and back", "image-z": "top and bottom",
  "image-xy": "two mirrors", "image-xyz": "three mirrors", "image-half": "half turn", "image-quarter": "quarter turns", "image-corner": "about a corner",
  pairs: "Colors that go together", "pair-corner": "piece \\ board", pair: "color {piece} of a piece on color {board} of the board", "pair-note": "A cell without a color goes with every color.",
  "areas-maybe": "{n} may stay empty", onedit: "Edit", onbrowse: "Its placements", "edit-piece": "Piece {name}", "piece-board": "The piece: arrow keys move, space draws", copies: "Copies",
  "times-low": "Least number of copies", "times-high": "Greatest number of copies; empty for any number", "draw-first": "Draw a piece: drag over the grid.", "piece-large": "The piece is too large.", "piece-cells": "Cells: {n}",
  "placements-of": "Placements of {name}", "placement-number": "Number of the placement", placement: "Placement {n} of {of}", "placement-kind": "Kind {n} of {of}; {all} placements", "no-placement": "No placement",
  "on-cell": "on the marked cell", "pick-cell": "On a cell…", "any-cell": "On any cell", "pick-now": "Click on a cell of the board.", "one-of-each": "One of each kind",
  orbit: "kind {n} of {of}, up to symmetry", "orbit-first": "tried up to symmetry", "orbit-other": "an image of an earlier one", removed: "in no tiling, as reduction shows",
  "take-apart": "Take it apart", "apart-first": "First show a tiling.", "no-tiling": "There is no tiling.", "apart-level": "It comes apart; level {level}.", "apart-not": "It does not come apart by straight moves.", "apart-partly": "Not all pieces come apart by straight moves; level {level}.",
  "apart-done": "All pieces are apart.", "move-out": "out", shortest: "Shortest way", part: "Part", "moves-now": "Moves that are possible now:", "moves-none": "No piece can move straight.", "moves-done": "Moves made",
  "step-stuck": "{n}/{of}: a dead end", "step-found": "{n}/{of}: tiling number {number}",
};

const FRENCH = {
  tagline: " : de combien de façons ?", tilings: "Pavages", nonograms: "Nonogramme", sudoku: "Sudoku",
  undo: "Annuler", redo: "Rétablir", share: "Copier le lien", projector: "Projeter (F)", leave: "Quitter", gallery: "Que voulez-vous savoir ?", "own-board": "Dessiner un plateau", size: "Taille", brush: "Pinceau", draw: "Dessiner",
  rectangle: "Rectangle", fill: "Remplir", pin: "Épingler", clear: "Effacer", unpin: "Tout désépingler",
  count: "Combien de façons ?", upto: "À symétrie près", why: "Pourquoi est-ce impossible ?", next: "Pavage suivant",
  sample: "Pavage au hasard", heat: "Fréquences", pieces: "Pièces", own: "Dessiner une pièce",
  export: "Enregistrer et exporter", command: "Copier la commande", import: "Importer…", print: "Imprimer",
  "handout-title": "Remplis le plateau avec ces pièces", "handout-try": "Peux-tu remplir le plateau avec ces pièces ?", "handout-why": "Peut-on remplir le plateau avec ces pièces ? Pourquoi ?",
  "handout-because": "Pourquoi c’est impossible", "handout-searched": "Toutes les façons ont été essayées : aucune ne convient.", "handout-none": "ni tourner, ni retourner", "handout-rotations": "ne pas retourner",
  "handout-turns": "Les pièces peuvent être tournées et retournées.", "handout-turns-some": "Les pièces peuvent être tournées et retournées, sauf indication contraire.", "handout-loose": "Les cases marquées d’un point peuvent rester vides.",
  "handout-spare": "Il n’est pas nécessaire d’utiliser toutes les pièces.", "handout-pins": "Les pièces déjà posées restent en place.", "handout-least": "au moins {n}", "handout-needed": "à utiliser",
  "handout-ways": "(y compris celles qui sont tournées ou en miroir)", "remove-all": "Tout retirer", "tree-legend": "Chaque niveau est une pièce. Anneau vert : un pavage trouvé dessous ; rouge : aucun.",
  handout: "Fiche : plateau et pièces", code: "Code QR de ce plateau", date: "Date", answers: "Une solution", name: "Nom", add: "Ajouter", close: "Fermer", use: "Utiliser", cancel: "Arrêter",
  "import-title": "Dessinez avec des caractères : * est une case",
  examples: "Exemples…", "as-pictures": "En images", sets: "Ajouter des pièces…",
  areas: "{cells} cases, {pieces} dans les pièces", "areas-any": "{cells} cases ; pièces à volonté",
  "areas-wrong": "{cells} cases, mais les pièces en ont {pieces}",
  once: "une fois", maybe: "au plus une fois", any: "à volonté", never: "jamais",
  remove: "Enlever {name}", "how-often": "Combien de fois", turning: "On peut", times: "{n} fois",
  none: "ni la tourner, ni la retourner", rotations: "la tourner", all: "la tourner et la retourner",
  ways: "façons de remplir le plateau", one: "façon de remplir le plateau",
  zero: "façon de remplir le plateau", shapes: "façons à symétrie près",
  rest: "pièces épinglées : {n}", how: "Comment c’est compté", "counted-in": "Compté par {method}, en {seconds} s.",
  "method-search": "une recherche qui essaie chaque pose", "method-sweep": "un balayage du plateau qui compte les états de son bord",
  "method-memo": "une recherche qui se souvient de ce qu’elle a compté", "method-orbits": "une recherche à symétrie près", "method-zdd": "un diagramme qui contient tous les pavages",
  "method-fkt": "un déterminant", "method-tree": "des parties du plateau, l’une après l’autre", percent: "{n} %",
  found: "On peut le remplir. De combien de façons ?", working: "Calcul en cours…",
  "at-least": "au moins {n} pour l’instant", "ways-so-far": "façons trouvées pour l’instant", "ways-stopped": "façons au moins ; puis la recherche a été arrêtée", stopped: "Arrêté.",
  "size-wrong": "Un côté est un nombre entier de 1 à {most}.",
  budget: "Pas encore de réponse après {s} s. Pour continuer : « Combien de façons ? ».",
  loading: "Chargement du solveur (une fois, {mb} Mo)… Vous pouvez déjà dessiner.",
  ready: "Prêt. Tout est calculé dans cette page ; rien n’est envoyé.",
  local: "Prêt. Le solveur tourne sur cet ordinateur.", broken: "Le solveur n’a pas pu être chargé : {text}",
  copied: "Copié dans le presse-papiers.", "not-copied": "À copier :", "not-drawn": "Il n’y a pas encore d’image : résolvez d’abord.", "long-link": "Ce plateau est trop grand pour un lien.",
  "link-local": "Seul cet ordinateur peut ouvrir ce lien, tant que combien web tourne.",
  "bad-link": "Le lien est illisible ; voici un exemple.",
  "cell-on": "ligne {y}, colonne {x} : case", "cell-off": "ligne {y}, colonne {x} : vide",
  "cell-piece": "ligne {y}, colonne {x} : pièce {name}", board: "Le plateau : les flèches déplacent le curseur, la barre d’espace dessine",
  "heat-of": "Fréquence de {name} sur chaque case, parmi {n} pavages", "heat-of-one": "Place de {name} dans le seul pavage", "last": "C’était le dernier. On recommence.",
  numbered: "Pavage numéro {n}", sampling: "On compte tous les pavages, pour que chacun soit équiprobable…", sampled: "Un pavage au hasard, tous équiprobables",
  empty: "Dessinez un plateau : faites glisser le pointeur sur la grille.", "no-pieces": "Choisissez des pièces : « Ajouter des pièces… », ou dessinez-en une.",
  dead: "Les cases marquées ne peuvent pas être couvertes.",
  minutes: "encore {a} à {b}", width: "Largeur", height: "Hauteur",
  "nonogram-help": "Tapez les indices, une ligne pour chacun, les nombres séparés par des espaces ; dessinez une image ; ou déposez ici une photo ou un fichier.",
  "open-file": "Ouvrir une photo ou un fichier", "no-image": "L’image est illisible.", "file-large": "Un fichier a au plus {most} ko.",
  rows: "Lignes", columns: "Colonnes", solve: "Résoudre", hint: "Coup de pouce", "from-picture": "Dessiner l’image",
  unique: "Une seule solution.", several: "Plusieurs solutions : deux d’entre elles diffèrent dans les cases marquées.",
  unsolvable: "Aucune solution.", unknown: "Pas de réponse dans le temps imparti.",
  "sudoku-help": "Tapez des chiffres ; les flèches déplacent le curseur.", "sudoku-one": "Une seule solution.",
  "sudoku-twice": "Le {digit} figure deux fois : {unit}.", "unit-row": "ligne {n}", "unit-column": "colonne {n}", "unit-box": "bloc {n}",
  "not-a-number": "{side}, ligne {n} : « {word} » n’est pas un nombre.", "sudoku-several": "Plusieurs solutions.", "sudoku-none": "Aucune solution.", play: "Jouer",
  cells: "Cases", square: "Carrés", hexagons: "Hexagones", triangles: "Triangles", cubes: "Cubes", layer: "Couche {n}", depth: "Couches",
  "own-cubes": "Construire avec des cubes", solid: "Le solide : les flèches le tournent", "turn-left": "Tourner à gauche", "turn-right": "Tourner à droite", apart: "Écarter les couches",
  mirrored: "la tourner et prendre son image dans un miroir", "turn-piece": "La tourner", "tip-piece": "La basculer", range: "de {a} à {b} fois",
  sweep: "Le balayage des états", states: "Les états avec leurs nombres de façons, et ceux de la couche suivante",
  "sweep-item": "{n}/{of} : la case marquée ; états : {states}", "sweep-piece": "{n}/{of} : cette pièce est-elle utilisée ? États : {states}", "sweep-move": "{n}/{of} : déjà couverte ; façons qui continuent : {ways}",
  "sweep-place": "{n}/{of} : une façon de la couvrir donne un nouvel état ; façons : {ways}", "sweep-merge": "{n}/{of} : encore le même état : {a} + {ways} = {sum} façons",
  "sweep-skip": "{n}/{of} : cette pièce peut rester inutilisée ; façons qui continuent : {ways}",
  "sweep-drop": "{n}/{of} : on ne peut pas la couvrir ; façons qui s’arrêtent là : {ways}", "sweep-end": "{n}/{of} : tout est couvert ; façons : {ways}",
  "open-burr": "Ouvrir un fichier BurrTools", "opened-many": "Les autres problèmes du fichier sont sous « Exemples… ».",
  search: "Montrer la recherche", pause: "Pause", back: "Reculer", step: "Étape", speed: "Vitesse", tree: "L’arbre des essais", program: "L’algorithme X",
  "step-choose": "{n}/{of} : la case marquée ; façons de la couvrir : {choices}",
  "step-piece": "{n}/{of} : une pièce ; façons de la poser : {choices}",
  "step-try": "{n}/{of} : l’une d’elles, à la profondeur {depth}", "step-leave": "{n}/{of} : aucune autre",
  plane: "Plan", classify: "Pave-t-elle le plan ?", "plane-ask": "Pour la réponse : « Pave-t-elle le plan ? ».", "plane-board": "La pièce : les flèches déplacent le curseur, la barre d’espace dessine",
  "plane-patch": "Une partie du pavage", "plane-coronas": "La pièce et ses couronnes",
  puzzles: "Casse-tête", "how-many": "Combien de solutions ?", solutions: "{n} solutions", "solution-of": "Une solution, en {ms} ms",
  sequence: "Répéter le plateau", axis: "Direction dans laquelle le plateau est répété",
  terms: "{terms}, …", "terms-of": "Nombre de façons de remplir n copies du plateau, n = 0, 1, 2, …, chaque pièce à volonté :",
  "long-recurrence": "Une récurrence d’ordre {order}", growth: "Chaque copie multiplie le nombre par {growth} environ.", proved: "Prouvé : {proof}.",
  "card-count": "De combien de façons les 12 pentominos remplissent-ils 6 × 10 ?", "card-corners": "Peut-on couvrir de dominos un échiquier sans deux coins opposés ?",
  "card-dominoes": "De combien de façons 32 dominos couvrent-ils un échiquier ?", "card-heat": "Où la croix se trouve-t-elle le plus souvent, parmi tous les pavages ?",
  "card-hexagons": "Les sept tétrahexes remplissent-ils un parallélogramme ?", "card-sequence": "4 × 1, 4 × 2, 4 × 3, 4 × 4 en dominos : 1, 5, 11, 36, et ensuite ?",
  "ink-kind": "Que dessiner", "ink-cell": "case", "ink-maybe": "peut rester vide", "ink-letter": "Couleur des cases", "ink-plain": "sans couleur", "ink-color": "couleur {letter}",
  "ink-images": "Symétrie du dessin", "image-none": "sans symétrie", "image-x": "gauche et droite", "image-y": "avant et arrière", "image-z": "haut et bas",
  "image-xy": "deux miroirs", "image-xyz": "trois miroirs", "image-half": "demi-tour", "image-quarter": "quarts de tour", "image-corner": "autour d’un coin",
  pairs: "Couleurs assorties", "pair-corner": "pièce \\ plateau", pair: "couleur {piece} d’une pièce sur la couleur {board} du plateau", "pair-note": "Une case sans couleur va avec toutes les couleurs.",
  "areas-maybe": "cases qui peuvent rester vides : {n}", onedit: "Modifier", onbrowse: "Ses poses", "edit-piece": "Pièce {name}", "piece-board": "La pièce : les flèches déplacent le curseur, la barre d’espace dessine", copies: "Exemplaires",
  "times-low": "Nombre minimal d’exemplaires", "times-high": "Nombre maximal d’exemplaires ; vide : à volonté", "draw-first": "Dessinez une pièce : faites glisser le pointeur sur la grille.", "piece-large": "La pièce est trop grande.", "piece-cells": "Cases : {n}",
  "placements-of": "Poses de {name}", "placement-number": "Numéro de la pose", placement: "Pose {n} sur {of}", "placement-kind": "Sorte {n} sur {of} ; poses : {all}", "no-placement": "Aucune pose",
  "on-cell": "sur la case marquée", "pick-cell": "Sur une case…", "any-cell": "Sur toute case", "pick-now": "Cliquez sur une case du plateau.", "one-of-each": "Une de chaque sorte",
  orbit: "sorte {n} sur {of}, à symétrie près", "orbit-first": "essayée à symétrie près", "orbit-other": "image d’une précédente", removed: "dans aucun pavage, d’après la réduction",
  "take-apart": "Démonter", "apart-first": "Montrez d’abord un pavage.", "no-tiling": "Il n’y a pas de pavage.", "apart-level": "Il se démonte ; niveau {level}.", "apart-not": "Il ne se démonte pas en ligne droite.", "apart-partly": "Toutes les pièces ne se séparent pas en ligne droite ; niveau {level}.",
  "apart-done": "Toutes les pièces sont séparées.", "move-out": "dehors", shortest: "Le plus court", part: "Partie", "moves-now": "Mouvements possibles :", "moves-none": "Aucune pièce ne bouge en ligne droite.", "moves-done": "Mouvements faits",
  "step-stuck": "{n}/{of} : une impasse", "step-found": "{n}/{of} : pavage numéro {number}",
};

const LANGUAGES = { en: ENGLISH, fr: FRENCH };
let language = "en";

export function t(key, values = {}) {
  const text = LANGUAGES[language][key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export function currentLanguage() { return language; }

// Numbers with the thousands separators of the language; counts are strings of digits.
export function digits(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, language === "fr" ? "\u202f" : ",");
}

export function setLanguage(name) { language = name in LANGUAGES ? name : "en"; }

export function useLanguage(name) {
  setLanguage(name);
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
}

// The language that was chosen last, otherwise that of the browser.
export function keptLanguage() {
  try {
    const kept = localStorage.getItem("language");
    if (kept) return kept;
  } catch { /* Private windows may have none. */ }
  return navigator.language.startsWith("fr") ? "fr" : "en";
}

export function keepLanguage(name) {
  try { localStorage.setItem("language", name); } catch { /* Private windows may not keep it. */ }
}

export const missingWords = Object.keys(ENGLISH).filter((key) => !(key in FRENCH));
