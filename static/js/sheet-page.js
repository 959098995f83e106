// The entry page that turns by itself. What the server rendered is the ground, what waits on the phone is put on
// top of it (sheet-state.js, sheet-shown.js); what is done is kept first and sent then (sheet-changes.js,
// things.js, sending.js). Without this file the forms are posted.

import { sayTrouble, settle } from "./league.js";
import { phoneWords } from "./live-sum.js";
import { askTable, lineNow, onSent, sendWaiting } from "./sending.js";
import { back, begin, correct, save, undo } from "./sheet-changes.js";
import { follow } from "./sheet-follow.js";
import { fillForm, formHere } from "./sheet-form.js";
import { rememberLines } from "./sheet-lines.js";
import { inQuestion, key, match, page, refresh, sent, showForm, shown, waiting, whole } from "./sheet-shown.js";
import { GONE, ID, stampOf, standing } from "./sheet-state.js";
import { fill } from "./sum-words.js";
import { handOver, keepsNothing, makeRoom, readOwn, writeOwn } from "./things.js";

const SELDOM = 3000; // ms between two questions for the page
const QUICKLY = 4000; // ms in which the server answers, or is not there
let again = 0;
const fetched = new Set(); // scripts that came when they were needed
let fetching = false;
let fetchedAt = -SELDOM;

// ----- what the server tells -----

// A page or a part has come. One out of a cache may be older than what the phone was told since, and the server is
// asked; `since`: when what the phone knew had been told as this part was asked for. That is older then, whatever
// the clock says: the server's may have been put back.
async function arrive(since) {
  let old = false;
  const form = formHere() ?? document.getElementById("hand-form-after")?.content.getElementById("hand-form");
  if (form && phoneWords()) {
    const told = JSON.parse(form.dataset.table);
    rememberLines(told, standing(whole(told)));
    const taken = await writeOwn(key, (known) =>
      known && known.at > told.at && known.at !== since && known.table.game >= told.game ? undefined : { table: told, at: told.at, stamp: "" });
    old = taken === undefined && since === undefined;
  }
  await show();
  if (old) await fetchPart();
}

async function show() {
  if (await refresh()) await fetchPart();
}

// The moving part from the server, in place of what stands there.
async function fetchPart() {
  if (shown.editing) return;
  clearTimeout(again);
  if (performance.now() - fetchedAt < SELDOM) {
    again = setTimeout(show, SELDOM);
    return;
  }
  fetchedAt = performance.now();
  const known = await readOwn(key);
  let part = null;
  try {
    const headers = { "HX-Request": "true", "HX-Current-URL": location.href };
    const answer = await fetch(page, { headers, cache: "no-store", credentials: "same-origin" });
    if (answer.ok) part = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    // No line: what stands there stays meanwhile.
  }
  if (!part) {
    again = setTimeout(show, SELDOM);
    shown.cut = true;
  }
  const [evening, bar] = ["evening", "scorebar"].map((id) => part?.getElementById(id));
  if (!evening || !bar || shown.editing || !putIn(evening, bar)) return;
  shown.cut = false;
  await arrive(known?.at ?? 0);
}

// Others sit there: what was typed of a seat would be said of somebody else.
function seatedAnew(form, fresh) {
  const [was, now] = [form, fresh].map((one) => one && JSON.parse(one.dataset.table));
  return was && now && was.game === now.game && JSON.stringify(was.seats) !== JSON.stringify(now.seats);
}

// What is being typed stays, as the hand that it was begun as.
function putIn(evening, bar) {
  const [form, fresh] = [formHere(), evening.querySelector("#hand-form")];
  if (shown.touched && seatedAnew(form, fresh)) Object.assign(shown, { touched: false, state: phoneWords().page.seated_anew });
  if (shown.touched) {
    if (!form || fresh?.elements.game.value !== form.elements.game.value) return false; // until it is saved
    fillForm(fresh, Object.fromEntries(new FormData(form)));
    for (const name of ["client_id", "game", "number"]) fresh.elements[name].value = form.elements[name].value;
  }
  const focused = document.activeElement?.id;
  bar.removeAttribute("hx-swap-oob");
  document.getElementById("scorebar").replaceWith(bar);
  document.getElementById("evening").replaceWith(evening);
  for (const one of [bar, evening]) window.htmx?.process(one);
  settle(evening);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  return true;
}

// ----- what somebody does -----

const undoes = (form) => form.action.endsWith("/undo/");

