// Checks a hand sheet and scores it on the phone itself (docs/RULES.md 8): the same problems, the
// same score as the engine's `judge`. A port of scoring/checks*.py, without words and without state;
// tests/browser/test_sheet_check.py runs both on the known cases and on thousands of random sheets.

import { problem, runsProblems } from "./sheet-run-checks.js";
import { otherSide, pointsOf, sideOf } from "./sheet-runs.js";
import { baseOf, bellaCounts, settle, sideLostByBella } from "./sheet-score.js";

// What an organizer may lower to a warning; sums never (8.4).
export const LOWERABLE = new Set([
  "count_unreachable", "last_trick_mismatch", "dealer_out_of_turn", "run_beaten", "run_cancelled",
  "bella_holder_impossible", "forced_but_not_dealer", "result_mismatch",
]);

const none = (value) => value === null || value === undefined;

// A sheet in the shape of docs/RULES.md 10.2 with every field there; null is as good as absent.
export function wholeSheet(given) {
  const { counted, claimed_score: claimed, claim } = given;
  const bellas = Array.isArray(given.bella) ? given.bella : given.bella ? [given.bella] : [];
  const whole = {
    outcome: given.outcome ?? "played", forced: given.forced ?? false, sets: given.sets ?? [],
    count_ns: counted?.NS ?? null, count_ew: counted?.EW ?? null,
    claimed_ns: claimed?.NS ?? null, claimed_ew: claimed?.EW ?? null,
    runs: (given.runs ?? []).map((run) => ({
      seat: run.seat, twenties: run.twenties ?? 0, fifties: run.fifties ?? 0, hundreds: run.hundreds ?? 0,
      shown: run.shown ?? true, counted: run.counted ?? true, cards: run.cards ?? [],
    })),
    bella: bellas.map(({ seat, call, points }) => ({ seat, call: call === "with_run" ? "run" : call ?? "last", points: points ?? null })),
    claim: none(claim) ? null : Object.fromEntries(["by", "against", "upheld", "trick", "seat", "card"].map((name) => [name, claim[name] ?? null])),
  };
  for (const name of ["trump", "dealer", "caller", "bid", "last_trick", "thrown_by", "claimed_result"]) whole[name] = given[name] ?? null;
  return whole;
}

// Every problem ({code, field, figures}, a warning with `warning`), and the score unless one of them is an error.
// `rules` is a competition's whole rule set; codes in `lowered` come as warnings where they may.
export function judge(given, rules, lowered = []) {
  const sheet = wholeSheet(given);
  const problems = sheetProblems(sheet, rules).map((one) =>
    lowered.includes(one.code) && LOWERABLE.has(one.code) ? { ...one, warning: true } : one);
  return { problems, score: problems.every((one) => one.warning) ? settle(sheet, rules) : null };
}

function sheetProblems(sheet, rules) {
  const found = paperProblems(sheet, rules);
  const claims = !none(sheet.claimed_result) || !none(sheet.claimed_ns) || !none(sheet.claimed_ew);
  // The paper's own result can be compared once nothing stands in the way of the figures.
  if (claims && found.every((one) => one.warning || LOWERABLE.has(one.code))) found.push(...claimedProblems(sheet, rules));
  return found;
}

function paperProblems(sheet, rules) {
  const found = unusedProblems(sheet);
  if (sheet.outcome === "passed_out") return [...found, ...passOutProblems(sheet, rules)];
  found.push(...callProblems(sheet, rules));
  if (sheet.outcome !== "played") found.push(...stoppedProblems(sheet));
  else if (!none(sheet.count_ns) || !none(sheet.count_ew)) found.push(...countProblems(sheet, rules));
  else if (!sideLostByBella(sheet, rules)) found.push(problem("count_missing", "count_ns"));
  return [...found, ...runsProblems(sheet, rules), ...bellaProblems(sheet, rules)];
}

