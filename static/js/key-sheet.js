// Keying a paper sheet: a letter goes on by itself, Enter goes on, lines come by themselves, and the
// sums stand beside each line while it is typed. The shorthand is that of league/forms/keyed_sheets.py;
// what is stored is what the server reads.

import { nextDealer } from "./game-score.js";
import { checkHand } from "./hand-sum.js";
import { draftOf, dropDraft, keepDraft } from "./key-draft.js";
import { SEATS, otherSide, sideOf } from "./sheet-runs.js";
import { sumLine } from "./sum-words.js";

const SHORT_RUNS = { 2: "20", 4: "40", 6: "60", 5: "50", 7: "70", 1: "100" };
const SHORT_LONG_RUNS = { 1: "100", 2: "120", 5: "150" };
const RUNS = { 20: [1, 0, 0], 40: [2, 0, 0], 60: [3, 0, 0], 50: [0, 1, 0], 70: [1, 1, 0], 100: [0, 2, 0] };
const LONG_RUNS = { 100: [0, 0, 1], 120: [1, 0, 1], 150: [0, 1, 1] };

const form = document.getElementById("key-form");
const save = document.getElementById("key-save");
let words = null;

const lines = () => [...form.querySelectorAll("[data-line]")];
const inputs = () => [...form.querySelectorAll("[data-field]")];
const fieldOf = (line, name) => line.querySelector(`[data-field="${name}"]`);
const typedIn = (line) => (name) => fieldOf(line, name)?.value ?? "";
const isEmpty = (line) => [...line.querySelectorAll("[data-field]")].every((field) => !field.value.trim());

// ----- the table: names, who deals first, which side is on the left -----

function tableNow() {
  const table = JSON.parse(form.dataset.table);
  table.rules = { ...words.rules, ...table.rules };
  const seats = [...SEATS].map((seat) => [seat, document.getElementById(`id_seat_${seat}`)]);
  if (seats.every(([, select]) => select)) {
    const cut = form.querySelector("[name=dealer]:checked")?.value;
    table.first_dealer = cut && (seats.find(([, select]) => select.value === cut)?.[0] ?? null);
    for (const [seat, select] of seats) table.seats[seat] = select.selectedOptions[0].text;
    table.sides = { NS: `${table.seats.N} & ${table.seats.S}`, EW: `${table.seats.E} & ${table.seats.W}` };
    const northIsA = form.dataset.sideA.split(" ").includes(document.getElementById("id_seat_N").value);
    table.left = northIsA ? "NS" : "EW";
  }
  return table;
}

// ----- a line: its sheet, or what cannot be read in it -----

function readRuns(text, rules) {
  const found = [];
  const pattern = /([NESW])\s*(H?)\s*([0-9]{1,3})[\s,]*/y;
  while (pattern.lastIndex < text.length) {
    const read = pattern.exec(text);
    if (!read) return null;
    const [, seat, long, figure] = read;
    const counts = long ? LONG_RUNS[SHORT_LONG_RUNS[figure] ?? figure] : RUNS[SHORT_RUNS[figure] ?? figure];
    if (!counts || (long && rules.run_long !== "quint100") || found.some((run) => run.seat === seat)) return null;
    found.push({ seat, twenties: counts[0], fifties: counts[1], hundreds: counts[2], counted: true, cards: [] });
  }
  return found;
}

const oneOf = (text, letters) => (text === "" ? null : letters.includes(text) ? text : undefined);

// What stands in the fields, by their names; undefined where it cannot be read.
function valuesOf(typed, rules) {
  const says = (name) => typed(name).trim().toUpperCase();
  const caller = says("caller");
  const passed = caller === "P" || caller === "-";
  const trump = { N: "NT" }[says("trump")] ?? says("trump");
  const figure = (text) => (/^[0-9]{0,4}$/.test(text) ? text && Number(text) : undefined);
  return {
    passed, caller: passed ? null : oneOf(caller, [...SEATS]), trump: oneOf(trump, ["S", "H", "D", "C", "NT"]),
    bid: figure(says("bid")), runs: readRuns(says("runs"), rules) ?? undefined, bella: oneOf(says("bella"), [...SEATS]),
    count: figure(says("count")),
  };
}

