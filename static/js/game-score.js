// Games: from the written scores of the hands to who won and why; and best of N games (docs/RULES.md 7).
// A port of scoring/games.py and scoring/matches.py; tests/browser/test_sheet_check.py compares.

import { LOWERABLE } from "./sheet-check.js";
import { problem } from "./sheet-run-checks.js";
import { leftOf, otherSide, sideOf } from "./sheet-runs.js";

// A hand passed out is dealt again by the same dealer where the rules say so (2.3).
const dealtAgain = (hand, rules) => hand.same_dealer || (hand.ns === 0 && hand.ew === 0 && rules.all_pass === "same_dealer");

export const nextDealer = (dealer, passedOut, rules) => (passedOut && rules.all_pass === "same_dealer" ? dealer : leftOf(dealer));

// Reads a game hand by hand. `hands`: {ns, ew, dealer, caller, hanging, same_dealer} in order of play,
// each with what both sides wrote. `play`: {mode: target | hands | bell, hands: N, bell_after: index of
// the last hand that counts}. Gives totals, winner, reason, problems, and totals after each hand.
export function scoreGame(hands, rules, play = {}, { first_dealer: first, closed, forfeit, lowered = [] } = {}) {
  const game = {
    ns: 0, ew: 0, waiting: 0, deals: 0, dealer: first ?? null, ending: null, ended: 0, problems: [], running: [], awarded: [],
  };
  hands.forEach((hand, index) => {
    checkTurn(game, hand, index, rules, lowered);
    if (game.ending) {
      game.problems.push(problem("hand_after_game_over", "hands", { hand: index + 1, ended: game.ended }));
      game.awarded.push([0, 0]);
    } else {
      addHand(game, hand, rules);
      game.ending = endingOf(game, hand, index, rules, play);
      game.ended = index + 1;
    }
    game.running.push([game.ns, game.ew]);
  });
  if (forfeit) game.ending = ["forfeit", otherSide(forfeit)];
  if (closed && !game.ending) {
    game.problems.push(problem("game_closed_early", "closed", { ns: game.ns, ew: game.ew, hands: hands.length }));
  }
  const { ns, ew, problems, running, awarded } = game;
  const [reason, winner] = game.ending ?? ["not_over", null];
  return { ns, ew, over: game.ending !== null, winner, reason, problems, running, awarded };
}

// The hand's dealer against whose turn it is; the turn goes on from who really dealt.
function checkTurn(game, hand, index, rules, lowered) {
  const expected = game.dealer;
  const dealer = hand.dealer ?? expected;
  if (expected && dealer !== expected) {
    const code = "dealer_out_of_turn";
    const warning = lowered.includes(code) && LOWERABLE.has(code);
    game.problems.push(problem(code, "dealer", { hand: index + 1, dealer, expected }, warning));
  }
  game.dealer = dealer && !dealtAgain(hand, rules) ? leftOf(dealer) : dealer;
}

// Adds what was written, and the waiting points to the side that wrote more (6.4).
function addHand(game, hand, rules) {
  let award = [0, 0];
  if (hand.ns !== hand.ew) {
    award = hand.ns > hand.ew ? [game.waiting, 0] : [0, game.waiting];
    game.waiting = 0;
  }
  game.waiting += hand.hanging ?? 0;
  game.ns += hand.ns + award[0];
  game.ew += hand.ew + award[1];
  if (!dealtAgain(hand, rules)) game.deals += 1;
  game.awarded.push(award);
}

// Why and for whom the game ends with this hand, or null.
function endingOf(game, hand, index, rules, play) {
  const reached = (total) => (rules.target_test === "exceed" ? total > rules.target : total >= rules.target);
  let reason;
  if (play.mode === "hands") {
    if (!play.hands || game.deals < play.hands) return null;
    reason = "hands_played";
  } else if (reached(game.ns) && reached(game.ew)) {
    if (rules.both_over === "caller" && hand.caller) return ["caller_both_over", sideOf(hand.caller)];
    reason = "both_over";
  } else if (reached(game.ns) || reached(game.ew)) {
    reason = "target";
  } else if (play.mode === "bell" && (play.bell_after ?? null) !== null && index >= play.bell_after) {
    reason = "bell";
  } else {
    return null;
  }
  if (game.ns !== game.ew) return [reason, game.ns > game.ew ? "NS" : "EW"];
  if (rules.tie_at_target === "draw") return ["tie_draw", null];
  if (rules.tie_at_target === "caller_wins" && hand.caller) return ["tie_caller", sideOf(hand.caller)];
  return null;
}

// Best of N: `games` are {over, winner: "a" | "b" | null}. Over as soon as nobody can catch up; `late`
// are the numbers, from 1, of games beyond the end.
export function scoreMatch(games, bestOf) {
  const won = { a: 0, b: 0 };
  let finished = 0;
  let over = false;
  const late = [];
  games.forEach((game, index) => {
    if (over) {
      late.push(index + 1);
    } else if (game.over) {
      finished += 1;
      if (game.winner) won[game.winner] += 1;
      over = finished === bestOf || Math.abs(won.a - won.b) > bestOf - finished;
    }
  });
  return { over, late, winner: over && won.a !== won.b ? (won.a > won.b ? "a" : "b") : null };
}
