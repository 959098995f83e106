// What is done on the entry page: a hand saved, corrected or undone is kept on this phone, then the page turns
// by itself, then it is sent.

import { newId, sayTrouble } from "./league.js";
import { phoneWords, reckon, showSum } from "./live-sum.js";
import { changed, lineNow, sendWaiting } from "./sending.js";
import { emptyForm, fillForm, fillWith, formHere, sheetIn, valuesIn } from "./sheet-form.js";
import { make } from "./sheet-lines.js";
import { SOON, focusTop, indexOf, match, note, page, refresh, sent, showBar, showForm, shown, takeForm, title, waiting, writer } from "./sheet-shown.js";
import { ID, REVISION, gameAfter } from "./sheet-state.js";
import { fill } from "./sum-words.js";
import { addThing, dropUntried } from "./things.js";

const DOUBLE = 700; // ms in which a second tap means what the first one did
const FINGER = 48; // px that it may be beside it
let busy = false;
let turned = false; // the page, since the finger came down
let tap = { x: 0, y: 0, at: 0 };

// A finger that trembles, or that waited for the page, taps where Save was: by then something else is there.
// A key (no `detail`) goes where it is meant to.
document.addEventListener("click", ({ clientX: x, clientY: y, timeStamp: at, detail }) => {
  turned &&= detail > 0 && at - tap.at < DOUBLE && Math.hypot(x - tap.x, y - tap.y) < FINGER;
  tap = { x, y, at };
}, true);
const tappedTwice = () => busy || turned;
const beforeIt = (table, number) => table.hands[number - 2]?.[ID] ?? table.after ?? "";

// Keeps a thing, by `store`; when it is safe, `turn` turns the page, and it is sent.
async function keep(thing, turn, store = addThing) {
  busy = true;
  try {
    const { seats, sides } = shown.table;
    const now = { match, address: sent, page, title, ...writer(), seats, sides, made: Date.now(), answer: null, tried: false };
    await store({ ...now, ...thing });
    document.querySelectorAll("[data-problems], #hand-form .field-error").forEach((error) => error.remove());
    note("");
    Object.assign(shown, { touched: false, editing: null });
    turned = true;
    turn();
    await refresh();
    focusTop();
  } finally {
    busy = false;
  }
  changed();
  setTimeout(changed, SOON + 100);
  sendWaiting();
}

function isSound({ check, line }, form) {
  const ticked = line.warnings.every(([, , tick]) => tick) && (!line.endQuestion || form.elements.end_confirmed?.checked);
  return Boolean(check?.score) && !line.problems.length && ticked;
}

// Whether the phone does it itself; otherwise the server is asked, as without script.
export function save(form) {
  const found = shown.table && reckon(form);
  if (!found) {
    // Without its words the phone reckons nothing; past hands that wait nothing is stored.
    if (waiting().length) sayTrouble(document.body.dataset.wordsNoLine);
    return waiting().length > 0;
  }
  if (tappedTwice()) return true;
  if (!isSound(found, form)) {
    // What is wrong stands on its field when the server says so; without it, in the sum.
    if (!form.hasAttribute("data-ahead") && lineNow().reached) return false;
    showSum(form);
    document.getElementById("sum-line").scrollIntoView({ block: "center" });
    return true;
  }
  const number = Number(form.elements.number.value);
  // What was typed before another game was put on the page is a hand of the game in which it was begun.
  const table = JSON.parse(form.dataset.table);
  const { check } = found;
  const { ns, ew, hanging } = check.score;
  const fields = sheetIn(form);
  const { dealer, caller, outcome, reason } = Object.fromEntries(fields);
  const passed = outcome === "passed_out";
  const thing = {
    game: table.game, number, fields, values: valuesIn(fields), after: beforeIt(table, number), seats: table.seats, sides: table.sides,
    figures: [ns, ew, hanging, dealer, passed ? null : caller ?? null, Number(passed), 0],
  };
  const { page: words } = phoneWords();
  const { editing } = shown;
  if (editing && number !== table.hands.length && !reason) {
    askWhy(form, words);
    return true;
  }
  const id = editing?.id ?? form.elements.client_id.value;
  const told = editing
    ? { kind: "correct", id: newId(), hand: id, base: editing.revision, struck: check.afterEnd }
    : { kind: "record", id, hand: id, base: 0, ...seating(table, number) };
  thing.fields = [...fields, ["reckoned", found.told]];
  keep({ ...thing, ...told }, () => {
    Object.assign(shown, { latest: id, state: fill(words.kept, { number }) });
    beginAnew(form, editing?.typed);
  });
  return true;
}

