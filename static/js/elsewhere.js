// On any page but an entry page, while hands of this phone wait: they are sent from here too, and it is said where
// they belong. league.js loads this only when there are some.

import { onSent, sendWaiting } from "./sending.js";
import { allThings } from "./things.js";

const place = document.createElement("p");
place.className = "notice notice--warning";
place.setAttribute("role", "status");

async function tell() {
  const tables = new Map((await allThings()).map((thing) => [thing.page, thing.title]));
  const links = [...tables].map(([page, title]) => Object.assign(document.createElement("a"), { href: page, textContent: title }));
  place.replaceChildren(document.body.dataset.wordsWaiting, ...links.flatMap((link) => [" ", link]));
  if (links.length) document.getElementById("main")?.prepend(place);
  else place.remove();
}

onSent(tell);
await tell();
sendWaiting();
