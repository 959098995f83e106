// What this phone has to send, kept in its own store until the server has it: hands saved, corrected and
// undone, in order. A browser that keeps nothing gets a list in memory that lasts as long as the page.

import { newId } from "./league.js";

const NAME = "tarabish";
const PATIENCE = 4000; // ms until a store that does not answer is given up
const HANGS = new Error("the store does not open");
let opened = null;
let unkept = false;
let memory = []; // things that the store did not take, each with `held`
const memoryOwn = new Map(); // what it did not take of the phone's own: newer than what is in it
let last = 0; // the highest number of a thing that was seen

// Whether the browser refuses to keep anything: known after the first use.
export const keepsNothing = () => unkept;

function open() {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("things", { keyPath: "seq" }).createIndex("match", "match");
      asked.result.createObjectStore("own");
    };
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => {
      const base = asked.result;
      base.onversionchange = () => base.close();
      base.onclose = () => (opened = null);
      opened = Promise.resolve(base); // what waits in it is found, however late it opens
      resolve(base);
    };
    setTimeout(() => reject(HANGS), PATIENCE);
  });
  return opened;
}

// One transaction: `work(things, own)` starts it; done when it is on the disk, with what `work` gave.
async function inStore(mode, work) {
  let base;
  try {
    base = await open();
    return await transact(base, mode, work);
  } catch (trouble) {
    // A phone that slept may have lost its connection: once more from the start. A store that hangs is not
    // waited for again each time.
    if (trouble !== HANGS) opened = null;
    if (!base || trouble?.name === "QuotaExceededError") throw trouble;
    return transact(await open(), mode, work);
  }
}

function transact(base, mode, work) {
  return new Promise((resolve, reject) => {
    const transaction = base.transaction(["things", "own"], mode, { durability: "strict" });
    const given = work(transaction.objectStore("things"), transaction.objectStore("own"));
    transaction.oncomplete = () => resolve(given.result);
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
    transaction.onerror = () => reject(transaction.error);
    // What it stores after all is there twice under one id, and stored once.
    setTimeout(() => reject(new Error("no answer")), PATIENCE);
  });
}

// For the other pages (league.js): whether anything waits.
function mark(waits) {
  try {
    if (waits) localStorage.setItem("tarabish-waits", "1");
    else localStorage.removeItem("tarabish-waits");
  } catch {
    // Refused: then the entry page alone sends.
  }
}

// What the store takes, it keeps; what it refuses stays in memory, and the page says so.
async function orInMemory(mode, work, without) {
  try {
    return await inStore(mode, work);
  } catch {
    if (mode === "readwrite") unkept = true;
    return without();
  }
}

// Asks the browser for a place, and to leave it alone when it clears up.
export async function makeRoom() {
  const phone = newId();
  await orInMemory("readwrite", (_, own) => {
    const known = own.get("phone");
    known.onsuccess = () => known.result || own.put(phone, "phone");
    return known;
  }, () => memoryOwn.get("phone") ?? memoryOwn.set("phone", phone));
  if (!unkept) navigator.storage?.persist?.().catch(() => {});
}

// Takes in a thing and gives it its number; when this is done, it is kept.
export async function addThing(thing) {
  mark(true);
  const given = {};
  await orInMemory("readwrite", (things, own) => {
    const asked = own.get("next");
    asked.onsuccess = () => {
      given.seq = Math.max(asked.result ?? 1, last + 1);
      own.put(given.seq + 1, "next");
      const phone = own.get("phone");
      phone.onsuccess = () => {
        given.phone = phone.result ?? newId();
        if (!phone.result) own.put(given.phone, "phone");
        things.put({ ...thing, ...given });
      };
    };
    return asked;
  }, async () => {
    const phone = (await readOwn("phone")) ?? newId();
    memoryOwn.set("phone", phone);
    memory.push({ ...thing, phone, seq: given.seq ?? last + 1, held: true });
  });
  last = Math.max(given.seq ?? 0, last + 1);
}

// Everything that waits, in order; of one match, or of all. `known` is what waited when it was asked before: a store
// that does not answer has it still.
export async function allThings(match, known = []) {
  const kept = await orInMemory("readonly", (things) => (match ? things.index("match").getAll(match) : things.getAll()), () => null);
  const held = memory.filter((one) => !match || one.match === match);
  const all = [...(kept ?? known.filter((one) => !one.held)), ...held];
  if (!match && kept) mark(all.length > 0);
  all.sort((one, other) => one.seq - other.seq);
  last = Math.max(last, all.at(-1)?.seq ?? 0);
  return all;
}

