// The entry page as the phone shows it: bar, form or ending, and the lines of the sheet, from what the server
// told last and what waits on top of it.

import { settle } from "./league.js";
import { phoneWords } from "./live-sum.js";
import { lineNow } from "./sending.js";
import { emptyForm, formHere, nameForm } from "./sheet-form.js";
import { make, showLines, showSheet } from "./sheet-lines.js";
import { GONE, ID, WAITS, inPlay, nextGame, stampOf, standing } from "./sheet-state.js";
import { endWords, fill } from "./sum-words.js";
import { allThings, readOwn, writeOwn } from "./things.js";
import { showWaiting } from "./waiting.js";

export const SOON = 1500; // ms that a hand may be on its way before the bar says that it waits

const place = () => document.querySelector("[data-waiting]");
// Of this page: the match, and the addresses to send to and to fetch the page from.
export const { match, sent, page, title } = place().dataset;
export const key = `table-${match}`;
// Whose account writes here; under another one the server takes nothing until somebody says so. None of a link.
export const writer = () => {
  const { account, name } = place().dataset;
  return account ? { as: account, by: { id: account, name } } : {};
};

// `table`, `game`, `things`: the sheet as it is shown, null before the first time. `editing`: the hand that
// is corrected in the form, {id, number, revision, typed}. `touched`: something was typed since the page
// turned. `latest`: the id of the hand saved last, `state` what the bar says of it (null: what the server wrote there).
// `begun`: games begun on this phone, by number; `cut`: the next one is begun here, the server being out of reach.
export const shown = { table: null, game: null, things: [], editing: null, touched: false, latest: "", state: null, begun: {}, cut: false };

export const inQuestion = (thing) => thing.answer?.answer === "conflict";
export const waiting = () => shown.things.filter((thing) => !inQuestion(thing));
export const whole = (table) => ({ ...table, rules: { ...phoneWords().rules, ...table.rules } });
// Whether the server has yet to hear of the game in play.
export const isBegunHere = () => shown.table.game > shown.known.table.game;
// Nothing has been on its way that begins it: the server may have it since.
const mayUnbegin = () => isBegunHere() && !shown.things.some(({ opens }) => opens?.game === shown.table.game);
export const indexOf = (id) => shown.table.hands.findIndex((hand) => hand[ID] === id);

let turns = 0;

// Shows everything anew. Gives true when the server is to be asked for the page: all is sent, and what it
// said of its sheet is not what stands here, or the game is over.
export async function refresh() {
  const turn = ++turns;
  const things = await allThings(match, shown.things);
  // Where the store was cleared meanwhile, what stands here is what it knows.
  const known = (await readOwn(key)) ?? (await writeOwn(key, (there) => there ?? shown.known));
  const words = phoneWords();
  if (turn !== turns) return false;
  Object.assign(shown, { things, known });
  if (!words) return false;
  const hurry = things.some((thing) => Date.now() - thing.made > SOON);
  showWaiting(place(), things, lineNow(), words.page, { hurry });
  if (!known || !(formHere() ?? document.getElementById("hand-form-after"))) return false;
  const told = whole(known.table);
  const table = inPlay(told, things, shown.begun);
  const game = standing(table);
  shown.cut = game.over && (shown.cut || (waiting().length > 0 && (hurry || !lineNow().reached)));
  Object.assign(shown, { table: { ...table, stamp: stampOf(table) }, game });
  // Taken off in another tab meanwhile: what stands in the form is a hand to write.
  const id = shown.editing?.id;
  if (id && indexOf(id) < 0 && !things.some(({ hand }) => hand === id)) Object.assign(shown, { editing: null, touched: true });
  showSheet(table, words);
  showLines(table, game, words, shown.latest);
  showEnd(table, game, words);
  showBar();
  showForm();
  const other = known.stamp && known.stamp !== stampOf(told);
  return !waiting().length && Boolean(other || document.querySelector("[data-over]"));
}

export function showBar() {
  const { game, table, editing, state } = shown;
  const { page: words } = phoneWords();
  document.querySelectorAll(".scorebar__total").forEach((total, column) => {
    const [mine, theirs] = column ? [game.b, game.a] : [game.a, game.b];
    total.textContent = mine;
    total.parentElement.classList.toggle("is-leading", mine > theirs);
  });
  const number = editing?.number ?? table.number;
  document.querySelector("[data-hand-now]").textContent = game.over && !editing ? "" : ` · ${fill(words.now, { number })}`;
  const here = isBegunHere() ? fill(words.game_now, { number: table.game }) : state;
  const told = editing ? fill(words.correcting, editing) : state ?? here;
  const said = document.querySelector("[data-state]");
  if (told !== null && said.textContent !== told) said.textContent = told;
}

