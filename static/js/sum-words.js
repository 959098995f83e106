// The live sum in sentences. A port of league/views/sums.py, words/sheets.py, words/games.py and
// words/problems.py; the sentences themselves come with the page, in the reader's language.

import { baseOf } from "./sheet-score.js";
import { judge } from "./sheet-check.js";

const ASKED = new Set(["caller_missing", "trump_missing", "bid_missing", "count_missing", "claim_incomplete"]);

// "%(sum)s is not %(base)d" with its figures; one that is not there is a question mark.
export const fill = (sentence, figures) => sentence.replace(/%\((\w+)\)[sd]/g, (_, name) => figures[name] ?? "?");

const listed = (items, words) => (items.length < 2 ? items.join("") : fill(words.listed, { most: items.slice(0, -1).join(", "), last: items.at(-1) }));
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
const cardWords = (text) => (/^T.$/.test(text) ? `10${text[1]}` : text);
const pair = ([ns, ew], left) => (left === "NS" ? `${ns} – ${ew}` : `${ew} – ${ns}`);

function runWords([twenties, fifties, hundreds], words) {
  return [hundreds, fifties, twenties].map((count, i) => words.runs[i][count - 1]).filter((said) => said).join(" + ");
}

// A figure of a problem: seats and sides by the names at the table.
function tell(value, table, words) {
  if (Array.isArray(value)) return listed(value.map((part) => tell(part, table, words)), words);
  if (typeof value !== "string") return value === null ? "None" : String(value);
  return table.seats[value] ?? table.sides[value] ?? cardWords(value);
}

function problemWords({ code, field, figures, warning }, table, words) {
  const sentences = words.problems;
  const told = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, tell(value, table, words)]));
  const { seat, against, cards, cards_make: made, written, trump } = figures;
  switch (code) {
    case "caller_missing":
      return sentences[warning ? "caller_missing.unlikely" : code];
    case "run_not_consecutive": {
      const typed = { ...told, cards: cards.map(cardWords).join(" ") };
      if (!made) return fill(sentences[code], typed);
      const [madeWords, writtenWords] = [made, written].map((counts) => runWords(counts, words) || words.no_run);
      return fill(sentences["run_not_consecutive.figures"], { ...typed, made: madeWords, written: writtenWords });
    }
    case "claim_incomplete":
      if (field === "thrown_by") return sentences["claim_incomplete.thrown_by"];
      if (seat && against) return fill(sentences["claim_incomplete.seat"], { seat: told.seat, side: told.against });
      return sentences[against ? "claim_incomplete.against" : code];
    case "pass_out_with_trump":
      return trump ? fill(sentences["pass_out_with_trump.trump"], { trump: words.trumps[trump] }) : sentences[code];
    default:
      return fill(sentences[code], { written: told.claimed, ...told });
  }
}

// ----- the sum behind a score -----

function termWords(step, table, words) {
  if (step.kind === "base") return String(step.points);
  const holder = step.seat ? table.seats[step.seat] : table.sides[step.side];
  return fill(words.terms[step.kind] ?? "", { ...step, holder });
}

function totalWords(score, table, words) {
  const terms = score.steps.map((step) => termWords(step, table, words)).filter((said) => said);
  const total = score.steps.find((step) => step.kind === "total");
  return total && terms.length > 1 ? fill(words.sums.terms, { terms: terms.join(" + "), total: total.points }) : terms.join(" + ");
}

const barWords = (step, words) => fill(words.bars[step.kind] ?? "", step);

export function sumWords(score, table, words) {
  if (score.verdict === "passed_out") return words.sums.passed_out;
  const parts = [totalWords(score, table, words)];
  for (const step of score.steps) {
    // Bait without more ado: everything goes over, as everybody knows.
    if (step.kind === "award" && step.points === score.total && ["bait", "half_bait"].includes(score.verdict)) continue;
    parts.push(barWords(step, words) || fill(words.outcomes[step.kind] ?? "", { ...step, side: table.sides[step.side] }));
  }
  return fill(words.sums.whole, { sum: parts.filter((part) => part).join("; "), verdict: words.verdicts[score.verdict] });
}

