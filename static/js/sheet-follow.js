// Another phone may write at this table too: the score page asks now and then how the sheet stands, and is fetched anew
// where it stands otherwise.

const EVERY = 10_000; // ms
const PATIENCE = 4000; // ms until an answer is given up

// What the server tells of the table at this address, in short; null where it does not answer.
export async function askTable(address) {
  const giveUp = new AbortController();
  const late = setTimeout(() => giveUp.abort(), PATIENCE);
  try {
    const answer = await fetch(address, { cache: "no-store", credentials: "same-origin", redirect: "manual", signal: giveUp.signal });
    const told = await answer.json();
    return told.answer === "here" ? told : null;
  } catch {
    return null;
  } finally {
    clearTimeout(late);
  }
}

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
