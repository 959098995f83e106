// What the pages do beyond HTML and htmx. Every form works without this file.

// ----- sending -----

function csrfToken() {
  const field = document.querySelector("input[name=csrfmiddlewaretoken]");
  if (field) return field.value;
  const cookie = document.cookie.match(/(?:^|;\s*)(?:__Secure-|__Host-)?csrftoken=([^;]+)/);
  return cookie ? decodeURIComponent(cookie[1]) : "";
}

document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.verb !== "get" && !event.detail.headers["X-CSRFToken"]) {
    const token = csrfToken();
    if (token) event.detail.headers["X-CSRFToken"] = token;
  }
});

// An answer that never came, or that htmx will not swap: say so, keep what was typed. In sight of whoever tapped; what
// asks by itself moves nothing.
export function sayTrouble(words, { requestConfig } = {}) {
  const place = document.getElementById("notices");
  if (!place || !words) return;
  const line = document.createElement("p");
  line.className = "notice notice--problem";
  line.dataset.trouble = "";
  line.textContent = words;
  place.querySelector("[data-trouble]")?.remove();
  place.append(line);
  if (requestConfig?.verb !== "get") line.scrollIntoView({ block: "center" });
}
// The live sum goes on without a line, and says so in its own place (live-sum.js).
const isLiveSum = (event) => event.detail.elt?.id === "sum-line";
document.addEventListener("htmx:sendError", (event) => isLiveSum(event) || sayTrouble(document.body.dataset.wordsNoLine, event.detail));
// The server's own sentence where it is too busy, or its disk full: only ours is plain text.
function wordsOf(answer) {
  const ours = answer.status === 503 && (answer.getResponseHeader("Content-Type") || "").startsWith("text/plain");
  return ours ? answer.responseText : document.body.dataset.wordsRefused;
}
document.addEventListener("htmx:responseError", (event) => isLiveSum(event) || sayTrouble(wordsOf(event.detail.xhr), event.detail));
document.addEventListener("htmx:afterOnLoad", (event) => {
  if (event.detail.successful) document.querySelector("#notices [data-trouble]")?.remove();
});

// ----- hand entry -----

// Each hand carries an id made here, so that a second tap or a retry stores it once.
// The form's id is kept until the server answers with a form of its own (an empty id again).
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

// One count is enough: the other side has the rest of the base (rule 162, 130 at no trump).
function reckonCount(typed) {
  const box = typed.closest("[data-count]");
  const inputs = Array.from(box.querySelectorAll("input[data-count-side]"));
  const other = inputs.find((input) => input !== typed);
  if (!other) return;
  typed.closest(".count-field__side").classList.remove("is-reckoned");
  const otherBox = other.closest(".count-field__side");
  if (other.value !== "" && !otherBox.classList.contains("is-reckoned") && document.activeElement !== typed) return;
  const text = typed.value.trim();
  const base = Number(box.dataset.base);
  const reckoned = /^[0-9]{1,3}$/.test(text) && Number(text) <= base ? String(base - Number(text)) : "";
  other.value = reckoned;
  otherBox.classList.toggle("is-reckoned", reckoned !== "");
}

// At no trump fewer points are in the deal; the count follows when trump changes.
function followTrump(form) {
  const box = form.querySelector("[data-count]");
  if (!box || !box.dataset.baseTrump) return;
  const trump = form.querySelector("input[name=trump]:checked");
  const base = trump && trump.value === "NT" ? box.dataset.baseNoTrump : box.dataset.baseTrump;
  if (base === box.dataset.base) return;
  box.dataset.base = base;
  const reckoned = box.querySelector(".is-reckoned input");
  const typed = reckoned && Array.from(box.querySelectorAll("input[data-count-side]")).find((input) => input !== reckoned);
  if (typed) reckonCount(typed);
}

