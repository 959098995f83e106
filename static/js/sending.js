// Sends what waits on this phone: one thing at a time, in order, by one tab at a time. A thing goes only
// when the server says that it has it; whatever else comes back (a sign-in page, a proxy's page, half an
// answer) is no answer, and the thing is sent again later with the same id.

import { newId } from "./league.js";
import { foldIn } from "./sheet-state.js";
import { allThings, dropThing, noteAnswer, setTried, writeOwn } from "./things.js";

const PATIENCE = 20_000; // ms until an answer is given up
const LEASE = 30_000; // ms that a tab may send without saying so again
const BUSY = 3; // s until it is tried again whether another tab still sends
const WAITS = [2, 4, 8, 15, 30, 60]; // s until the next try, after each in vain
const QUESTION = 60_000; // ms until a thing in question is asked about again
const ANSWERS = new Set(["stored", "already", "conflict", "not_yours", "later"]);
const HAS_IT = new Set(["stored", "already"]);

const tab = newId();
const listeners = new Set();
let running = false;
let again = false;
let timer = 0;
let inVain = 0;
let wokenAt = 0;
let reached = true;
let signedOut = "";
let giveUp = null;

// What there is to know of the line: `reached` false after a try in vain, `signedOut` where to sign in again.
export const lineNow = () => ({ reached: reached && navigator.onLine, signedOut, sending: running });

// `listener(thing, answer)` after each answer, and without them whenever something may have changed.
export const onSent = (listener) => listeners.add(listener);
const tell = (...news) => listeners.forEach((listener) => listener(...news));

const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel("tarabish") : null;
channel?.addEventListener("message", () => tell());

// Tells this page and the other tabs that the store has changed.
export function changed(...news) {
  tell(...news);
  channel?.postMessage("changed");
}

// ----- whose turn it is -----

let turn = 0; // of this tab

// A tab that was put to sleep keeps the lock: the one that is looked at takes it when a lease would be over, and the
// other stops.
async function inTurn(work) {
  const patience = new AbortController();
  const late = setTimeout(() => patience.abort(), LEASE);
  const begin = () => {
    clearTimeout(late);
    const own = ++turn;
    return work(async () => own === turn);
  };
  const ask = (how) => navigator.locks.request("tarabish-sending", how, begin);
  try {
    return await ask({ signal: patience.signal }).catch((trouble) => {
      if (patience.signal.aborted && !document.hidden) return ask({ steal: true });
      throw trouble;
    });
  } finally {
    turn += 1; // done, or taken away
  }
}

// One tab sends. Where the browser has no locks (plain http), a lease in the store does, well enough: what
// is sent twice is stored once.
async function alone(work) {
  if (navigator.locks) return inTurn(work);
  const hold = async () => {
    const until = Date.now() + LEASE;
    // One that ends later than any can is of a tab that is gone, from before the clock was put right.
    const holds = (held) => held && held.tab !== tab && held.until > Date.now() && held.until <= until;
    const lease = await writeOwn("sender", (held) => (holds(held) ? undefined : { tab, until }));
    return lease !== undefined;
  };
  if (!(await hold())) return null;
  const done = await work(hold);
  await writeOwn("sender", (held) => (held?.tab === tab ? { tab, until: 0 } : undefined));
  return done;
}

// ----- one thing -----

function csrfToken() {
  const cookie = document.cookie.match(/(?:^|;\s*)(?:__Secure-|__Host-)?csrftoken=([^;]+)/);
  return cookie ? decodeURIComponent(cookie[1]) : "";
}

// An id without its dashes is the same id.
const short = (id) => String(id ?? "").replaceAll("-", "");

// As few bytes as it takes: what the server takes for granted is left out (league/forms/sent_hands.py).
function wireOf(thing) {
  const { id, kind, phone, seq, hand, after, base, game, number, begins, seated, as: writer } = thing;
  const meant = { ...(kind !== "record" && { kind, hand: short(hand), base }), ...(begins && { begins }), ...(seated && { seated }), ...(writer && { as: writer }) };
  const body = new URLSearchParams({ id: short(id), phone: short(phone), seq, ...meant, after: short(after), game, number });
  for (const [name, value] of thing.fields) if (`${name} ${value}` !== "outcome played") body.append(name, value);
  return String(body);
}

