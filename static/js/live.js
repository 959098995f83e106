// A part of a page that follows by itself: <div id data-live="address" data-every="seconds" data-version="etag">.
// It asks with the version it has; 304 means that all of it still holds. It rests while nobody looks, asks less
// often while the line is down, and says how old it is. With data-next and data-turn it goes on to another address.

const AT_MOST = 60000; // ms between two questions, however long the line is down
const STALE = 3; // answers missing in a row until it is said aloud

function clock(part, date) {
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: part.dataset.zone || undefined };
  return new Intl.DateTimeFormat("en-CA", time).format(date);
}

// The answer must be ours: a sign-in page or a proxy's page has no such part.
function partIn(text, id) {
  const found = new DOMParser().parseFromString(text, "text/html").getElementById(id);
  return found && found.dataset.version ? found : null;
}

function texts(part) {
  return new Map(Array.from(part.querySelectorAll("[data-key]"), (one) => [one.dataset.key, one.textContent.replace(/\s+/g, " ")]));
}

// Put the new part in place of the old; what is open stays open, focus stays, what has changed is marked.
function replacePart(part, fresh, mark) {
  const before = texts(part);
  const open = new Set(Array.from(part.querySelectorAll("details[open][id]"), (one) => one.id));
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const again = focused && (focused.id ? `#${CSS.escape(focused.id)}` : focused.getAttribute("href") && `a[href="${CSS.escape(focused.getAttribute("href"))}"]`);
  part.className = fresh.className;
  for (const name of Object.keys(part.dataset)) delete part.dataset[name];
  Object.assign(part.dataset, fresh.dataset);
  part.replaceChildren(...fresh.childNodes);
  for (const one of part.querySelectorAll("details[id]")) if (open.has(one.id)) one.open = true;
  if (again) part.querySelector(again)?.focus({ preventScroll: true });
  if (mark) for (const one of part.querySelectorAll("[data-key]")) {
    const was = before.get(one.dataset.key);
    if (was !== undefined && was !== one.textContent.replace(/\s+/g, " ")) one.classList.add("is-new");
  }
}

function watch(part) {
  const seen = new Map(); // address -> the last answer, for turning while the line is down
  let failed = 0;
  let asOf = new Date();
  let timer = 0;
  let turner = 0;

  function tell() {
    const place = part.querySelector("[data-as-of]");
    if (place) place.textContent = clock(part, asOf);
    const stale = part.querySelector("[data-stale]");
    const words = failed >= STALE ? stale?.dataset.words.replace("{time}", clock(part, asOf)) : "";
    if (stale && stale.textContent !== words) stale.textContent = words;
    part.classList.toggle("is-stale", failed >= STALE);
  }

  async function ask(address, version) {
    const answer = await fetch(address, {
      headers: { "X-Live": "1", ...(version ? { "If-None-Match": version } : {}) },
      cache: "no-store",
      signal: AbortSignal.timeout(10000),
    });
    if (answer.status !== 304) {
      const text = answer.ok ? await answer.text() : "";
      const fresh = partIn(text, part.id);
      if (!fresh) throw new Error("no answer of ours");
      seen.set(address, text);
      replacePart(part, fresh, address === part.dataset.live || Boolean(version));
    }
    asOf = new Date(answer.headers.get("Date") || Date.now());
    failed = 0;
  }

  async function poll() {
    clearTimeout(timer);
    if (!document.hidden) {
      try {
        await ask(part.dataset.live, part.dataset.version);
      } catch {
        failed += 1;
      }
      tell();
    }
    const wait = Number(part.dataset.every) * 1000 * 2 ** Math.min(failed, 5);
    timer = setTimeout(poll, Math.min(wait, AT_MOST) * (0.9 + Math.random() / 5));
  }

  async function turn() {
    const address = part.dataset.next;
    if (address && !document.hidden) {
      try {
        await ask(address, "");
      } catch {
        failed += 1;
        if (seen.has(address)) replacePart(part, partIn(seen.get(address), part.id), false);
      }
      tell();
    }
    clearTimeout(turner);
    turner = setTimeout(turn, Number(part.dataset.turn || 15) * 1000);
  }

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) poll();
  });
  addEventListener("online", poll);
  seen.set(part.dataset.live, part.outerHTML);
  timer = setTimeout(poll, Number(part.dataset.every) * 1000);
  turner = setTimeout(turn, Number(part.dataset.turn || 15) * 1000);
}

for (const part of document.querySelectorAll("[data-live][id]")) watch(part);
