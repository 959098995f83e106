// Another phone may write at this table too: the score page asks now and then how the sheet stands, and is fetched anew
// where it stands otherwise.

import { askTable } from "./sending.js";

const EVERY = 10_000; // ms

// `look(told)` each time it was asked, and at once when somebody comes back to the page; `may()`: whether to ask now.
export function follow(address, may, look) {
  let timer = 0;
  const ask = async () => {
    clearTimeout(timer);
    if (!document.hidden && may()) {
      const told = await askTable(address);
      if (told && may()) look(told);
    }
    clearTimeout(timer);
    timer = setTimeout(ask, EVERY);
  };
  timer = setTimeout(ask, EVERY);
  document.addEventListener("visibilitychange", () => document.hidden || ask());
}
