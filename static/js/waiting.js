// What waits on this phone, said in plain sight in the bar at the top, with the way on where somebody has to
// do something: sign in again, or settle a hand in question.

import { make } from "./sheet-lines.js";
import { isKept } from "./sheet-state.js";
import { fill } from "./sum-words.js";
import { keepsNothing } from "./things.js";

const count = (sentences, number) => fill(sentences[number === 1 ? 0 : 1], { count: number });
const handsOf = (things) => new Set(things.map((thing) => thing.hand)).size;

function link(address, text) {
  const element = make("a", "", text);
  element.href = address;
  return element;
}

// What another account wrote is not sent before somebody says so.
function question({ as: writer, by, answer: { account } }, things, words) {
  const number = handsOf(things.filter((thing) => thing.as === writer));
  const figures = { count: number, writer: by.name, name: account.name };
  const button = make("button", "button", fill(words.send_as, figures));
  button.type = "button";
  button.setAttribute("data-send-as", "");
  return make("p", "", `${fill(words.other[number === 1 ? 0 : 1], figures)} `, button);
}

// `things` of this match; `line` as sending.js tells it; `hurry`: say it before a try has failed.
export function showWaiting(place, things, line, words, { hurry = false } = {}) {
  const asked = things.filter(isKept);
  const waiting = things.filter((thing) => !asked.includes(thing));
  const said = [];
  place.dataset.count = things.length;
  const number = handsOf(waiting);
  if (number && (hurry || !line.reached || !line.sending)) {
    const told = make("p", "", count(words.waiting, number));
    // Where nothing leads back to this page, nothing leads away from it: what it alone holds would be lost.
    const opens = line.reached || navigator.serviceWorker?.controller;
    if (opens && !keepsNothing()) told.append(" ", link(place.dataset.look, words.look[number === 1 ? 0 : 1]));
    said.push(told);
    const stopped = waiting.find((thing) => thing.answer);
    const signIn = line.signedOut || stopped?.answer.sign_in;
    const other = waiting.find((thing) => thing.answer?.account);
    if (other) said.push(question(other, waiting, words));
    else if (signIn) {
      // Who came by a table's link has no account: the server's words tell of the new code as well.
      if (stopped && !place.dataset.account) said.push(make("p", "", stopped.answer.words));
      said.push(make("p", "", link(signIn, count(words.sign_in, number))));
    }
    else if (stopped && line.reached) said.push(make("p", "", stopped.answer.words));
    if ("noWorker" in document.documentElement.dataset) said.push(make("p", "", words.stay));
  }
  if (asked.length) {
    said.push(make("p", "", link(asked[0].answer.address, count(words.question, handsOf(asked)))));
  }
  if (keepsNothing()) said.push(make("p", "", words.keeps_nothing));
  const now = said.map((one) => one.outerHTML).join("");
  if (place.saying === now) return; // nothing is read out again that is there already
  place.saying = now;
  place.replaceChildren(...said);
}