function claimedProblems(sheet, rules) {
  const { verdict, ns, ew } = settle(sheet, rules);
  const found = [];
  const claimed = sheet.claimed_result;
  // Where exactly half costs everything, the paper may well call it a bait.
  const halfIsBait = verdict === "half_bait" && rules.half_bait === "whole_bait" && claimed === "bait";
  if (!none(claimed) && claimed !== verdict && !halfIsBait) {
    found.push(problem("result_mismatch", "claimed_result", { claimed, result: verdict }));
  }
  for (const [side, written, due] of [["NS", sheet.claimed_ns, ns], ["EW", sheet.claimed_ew, ew]]) {
    if (!none(written) && written !== due) found.push(problem("score_mismatch", "claimed_score", { side, claimed: written, due }));
  }
  return found;
}

// ----- the call, and how the hand ended (2, 6.11 to 6.13) -----

function callProblems(sheet, rules) {
  const found = [];
  const played = sheet.outcome === "played";
  const { trump, dealer, caller } = sheet;
  if (!trump) found.push(problem("trump_missing", "trump"));
  else if (trump === "NT" && !rules.no_trump) found.push(problem("no_trump_not_allowed", "trump"));
  // A stopped hand scores without him.
  if (!caller) found.push(problem("caller_missing", "caller", {}, !played));
  if (sheet.forced) {
    if (rules.all_pass !== "force_dealer") found.push(problem("forced_without_rule", "forced", {}, true));
    if (dealer && caller && dealer !== caller) found.push(problem("forced_but_not_dealer", "forced", { dealer, caller }));
  }
  if (rules.contract === "bid") found.push(...bidProblems(sheet, rules, played));
  return found;
}

function bidProblems({ trump, bid }, rules, played) {
  let lowest = trump === "NT" ? rules.no_trump_min_bid : rules.min_bid;
  if (!trump && rules.no_trump) lowest = Math.min(lowest, rules.no_trump_min_bid);
  if (none(bid)) return played ? [problem("bid_missing", "bid", { lowest })] : [];
  return bid < lowest ? [problem("bid_too_low", "bid", { bid, lowest })] : [];
}

// Warnings for what is filled in and plays no part in a hand that ended this way.
function unusedProblems({ claim, thrown_by: thrownBy, outcome }) {
  const found = [];
  const claims = claim && Object.values(claim).some((part) => !none(part));
  if (claims && outcome !== "misplay") found.push(problem("field_not_used", "claim", { outcome }, true));
  if (thrownBy && outcome !== "thrown_in") found.push(problem("field_not_used", "thrown_by", { outcome }, true));
  return found;
}

function passOutProblems(sheet, rules) {
  const found = [];
  if (rules.all_pass === "force_dealer") found.push(problem("pass_out_not_allowed", "outcome", { all_pass: rules.all_pass }));
  const called = { trump: sheet.trump, caller: sheet.caller, forced: sheet.forced || null, bid: sheet.bid };
  for (const [field, value] of Object.entries(called)) {
    if (!none(value)) found.push(problem("pass_out_with_trump", field, { [field]: value }));
  }
  const points = {
    count_ns: sheet.count_ns,
    count_ew: sheet.count_ew,
    runs: sheet.runs.reduce((sum, run) => sum + (run.counted ? pointsOf(run) : 0), 0),
    sets: sheet.sets.length,
    bella: sheet.bella.filter((bella) => bella.call !== "none" || bella.points).length,
  };
  for (const [field, written] of Object.entries(points)) {
    if (written) found.push(problem("pass_out_with_points", field, { written }));
  }
  return found;
}

function stoppedProblems(sheet) {
  const found = [];
  for (const field of ["count_ns", "count_ew"]) {
    // A nought keyed into an empty box is no count.
    if (sheet[field]) found.push(problem("stopped_hand_with_count", field, { count: sheet[field] }));
  }
  if (sheet.outcome === "thrown_in") {
    if (!sheet.thrown_by) found.push(problem("claim_incomplete", "thrown_by", { missing: ["thrown_by"] }));
    return found;
  }
  const claim = sheet.claim ?? {};
  const { by, against, seat } = claim;
  const missing = ["by", "against", "upheld"].filter((name) => none(claim[name]));
  if (missing.length) found.push(problem("claim_incomplete", "claim", { missing }));
  else if (by === against) found.push(problem("claim_incomplete", "claim", { by, against }));
  if (seat && against && sideOf(seat) !== against) found.push(problem("claim_incomplete", "claim", { seat, against }));
  return found;
}

