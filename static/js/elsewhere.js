// On any page but an entry page, while hands of this phone wait: they are sent from here too, and it is said where
// they belong. league.js loads this only when there are some.

import { onSent, sendWaiting } from "./sending.js";
import { isKept } from "./sheet-state.js";
import { allThings } from "./things.js";

const place = document.createElement("p");
place.className = "notice notice--warning";
place.setAttribute("role", "status");

// What is in question the server has, and says so itself.
async function tell() {
  const things = (await allThings()).filter((thing) => !isKept(thing));
  const tables = new Map(things.map((thing) => [thing.page, thing.title]));
  const { look, wordsLook, wordsWaiting } = document.body.dataset;
  if (things.length) tables.set(look, wordsLook);
  const links = [...tables].map(([page, title]) => Object.assign(document.createElement("a"), { href: page, textContent: title }));
  const why = new Set(things.map((thing) => thing.answer?.words).filter((words) => words));
  place.replaceChildren(wordsWaiting, ...[...links, ...why].flatMap((part) => [" ", part]));
  if (links.length) document.getElementById("notices")?.append(place); // main may be drawn anew (live.js)
  else place.remove();
}

onSent(tell);
await tell();
sendWaiting();