// The form of the next hand or of the one that is corrected; or how the game ended.
export function showForm() {
  const { table, game, editing } = shown;
  const words = phoneWords();
  const entering = Boolean(editing) || !game.over;
  const ending = document.querySelector("[data-ending]");
  const form = formHere() ?? (entering ? takeForm() : null);
  const waits = waiting().length > 0;
  if (form) {
    form.hidden = !entering;
    form.toggleAttribute("data-ahead", waits || Boolean(editing) || isBegunHere());
    if (entering) turnForm(form, words.page);
  }
  document.getElementById("evening").classList.toggle("evening--two", entering);
  // The bell that the server asks about is that of its own game.
  for (const bell of document.querySelectorAll("#evening :is([href$='/bell/'], [action$='/bell/'])")) bell.hidden = isBegunHere();
  // What the server said of the end is of before, once something was done here: it says it anew.
  if (ending && (entering || waits || beginsHere())) ending.dataset.past = "";
  if (ending) ending.hidden = "past" in ending.dataset;
  showOver(words, !entering && (!ending || ending.hidden));
  heading().textContent = entering ? fill(words.page.hand, { number: editing?.number ?? table.number }) : words.page.sheet;
}

const heading = () => document.querySelector("#evening > h1");

// The page has turned: whoever listens, or has a keyboard, begins at its top.
export function focusTop() {
  heading().tabIndex = -1;
  heading().focus();
}

// The form that the server put aside because the game is over.
export function takeForm() {
  const aside = document.getElementById("hand-form-after");
  aside.replaceWith(aside.content);
  const form = formHere();
  window.htmx?.process(form);
  settle(form.parentElement);
  form.elements.number.value = "";
  return form;
}

function turnForm(form, words) {
  const { table, game, editing, touched } = shown;
  const own = Number(form.elements.game.value) === table.game;
  if (editing) {
    nameForm(form, table, editing.number, words, { hand: editing, last: editing.number === table.hands.length });
  } else if (touched) {
    // What is being typed stays the hand that it was begun as, whatever came meanwhile.
    if (own) nameForm(form, table, Number(form.elements.number.value), words);
  } else {
    if (!own || Number(form.elements.number.value) !== table.number) emptyForm(form, game.dealer);
    nameForm(form, table, table.number, words);
  }
  const last = table.hands.at(-1);
  let way = null;
  if (editing) way = button("data-back", words.back);
  else if (!last && mayUnbegin()) way = button("data-undo", words.back);
  else if (last && !last[GONE]) way = button("data-undo", words.undo, fill(words.now, { number: table.hands.length }));
  const bar = form.querySelector(".save-bar");
  const old = bar.querySelector("button:not([name])");
  if (old?.outerHTML === way?.outerHTML) return; // it may have the focus
  old?.remove();
  if (way) bar.prepend(way);
}

function button(name, text, more) {
  const made = make("button", "button", text, ...(more ? [make("span", "visually-hidden", ` ${more}`)] : []));
  made.type = "button";
  made.setAttribute(name, "");
  return made;
}

// The end in the sheet's foot, which the server wrote of what it has.
function showEnd(table, game, words) {
  const end = document.querySelector(`#score-sheet-${table.game} .score-sheet__end`);
  if (!end) return;
  end.hidden = !game.over;
  if (game.over && table.hands.some((hand) => hand[WAITS])) end.textContent = endWords(game, table, words);
}

// The game is over and the server has not said so yet: no further hand, the rest comes from there.
function showOver(words, over) {
  const old = document.querySelector("[data-over]");
  if (!over) return old?.remove();
  const { table, game } = shown;
  const said = make("p", "notice notice--success", make("strong", "", endWords(game, table, words)));
  const undo = button("data-undo", fill(words.page.undo_hand, { number: table.hands.length }));
  const section = make("section", "section", said, make("p", "", words.page.wait), ...beginning(words), make("div", "buttons", undo));
  section.setAttribute("data-over", "");
  if (old?.outerHTML === section.outerHTML) return;
  old?.remove();
  document.querySelector("#evening .score-sheet").before(section);
}

// The number of the next game, where it is begun on this phone; 0 where the server does that.
const beginsHere = () => (shown.cut ? nextGame(shown.table) : 0);

// The next game, begun without the server: who deals first, in the seats of this one.
function beginning(words) {
  const next = beginsHere();
  if (!next) return [];
  const ways = Object.entries(shown.table.seats).map(([seat, name]) => {
    const way = button("data-begins", "");
    way.dataset.begins = seat;
    way.append(make("bdi", "", name));
    return way;
  });
  return [make("h2", "", fill(words.page.next_game, { number: next })), make("p", "", words.page.begin), make("div", "buttons", ...ways)];
}

// One note above the form, in place of those of before.
export function note(words) {
  document.querySelectorAll("#evening > p.notice").forEach((old) => old.remove());
  if (words) heading().after(Object.assign(make("p", "notice", words), { role: "status" }));
}