// ----- counts (6.1, 8.2) -----

const countField = (side) => (side === "NS" ? "count_ns" : "count_ew");

function countProblems(sheet, rules) {
  const found = [];
  const written = [["NS", sheet.count_ns], ["EW", sheet.count_ew]].filter(([, count]) => !none(count));
  // Without a trump on the sheet the base is known only where no trump cannot be called.
  const trump = sheet.trump || (rules.no_trump ? null : "S");
  const highest = baseOf(trump, rules);
  const inside = written.filter(([, count]) => count >= 0 && count <= highest);
  for (const [side, count] of written) {
    if (count < 0 || count > highest) found.push(problem("count_out_of_range", countField(side), { side, count, lowest: 0, highest }));
  }
  if (!trump) return found;
  const [ns, ew] = [sheet.count_ns, sheet.count_ew];
  const addsUp = written.length < 2 || ns + ew === highest;
  if (!addsUp) found.push(problem("count_sum", "count_ew", { NS: ns, EW: ew, sum: ns + ew, base: highest }));
  // One problem for a pair that adds up, else one a count.
  for (const [side, count] of addsUp ? inside.slice(0, 1) : inside) found.push(...cardCountProblems(side, count, highest, sheet, rules));
  return found;
}

// A count in range that no cards make: none is worth one point.
function cardCountProblems(side, count, base, { last_trick: last }, rules) {
  const tookLast = side === last ? count : base - count;
  if (last && tookLast < rules.last_trick) {
    return [problem("last_trick_mismatch", "last_trick", { side: last, count: tookLast, last_trick: rules.last_trick })];
  }
  if (count === 1 || count === base - 1 || (last && tookLast - rules.last_trick === 1)) {
    return [problem("count_unreachable", countField(side), { side, count, base, last_trick: last })];
  }
  if (count !== base && count !== 0) return [];
  return [problem("every_card_point", countField(side), { side: count === base ? side : otherSide(side) }, true)];
}

// ----- Bella (5) -----

function bellaProblems(sheet, rules) {
  const found = [];
  const { bella, trump } = sheet;
  if (bella.length > 1) found.push(problem("bella_twice", "bella", { seats: bella.map((one) => one.seat) }));
  if (bella.length && trump === "NT") found.push(problem("bella_without_trump", "bella", { seat: bella[0].seat }));
  for (const one of bella) found.push(...saidProblems(one, sheet, rules));
  return found;
}

function saidProblems({ seat, call, points }, sheet, rules) {
  const figures = { seat, call, written: points };
  const found = [];
  if (bellaCounts(call, rules)) {
    // At no trump nothing is due at all, and Bella itself is refused.
    if (!none(points) && points !== 20 && sheet.trump !== "NT") found.push(problem("score_mismatch", "bella", { ...figures, due: 20 }));
    if (call === "run" && noSuchRun(seat, sheet)) found.push(problem("bella_not_called", "bella", figures));
  } else if (points) {
    found.push(problem(call === "first" ? "bella_called_on_first" : "bella_not_called", "bella", figures));
  } else if (call === "run") {
    // Said where the rules do not hear it: the 20 are not given, and he may wonder why.
    found.push(problem("bella_not_called", "bella", figures, true));
  }
  return found;
}

// Whether the holder's runs stand on the sheet and none that he showed can hold the bells.
function noSuchRun(seat, { runs, trump }) {
  const rows = runs.filter((run) => run.seat === seat && (pointsOf(run) || run.cards.length));
  if (!rows.length || !trump || trump === "NT") return false;
  const holds = (cards) => cards.includes(`K${trump}`) && cards.includes(`Q${trump}`);
  const can = (row) => row.shown && (row.cards.length < row.twenties + row.fifties + row.hundreds || row.cards.some(holds));
  return !rows.some(can);
}