// The closed runs and Bella buttons say what was picked.
function tellPicked(picker) {
  const place = picker.querySelector("[data-picked]");
  if (!place) return;
  const picked = Array.from(picker.querySelectorAll("input:checked")).filter((input) => input.value !== "" && input.value !== "0");
  const words = picked.map((input) => input.dataset.words || input.closest("label").textContent.trim());
  place.textContent = words.join(", ") || place.dataset.none;
  picker.classList.toggle("is-set", picked.length > 0);
}

// Who dealt stands beside the picker, and at the dealer's seat.
export function tellDealer(input) {
  const dealer = input.closest("[data-dealer]");
  const place = dealer.querySelector("[data-dealer-name]");
  if (place) place.textContent = input.dataset.words || input.closest("label").textContent.trim();
  for (const mark of dealer.closest("form").querySelectorAll("[data-dealer-mark]")) mark.hidden = mark.dataset.dealerMark !== input.value;
  dealer.open = false;
}

document.addEventListener("input", (event) => {
  if (event.target.matches("input[data-count-side]")) reckonCount(event.target);
});

document.addEventListener("change", (event) => {
  const input = event.target;
  if (input.name === "trump" && input.form) followTrump(input.form);
  const picker = input.closest("[data-picker]");
  if (picker) {
    tellPicked(picker);
    if (picker.dataset.picker === "one" && input.type === "radio") {
      picker.open = false;
      picker.querySelector("summary").focus({ preventScroll: true });
    }
  }
  if (input.matches("[data-dealer] input")) tellDealer(input);
});

// ----- seats before a game: one tap swaps partners, or turns the table -----

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-swap]");
  if (!button) return;
  const [one, two] = button.dataset.swap.split(" ").map((id) => document.getElementById(id));
  if (!one || !two) return;
  event.preventDefault();
  [one.value, two.value] = [two.value, one.value];
  for (const field of [one, two]) field.dispatchEvent(new Event("change", { bubbles: true }));
});

// ----- the bell's clock: the page says how many seconds are left, this counts them down -----

function clockFace(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
function tickClocks() {
  for (const face of document.querySelectorAll("[data-bell]")) {
    face.bellAt ??= Date.now() + Number(face.dataset.bell) * 1000;
    const left = Math.max(0, Math.ceil((face.bellAt - Date.now()) / 1000));
    face.textContent = left ? clockFace(left) : face.dataset.bellWords;
    if (!left) face.closest(".bell-clock")?.classList.add("bell-clock--rung");
  }
}
setInterval(tickClocks, 1000);

// ----- each time a page or a part arrives -----

// Brings a form into line with what is picked in it.
export function settle(root) {
  for (const field of root.querySelectorAll("input[data-client-id]")) if (!field.value) field.value = newId();
  for (const picker of root.querySelectorAll("[data-picker]")) tellPicked(picker);
  for (const form of root.querySelectorAll("form")) followTrump(form);
  root.querySelector("[data-problems]")?.focus();
  for (const button of root.querySelectorAll("[data-print]")) button.hidden = false;
}
settle(document);
document.addEventListener("htmx:load", (event) => settle(event.detail.elt.parentElement || document));
document.addEventListener("live:arrived", (event) => settle(event.target));
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});

// ----- the save bar above the keyboard where the browser lays the keyboard over the page -----

if (window.visualViewport && document.querySelector(".save-bar")) {
  const lift = () => {
    const bar = document.querySelector(".save-bar");
    if (!bar) return;
    const covered = window.innerHeight - visualViewport.height - visualViewport.offsetTop;
    bar.style.insetBlockEnd = covered > 80 ? `${Math.round(covered)}px` : "";
  };
  visualViewport.addEventListener("resize", lift);
  visualViewport.addEventListener("scroll", lift);
}

// ----- hands of this phone that are not sent yet go out from any page (things.js sets the mark) -----

try {
  const { sender } = document.body.dataset;
  if (sender && localStorage.getItem("tarabish-waits")) import(sender);
} catch {
  // A browser that lets nothing be kept: then nothing waits beyond its page.
}
