// The lines of the score sheet for hands that the phone knows before the server has told of them: as
// templates/matches/_line.html and _cell.html write them, from the same figures.

import { readFields } from "./hand-fields.js";
import { judge } from "./sheet-check.js";
import { sideOf } from "./sheet-runs.js";
import { CALLER, DEALER, EW, GONE, ID, NS, PASSED, REVISION, VALUES, WAITS } from "./sheet-state.js";
import { fill, sumWords } from "./sum-words.js";

export function make(name, className, ...children) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...children);
  return element;
}
const hidden = (text) => make("span", "visually-hidden", text);
const named = (text, className = "name") => make("bdi", className, text);

// What a hand's form said, for the form again: everything by its name.
export const valuesOf = (hand) => ({ outcome: "played", bella_call: "last", ...hand[VALUES], dealer: hand[DEALER], caller: hand[CALLER] });

// What a line shows, its running total apart.
const saying = (hand, game, index) => JSON.stringify([hand.slice(0, WAITS), Boolean(hand[WAITS]), game.awarded[index]]);

const linesOf = (table) => [...document.querySelectorAll(`#score-sheet-${table.game} .score-sheet__hands > li`)];

// The lines as the server wrote them from this table: only what is different is written again.
export function rememberLines(table, game) {
  linesOf(table).forEach((line, index) => (line.saying = table.hands[index] && saying(table.hands[index], game, index)));
}

const columnsOf = ({ left }) => (left === "NS" ? ["NS", "EW"] : ["EW", "NS"]);
const of = (side, [ns, ew]) => (side === "NS" ? ns : ew);

// The sheet of this game alone. One that was begun on this phone has none from the server.
export function showSheet(table, words) {
  const id = `score-sheet-${table.game}`;
  let sheet = document.getElementById(id);
  if (!sheet) {
    const old = document.querySelector("#evening > .score-sheet");
    if (!old) return;
    sheet = old.cloneNode(true);
    const title = sheet.querySelector("h2");
    title.id = `sheet-title-${table.game}`;
    title.textContent = fill(words.page.game_sheet, { number: table.game });
    sheet.id = id;
    sheet.dataset.begun = "";
    sheet.setAttribute("aria-labelledby", title.id);
    sheet.querySelectorAll(".score-sheet__hands, .score-sheet__wait, .score-sheet__end").forEach((part) => part.remove());
    sheet.append(make("p", "score-sheet__wait", fill(words.page.no_hand, { name: table.seats[table.first_dealer] })));
    old.after(sheet);
  }
  document.querySelectorAll("#evening > .score-sheet").forEach((one) => {
    one.hidden = one !== sheet;
    if (one.hidden && "begun" in one.dataset) one.remove();
  });
}

// Brings the sheet into line with what the phone knows; `latest` is the id of a hand to point out.
export function showLines(table, game, words, latest) {
  const sheet = document.getElementById(`score-sheet-${table.game}`);
  if (!sheet) return;
  let list = sheet.querySelector(".score-sheet__hands");
  if (!list) {
    if (!table.hands.length) return;
    list = make("ol", "score-sheet__hands");
    sheet.querySelector(".score-sheet__wait")?.replaceWith(list);
    if (!list.isConnected) sheet.append(list);
  }
  const lines = linesOf(table);
  lines.slice(table.hands.length).forEach((line) => line.remove());
  table.hands.forEach((hand, index) => {
    let line = lines[index];
    const now = saying(hand, game, index);
    if (line?.saying !== now) {
      const fresh = lineOf(hand, index, table, game, words);
      fresh.saying = now;
      if (line) line.replaceWith(fresh);
      else list.append(fresh);
      line = fresh;
    }
    const totals = columnsOf(table).map((side) => of(side, game.running[index]));
    line.querySelectorAll(".score-sheet__total").forEach((place, column) => place.replaceChildren(hidden(`${words.page.total} `), totals[column]));
    if (latest) line.classList.toggle("is-new", hand[ID] === latest);
  });
}

