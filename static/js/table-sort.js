// The standings by any column, from the keyboard too: each heading becomes a button; a second press turns the
// order round, a third gives the table's own back. The places stay those of the table. Where the page follows by
// itself (live.js) what has come is put in the same order.

const chosen = new Map(); // which table of the page -> [column, "ascending" or "descending"]
let focused = null; // [table, column] of the button that has the focus

const tables = () => [...document.querySelectorAll("table.standings")];
const entries = (table) => [...table.querySelectorAll(":scope > .standings__entry")];
const textIn = (entry, column) => entry.rows[0].cells[column].textContent.trim();

// "−2½" is -2.5, "1,524" a thousand and more, and "3–1" counts by what stands first.
const figure = (text) => parseFloat(text.replace(/[\s,]/g, "").replace("\u2212", "-").replace(/(\d*)½/, (_half, whole) => `${whole || 0}.5`));

function order(table, column, way) {
  const isFigure = table.tHead.rows[0].cells[column].classList.contains("number");
  const turned = way === "descending" ? -1 : 1;
  const compare = (one, other) =>
    isFigure ? figure(one) - figure(other) : one.localeCompare(other, document.documentElement.lang);
  return entries(table).sort((one, other) => turned * compare(textIn(one, column), textIn(other, column)));
}

function show(table, at) {
  const [column, way] = chosen.get(at) ?? [];
  [...table.tHead.rows[0].cells].forEach((cell, i) => (i === column ? cell.setAttribute("aria-sort", way) : cell.removeAttribute("aria-sort")));
  table.classList.toggle("standings--sorted", Boolean(way));
  const sorted = way ? order(table, column, way) : table.inOrder;
  table.append(...sorted);
}

function press(table, at, column) {
  const first = table.tHead.rows[0].cells[column].classList.contains("number") ? "descending" : "ascending";
  const other = first === "descending" ? "ascending" : "descending";
  const [was, way] = chosen.get(at) ?? [];
  if (was === column && way === other) chosen.delete(at);
  else chosen.set(at, [column, was === column ? other : first]);
  show(table, at);
}

function begin(table, at) {
  if (table.inOrder) return;
  table.inOrder = [...table.tBodies];
  [...table.tHead.rows[0].cells].forEach((cell, column) => {
    if (!column) return; // the place: it is the table's own order
    const button = document.createElement("button");
    button.type = "button";
    button.className = "standings__sort";
    button.append(...cell.childNodes);
    button.addEventListener("click", () => press(table, at, column));
    button.addEventListener("focus", () => (focused = [at, column]));
    cell.append(button);
    if (document.activeElement === document.body && focused?.join() === `${at},${column}`) button.focus({ preventScroll: true });
  });
  if (chosen.has(at)) show(table, at);
}

const beginAll = () => tables().forEach(begin);
document.addEventListener("focusin", (event) => {
  if (!event.target.closest(".standings__sort")) focused = null;
});
document.addEventListener("live:arrived", beginAll);
beginAll();
