// A part of a page that follows by itself: <div id data-live="address" data-every="seconds" data-version="etag">.
// It asks with the version it has; 304 means that all of it still holds. It rests while nobody looks, asks less
// often while the line is down, and says how old it is: [data-as-of] has the time, [data-stale] its data-words when
// nothing has come for a while, both on the clock of data-zone. What has a data-key and changed is marked is-new.
// While somebody fills in a form in it, what has come waits; data-stale says so (data-words-held).
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
  const opened = focused.matches("summary") && focused.closest("details[id]");
  const again = opened && document.getElementById(opened.id);
  const same = focused.id
    ? document.getElementById(focused.id)
    : opened
      ? again && again.querySelector("summary")
      : link && Array.from(part.querySelectorAll("a")).find((one) => one.getAttribute("href") === link);
  if (same) same.focus({ preventScroll: true });
}

// Whether somebody is at a field of a form here, or has left it otherwise than it came.
function filledIn(part) {
  const fields = Array.from(part.querySelectorAll("input:not([type=hidden]), select, textarea"));
  return fields.some((one) => {
    if (one === document.activeElement) return true;
    if (one.options) return Array.from(one.options).some((option) => option.selected !== option.defaultSelected && option.index > 0);
    return one.type === "checkbox" || one.type === "radio" ? one.checked !== one.defaultChecked : one.value !== one.defaultValue;
  });
}

// Put the new part in place of the old; what is open stays open, focus stays, what has changed is marked.
function replacePart(part, fresh, mark) {
  const before = new Map(Array.from(part.querySelectorAll("[data-key]"), (one) => [one.dataset.key, said(one)]));
  const open = new Map(Array.from(part.querySelectorAll("details[id]"), (one) => [one.id, one.open]));
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  part.className = fresh.className;
  for (const name of Object.keys(part.dataset)) delete part.dataset[name];
  Object.assign(part.dataset, fresh.dataset);
  part.textContent = "";
  part.append(...fresh.childNodes);
  for (const one of part.querySelectorAll("details[id]")) if (open.has(one.id)) one.open = open.get(one.id);
  if (focused) focusAgain(part, focused);
  if (window.htmx) window.htmx.process(part);
  part.dispatchEvent(new CustomEvent("live:arrived", { bubbles: true }));
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
  let waiting = null; // what has come while a form was being filled in
  let asOf = new Date();
  let timer = 0;
  let turner = 0;

  function tell() {
    const time = clock(part, asOf);
    for (const place of part.querySelectorAll("[data-as-of]")) place.textContent = time;
    const stale = part.querySelector("[data-stale]");
    const said = stale && (failed >= STALE ? stale.dataset.words : waiting ? stale.dataset.wordsHeld : "");
    const words = said ? said.replace("{time}", time) : "";
    if (stale && stale.textContent !== words) stale.textContent = words;
    part.classList.toggle("is-stale", failed >= STALE);
    part.classList.toggle("is-held", Boolean(waiting));
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
      failed = 0;
      if (version && address !== part.dataset.live) return; // it has turned meanwhile
      if (fresh) seen.set(address, text);
      waiting = fresh || waiting;
      if (waiting && version && filledIn(part)) return;
      asOf = new Date(answer.headers.get("Date") || Date.now());
      if (waiting) replacePart(part, waiting, Boolean(version));
      waiting = null;
    } finally {
      clearTimeout(late);
    }
  }

  async function poll() {
    clearTimeout(timer);
    if (!document.hidden) {
      await ask(part.dataset.live, (waiting || part).dataset.version).catch(() => (failed += 1));
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
