// What a hand comes to, with the sum behind it (docs/RULES.md 6).
// A port of scoring/scores.py and scoring/settling.py; tests/browser/test_sheet_check.py compares.

import { SET_POINTS, otherSide, pointsOf, sideOf } from "./sheet-runs.js";

const BELLA = 20;
const FIXED_THRESHOLD = 82;
const FLAT_AWARDS = { flat_162: 162, flat_162_plus_100: 262 };

// Points in the tricks, the last one's included (1.4).
export const baseOf = (trump, rules) => (trump === "NT" ? 120 : 152) + rules.last_trick;

// Whether Bella said like this brings the 20 (5.2, 5.3).
export function bellaCounts(call, rules) {
  if (call === "first") return rules.bella_call === "either";
  return call === "last" || (call === "run" && rules.bella_with_run);
}

// The side that loses the whole hand for Bella said on the first card (5.4), if any.
export function sideLostByBella(sheet, rules) {
  if (rules.first_bella !== "lose_hand" || rules.bella_call !== "last") return null;
  if (sheet.outcome !== "played" || sheet.trump === "NT") return null;
  const said = sheet.bella.find((bella) => bella.call === "first");
  return said ? sideOf(said.seat) : null;
}

const step = (kind, points, side = null, seat = null, count = 0) => ({ kind, points, side, seat, count });

function meldsOf(sheet, rules) {
  const runs = sheet.runs.filter((run) => run.counted && pointsOf(run));
  const said = sheet.bella.filter((bella) => bellaCounts(bella.call, rules));
  return [
    ...runs.map((run) => step("run", pointsOf(run), sideOf(run.seat), run.seat, run.twenties + run.fifties + run.hundreds)),
    ...sheet.sets.map((four) => step("set", SET_POINTS[four.rank], sideOf(four.seat), four.seat)),
    ...said.map((bella) => step("bella", BELLA, sideOf(bella.seat), bella.seat)),
  ];
}

function scored(verdict, total, half, ns, ew, hanging, steps) {
  return { verdict, total, half, ns, ew, hanging, steps: [...steps, step("written", ns, "NS"), step("written", ew, "EW")] };
}

// The score of a sheet in which nothing is wrong that may not be lowered to a warning.
export function settle(sheet, rules) {
  if (sheet.outcome === "passed_out") return scored("passed_out", 0, null, 0, 0, 0, []);
  const melds = meldsOf(sheet, rules);
  if (sheet.outcome === "thrown_in") {
    return settleAward(sheet, rules, "thrown_in", otherSide(sheet.thrown_by), rules.throw_in_award, melds);
  }
  if (sheet.outcome === "misplay") {
    const { by, against, upheld } = sheet.claim;
    const award = upheld ? rules.renege_award : rules.false_claim_award;
    return settleAward(sheet, rules, "misplay", upheld ? by : against, award, melds);
  }
  const lost = sideLostByBella(sheet, rules);
  if (lost) return settleAward(sheet, rules, "lost_hand", otherSide(lost), "all", melds);
  return settlePlayed(sheet, rules, melds);
}

// A hand that one side gets whole: the total, or that many points.
function settleAward(sheet, rules, verdict, to, award, melds) {
  const base = baseOf(sheet.trump, rules);
  const total = melds.reduce((sum, meld) => sum + meld.points, base);
  const points = FLAT_AWARDS[award] ?? total;
  const steps = [step("base", base), ...melds, step("total", total), step("award", points, to)];
  return scored(verdict, total, null, to === "NS" ? points : 0, to === "NS" ? 0 : points, 0, steps);
}

function settlePlayed(sheet, rules, melds) {
  const callers = sideOf(sheet.caller);
  const base = baseOf(sheet.trump, rules);
  const [given, theirs] = callers === "NS" ? [sheet.count_ns, sheet.count_ew] : [sheet.count_ew, sheet.count_ns];
  const count = given ?? base - theirs;
  const own = melds.filter((meld) => meld.side === callers);
  let total = melds.reduce((sum, meld) => sum + meld.points, base);
  let mine = own.reduce((sum, meld) => sum + meld.points, count);
  const steps = [step("base", base), ...melds];
  if (rules.coat && count === base) {
    total += rules.coat;
    mine += rules.coat;
    steps.push(step("coat", rules.coat, callers));
  }
  steps.push(step("total", total));
  const doubled = rules.no_trump_bonus === 100 && sheet.trump === "NT";
  const byBid = rules.contract === "bid";
  const half = byBid || rules.threshold === "fixed_82" ? null : total / 2;
  const needed = half ?? (byBid ? sheet.bid : FIXED_THRESHOLD);
  steps.push(step(half !== null ? "half" : byBid ? "bid" : "threshold", needed));
  // The bonus counts towards a bid, but not towards half of the total (6.9).
  const compared = doubled && byBid ? 2 * mine : mine;
  const made = half !== null ? compared > half : compared >= needed;
  steps.push(step("callers", mine, callers), step("others", total - mine, otherSide(callers)));
  if (doubled && (made || byBid)) steps.push(step("no_trump_bonus", mine, callers));
  const written = made ? ["made", 0, doubled ? 2 * mine : mine, total - mine] : notMade(rules, total, mine, half, callers, steps);
  const [verdict, hanging, callersWrite, othersWrite] = written;
  const [ns, ew] = callers === "NS" ? [callersWrite, othersWrite] : [othersWrite, callersWrite];
  return scored(verdict, total, half, ns, ew, hanging, steps);
}

// Bait or half-bait (6.3, 6.4, 6.6): verdict, what waits, what each side writes.
function notMade(rules, total, mine, half, callers, steps) {
  const exact = mine === half;
  if (exact && rules.half_bait !== "whole_bait") {
    const waits = rules.half_bait === "hang";
    if (waits) steps.push(step("hanging", mine));
    return ["half_bait", waits ? mine : 0, 0, total - mine];
  }
  const award = rules.bait_award === "flat_162" ? FLAT_AWARDS.flat_162 : total;
  steps.push(step("award", award, otherSide(callers)));
  return [exact ? "half_bait" : "bait", 0, 0, award];
}
