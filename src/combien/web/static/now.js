// What the page has at this moment, declared here and nowhere else: the drawn problem with its history, what is known of it and
// shown, and the host that answers.
export const tiling = {
  // The drawn problem, the piece that is chosen, the problems of an opened file, a warning about a link or a file.
  history: null, chosen: null, opened: [], warning: "",
  // What is asked: words that wait for the host, whether another tab has ended the question, who wants what is written.
  waiting: null, ended: false, written: null,
  // What is known: pieces that are in no tiling, the number of tilings or at least so many, the answers that are kept.
  useless: [], total: null, atLeast: "0", heat: null, none: null, terms: "",
  // What lies on the board; the tiling that is shown, perhaps below a panel; its place among all; how it is shown again.
  laid: [], placements: null, position: "", shown: 0, again: null,
  // The pieces as they are drawn.
  drawn: null,
};

// `ready` is a promise of the host, and `status` what is said of it.
export const hosting = { host: null, ready: null, status: ["loading"] };

export const state = () => tiling.history.now;

// What was known of another board.
export function forget() {
  Object.assign(tiling, { warning: "", position: "", shown: 0, total: null, heat: null, none: null, placements: null, again: null, terms: "" });
}
