// Runs, sets and cards on a hand sheet: by themselves, against each other, and beaten or not
// (docs/RULES.md 4, 8.3). A port of scoring/checks_runs.py, checks_cards.py and checks_beaten.py.

import {
  HAND_SIZE, RANKS, SEATS, SUITS, canHold, cardsMake, compare, figuresOf, findRuns, inSequence, leftOf, pointsOf,
  possibleInNineCards, runStrength, sameFigures, setStrength, sideOf, strongest,
} from "./sheet-runs.js";

// One thing that is wrong, or as a warning unlikely: `field` names the field of the sheet it belongs to.
export const problem = (code, field, figures = {}, warning = false) => (warning ? { code, field, figures, warning } : { code, field, figures });

// Everything that is wrong with runs and sets; `sheet` as wholeSheet gives it.
export function runsProblems(sheet, rules) {
  const seats = bySeat(sheet);
  const found = [...runProblems(sheet, seats, rules), ...cardProblems(sheet, seats, rules)];
  if (found.some((one) => one.field.startsWith("runs"))) return found;
  return [...found, ...beatenProblems(sheet, seats, rules)];
}

// ----- runs and sets by themselves (4.1 to 4.5) -----

// What the sheet says about each seat that has a row of runs or a set, all its rows together.
function bySeat(sheet) {
  return [...SEATS].map((seat) => seatRuns(seat, sheet)).filter((one) => one.rows.length || one.sets.length);
}

function seatRuns(seat, sheet) {
  const rows = sheet.runs.filter((run) => run.seat === seat);
  const sets = sheet.sets.filter((four) => four.seat === seat).map((four) => four.rank);
  const inRuns = rows.flatMap((row) => row.cards.flat());
  const ofSets = sets.flatMap((rank) => [...SUITS].map((suit) => rank + suit));
  return {
    seat, rows, sets,
    figures: [0, 1, 2].map((i) => rows.reduce((sum, row) => sum + figuresOf(row)[i], 0)),
    cards: [...inRuns, ...ofSets.filter((card) => !inRuns.includes(card))],
    counts: sets.length > 0 || rows.some((row) => row.counted && pointsOf(row)),
    shows: sets.length > 0 || rows.some((row) => row.shown && pointsOf(row)),
  };
}

function runProblems(sheet, seats, rules) {
  const found = [];
  if (sheet.sets.length && !rules.sets) found.push(problem("sets_not_allowed", "sets", { ranks: sheet.sets.map((four) => four.rank) }));
  for (const one of seats) {
    if (!possibleInNineCards(one.figures, rules.run_long)) found.push(tooMany(one));
    for (const row of one.rows) {
      const points = pointsOf(row);
      if (row.counted && !row.shown && points) found.push(problem("run_not_shown", `runs.${one.seat}`, { seat: one.seat, points }));
      found.push(...writtenCards(row, rules));
    }
  }
  const counting = seats.filter((one) => one.counts).map((one) => one.seat);
  if (rules.run_scope === "player" && counting.length > 1) found.push(problem("runs_more_than_one_player", "runs", { seats: counting }));
  if (rules.run_scope === "side" && new Set(counting.map(sideOf)).size > 1) found.push(problem("runs_both_sides", "runs", { seats: counting }));
  return found;
}

function tooMany({ seat, figures: [twenties, fifties, hundreds] }) {
  const needed = 3 * twenties + 4 * fifties + 5 * hundreds;
  return problem("runs_impossible_for_nine_cards", `runs.${seat}`, { seat, twenties, fifties, hundreds, needed, cards: HAND_SIZE });
}

// Cards written for runs: in sequence, and making what is written beside them. A row that is not
// counted may leave its figures out.
function writtenCards(row, rules) {
  const { seat } = row;
  const written = figuresOf(row);
  const broken = row.cards.filter((cards) => !inSequence(cards));
  const found = broken.map((cards) => problem("run_not_consecutive", `runs.${seat}`, { seat, cards }));
  if (!row.cards.length || broken.length || !(written.some((figure) => figure) || row.counted)) return found;
  const made = cardsMake(row.cards.flat(), rules.run_long);
  const fewer = row.cards.length < written[0] + written[1] + written[2];
  const agrees = fewer ? made.every((part, i) => part <= written[i]) : sameFigures(made, written);
  if (!agrees) found.push(problem("run_not_consecutive", `runs.${seat}`, { seat, cards: row.cards.flat(), written, cards_make: made }));
  return found;
}

// ----- cards written, against everything else (8.3) -----

