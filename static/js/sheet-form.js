// The hand form as the phone itself fills it: empty for the next hand, or with what a hand said.

import { newId, settle, tellDealer } from "./league.js";
import { valuesOf } from "./sheet-lines.js";
import { fill } from "./sum-words.js";

// What belongs to the form and not to the sheet in it.
const OWN = new Set(["csrfmiddlewaretoken", "client_id", "game", "number", "revision"]);
const EMPTY = { outcome: "played", bella_call: "last" };

export const formHere = () => document.getElementById("hand-form");

// The sheet in the form as [name, value] pairs, blanks left out.
export function sheetIn(form) {
  const pairs = [...new FormData(form)].filter(([name, value]) => !OWN.has(name) && value !== "");
  return pairs.filter(([name]) => name !== "bella_call" || pairs.some(([other]) => other === "bella"));
}

// The same by name, as a hand keeps it; what was ticked for this sum alone is left out.
export function valuesIn(pairs) {
  const { dealer, caller, confirm, end_confirmed: ended, reason, ...values } = Object.fromEntries(pairs);
  return values;
}

export function fillForm(form, values) {
  const whole = { ...EMPTY, ...values };
  for (const field of form.elements) {
    if (!field.name || OWN.has(field.name) || field.type === "submit") continue;
    const value = String(whole[field.name] ?? "");
    if (field.type === "radio") field.checked = field.value === value;
    else if (field.type === "checkbox") field.checked = Boolean(whole[field.name]);
    else field.value = value;
  }
  for (const mark of form.querySelectorAll(".is-reckoned")) mark.classList.remove("is-reckoned");
  for (const part of form.querySelectorAll("details")) part.open = false;
  form.querySelector("#sum-line")?.replaceChildren();
  const dealer = form.querySelector("[name=dealer]:checked");
  if (dealer) tellDealer(dealer);
  settle(form.parentElement);
}

// An empty form with an id of its own for the next hand.
export function emptyForm(form, dealer) {
  fillForm(form, { dealer });
  form.elements.client_id.value = newId();
}

// The form for hand `number` of this table; `hand` is the one it corrects, `last` whether it is the last.
export function nameForm(form, table, number, words, { hand = null, last = true } = {}) {
  form.elements.game.value = table.game;
  form.elements.number.value = number;
  form.dataset.table = JSON.stringify({ ...table, number, correcting: hand !== null });
  form.querySelector("button[name=save]").textContent = fill(hand ? words.correct : words.save, { number });
  const reason = form.querySelector("#field-reason");
  if (reason) reason.hidden = !hand || last;
}

export const fillWith = (form, hand) => fillForm(form, valuesOf(hand));