// What the first hand says of how its game stands: who sits where can change until it is stored; and each hand of a game
// that was begun here who deals first in it.
function seating({ game, left, first_dealer: dealer }, number) {
  const opens = game > shown.known.table.game && shown.begun[game];
  if (opens) return { begins: opens.first_dealer, ...(number === 1 && { opens }) };
  return number === 1 ? { seated: left + (dealer ?? "") } : {};
}

function askWhy(form, words) {
  const field = form.querySelector("#field-reason");
  if (!field.querySelector(".field-error")) field.append(make("p", "field-error", words.why));
  field.querySelector("input").focus();
}

// An empty form, or what was being typed before a correction.
function beginAnew(form, typed) {
  emptyForm(form, null);
  form.elements.number.value = "";
  if (!typed) return;
  fillForm(form, typed);
  for (const name of ["client_id", "number"]) form.elements[name].value = typed[name];
  shown.touched = true;
}

// Puts a hand of this game into the form; false where only the server can.
export function correct(id) {
  const index = shown.table ? indexOf(id) : -1;
  if (index < 0 || busy) return false;
  const hand = shown.table.hands[index];
  const { editing, touched } = shown;
  const typed = editing ? editing.typed : touched ? Object.fromEntries(new FormData(formHere())) : null;
  Object.assign(shown, { editing: { id, number: index + 1, revision: hand[REVISION], typed }, touched: false, state: shown.state ?? "" });
  showForm();
  fillWith(formHere(), hand);
  showBar();
  showSum(formHere());
  focusTop();
  return true;
}

export async function back() {
  if (!shown.editing) return;
  const { typed } = shown.editing;
  turned = true;
  Object.assign(shown, { editing: null, touched: false });
  beginAnew(formHere(), typed);
  await refresh();
  focusTop();
}

// Begins the next game on this phone: its first hand takes it to the server.
export async function begin(dealer) {
  if (tappedTwice()) return;
  turned = true;
  const begun = gameAfter(shown.table, dealer);
  shown.begun[begun.game] = begun;
  Object.assign(shown, { latest: "", state: null, touched: false });
  (formHere() ?? takeForm()).elements.number.value = "";
  await refresh();
  focusTop();
}

async function unbegin() {
  turned = true;
  delete shown.begun[shown.table.game];
  Object.assign(shown, { cut: true, touched: false });
  await refresh();
  focusTop();
}

// Takes the last hand off; what it said stands in the form again. One that was never sent need not be undone.
// Where none was written yet the game is not begun any more.
export function undo() {
  if (tappedTwice()) return;
  const { table } = shown;
  const number = table.hands.length;
  if (!number) {
    unbegin();
    return;
  }
  const hand = table.hands[number - 1];
  const thing = { kind: "undo", id: newId(), hand: hand[ID], base: hand[REVISION], game: table.game, number, fields: [], after: beforeIt(table, number) };
  keep(thing, () => {
    Object.assign(shown, { latest: "", state: "", touched: true });
    const form = formHere() ?? takeForm();
    emptyForm(form, null);
    fillWith(form, hand);
    form.elements.game.value = table.game;
    form.elements.number.value = number;
    note(fill(phoneWords().page.undone, { number }));
  }, async (whole) => (await dropUntried(whole)) || addThing(whole));
}