// `typed(name)` is what stands in a field. Gives the sheet as sheet-check.js knows it, null for what
// cannot be read.
export function readLine(typed, dealer, rules) {
  const values = valuesOf(typed, rules);
  if (Object.values(values).includes(undefined)) return null;
  const { passed, caller, trump, bid, runs, bella, count } = values;
  const side = caller ? sideOf(caller) : "NS";
  return {
    outcome: passed ? "passed_out" : "played", dealer, caller, trump: passed ? null : trump, forced: false,
    bid: bid === "" ? null : bid, last_trick: null, sets: [], claim: null, thrown_by: null, runs,
    counted: { [side]: count === "" ? null : count, [otherSide(side)]: null },
    bella: bella ? [{ seat: bella, call: "last" }] : [],
  };
}

// The sentence about what cannot be read in a line.
function unreadWords(line) {
  const values = valuesOf(typedIn(line), tableNow().rules);
  const unread = Object.keys(values).filter((name) => values[name] === undefined);
  return form.dataset.wordsUnread.replace("%(what)s", unread.map((name) => `“${fieldOf(line, name).value.trim()}”`).join(", "));
}

// ----- the sums -----

function put(line, written, totals, table) {
  const order = (pair) => (!pair ? ["", ""] : table.left === "NS" ? pair : [pair[1], pair[0]]);
  ["a", "b"].forEach((side, i) => {
    line.querySelector(`[data-written="${side}"]`).textContent = order(written)[i];
    line.querySelector(`[data-total="${side}"]`).textContent = order(totals)[i];
  });
}

// The sentences under a line; ticks and two versions that the server put there stay.
function tell(line, sentences) {
  const row = line.querySelector(".key-sheet__said");
  const place = row.querySelector("[data-said]");
  place.replaceChildren(...sentences.map((said) => Object.assign(document.createElement("p"), { className: "field-error", textContent: said })));
  row.hidden = !sentences.length && row.querySelector("label, .conflict__both") === null;
}

function showSums() {
  if (!words) return;
  const table = tableNow();
  const before = table.hands.at(-1);
  const dealt = Boolean(before || table.first_dealer);
  // Until somebody says who deals first, "N" lets the rest be read.
  let dealer = before ? nextDealer(before[3], before[5] || before[6], table.rules) : table.first_dealer || "N";
  const last = lines().findLastIndex((line) => !isEmpty(line));
  let whole = true; // no line above is in doubt, and so the totals are known
  lines().forEach((line, i) => {
    line.querySelector("[data-dealer]").textContent = dealt ? dealer : "";
    const here = { ...table, number: table.hands.length + 1 };
    const sheet = i <= last && !isEmpty(line) ? readLine(typedIn(line), dealer, table.rules) : null;
    const check = sheet && checkHand(sheet, here);
    const { score, after } = check ?? {};
    whole &&= Boolean(score) || i > last;
    put(line, score && [score.ns, score.ew], whole && after ? [after.ns, after.ew] : null, table);
    // What is wrong is said when the line is left; the sum at once.
    const typing = line.contains(document.activeElement);
    if (check && !typing) {
      const said = sumLine({ sheet, errors: [] }, check, here, words);
      tell(line, said.kind === "problem" ? said.problems : score ? [] : [said.verdict]);
    } else if (isEmpty(line) || score) {
      tell(line, []);
    } else if (!sheet && !typing) {
      tell(line, [unreadWords(line)]);
    }
    const passed = sheet?.outcome === "passed_out";
    if (i <= last) table.hands.push(score ? [score.ns, score.ew, score.hanging, dealer, sheet.caller, passed ? 1 : 0, 0] : [0, 0, 0, dealer, null, 0, 1]);
    dealer = nextDealer(dealer, i <= last && (passed || !score), table.rules);
  });
}

