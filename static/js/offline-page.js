// What this phone has while there is no line: what waits to be sent, and the tables whose page it keeps. It stands
// alone, without the scripts of the score page, so that little has to be kept for it.

const tables = document.querySelector("[data-tables]");
const waiting = document.querySelector("[data-waiting-here]");

async function keptPages() {
  if (!window.caches) return [];
  const pages = await caches.open("tarabish-pages");
  const found = [];
  for (const request of await pages.keys()) {
    const text = await (await pages.match(request, { ignoreVary: true })).text();
    const { title } = new DOMParser().parseFromString(text, "text/html");
    found.unshift({ path: new URL(request.url).pathname, title });
  }
  return found;
}

// The store is the score page's (things.js); where it is not there yet, looking must not make one.
function waitingThings() {
  return new Promise((resolve) => {
    const asked = indexedDB.open("tarabish");
    asked.onupgradeneeded = () => asked.transaction.abort();
    asked.onerror = () => resolve([]);
    asked.onsuccess = () => {
      const all = asked.result.transaction("things").objectStore("things").getAll();
      all.onsuccess = () => resolve(all.result);
      all.onerror = () => resolve([]);
      asked.result.close();
    };
  });
}

function lineOf(path, title, more = "") {
  const line = document.createElement("li");
  const link = document.createElement("a");
  link.href = path;
  link.textContent = title;
  line.append(link, more && ` ${more}`);
  return line;
}

// One line a table, with its number of hands.
function linesOf(things) {
  const hands = new Map();
  for (const { page, title, hand } of things) {
    const table = hands.get(page) ?? { title, ids: new Set() };
    table.ids.add(hand);
    hands.set(page, table);
  }
  return [...hands].map(([page, { title, ids }]) => {
    const words = ids.size === 1 ? waiting.dataset.one : waiting.dataset.many.replace("{count}", ids.size);
    return lineOf(page, title, words);
  });
}

function show(place, lines) {
  place.querySelector("ul").replaceChildren(...lines);
  place.hidden = !lines.length;
}

window.addEventListener("online", () => location.reload());
show(waiting, linesOf(await waitingThings().catch(() => [])));
show(tables, (await keptPages()).map(({ path, title }) => lineOf(path, title)));