function undoesHere(form) {
  const last = shown.table?.hands.at(-1);
  return undoes(form) && last && !last[GONE];
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (undoesHere(form)) undo();
  // The server's last hand is not the last one while others wait.
  else if (undoes(form) && waiting().length) sayTrouble(document.body.dataset.wordsNoLine);
  else if (form.id !== "hand-form" || !save(form)) {
    const name = form.hasAttribute("hx-post") ? "htmx" : "asking";
    if (fetched.has(name)) return;
    askServer(name, form, event.submitter);
  }
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

async function sendAs() {
  const other = waiting().find((thing) => thing.answer?.account);
  if (other) await handOver(other);
  sendWaiting();
  await show();
}

// What the phone cannot judge by itself, or finds wrong, the server answers, in this page; a form that leaves it asks
// first whether there is a line (asking.js). Both are seldom, and htmx is a quarter of all bytes: they come when they
// are needed. A module that did not come is asked for again under another name alone.
function askServer(name, form, submitter) {
  if (fetching) return;
  fetching = true;
  const script = document.createElement("script");
  if (name === "asking") script.type = "module";
  script.src = `${document.body.dataset[name]}#${performance.now()}`;
  script.onload = () => {
    fetching = false;
    fetched.add(name);
    form.requestSubmit(submitter);
  };
  script.onerror = () => {
    fetching = false;
    sayTrouble(document.body.dataset.wordsNoLine);
  };
  document.head.append(script);
}

// The server's own page corrects a hand while all is sent and there is a line: it shows what else moves.
function correctsHere(link) {
  const line = link.closest("li");
  const hand = shown.table.hands[[...line.parentElement.children].indexOf(line)];
  const alone = waiting().length || !lineNow().reached;
  return alone && hand && line.closest(`#score-sheet-${shown.table.game}`) && correct(hand[ID]);
}

// Who sits where is asked by the server's own page; without it the next game is begun on this one.
async function startsAway(link) {
  if (lineNow().reached && (await askTable(sent, QUICKLY))) {
    location.assign(link.href);
    return;
  }
  shown.cut = true;
  showForm();
  document.querySelector("[data-over] h2")?.scrollIntoView({ block: "center" });
}

document.addEventListener("click", (event) => {
  const taken = event.target.closest("[data-send-as], [data-correct], [data-undo], [data-back], [data-begins], [data-ending] a[href$='/start/'], .score-sheet a[href$='/correct/']");
  if (taken?.matches("[data-send-as]")) return sendAs();
  if (!taken || !shown.table) return;
  if (taken.matches("[data-undo]")) undo();
  else if (taken.matches("[data-begins]")) begin(taken.dataset.begins);
  else if (taken.matches("[href$='/start/']")) {
    event.preventDefault();
    startsAway(taken);
  }
  else if (taken.matches("[data-back]")) back();
  else if (taken.matches("[data-correct]")) correct(taken.dataset.correct);
  else if (correctsHere(taken)) event.preventDefault();
}, true);

for (const kind of ["input", "change"]) {
  document.addEventListener(kind, (event) => {
    if (event.target.form?.id === "hand-form") shown.touched = true;
  });
}

// ----- what comes of it -----

onSent(async (thing, answer) => {
  if (thing?.match === match) {
    const stored = ["stored", "already"].includes(answer.answer);
    if (stored && thing.hand === shown.latest) shown.state = fill(phoneWords().page.saved, thing);
    if (answer.answer === "conflict" && thing.hand === shown.latest) shown.state = "";
    if (answer.answer === "conflict" && !inQuestion(thing)) await fetchPart();
  }
  await show();
});

window.addEventListener("beforeunload", (event) => {
  if (keepsNothing() && waiting().length) event.preventDefault();
});
window.addEventListener("pageshow", (event) => event.persisted && show());
document.addEventListener("phone-words", () => arrive());
document.addEventListener("htmx:afterSettle", (event) => event.detail.elt.id === "evening" && arrive());

// Nothing of this phone's waits, and what the server tells is not what stands here. That play has begun is no news.
function look({ stamp, state }) {
  const { stands } = document.querySelector("[data-stands]").dataset;
  const news = state !== stands && `${stands} ${state}` !== "waiting playing";
  if (stamp && (news || stamp !== stampOf(whole(shown.known.table)))) fetchPart();
}

await makeRoom();
await arrive();
sendWaiting();
follow(sent, () => shown.table && !shown.editing && !waiting().length, look);