// ----- lines that come by themselves -----

function addLine() {
  const all = lines();
  if (all.length >= Number(form.dataset.most)) return;
  const before = all.at(-1);
  const [was, number] = [before.dataset.line, String(Number(before.dataset.line) + 1)];
  const line = before.cloneNode(true);
  line.dataset.line = number;
  line.querySelector("th").textContent = number;
  const said = line.querySelector(".key-sheet__said");
  said.hidden = true;
  const cell = said.querySelector("[id]");
  cell.id = `said-${number}`;
  cell.replaceChildren(document.createElement("div"));
  cell.firstChild.dataset.said = "";
  for (const field of line.querySelectorAll("[data-field]")) {
    field.id = field.name = `${field.dataset.field}-${number}`;
    field.value = "";
    field.setAttribute("aria-label", field.getAttribute("aria-label").replace(was, number));
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }
  before.after(line);
  form.elements.lines.value = String(all.length + 1);
}

// ----- going on -----

function goOn(field) {
  const all = inputs();
  const next = all[all.indexOf(field) + 1] ?? save;
  next.focus();
  next.select?.();
}

function isWhole(field) {
  const said = field.value.trim().toUpperCase();
  const { rules } = tableNow();
  switch (field.dataset.field) {
    case "caller": return "NESW".includes(said) && said.length === 1;
    case "trump": return "SHDC".includes(said) && said.length === 1 || (said === "N" && rules.no_trump);
    case "bella": return "NESW".includes(said) && said.length === 1;
    // Where several players count runs, more may follow.
    case "runs": return rules.run_scope === "player" && /^[NESW]H?[124567]$/.test(said) && Boolean(readRuns(said, rules)?.length);
    default: return false;
  }
}

form.addEventListener("input", (event) => {
  const field = event.target;
  if (!field.dataset.field) return;
  field.removeAttribute("aria-invalid");
  if (field.closest("[data-line]") === lines().at(-1)) addLine();
  if (words && event.inputType?.startsWith("insert") && isWhole(field)) goOn(field);
  // Everybody passed: nothing else stands in that line.
  else if (field.dataset.field === "caller" && ["P", "-"].includes(field.value.trim().toUpperCase())) goOn(fieldOf(field.closest("[data-line]"), "count"));
  showSums();
});
form.addEventListener("change", showSums);
for (const kind of ["input", "change"]) form.addEventListener(kind, () => keepDraft(form));
form.addEventListener("focusout", () => setTimeout(showSums));

form.addEventListener("keydown", (event) => {
  const field = event.target;
  if (event.key !== "Enter" || !field.dataset.field) return;
  if (event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (field.dataset.field === "caller" && isEmpty(field.closest("[data-line]"))) save.focus();
  else goOn(field);
});

// ----- what was typed before a reload -----

// Onto a page that nobody has written on yet; an answer to what was sent holds it all.
function fillIn() {
  const fields = draftOf(form);
  if (!fields || !lines().every(isEmpty)) return;
  while (lines().length < Number(fields.get("lines"))) addLine();
  for (const [name, value] of fields) {
    if (form.elements[name]) form.elements[name].value = value;
  }
  form.querySelector("[data-again]").hidden = lines().every(isEmpty);
}

form.querySelector("[data-anew]").addEventListener("click", () => {
  dropDraft();
  location.reload();
});
fillIn();

// Both are for a browser without script: here the sums and the lines come by themselves.
for (const button of form.querySelectorAll("[name=preview], [data-more]")) button.hidden = true;

const answer = await fetch(document.getElementById("phone-words").href).catch(() => null);
if (answer?.ok) {
  words = await answer.json();
  showSums();
}
if (!document.querySelector("[data-problems]")) (document.getElementById("id_seat_N") ?? inputs()[0]).focus();
