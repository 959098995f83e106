// What waits on this phone, drawn from the phone's own store: to be read, copied to paper, sent again, and let go
// where the server takes it no more. While there is no line the same page stands in the place of any other, with the
// tables whose page is kept. It stands alone, without the scripts of the score page, so that little has to be kept
// for it; what sends is fetched when there is something to send and a line.

const place = document.querySelector("[data-waiting-here]");
const { sender, here } = document.body.dataset;
const words = JSON.parse(document.getElementById("waiting-words").textContent);
const DAY = 24 * 3600 * 1000; // ms
const PATIENCE = 4000; // ms until a store that does not answer is given up
const AGAIN = 15_000; // ms until what sends is fetched again
const SEATS = new Set(["dealer", "caller", "bella", "claim_seat"]);
const SIDES = new Set(["claim_by", "thrown_by", "last_trick"]);
// What an empty form says, and what goes along for the server alone.
const UNSAID = new Set(["outcome played", "bella_call last"]);
const UNTOLD = new Set(["reckoned", "confirm", "end_confirmed"]);
const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel("tarabish") : null;
let sending = null;
let timer = 0;
let asked = ""; // the hand about which it is asked whether it goes

const fill = (sentence, figures) => sentence.replace(/%\((\w+)\)s/g, (_, name) => figures[name] ?? "?");
const clock = new Intl.DateTimeFormat(document.documentElement.lang, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

function make(name, className, ...children) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

function button(text, act, className = "button") {
  const made = make("button", className, text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

// ----- the store, which is the score page's (things.js); where there is none yet, looking must not make one -----

function inStore(mode, work) {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open("tarabish");
    asked.onupgradeneeded = () => asked.transaction.abort();
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => {
      const transaction = asked.result.transaction("things", mode, { durability: "strict" });
      const given = work(transaction.objectStore("things"));
      transaction.oncomplete = () => resolve(given.result);
      transaction.onabort = () => reject(transaction.error);
      asked.result.close();
    };
    setTimeout(reject, PATIENCE);
  });
}

// Everything that waits, in order; null where the browser shows nothing of its store.
const allThings = () =>
  inStore("readonly", (things) => things.getAll()).catch((trouble) => (trouble?.name === "AbortError" ? [] : null));

// All that was done to one hand goes. What was written after it waits for it no more: the server stores it, or keeps
// it in question.
function letGo({ match, hand }) {
  return inStore("readwrite", (things) => {
    const asked = things.index("match").getAll(match);
    asked.onsuccess = () => {
      for (const thing of asked.result) {
        if (thing.hand === hand) things.delete(thing.seq);
        else if (thing.after === hand) things.put({ ...thing, after: "" });
      }
    };
    return asked;
  });
}

// ----- one hand -----

// Names at the table; by the letter of the seat where they were not kept.
const named = (names, letter) => names?.[letter] ?? letter;

// [label, text] for a field of the form as it was sent; one that is not known here is told as it is.
function rowOf([name, value], { seats, sides }) {
  const { labels, values } = words;
  const [, stem, letter] = /^(runs|beaten|cards|set|count)_(\w+)$/.exec(name) ?? [];
  if (stem === "count") return [labels.count, `${named(sides, letter.toUpperCase())} ${value}`];
  if (stem === "set") return [labels.set, `${named(seats, value)} ${letter === "T" ? "10" : letter}`];
  if (stem) return [labels[stem], `${named(seats, letter)} ${value.replace(/^h/, "")}`];
  if (name === "runs") return [labels.runs, `${named(seats, value[0])} ${value.slice(2).replace(/^h/, "")}`];
  const text = SEATS.has(name) ? named(seats, value) : SIDES.has(name) ? named(sides, value) : values[name]?.[value] ?? value;
  return [labels[name] ?? name, text];
}

function rowsOf(thing) {
  const at = thing.made ? clock.format(thing.made) : "–";
  const rows = [[words.done[thing.kind], thing.by?.name ? fill(words.by, { at, name: thing.by.name }) : at]];
  const told = thing.fields.filter(([name, value]) => !UNTOLD.has(name) && !UNSAID.has(`${name} ${value}`));
  for (const [label, text] of told.map(([name, value]) => rowOf([name, String(value)], thing))) {
    const same = rows.find(([other]) => other === label);
    if (same) same[1] += `, ${text}`;
    else rows.push([label, text]);
  }
  if (thing.figures) {
    const [ns, ew] = thing.figures;
    rows.push([words.labels.written, `${named(thing.sides, "NS")} ${ns} – ${named(thing.sides, "EW")} ${ew}`]);
  }
  return rows;
}

function listOf(rows) {
  const list = make("dl", "");
  for (const [label, text] of rows) list.append(make("dt", "", label), Object.assign(make("dd", "", text), { dir: "auto" }));
  return list;
}

// Whether nothing comes of sending it any more: nobody may send it, or the server could not read it and has not
// kept it. What it may take yet has a day.
function mayGo({ answer, since, page }) {
  if (!answer || answer.account) return false;
  const { answer: code, address, sign_in: signIn } = answer;
  if (code === "conflict") return !address || address === page;
  return (code === "not_yours" && !signIn) || Math.abs(Date.now() - since) > DAY;
}

// In question, the server has it, and says so itself (sheet-state.js).
const isKept = (thing) => thing.answer?.answer === "conflict" && !mayGo(thing);

function articleOf(hand, refused) {
  const [first] = hand;
  const figures = hand.flatMap(rowsOf);
  const last = hand.findLast((thing) => thing.answer);
  const said = last ? fill(words.said, { at: clock.format(last.asked), words: last.answer.words }) : words.silent;
  const article = make("article", "conflict__one", make("h4", "", fill(words.hand, first)), listOf([...figures, [words.server, said]]));
  const signIn = last?.answer.sign_in;
  if (signIn) article.append(make("p", "no-print", linkTo(signIn, words.sign_in)));
  const may = refused || hand.some(mayGo);
  if (may) article.append(make("div", "buttons no-print", button(words.let_go, () => ask(article, first, figures))));
  return article;
}

// The figures once more, and the question.
function ask(article, hand, figures) {
  asked = hand.hand;
  const title = Object.assign(make("h5", "conflict__title", fill(words.sure, hand)), { tabIndex: -1 });
  const go = async () => {
    asked = "";
    await letGo(hand);
    channel?.postMessage("changed");
    await show();
    say(fill(words.was_let_go, hand), "notice notice--success");
    send();
  };
  const stay = () => {
    asked = "";
    show();
  };
  const buttons = make("div", "buttons", button(words.yes, go), button(words.keep, stay, "button button--primary"));
  article.lastChild.replaceWith(make("div", "conflict no-print", title, listOf(figures), make("p", "", words.gone), buttons));
  title.focus();
}

// ----- the page -----

function linkTo(path, title) {
  return Object.assign(make("a", "", title), { href: path });
}

function groups(things, key) {
  const found = new Map();
  for (const thing of things) found.set(key(thing), [...(found.get(key(thing)) ?? []), thing]);
  return [...found.values()];
}

// What another account wrote is not sent before somebody says so (things.js: handOver).
function question({ match, as: writer, by, answer: { account } }, things) {
  const own = (thing) => thing.as === writer;
  const count = groups(things.filter(own), (thing) => thing.hand).length;
  const figures = { count, writer: by.name, name: account.name };
  const go = async () => {
    await inStore("readwrite", (store) => {
      const found = store.index("match").getAll(match);
      found.onsuccess = () => found.result.filter(own).forEach((thing) => store.put({ ...thing, as: account.id, answer: null }));
      return found;
    });
    send();
  };
  return make("p", "notice notice--warning no-print", `${fill(words.other[count === 1 ? 0 : 1], figures)} `, button(fill(words.send_as, figures), go));
}

function tableOf(things) {
  const hands = groups(things, (thing) => thing.hand);
  const refused = things.some((thing) => thing.answer?.answer === "not_yours" && mayGo(thing));
  const many = fill(words.hands[hands.length === 1 ? 0 : 1], { count: hands.length });
  const { page, title } = things[0];
  const other = things.find((thing) => thing.answer?.account);
  return [make("h3", "", linkTo(page, title ?? page), ` · ${many}`), ...(other ? [question(other, things)] : []), ...hands.map((hand) => articleOf(hand, refused))];
}

async function show() {
  const all = await allThings();
  const things = (all ?? []).filter((thing) => !isKept(thing));
  // Nothing moves under a finger that is about to answer.
  if (things.some((thing) => thing.hand === asked)) return things;
  place.querySelector("[data-list]").replaceChildren(...groups(things, (thing) => thing.match).flatMap(tableOf));
  place.hidden = !things.length;
  document.querySelector("[data-none]").hidden = things.length > 0 || all === null || standsIn;
  document.querySelector("[data-closed]").hidden = all !== null;
  return things;
}

function say(text, className = "notice notice--problem") {
  const place = document.getElementById("notices");
  if (place.textContent !== text) place.replaceChildren(...(text ? [make("p", className, text)] : []));
}

// What sends, fetched once; what it is told is shown here.
async function fetchSender() {
  const fetched = await import(sender);
  fetched.onSent(async () => {
    await show();
    if (!fetched.lineNow().reached) say(words.no_answer);
    else document.querySelector("#notices .notice--problem")?.remove();
  });
  return fetched;
}

async function send() {
  clearTimeout(timer);
  try {
    sending ??= fetchSender();
    (await sending).wake();
  } catch {
    sending = null; // no line for the script itself
    timer = setTimeout(send, AGAIN);
    say(words.no_answer);
  }
}

async function keptPages() {
  if (!window.caches) return [];
  const pages = await caches.open("tarabish-pages");
  const found = [];
  for (const request of await pages.keys()) {
    const text = await (await pages.match(request, { ignoreVary: true })).text();
    const { title } = new DOMParser().parseFromString(text, "text/html");
    found.unshift(make("li", "", linkTo(new URL(request.url).pathname, title)));
  }
  return found;
}

// In the place of a page that was asked for: what there is without it.
const standsIn = location.pathname !== here;
if (standsIn) {
  const head = document.querySelector("template[data-no-line]");
  document.querySelector(".page-head").replaceChildren(head.content);
  document.title = head.dataset.pageTitle;
  document.querySelector("[data-again]").hidden = false;
}
// Somebody goes on from here: the page that was asked for first does not take them back.
let leaves = false;
window.addEventListener("beforeunload", () => {
  leaves = true;
});
window.addEventListener("pageshow", () => {
  leaves = false;
});
window.addEventListener("online", async () => {
  if (leaves) return;
  if (standsIn) location.reload();
  else if ((await show()).length) send();
});
place.querySelector("[data-send]").addEventListener("click", () => {
  say("");
  send();
});
place.querySelector("[data-print]").addEventListener("click", () => window.print());
channel?.addEventListener("message", show);

document.querySelector("[data-no-script]").remove();
if ((await show()).length && navigator.onLine) send();
const pages = await keptPages().catch(() => []);
document.querySelector("[data-tables] ul").replaceChildren(...pages);
document.querySelector("[data-tables]").hidden = !pages.length;
