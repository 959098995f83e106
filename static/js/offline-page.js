// What this phone has while there is no line: the tables whose page it keeps, and what waits to be sent.

const tables = document.querySelector("[data-tables]");

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

function lineOf({ path, title }) {
  const line = document.createElement("li");
  const link = document.createElement("a");
  link.href = path;
  link.textContent = title;
  line.append(link);
  return line;
}

const pages = await keptPages();
tables.querySelector("ul").replaceChildren(...pages.map(lineOf));
tables.hidden = !pages.length;
window.addEventListener("online", () => location.reload());
