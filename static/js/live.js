// A part of a page that follows by itself: <div id data-live="address" data-every="seconds" data-version="etag">.
// It asks with the version it has; 304 means that all of it still holds. It rests while nobody looks, asks less
// often while the line is down, and says how old it is: [data-as-of] has the time, [data-stale] its data-words when
// nothing has come for a while, both on the clock of data-zone. What has a data-key and changed is marked is-new.
// With data-next and data-turn (seconds) the part goes on to another address. The server answers with the part or a
// page that holds it (`views/versions.py`). The language is that of televisions some years old.

const AT_MOST = 60000; // ms between two questions, however long the line is down
const PATIENCE = 10000; // ms until an answer is given up
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

function said(one) {
  return one.textContent.replace(/\s+/g, " ");
}

function focusAgain(part, focused) {
  const link = focused.getAttribute("href");
  const same = focused.id
    ? document.getElementById(focused.id)
    : link && Array.from(part.querySelectorAll("a")).find((one) => one.getAttribute("href") === link);
  if (same) same.focus({ preventScroll: true });
}

// Put the new part in place of the old; what is open stays open, focus stays, what has changed is marked.
function replacePart(part, fresh, mark) {
  const before = new Map(Array.from(part.querySelectorAll("[data-key]"), (one) => [one.dataset.key, said(one)]));
  const open = new Set(Array.from(part.querySelectorAll("details[open][id]"), (one) => one.id));
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  part.className = fresh.className;
  for (const name of Object.keys(part.dataset)) delete part.dataset[name];
  Object.assign(part.dataset, fresh.dataset);
  part.textContent = "";
  part.append(...fresh.childNodes);
  for (const one of part.querySelectorAll("details[id]")) if (open.has(one.id)) one.open = true;
  if (focused) focusAgain(part, focused);
  if (!mark) return;
  for (const one of part.querySelectorAll("[data-key]")) {
    const was = before.get(one.dataset.key);
    if (was !== undefined && was !== said(one)) one.classList.add("is-new");
  }
}

// A screen on the wall is not to fall asleep; browsers grant that to https alone.
function stayAwake() {
  if (navigator.wakeLock && !document.hidden) navigator.wakeLock.request("screen").catch(() => {});
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
    const words = stale && failed >= STALE ? stale.dataset.words.replace("{time}", clock(part, asOf)) : "";
    if (stale && stale.textContent !== words) stale.textContent = words;
    part.classList.toggle("is-stale", failed >= STALE);
  }

  async function ask(address, version) {
    const giveUp = new AbortController();
    const late = setTimeout(() => giveUp.abort(), PATIENCE);
    try {
      const headers = version ? { "X-Live": "1", "If-None-Match": version } : { "X-Live": "1" };
      const answer = await fetch(address, { headers, cache: "no-store", credentials: "same-origin", signal: giveUp.signal });
      const text = answer.ok ? await answer.text() : "";
      const fresh = answer.status === 304 ? null : partIn(text, part.id);
      if (answer.status !== 304 && !fresh) throw new Error("no answer of ours");
      asOf = new Date(answer.headers.get("Date") || Date.now());
      failed = 0;
      if (!fresh || (version && address !== part.dataset.live)) return; // the same, or it has turned meanwhile
      seen.set(address, text);
      replacePart(part, fresh, Boolean(version));
    } finally {
      clearTimeout(late);
    }
  }

  async function poll() {
    clearTimeout(timer);
    if (!document.hidden) {
      await ask(part.dataset.live, part.dataset.version).catch(() => (failed += 1));
      tell();
    }
    const wait = Number(part.dataset.every) * 1000 * 2 ** Math.min(failed, 5);
    clearTimeout(timer);
    timer = setTimeout(poll, Math.min(wait, AT_MOST) * (0.9 + Math.random() / 5));
  }

  async function turn() {
    const address = part.dataset.next;
    if (address && !document.hidden) {
      await ask(address, "").catch(() => {
        failed += 1;
        if (seen.has(address)) replacePart(part, partIn(seen.get(address), part.id), false);
      });
      tell();
    }
    clearTimeout(turner);
    turner = setTimeout(turn, Number(part.dataset.turn || 15) * 1000);
  }

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) poll();
    if (part.dataset.turn) stayAwake();
  });
  window.addEventListener("online", poll);
  seen.set(part.dataset.live, part.outerHTML);
  timer = setTimeout(poll, Number(part.dataset.every) * 1000);
  turner = setTimeout(turn, Number(part.dataset.turn || 15) * 1000);
  if (part.dataset.turn) stayAwake();
}

for (const part of document.querySelectorAll("[data-live][id]")) watch(part);