function cardProblems(sheet, seats, rules) {
  const found = cardsTwice(seats);
  const known = seats.flatMap((one) => one.cards.map((card) => [one.seat, card]));
  if (!known.length) return found;
  const bells = sheet.trump && sheet.trump !== "NT" ? [`K${sheet.trump}`, `Q${sheet.trump}`] : [];
  const claimed = sheet.bella.filter((bella) => bella.call !== "none").map((bella) => bella.seat);
  const holders = [...new Set(sheet.bella.map((bella) => bella.seat))];
  const withoutRuns = holders.filter((seat) => !seats.some((one) => one.seat === seat)).map((seat) => seatRuns(seat, sheet));
  for (const one of [...seats, ...withoutRuns]) {
    const elsewhere = known.filter(([seat, card]) => seat !== one.seat && !one.cards.includes(card)).map(([, card]) => card);
    let possible = possibleInNineCards(one.figures, rules.run_long);
    if (possible && !canHold(one.cards, elsewhere, one.figures, rules.run_long)) {
      possible = false;
      found.push(tooMany(one));
    }
    if (!bells.length || !claimed.includes(one.seat)) continue;
    const shown = bells.filter((card) => elsewhere.includes(card)).sort();
    if (shown.length || (possible && !canHold([...one.cards, ...bells], elsewhere, one.figures, rules.run_long))) {
      found.push(problem("bella_holder_impossible", "bella", { seat: one.seat, cards: one.cards, elsewhere: shown }));
    }
  }
  return found;
}

function cardsTwice(seats) {
  const all = seats.flatMap((one) => one.cards);
  const twice = [...new Set(all.filter((card, i) => all.indexOf(card) !== i))].sort();
  if (!twice.length) return [];
  const holders = seats.filter((one) => one.cards.some((card) => twice.includes(card))).map((one) => one.seat);
  return [problem("run_card_twice", "runs", { cards: twice, seats: holders })];
}

// ----- whether what is counted can be the best of what was shown (4.5 to 4.7, 8.3) -----

// A hand's best is known between two bounds: only what is certain at both ends is a problem.
function beatenProblems(sheet, seats, rules) {
  const counting = seats.filter((one) => one.counts).map((one) => boundsOf(one, sheet, rules));
  if (!counting.length || rules.run_scope === "all") return [];
  const mine = counting.reduce((best, one) => (compare(one.high, best.high) > 0 ? one : best));
  const found = [];
  for (const one of seats) {
    if (one.counts || !one.shows || (rules.run_scope === "side" && sideOf(one.seat) === sideOf(mine.seat))) continue;
    const rival = boundsOf(one, sheet, rules);
    const code = beatenHow(mine, rival, counting, sheet, rules, compare(rival.low, mine.high));
    if (!code) continue;
    const figures = { seat: mine.seat, points: mine.high[0], by: rival.seat, by_points: rival.low[0], by_top: RANKS[rival.low[3]] };
    found.push(problem(code, `runs.${mine.seat}`, figures));
  }
  return found;
}

function beatenHow(mine, rival, counting, sheet, rules, better) {
  // Two runs in trump with one top card cannot be: the known one is the best.
  if (better > 0 || (better === 0 && rival.low[4])) return "run_beaten";
  if (better < 0) return "";
  if (rules.run_tie === "cancel") return "run_cancelled";
  if (!sheet.dealer) return "";
  const turn = (seat) => (SEATS.indexOf(seat) - SEATS.indexOf(leftOf(sheet.dealer)) + 4) % 4;
  const equal = counting.filter((one) => compare(one.high, mine.high) === 0).map((one) => turn(one.seat));
  return turn(rival.seat) < Math.min(...equal) ? "run_beaten" : "";
}

function boundsOf(one, sheet, rules) {
  const ofSets = one.sets.map(setStrength);
  const rows = one.rows.filter((row) => row.shown && pointsOf(row)).map((row) => rowBounds(row, sheet.trump, rules));
  return {
    seat: one.seat,
    low: strongest([...ofSets, ...rows.map(([low]) => low)]),
    high: strongest([...ofSets, ...rows.map(([, high]) => high)]),
  };
}

function rowBounds(row, trump, rules) {
  const cards = row.cards.flat();
  const known = findRuns(cards, rules.run_long).map((run) => runStrength(run, trump, rules));
  if (sameFigures(cardsMake(cards, rules.run_long), figuresOf(row))) return [strongest(known), strongest(known)];
  const [points, length] = row.hundreds ? [100, 5] : row.fifties ? [50, 4] : [20, 3];
  const byLength = rules.run_compare === "longest_first";
  const longest = points === 20 ? 3 : RANKS.length;
  const low = [points, 0, byLength ? length : 0, length - 1, 0];
  const high = [points, 0, byLength ? longest : 0, RANKS.length - 1, trump !== "NT" ? 1 : 0];
  return [strongest([low, ...known]), high];
}