function lineOf(hand, index, table, game, words) {
  const number = index + 1;
  const { sheet } = readFields(new Map(Object.entries(valuesOf(hand))), table.rules, words.fields);
  const { score } = sheet ? judge(sheet, table.rules, table.lowered) : { score: null };
  const names = [...document.querySelectorAll(`#score-sheet-${table.game} .score-sheet__head > span`)].slice(1).map((place) => place.textContent);
  const cells = columnsOf(table).map((side, column) => cellOf(side, hand, score, of(side, game.awarded[index]), names[column] ?? "", words));
  const summary = make("summary", "", sayOf(hand, number, table, words), ...cells);
  if (hand[WAITS]) summary.append(make("span", "score-sheet__changed", words.page.here));
  const told = make("p", "", make("strong", "", `${fill(words.page.hand, { number })}.`), score ? ` ${sumWords(score, table, words)}.` : "");
  const open = make("button", "button", words.page.correct_this);
  open.type = "button";
  open.dataset.correct = hand[ID];
  const note = hand[VALUES].note ? [Object.assign(make("p", "", hand[VALUES].note), { dir: "auto" })] : [];
  const sum = make("div", "score-sheet__sum", told, ...note, make("div", "buttons", open));
  const details = make("details", `score-sheet__line${hand[GONE] ? " score-sheet__line--void" : ""}`, summary, sum);
  details.id = `hand-${table.game}-${number}`;
  return make("li", "", details);
}

// The suit as the form's own button shows it.
function suitOf(trump) {
  const drawn = document.querySelector(`#hand-form input[name=trump][value="${trump}"] ~ span > *`)?.cloneNode(true);
  drawn?.classList?.remove("suit-grid__word");
  return drawn ?? trump;
}

function sayOf(hand, number, table, words) {
  const caller = hand[CALLER];
  const heard = `${fill(words.page.hand, { number })}${caller ? `, ${words.page.called}` : ""} `;
  const first = make("span", "", hidden(heard));
  if (caller) first.append(named(table.seats[caller]), " ", hand[VALUES].trump ? suitOf(hand[VALUES].trump) : "");
  else if (hand[PASSED]) first.append(make("span", "mark mark-passed-out", words.verdicts.passed_out));
  if (hand[VALUES].forced) first.append(" !");
  const mark = make("span", "dealer-mark", "D");
  mark.ariaHidden = "true";
  const second = make("span", "score-sheet__hand-number", mark, hidden(`${words.page.dealt} `), named(table.seats[hand[DEALER]]));
  return make("span", "score-sheet__say", first, second);
}

// The side that has the verdict's word beside its square.
function loserOf(hand, score) {
  const { verdict } = score;
  if (["bait", "half_bait"].includes(verdict)) return sideOf(hand[CALLER]);
  return ["lost_hand", "misplay", "thrown_in"].includes(verdict) ? (hand[NS] === 0 ? "NS" : "EW") : null;
}

function cellOf(side, hand, score, awarded, name, words) {
  const written = make("span", "score-sheet__written", hidden(`${name} `));
  const points = of(side, [hand[NS], hand[EW]]);
  const marked = score && !hand[GONE] && loserOf(hand, score) === side;
  const struck = marked && ["bait", "half_bait"].includes(score.verdict) ? score.steps.find((step) => step.kind === "callers")?.points : undefined;
  if (struck !== undefined) written.append(make("s", "", struck), " ");
  else written.append(String(points));
  if (marked) written.append(" ", make("span", `mark mark-${score.verdict.replaceAll("_", "-")}`, words.verdicts[score.verdict]));
  const small = (text) => written.append(" ", make("small", "", text));
  if (awarded) small(fill(words.page.awarded, { points: awarded }));
  const melds = score ? score.steps.filter((step) => step.seat && sideOf(step.seat) === side) : [];
  for (const step of melds.filter(({ kind }) => ["run", "set"].includes(kind))) small(fill(words.page.run, step));
  if (melds.some(({ kind }) => kind === "bella")) small(words.page.bells);
  return make("span", "score-sheet__side", written, make("span", "score-sheet__total"));
}
