// What a sheet would come to if it were saved: its problems, its score, and how the game moves.
// A port of league/queries/checks.py and of how league/queries/games.py reads a game.

import { scoreGame, scoreMatch } from "./game-score.js";
import { judge } from "./sheet-check.js";

// `table` as league/views/live_sums.py tells it, with whole rules. Gives {number, problems, score,
// before, after, afterEnd, blocked}; `score` and `after` are null while the sheet has errors.
export function checkHand(sheet, table) {
  const { rules, lowered, number } = table;
  const stored = storedHands(table);
  const before = readGame(stored, table, []);
  const { problems, score } = judge(sheet, rules, lowered);
  if (!score) return { number, problems, score: null, before, after: null, afterEnd: [], blocked: "" };
  const { ns, ew, hanging } = score;
  const hands = [...stored];
  hands[number - 1] = { ns, ew, hanging, dealer: sheet.dealer, caller: sheet.caller, passed: sheet.outcome === "passed_out", gone: false };
  const after = readGame(hands, table, lowered);
  const own = after.problems.filter((one) => one.figures.hand === number);
  const late = after.problems.filter((one) => one.code === "hand_after_game_over").map((one) => one.figures.hand);
  return {
    number, score, before, after,
    problems: [...problems, ...own],
    afterEnd: late.filter((hand) => hand > number && !hands[hand - 1].gone),
    blocked: blockedBy(after, table),
  };
}

const storedHands = (table) =>
  table.hands.map(([ns, ew, hanging, dealer, caller, passed, gone]) => ({ ns, ew, hanging, dealer, caller, passed, gone }));

// The game as it stands, as game-score.js tells it.
export const gameOf = (table) => readGame(storedHands(table), table, []);

// The game with these hands. A hand that was struck out keeps its deal and scores nothing; at the end
// of the sheet it is not read.
function readGame(hands, table, lowered) {
  const { rules, play: [mode, count, bellAfter] } = table;
  const stays = rules.all_pass === "same_dealer";
  let end = hands.length;
  while (end && hands[end - 1].gone) end -= 1;
  const read = hands.slice(0, end);
  const gone = stays ? 0 : read.filter((hand) => hand.gone).length;
  const game = scoreGame(
    read.map(({ ns, ew, hanging, dealer, caller, passed, gone: out }) =>
      out ? { ns: 0, ew: 0, dealer } : { ns, ew, hanging, dealer, caller: caller || null, same_dealer: Boolean(passed) && stays }),
    rules,
    { mode, hands: count ? count + gone : null, bell_after: bellAfter },
    { first_dealer: table.first_dealer || null, lowered },
  );
  while (game.running.length < hands.length) {
    game.running.push([game.ns, game.ew]);
    game.awarded.push([0, 0]);
  }
  return game;
}

// Whether games that have begun since would stand on an unfinished game, or on none at all.
function blockedBy(after, { games, game, best_of: bestOf, left }) {
  if (!games.length) return "";
  if (!after.over) return "next_game_begun";
  const winner = after.winner && (after.winner === left ? "a" : "b");
  const played = games.map(([over, won], index) => (index + 1 === game ? { over: true, winner } : { over, winner: won }));
  return scoreMatch(played, bestOf).late.length ? "match_already_over" : "";
}

// The sheet's figures and codes in one line, as the server reckons them too; null: it cannot be read.
export function reckoned(check) {
  if (!check) return "unread";
  const { problems, score, after, blocked } = check;
  const codes = problems.map((one) => `${one.warning ? "?" : ""}${one.code}@${one.field}`).sort();
  const told = [codes.join() || "-"];
  if (score) told.push(score.verdict, score.total, score.ns, score.ew, score.hanging);
  if (after) told.push(after.ns, after.ew, after.reason, after.winner ?? "-", blocked || "-");
  return told.join(" ");
}