// Notes whether a thing has been on its way; false where it is not there any more.
export async function setTried(thing, tried) {
  const held = memory.find((one) => one.id === thing.id);
  if (held) held.tried = tried;
  const there = await orInMemory("readwrite", (things) => {
    const found = things.get(thing.seq);
    found.onsuccess = () => found.result?.id === thing.id && things.put({ ...found.result, tried });
    return found;
  }, () => thing);
  return Boolean(held) || there?.id === thing.id;
}

// Drops all that was done to a hand where certainly none of it has ever been on its way; gives whether it did.
export async function dropUntried({ match, hand }) {
  const of = (thing) => thing.match === match && thing.hand === hand;
  const held = memory.filter(of);
  const untried = (own) => own.some(({ kind }) => kind === "record") && own.every(({ tried }) => tried === false);
  let dropped = false;
  await orInMemory("readwrite", (things) => {
    const asked = things.index("match").getAll(match);
    asked.onsuccess = () => {
      const own = asked.result.filter(of);
      dropped = untried([...own, ...held]);
      if (dropped) own.forEach(({ seq }) => things.delete(seq));
    };
    return asked;
  }, () => (dropped = untried(held)));
  if (dropped) memory = memory.filter((thing) => !of(thing));
  return dropped;
}

// Notes what the server said of a thing that stays, now (`asked`) and since when it stays (`since`).
export async function noteAnswer(thing, answer) {
  Object.assign(memory.find((one) => one.id === thing.id) ?? {}, { answer, asked: Date.now() });
  await orInMemory("readwrite", (things) => {
    const found = things.get(thing.seq);
    found.onsuccess = () => found.result?.id === thing.id && things.put({ since: Date.now(), ...found.result, answer, asked: Date.now() });
    return found;
  }, () => {});
}

// What this account wrote at a table is sent by the one that is signed in: somebody has said so.
export async function handOver({ match, as: writer, answer: { account } }) {
  const taken = { as: account.id, answer: null };
  const mine = (thing) => thing.match === match && thing.as === writer;
  memory.filter(mine).forEach((thing) => Object.assign(thing, taken));
  await orInMemory("readwrite", (things) => {
    const asked = things.index("match").getAll(match);
    asked.onsuccess = () => asked.result.filter(mine).forEach((thing) => things.put({ ...thing, ...taken }));
    return asked;
  }, () => {});
}

// The server has it: the thing goes, and the sheet as this phone knows it moves on, both or neither; a store that
// takes nothing any more lets go all the same.
export async function dropThing({ id, seq, match }, moveOn) {
  const held = memory.some((one) => one.id === id);
  const key = `table-${match}`;
  const move = (sheet) => sheet && moveOn(sheet);
  const forget = (things, own) => {
    const found = things.get(seq);
    found.onsuccess = () => {
      const there = found.result?.id === id;
      if (there) things.delete(seq);
      if (own && (there || held)) change(own, key, move);
    };
    return found;
  };
  await orInMemory("readwrite", forget, async () => {
    await changeHere(key, move);
    await inStore("readwrite", (things) => forget(things)).catch(() => {});
  });
  memory = memory.filter((one) => one.id !== id);
}

// ----- what the phone knows itself: its id, the sheets as they were last told to it -----

function change(own, key, choose) {
  const there = own.get(key);
  there.onsuccess = () => {
    const chosen = choose(memoryOwn.get(key) ?? there.result);
    if (chosen === undefined) return;
    if (memoryOwn.has(key)) memoryOwn.set(key, chosen);
    own.put(chosen, key);
  };
  return there;
}

async function changeHere(key, choose) {
  const chosen = choose(await readOwn(key));
  if (chosen !== undefined) memoryOwn.set(key, chosen);
}

export async function readOwn(key) {
  return memoryOwn.get(key) ?? orInMemory("readonly", (_, own) => own.get(key), () => undefined);
}

// `choose(what is there)` gives what is to be there, or undefined to leave it.
export async function writeOwn(key, choose) {
  let chosen;
  const noted = (there) => (chosen = choose(there));
  await orInMemory("readwrite", (_, own) => change(own, key, noted), () => changeHere(key, noted));
  return chosen;
}
