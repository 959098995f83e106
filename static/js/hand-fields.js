// From what stands in the hand form to the sheet it says, or to what cannot be read in it.
// A port of league/forms/hands.py, fields.py, cards.py and sheet_values.py.

import { RANKS, SEATS, SUITS, cardsMake, otherSide } from "./sheet-runs.js";
import { fill } from "./sum-words.js";

const MOST_TYPED = 9999;
const MOST_DIGITS = 9;
const MOST_LETTERS = 120;
const SET_RANKS = "J9ATKQ";
const SUIT_SIGNS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C", "\ufe0f": "" };
// What one player's runs can be, by the name of the button: twenties, fifties, hundreds.
const RUNS = {
  20: [1, 0, 0], 40: [2, 0, 0], 60: [3, 0, 0], 50: [0, 1, 0], 70: [1, 1, 0], 100: [0, 2, 0],
  h100: [0, 0, 1], h120: [1, 0, 1], h150: [0, 1, 1],
};

// {sheet, errors}: `fields` is the form's FormData; `errors` are [field, sentence], and with one of
// them there is no sheet. `words` are the sentences of the form's fields.
export function readFields(fields, rules, words) {
  const errors = [];
  const picked = (name) => fields.get(name) || null;
  const read = (name, reader, ...rest) => {
    const told = reader(String(fields.get(name) ?? ""), words, ...rest);
    if (told.error) errors.push([name, told.error]);
    return told.value ?? null;
  };
  if (!picked("dealer")) errors.push(["dealer", words.required]);
  const bid = read("bid", readPoints, 0, MOST_TYPED);
  const [ns, ew] = [read("count_ns", readPoints, 0, MOST_TYPED), read("count_ew", readPoints, 0, MOST_TYPED)];
  const trick = read("claim_trick", readPoints, 1, 9);
  const card = read("claim_card", readCard);
  const cards = Object.fromEntries([...SEATS].map((seat) => [seat, read(`cards_${seat}`, readCards)]));
  if (errors.length) return { sheet: null, errors };
  const outcome = picked("outcome") ?? "played";
  // A tapped button cannot be untapped: where everybody passed, nothing was called.
  const called = outcome !== "passed_out";
  const bella = picked("bella");
  const by = picked("claim_by");
  const upheld = { yes: true, no: false }[picked("claim_upheld")] ?? null;
  const sheet = {
    outcome, bid,
    dealer: picked("dealer"),
    caller: called ? picked("caller") : null,
    trump: called ? picked("trump") : null,
    forced: called && picked("forced") !== null,
    counted: { NS: ns, EW: ew },
    last_trick: picked("last_trick"),
    runs: [...SEATS].map((seat) => readRuns(seat, picked, cards[seat], rules)).filter((run) => run),
    sets: [...SET_RANKS].filter((rank) => picked(`set_${rank}`)).map((rank) => ({ seat: picked(`set_${rank}`), rank })),
    bella: bella ? [{ seat: bella, call: picked("bella_call") ?? "last" }] : [],
    claim: outcome === "misplay" ? { by, against: by && otherSide(by), upheld, trick, seat: picked("claim_seat"), card } : null,
    thrown_by: outcome === "thrown_in" ? picked("thrown_by") : null,
  };
  return { sheet, errors };
}

function readRuns(seat, picked, cards, rules) {
  const chosen = picked("runs") ?? "";
  const code = chosen.startsWith(`${seat}-`) ? chosen.slice(2) : picked(`runs_${seat}`);
  const beaten = picked(`beaten_${seat}`);
  if (!code && !beaten && !cards.length) return null;
  const [twenties, fifties, hundreds] = RUNS[code || beaten] ?? countsOf(cards, rules);
  return { seat, twenties, fifties, hundreds, counted: Boolean(code) || !beaten, cards };
}

// Of runs of which only the cards were written.
function countsOf(cards, rules) {
  return cards.map((one) => cardsMake(one, rules.run_long)).reduce((sum, one) => sum.map((n, i) => n + one[i]), [0, 0, 0]);
}

// A whole number in plain digits.
function readPoints(typed, words, least, most) {
  const text = typed.trim().replaceAll("\u2212", "-");
  if (!text) return {};
  if (!/^[0-9]+$/.test(text)) return { error: words.digits };
  const long = text.length > MOST_DIGITS;
  if (!long && Number(text) >= least && Number(text) <= most) return { value: Number(text) };
  return { error: fill(words.range, { typed: long ? `${text.slice(0, MOST_DIGITS)}…` : text, least, most }) };
}

// Cards of one player's runs, a list a run: "9H TH JH, QS KS AS".
function readCards(typed, words) {
  const text = typed.slice(0, MOST_LETTERS).replace(/[♠♥♦♣♤♡♢♧\ufe0f]/g, (sign) => SUIT_SIGNS[sign]).toUpperCase();
  const runs = [];
  for (const part of text.split(/[,;/]/)) {
    const cards = [];
    for (const one of part.split(/\s+/).filter((word) => word)) {
      const card = one.startsWith("10") ? `T${one.slice(2)}` : one;
      if (card.length !== 2 || !RANKS.includes(card[0]) || !SUITS.includes(card[1])) return { error: fill(words.card, { typed: one.slice(0, 8) }) };
      cards.push(card);
    }
    if (cards.length) runs.push(cards);
  }
  const count = runs.flat().length;
  return count > 9 ? { error: fill(words.many, { typed: count }) } : { value: runs };
}

function readCard(typed, words) {
  const { value, error } = readCards(typed, words);
  if (error) return { error };
  const cards = value.flat();
  return cards.length > 1 ? { error: fill(words.card, { typed: typed.slice(0, 8) }) } : { value: cards[0] };
}
