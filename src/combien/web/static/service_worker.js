// Keeps all files of the site, so that it works without a network after the first visit.
const CACHE = "combien-" + "VERSION";
const FILES = ["FILES"];
const OWN = new Set(FILES.map((name) => new URL(name, self.registration.scope).href));

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const visited = (await caches.keys()).some((name) => name.startsWith("combien-") && name !== CACHE);
    const cache = await caches.open(CACHE);
    // On a first visit the page loads the solver itself, through this worker, which keeps it then.
    await cache.addAll(visited ? FILES : FILES.filter((name) => !/^pyodide\/|\.zip$/.test(name)));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys())
      if (name.startsWith("combien-") && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(kept(event));
});

async function kept(event) {
  const found = await caches.match(event.request, { ignoreSearch: true });
  if (found) return found;
  const reply = await fetch(event.request);
  if (reply.ok && OWN.has(event.request.url)) {
    const copy = reply.clone();
    event.waitUntil(caches.open(CACHE).then((cache) => cache.put(event.request, copy)));
  }
  return reply;
}
