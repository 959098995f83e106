// The sum under the hand form while it is filled in, made on the phone at once, with or without a line.
// What the phone made of it goes along with every question and every hand (field `reckoned`), so that the server
// can tell when the two differ; what the server says stands.

import { readFields } from "./hand-fields.js";
import { checkHand, reckoned } from "./hand-sum.js";
import { sumLine } from "./sum-words.js";

const TYPING = 150;
let words = null;
let alone = false;
let asked = "";
let waiting = 0;

const formHere = () => document.getElementById("hand-form");

// The sentences come once, and the browser keeps them; until they are there the server tells the sum.
async function fetchWords() {
  try {
    const answer = await fetch(document.getElementById("phone-words").href);
    if (!answer.ok) return;
    words = await answer.json();
    document.dispatchEvent(new Event("phone-words"));
  } catch {
    // No line, or another page in its place: the next change in the form tries again.
  }
}
fetchWords();

// The sentences, or null while they are not there; the event "phone-words" says that they have come.
export const phoneWords = () => words;

// What the form says and what it comes to: {read, check, line, told}; `told` is for the server. Null
// while the sentences are not there.
export function reckon(form, fields = new FormData(form)) {
  if (!words) return null;
  const table = JSON.parse(form.dataset.table);
  table.rules = { ...words.rules, ...table.rules };
  const read = readFields(fields, table.rules, words.fields);
  const check = read.sheet && checkHand(read.sheet, table);
  const line = sumLine(read, check, table, words, fields.getAll("confirm"));
  return { read, check, line, told: `${table.stamp} ${reckoned(check)}` };
}

// ----- showing it, as templates/hands/_sum.html does -----

function make(name, className, ...children) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

function tick(name, value, ticked, said, yes) {
  const box = document.createElement("input");
  Object.assign(box, { type: "checkbox", name, defaultChecked: ticked });
  if (value) box.value = value;
  return make("label", "check", box, make("span", "", `${said} `, make("strong", "", yes)));
}

function movesTable(rows, [caption, ...heads]) {
  const top = make("tr", "", ...heads.map((head, i) => Object.assign(make("th", i ? "number" : "", head), { scope: "col" })));
  const body = rows.map(([number, before, after]) =>
    make("tr", "", Object.assign(make("th", "", number), { scope: "row" }), make("td", "number", before || "–"),
      make("td", before === after ? "number" : "number is-winner", after)));
  return make("table", "moves", make("caption", "", caption), make("thead", "", top), make("tbody", "", ...body));
}

function partsOf(line, fields) {
  const output = make("output", `sum-line${line.kind ? ` sum-line--${line.kind}` : ""}`);
  output.htmlFor = "hand-form";
  if (line.sum) output.append(make("p", "", line.sum));
  if (line.verdict) output.append(make("p", "sum-line__verdict", line.verdict));
  output.append(...line.problems.map((said) => make("p", "", said)));
  if (line.end) output.append(make("p", "", make("strong", "", line.end)));
  const parts = [output, ...line.warnings.map(([key, said, ticked]) => tick("confirm", key, ticked, said, words.yes))];
  if (line.endQuestion) parts.push(tick("end_confirmed", "", fields.has("end_confirmed"), line.endQuestion, words.strike_out));
  if (line.moves) parts.push(movesTable(line.moves, words.moves));
  if (alone || !navigator.onLine) parts.push(make("p", "sum-line__alone", words.alone));
  return parts;
}

// What stands there, ticks included: nothing is written again, and read out again, that is there already.
function saying(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data.replace(/\s+/g, " ").trim();
  const own = [node.className ?? "", node.value ?? "", node.checked ?? ""];
  return [...own, ...[...node.childNodes].map(saying)].filter((part) => part !== "").join("|");
}
const sayingOf = (nodes) => [...nodes].map(saying).join("|");

export function showSum(form) {
  const place = document.getElementById("sum-line");
  if (!place) return;
  const fields = new FormData(form);
  const found = reckon(form, fields);
  if (!found) return;
  const parts = partsOf(found.line, fields);
  if (sayingOf(parts) !== sayingOf(place.children)) place.replaceChildren(...parts);
}

function showSoon(event) {
  const form = event.target.form;
  if (!form || form.id !== "hand-form") return;
  clearTimeout(waiting);
  if (!words) fetchWords();
  waiting = setTimeout(() => form.isConnected && showSum(form), event.type === "input" ? TYPING : 0);
}
document.addEventListener("input", showSoon);
document.addEventListener("change", showSoon);

// ----- the server's answer -----

const written = (form) => new URLSearchParams(new FormData(form)).toString();
const isQuestion = (event) => event.detail.elt?.id === "sum-line";

document.addEventListener("htmx:configRequest", (event) => {
  const form = formHere();
  if (!form || !(isQuestion(event) || event.detail.elt === form)) return;
  const found = reckon(form);
  // Where the phone sends the hand itself its sum goes along then: asking at each change costs more than the hand.
  if (isQuestion(event) && found && form.hasAttribute("data-queued")) event.preventDefault();
  if (found) event.detail.parameters.reckoned = found.told;
  if (isQuestion(event)) asked = written(form);
});

// An answer to what has been changed since is late: the next question is on its way.
document.addEventListener("htmx:beforeSwap", (event) => {
  const form = formHere();
  if (!form || !isQuestion(event) || event.detail.xhr.status !== 200) return;
  alone = false;
  const answer = document.createElement("template");
  answer.innerHTML = event.detail.serverResponse;
  const same = sayingOf(answer.content.children) === sayingOf(document.getElementById("sum-line").children);
  if (same || written(form) !== asked) event.detail.shouldSwap = false;
});

for (const trouble of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(trouble, (event) => {
    const form = formHere();
    if (!form || !isQuestion(event)) return;
    alone = true;
    showSum(form);
  });
}
