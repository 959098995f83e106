// What a browser that has opened a score page keeps, so that the page opens again without a line: the page itself,
// the files it is made of, and a page that says what waits. It answers for GETs alone and never touches what is
// sent; what waits to be sent lies in the page's own store, of which nothing here knows.
// The view (views/workers.py) puts in front of this file: RELEASE, FILES, KEPT_PATHS, WAITING, SCORE and LEAVING.

const OURS = "tarabish-files-";
const KEPT_FILES = OURS + RELEASE;
const PAGES = "tarabish-pages"; // score pages of whatever release, by their path
const AT_MOST = 20; // score pages
const PATIENCE = 3000; // ms until a kept page is shown instead of waiting on
const BUSY = new Set([502, 503, 504]);
const GONE = new Set([403, 404, 410]);
const HAS_DIGEST = /[./][0-9a-f]{12}(\.\w+|\/)$/;

self.addEventListener("install", (event) => {
  event.waitUntil(keepFiles().then(() => self.skipWaiting()));
});

// All of them or none: a worker that has half a page is not installed, and the one before goes on.
async function keepFiles() {
  const cache = await caches.open(KEPT_FILES);
  await Promise.all([...FILES, WAITING].map(async (path) => {
    const answer = await fetch(path);
    const ours = path === WAITING ? (await answer.clone().text()).includes("data-waiting-here") : !isPage(answer);
    if (!answer.ok || !ours) throw path;
    await cache.put(path, answer);
  }));
}

// No file of ours is a page: that is what a proxy has to say, with status 200 too.
const isPage = (answer) => (answer.headers.get("Content-Type") ?? "").startsWith("text/html");

self.addEventListener("activate", (event) => {
  event.waitUntil(dropUnused().then(() => self.clients.claim()));
});

// A page from before an update names the files it was made with: as long as it is kept, so are they. Only whoever
// comes to work clears up: the one before would throw away what the next one has just fetched.
async function dropUnused() {
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== KEPT_FILES);
  if (!names.length) return;
  const pages = await caches.open(PAGES);
  const needed = new Set();
  for (const request of await pages.keys()) {
    const text = await (await pages.match(request)).text();
    for (const [, file] of text.matchAll(/(?:href|src)="([^"#]+)/g)) needed.add(file);
  }
  const now = await caches.open(KEPT_FILES);
  for (const file of needed) if (await now.match(file, { ignoreVary: true })) needed.delete(file);
  for (const name of names) {
    const files = await (await caches.open(name)).keys();
    if (!files.some((request) => needed.has(new URL(request.url).pathname))) await caches.delete(name);
  }
}

self.addEventListener("message", (event) => {
  const path = event.data?.keep;
  if (path && SCORE.test(path)) event.waitUntil(keepAnew(path));
});

// A page that was opened before there was a worker, or that will be opened next.
async function keepAnew(path) {
  if (await caches.match(path, { cacheName: PAGES, ignoreVary: true })) return;
  const answer = await fetch(path, { credentials: "same-origin" }).catch(() => null);
  if (answer && !answer.redirected) await keepPage(path, answer);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method !== "GET") {
    // Whoever comes next to this phone finds no page of whoever signed out, or closed the account.
    if (LEAVING.includes(pathname)) event.waitUntil(caches.delete(PAGES));
  } else if (request.mode === "navigate") {
    const kept = pathname === WAITING ? noLine : otherPage; // it is the same on every line
    event.respondWith(SCORE.test(pathname) ? scorePage(event, pathname) : kept(request));
  } else if (KEPT_PATHS.some((start) => pathname.startsWith(start))) {
    event.respondWith(file(request, pathname));
  }
});

// A page that starts from a hand that was taken off (?again=) is shown and not kept: it is not the sheet as it stands.
async function scorePage(event, path) {
  const keeps = !new URL(event.request.url).search;
  const kept = await caches.match(path, { cacheName: PAGES, ignoreVary: true });
  const asked = fetch(event.request).then(async (answer) => {
    if (GONE.has(answer.status)) {
      // A proxy whose server is away may say so too; of the page that says nothing.
      if (!(await answer.clone().text()).includes('id="main"')) throw answer;
      event.waitUntil(forgetPage(path));
    } else if (keeps) event.waitUntil(keepPage(path, answer.clone()));
    return answer;
  });
  event.waitUntil(asked.catch(() => {}));
  if (!kept) return asked.catch(noLine);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
  const first = await Promise.race([asked, late]).catch(() => kept);
  return BUSY.has(first.status) ? kept : first;
}

// Only a whole page of ours is kept: neither the way to the sign-in page nor what a proxy has to say.
async function keepPage(path, answer) {
  if (answer.status !== 200) return;
  const text = await answer.clone().text();
  if (!text.includes('id="evening"')) return;
  const pages = await caches.open(PAGES);
  await pages.delete(path, { ignoreVary: true }); // the newest stands last
  await pages.put(path, answer);
  for (const old of (await pages.keys()).slice(0, -AT_MOST)) await pages.delete(old, { ignoreVary: true });
}

async function forgetPage(path) {
  await (await caches.open(PAGES)).delete(path, { ignoreVary: true });
}

function otherPage(request) {
  return fetch(request).catch(noLine);
}

async function noLine() {
  return (await caches.match(WAITING, { cacheName: KEPT_FILES, ignoreVary: true })) ?? Response.error();
}

// A name with a digest means one content for ever; others come from the line while there is one.
async function file(request, path) {
  const kept = await caches.match(path, { ignoreVary: true });
  if (kept && HAS_DIGEST.test(path)) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok && HAS_DIGEST.test(path) && !isPage(answer)) {
      const copy = answer.clone();
      await (await caches.open(KEPT_FILES)).put(path, copy);
    }
    return answer;
  } catch (trouble) {
    if (kept) return kept;
    throw trouble;
  }
}