async function request(address, options, patience = PATIENCE, stop = new AbortController()) {
  const late = setTimeout(() => stop.abort(), patience);
  try {
    const response = await fetch(address, {
      credentials: "same-origin", redirect: "manual", signal: stop.signal, ...options,
    });
    const json = (response.headers.get("Content-Type") ?? "").startsWith("application/json");
    return { status: response.status, date: response.headers.get("Date"), told: json ? await response.json() : null };
  } catch {
    return { status: 0, told: null };
  } finally {
    clearTimeout(late);
  }
}

// What the server tells of the table at this address, in short; null where it does not answer within `patience` ms.
export async function askTable(address, patience = PATIENCE) {
  const { told } = await request(address, { cache: "no-store" }, patience);
  return told?.answer === "here" ? told : null;
}

// The server's answer to a thing, or {away: whether nobody answered}: only JSON about this very thing is an answer.
async function send(thing) {
  const headers = { "Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": csrfToken() };
  const options = { method: "POST", referrerPolicy: "origin", headers, body: wireOf(thing) };
  giveUp = new AbortController();
  const { status, date, told } = await request(thing.address, options, PATIENCE, giveUp);
  if (told && short(told.id) === short(thing.id) && ANSWERS.has(told.answer)) return { at: (Date.parse(date) || 0) + 999, ...told };
  // Perhaps the token is old or gone: asking here brings a fresh one for the next try.
  if (status === 403 || !csrfToken()) {
    const here = await askTable(thing.address);
    if (here) signedOut = here.signed_in ? "" : thing.page;
  }
  return { away: !status };
}

// ----- all of them -----

// A thing in question waits for people, not for the line: it is asked about now and then, and when somebody
// comes back to the page. What was asked in time to come was so before the clock was put back.
const isDue = ({ answer, asked = 0 }) => answer?.answer !== "conflict" || asked < wokenAt || Math.abs(Date.now() - asked) > QUESTION;

// Seconds until the next try; 0 when nothing is left to try.
async function sendAll(mayStill) {
  const stopped = new Set();
  const seen = new Set();
  let wait = 0;
  for (;;) {
    const things = await allThings();
    const thing = things.find((one) => !stopped.has(one.match) && !seen.has(one.id) && isDue(one));
    if (!thing) {
      const question = things.some((one) => one.answer?.answer === "conflict");
      return wait || (question ? QUESTION / 1000 : 0);
    }
    if (!(await mayStill())) return BUSY;
    seen.add(thing.id);
    const away = !navigator.onLine;
    if (!(await setTried(thing, true))) continue;
    const answer = await send(thing);
    if (!answer.answer) {
      // Without a network at all nothing has left this phone.
      if (away && !navigator.onLine && thing.tried === false) await setTried(thing, false);
      reached = false;
      wait = WAITS[Math.min(inVain++, WAITS.length - 1)];
      if (answer.away) return wait;
      stopped.add(thing.match); // perhaps a proxy lets the other tables through
      continue;
    }
    reached = true;
    const { answer: code, words = "", address = "", sign_in: signIn = "", account } = answer;
    if (HAS_IT.has(code)) {
      inVain = 0;
      signedOut = "";
      await dropThing(thing, (sheet) => foldIn(sheet, thing, answer));
    } else {
      await noteAnswer(thing, { answer: code, words, address, sign_in: signIn, account });
      if (code !== "conflict") {
        stopped.add(thing.match);
        if (code === "not_yours") signedOut = signIn;
        wait = Math.max(Number(answer.wait) || 0, WAITS[Math.min(inVain++, WAITS.length - 1)]);
      }
    }
    changed(thing, answer);
  }
}

// Sends what waits, now, or right after what is being sent.
export async function sendWaiting() {
  again = true;
  if (running) return;
  running = true;
  clearTimeout(timer);
  let wait = 0;
  while (again) {
    again = false;
    try {
      wait = (await alone(sendAll)) ?? BUSY;
    } catch {
      wait = WAITS[0];
    }
  }
  running = false;
  if (wait) timer = setTimeout(sendWaiting, wait * 1000 * (0.9 + Math.random() / 5));
  tell();
}

// The line is back, somebody looks at the page again: no need to wait any longer.
export function wake() {
  if (document.visibilityState === "hidden") return;
  inVain = 0;
  wokenAt = Date.now();
  sendWaiting();
}
window.addEventListener("online", () => {
  giveUp?.abort(); // what went out before the line came back
  wake();
});
window.addEventListener("offline", () => tell());
window.addEventListener("pageshow", wake);
document.addEventListener("visibilitychange", wake);
