// The page: a game for each puzzle, in the language of the browser.
import { Game, inLanguage } from "./game.js";

const puzzles = JSON.parse(document.getElementById("puzzles").textContent);
let language = navigator.language.startsWith("fr") ? "fr" : "en";
const games = [...document.querySelectorAll("[data-game]")].map((root, number) => new Game(root, puzzles[number], { language }));

function speak(next) {
  language = next;
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = inLanguage(language, element.dataset.t, { n: puzzles.length });
  document.getElementById("language").lang = language === "fr" ? "en" : "fr";
  for (const game of games) game.speak(language);
}

document.getElementById("language").addEventListener("click", () => speak(language === "fr" ? "en" : "fr"));
speak(language);
