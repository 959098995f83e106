// Seats, and runs from cards: cutting, comparing, what nine cards can hold (docs/RULES.md 4).
// A port of scoring/runs.py and scoring/holdings.py; tests/browser/test_sheet_check.py compares.

export const SEATS = "NESW";
export const RANKS = "6789TJQKA";
export const SUITS = "CDHS";
export const HAND_SIZE = 9;
export const SET_POINTS = { J: 200, 9: 150, A: 100, T: 100, K: 100, Q: 100 };

export const sideOf = (seat) => (seat === "N" || seat === "S" ? "NS" : "EW");
export const otherSide = (side) => (side === "NS" ? "EW" : "NS");
export const leftOf = (seat) => SEATS[(SEATS.indexOf(seat) + 1) % 4];
export const pointsOf = (row) => 20 * row.twenties + 50 * row.fifties + 100 * row.hundreds;
export const figuresOf = (row) => [row.twenties, row.fifties, row.hundreds];
export const sameFigures = (one, other) => one.every((figure, i) => figure === other[i]);

// A sequence as runs from the top: [points, cards] each (4.2).
function cut(length, runLong) {
  if (length < 3) return [];
  if (length === 3) return [[20, 3]];
  if (runLong === "quint100" && length >= 5) return [[100, length]];
  if (runLong === "split" && length >= 7) return [[50, 4], ...cut(length - 4, runLong)];
  return [[50, length]];
}

// Runs in one suit, nine bits from the 6 up, the highest first.
function suitRuns(mask, runLong) {
  const found = [];
  let top = RANKS.length - 1;
  while (top >= 2) {
    let length = 0;
    while (length <= top && (mask >> (top - length)) & 1) length += 1;
    let start = top;
    for (const [points, cards] of cut(length, runLong)) {
      found.push({ points, length: cards, top: start });
      start -= cards;
    }
    top -= length + 1;
  }
  return found;
}

// Nine bits a suit, in the order of SUITS.
export function suitMasks(cards) {
  const masks = [0, 0, 0, 0];
  for (const card of cards) masks[SUITS.indexOf(card[1])] |= 1 << RANKS.indexOf(card[0]);
  return masks;
}

// Every run in one hand, suit by suit, the highest first.
export function findRuns(cards, runLong) {
  return suitMasks(cards).flatMap((mask, i) => suitRuns(mask, runLong).map((run) => ({ ...run, suit: SUITS[i] })));
}

// [twenties, fifties, hundreds] that cards make, put together and cut by the rules.
export function cardsMake(cards, runLong) {
  const worth = findRuns(cards, runLong).map((run) => run.points);
  return [20, 50, 100].map((points) => worth.filter((one) => one === points).length);
}

export function inSequence(cards) {
  const masks = suitMasks(cards).filter((mask) => mask);
  if (masks.length !== 1) return false;
  const shifted = masks[0] / (masks[0] & -masks[0]);
  return shifted >= 7 && !(shifted & (shifted + 1));
}

// ----- how good a run or set is: points, a set over a run, length, top card, trump (4.6, 4.9) -----

export function runStrength(run, trump, rules) {
  const length = rules.run_compare === "longest_first" ? run.length : 0;
  return [run.points, 0, length, run.top, run.suit === trump ? 1 : 0];
}

export const setStrength = (rank) => [SET_POINTS[rank], 1, 0, RANKS.indexOf(rank), 0];

// Above 0 when `one` is better, 0 when they are equal.
export function compare(one, other) {
  const differs = one.findIndex((part, i) => part !== other[i]);
  return differs < 0 ? 0 : one[differs] - other[differs];
}

export const strongest = (all) => all.reduce((best, one) => (compare(one, best) > 0 ? one : best));

// ----- what nine cards can hold (4.3, 8.3) -----

export function possibleInNineCards([twenties, fifties, hundreds], runLong) {
  if (twenties < 0 || fifties < 0 || hundreds < 0 || hundreds > (runLong === "quint100" ? 1 : 0)) return false;
  return 3 * twenties + 4 * fifties + 5 * hundreds <= HAND_SIZE;
}

const bits = (mask) => (mask ? (mask & 1) + bits(mask >> 1) : 0);
const holdings = {};

// Of every holding of one suit: cards, runs, runs of at least fifty, hundreds.
function holdingsOf(runLong) {
  holdings[runLong] ??= Array.from({ length: 512 }, (_, mask) => {
    const worth = suitRuns(mask, runLong).map((run) => run.points);
    return [bits(mask), worth.length, worth.filter((points) => points >= 50).length, worth.filter((points) => points === 100).length];
  });
  return holdings[runLong];
}

// Whether some nine cards hold all of `known`, none of `elsewhere`, and can show these runs. Whoever
// has a fifty may show it as a twenty. Decided suit by suit over all holdings of a suit.
export function canHold(known, elsewhere, [twenties, fifties, hundreds], runLong) {
  const wanted = [twenties + fifties + hundreds, fifties + hundreds, hundreds];
  const forbidden = suitMasks(elsewhere);
  let states = new Map([["0,0,0,0", [0, 0, 0, 0]]]);
  suitMasks(known).forEach((required, suit) => {
    const allowed = (511 & ~forbidden[suit]) | required;
    const choices = new Map();
    holdingsOf(runLong).forEach((choice, mask) => {
      if ((mask & required) === required && !(mask & ~allowed)) choices.set(choice.join(), choice);
    });
    const next = new Map();
    for (const state of states.values()) {
      for (const choice of choices.values()) {
        const used = state[0] + choice[0];
        if (used > HAND_SIZE) continue;
        const now = [used, ...wanted.map((most, i) => Math.min(state[i + 1] + choice[i + 1], most))];
        next.set(now.join(), now);
      }
    }
    states = next;
  });
  return [...states.values()].some((state) => wanted.every((most, i) => state[i + 1] === most));
}
