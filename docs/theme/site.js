// The playground in place of its picture, on front pages that come from a server: read from a folder,
// a browser refuses its modules.
const place = document.querySelector("[data-play]");
if (place && location.protocol.startsWith("http")) {
  // The same site, so the page finds the language of this one.
  try { localStorage.setItem("language", document.documentElement.lang); } catch { /* It asks the browser. */ }
  const embed = document.createElement("script");
  Object.assign(embed, { type: "module", src: `${place.dataset.play}embed.js` });
  document.head.append(embed);
  place.replaceChildren(document.createElement("combien-board"));
}

// The theme puts tables into boxes that scroll; a box with the focus scrolls by keys.
window.addEventListener("load", () => {
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  }
});
