// The sheet of a game as this phone knows it: what the server told last, and on top of it what waits to be
// sent. `table` is what league/views/live_sums.py tells: its `hands` are lists, by the places below.

import { nextDealer, scoreMatch } from "./game-score.js";
import { gameOf } from "./hand-sum.js";

export const [NS, EW, HANGING, DEALER, CALLER, PASSED, GONE, ID, REVISION, VALUES, WAITS] = Array(11).keys();

// Does to `hands` what a thing says; false where it finds no place on this sheet, or was kept by a release that
// wrote down less.
function put(hands, thing, game) {
  if (thing.kind !== "undo" && !(thing.figures && thing.values)) return false;
  if (thing.kind === "record") {
    if (hands.some((hand) => hand[ID] === thing.hand)) return true; // stored: its answer got lost
    if (thing.game !== game || thing.number !== hands.length + 1) return false;
    hands.push([...thing.figures, thing.hand, 1, thing.values, true]);
    return true;
  }
  const index = hands.findIndex((hand) => hand[ID] === thing.hand);
  if (thing.kind === "undo") {
    if (index === hands.length - 1 && index >= 0) hands.pop();
    return index < 0 || index === hands.length;
  }
  if (index < 0) return false;
  if (hands[index][REVISION] > thing.base) return true; // stored, or for the server to settle
  hands[index] = [...thing.figures, thing.hand, thing.base + 1, thing.values, true];
  for (const number of thing.struck ?? []) {
    const late = hands[number - 1];
    if (late && !late[GONE]) hands[number - 1] = Object.assign([...late], { [GONE]: 1, [REVISION]: late[REVISION] + 1, [WAITS]: true });
  }
  return true;
}

// Whether the server has it, in question; what it could not even read is here alone.
export const isKept = ({ answer, page }) => answer?.answer === "conflict" && answer.address !== "" && answer.address !== page;

const inQuestion = (thing) => thing.answer?.answer === "conflict";

// {table, apart}: the sheet with what waits put on top; `apart` are the things that are not on it.
export function onTop(table, things) {
  const hands = [...table.hands];
  const apart = things.filter((thing) => inQuestion(thing) || !put(hands, thing, table.game));
  return { table: { ...table, hands, number: hands.length + 1 }, apart };
}

// The sheet as the phone keeps it, {table, at, stamp}, once the server has stored a thing: `at` and
// `stamp` are what the server said of itself with that.
export function foldIn(sheet, thing, { at = 0, stamp = "" }) {
  const { opens } = thing;
  const told = opens?.game === sheet.table.game + 1 ? { ...opens, rules: sheet.table.rules } : sheet.table;
  const hands = [...told.hands];
  put(hands, thing, told.game);
  for (const hand of hands) hand.length = Math.min(hand.length, WAITS);
  const table = { ...told, hands, number: hands.length + 1 };
  return { table, at: Math.max(at, sheet.at), stamp };
}

const winnerOf = ({ winner }, { left }) => winner && (winner === left ? "a" : "b");

// The number of the game that comes after this one; 0 where none does, or none yet.
export function nextGame(table) {
  const game = standing(table);
  if (!game.over || !table.before) return 0;
  const played = [...table.before, [true, winnerOf(game, table)]].map(([over, winner]) => ({ over, winner }));
  return scoreMatch(played, table.best_of).over ? 0 : table.game + 1;
}

// That game as it begins, in the seats of this one, `dealer` dealing first; `after` is the hand before its first.
export function gameAfter(table, dealer) {
  const { rules, ...told } = table;
  const [mode, count] = table.play;
  const number = table.game + 1;
  return {
    ...told, game: number, number: 1, hands: [], first_dealer: dealer, games: [], play: [mode, count, null],
    before: [...table.before, [true, winnerOf(standing(table), table)]], after: table.hands.at(-1)[ID],
    stamp: stampOf(table).replace(/(?=\.\w+$)/, `-${number}.0.0.0.0`),
  };
}

// The sheet of the game in play: what waits on top of what the server told, and past its end the games that were begun
// on this phone; `begun` holds them by their numbers, learns of those that a hand has with it, and forgets those that
// the server has: what was taken back there is begun anew.
export function inPlay(told, things, begun) {
  let { table } = onTop(told, things);
  for (const number of Object.keys(begun)) if (number <= told.game) delete begun[number];
  for (;;) {
    const next = nextGame(table);
    const found = things.find((thing) => thing.opens?.game === next && !inQuestion(thing));
    const { first_dealer: dealer } = found?.opens ?? begun[next] ?? {};
    if (!next || !dealer) return table;
    begun[next] = gameAfter(table, dealer); // the game before may have ended otherwise meanwhile
    ({ table } = onTop({ ...begun[next], rules: table.rules }, things));
  }
}

// How the game stands: {over, winner, running, awarded, a, b, dealer: whose deal the next hand is}.
export function standing(table) {
  const game = gameOf(table);
  const [a, b] = table.left === "NS" ? [game.ns, game.ew] : [game.ew, game.ns];
  const last = table.hands.at(-1);
  const dealer = last ? nextDealer(last[DEALER], Boolean(last[PASSED] || last[GONE]), table.rules) : table.first_dealer;
  return { ...game, a, b, dealer };
}

// The stamp that the server would give this sheet (league/queries/matches.py: stamp_of, with its terms).
export function stampOf(table) {
  const cut = table.stamp.lastIndexOf(".");
  const { a, b } = standing(table);
  const revisions = table.hands.reduce((sum, hand) => sum + hand[REVISION], 0);
  const games = table.stamp.slice(0, cut).split("-").map((one) =>
    one.startsWith(`${table.game}.`) ? `${table.game}.${table.hands.length}.${revisions}.${a}.${b}` : one);
  return games.join("-") + table.stamp.slice(cut);
}