function writtenWords({ ns, ew, hanging }, table, words) {
  const [one, other] = table.left === "NS" ? [ns, ew] : [ew, ns];
  return fill(hanging ? words.sums.waiting : words.sums.written, { one, other, hanging });
}

// What is in the hand and what the callers need, before the count is known.
function soFar(sheet, table, words) {
  if (!sheet.trump || !sheet.caller || sheet.counted.NS || sheet.counted.EW) return "";
  const { rules } = table;
  const { score } = judge({ ...sheet, counted: { NS: Math.floor(baseOf(sheet.trump, rules) / 2) } }, rules);
  if (!score) return "";
  const bar = score.steps.map((step) => barWords(step, words)).find((said) => said);
  return [totalWords(score, table, words), bar].filter((part) => part).join("; ");
}

export function endWords(game, table, words) {
  if (!game.over) return "";
  const winner = game.winner;
  const loser = winner === "NS" ? "EW" : winner ? "NS" : "EW";
  const [won, lost] = winner === "EW" ? [game.ew, game.ns] : [game.ns, game.ew];
  const sentence = winner ? words.ends[game.reason] ?? words.ends.won : words.ends.draw;
  return fill(sentence, { winner: table.sides[winner], loser: table.sides[loser], won, lost, target: table.rules.target });
}

// Running totals before and after, from the changed hand on.
function movesOf({ number, before, after }, { left }) {
  return after.running.slice(number - 1).map((totals, i) => {
    const was = before.running[number - 1 + i];
    return [number + i, was ? pair(was, left) : "", pair(totals, left)];
  });
}

// ----- the whole line -----

// Where a problem stands in the form: errors of one field are told together.
function fieldOf({ field }, rules) {
  if (field.startsWith("runs")) return rules.run_scope === "player" ? "runs" : `runs_${field.split(".")[1] ?? "N"}`;
  return { claim: "claim_by", sets: "set_J" }[field] ?? field;
}

function errorWords(errors) {
  const fields = [...new Set(errors.map(([field]) => field))];
  return fields.flatMap((field) => errors.filter(([one]) => one === field).map(([, said]) => said));
}

// {kind, sum, verdict, problems, warnings: [key, sentence, ticked], end, endQuestion, moves} for what was
// read (hand-fields.js) and what it comes to (hand-sum.js); `ticked` are the warnings already confirmed.
export function sumLine({ sheet, errors }, check, table, words, ticked = []) {
  const line = { kind: "problem", sum: "", verdict: "", problems: [], warnings: [], end: "", endQuestion: "", moves: null };
  if (!sheet) return { ...line, problems: errorWords(errors) };
  const wrong = check.problems.filter((one) => !one.warning);
  const asked = wrong.filter((one) => ASKED.has(one.code) && !(one.code === "claim_incomplete" && !("missing" in one.figures)));
  if (asked.length && asked.length === wrong.length) {
    const question = words.asked[asked[0].field === "thrown_by" ? "thrown_by" : asked[0].code];
    return { ...line, kind: "", sum: soFar(sheet, table, words), verdict: question };
  }
  if (wrong.length || !check.score) {
    return { ...line, problems: errorWords(wrong.map((one) => [fieldOf(one, table.rules), problemWords(one, table, words)])) };
  }
  if (check.blocked) return { ...line, problems: [fill(words.blocked[check.blocked], { number: table.game, next: table.game + 1 })] };
  const { score, before, after, afterEnd } = check;
  const unlikely = check.problems.map((one) => [`${one.code}:${one.field}`, problemWords(one, table, words)]);
  return {
    ...line,
    kind: score.verdict.replaceAll("_", "-"),
    sum: sumWords(score, table, words),
    verdict: `${capital(words.verdicts[score.verdict])} · ${writtenWords(score, table, words)}`,
    warnings: unlikely.map(([key, said]) => [key, said, ticked.includes(key)]),
    end: endWords(after, table, words) || (before.over && !after.over ? words.goes_on : ""),
    endQuestion: afterEnd.length ? fill(words.after_end[afterEnd.length === 1 ? 0 : 1], { hands: listed(afterEnd, words) }) : "",
    moves: table.correcting ? movesOf(check, table) : null,
  };
}
