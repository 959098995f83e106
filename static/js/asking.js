// A form is sent by leaving its page. Without a line that ends on the browser's own error page, and what was typed may
// be lost: so the server is asked first whether it is there, and without it the page stays as it is and says so at the
// button. GET forms are left alone, and so is whatever another script sends (htmx).

const PATIENCE = 5000; // ms until the first question is given up
const AT_MOST = 20_000; // ms, for whoever tries again on a slow line
const ON_ITS_WAY = 5000; // ms in which a second tap means what the first one did

const { asks, wordsNoLine } = document.body.dataset;
let patience = PATIENCE;
let asking = false;
let going = null; // the form that is let go at this moment
let wentAt = -Infinity;

// Only an answer of ours will do, whatever it says: proxies, and networks that want to be signed in to, answer too.
async function isThere() {
  const giveUp = new AbortController();
  const late = setTimeout(() => {
    giveUp.abort();
    patience = Math.min(2 * patience, AT_MOST);
  }, patience);
  try {
    const answer = await fetch(asks, { method: "HEAD", cache: "no-store", redirect: "manual", signal: giveUp.signal });
    return answer.status === 204 || (answer.status < 500 && answer.headers.has("Content-Security-Policy"));
  } catch {
    return false;
  } finally {
    clearTimeout(late);
  }
}

function leavesThePage(form, submitter) {
  const says = (name) => (submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? "").toLowerCase();
  return says("method") === "post" && ["", "_self"].includes(says("target")) && Boolean(form.requestSubmit);
}

// Sends the form as it was tapped. Whether it went: what was typed meanwhile may have made it one that cannot.
function letGo(form, submitter) {
  if (!form.isConnected) {
    // A page that follows by itself has put another in its place (live.js).
    form.hidden = true;
    document.body.append(form);
  }
  going = form;
  form.requestSubmit(submitter);
  const went = going === null;
  going = null;
  return went;
}

function say(form, submitter) {
  // What is there for Enter alone is not seen.
  const seen = (one) => one?.type === "submit" && one.offsetWidth > 1;
  const button = [submitter, ...form.elements].find(seen) ?? form.lastElementChild;
  const said = Object.assign(document.createElement("p"), { className: "notice notice--problem no-line", textContent: wordsNoLine });
  said.setAttribute("role", "alert");
  const place = button.closest(".save-bar, .buttons") ?? button;
  if (place.isConnected) place.before(said);
  else document.getElementById("main").prepend(said); // another form has come in the place of this one
  said.scrollIntoView({ block: "center" });
}

document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (going === form) {
    going = null;
    return;
  }
  if (!asks || event.defaultPrevented || !leavesThePage(form, submitter)) return;
  if (asking || performance.now() - wentAt < ON_ITS_WAY) return event.preventDefault();
  // One that went before has not been answered: nobody can say that nothing was sent.
  if (wentAt > 0) return;
  event.preventDefault();
  for (const said of document.querySelectorAll(".no-line")) said.remove();
  asking = true;
  submitter?.classList.add("is-asking");
  const there = await isThere();
  submitter?.classList.remove("is-asking");
  asking = false;
  if (!there) say(form, submitter);
  else if (letGo(form, submitter)) wentAt = performance.now();
});

// Back on a page that was left.
window.addEventListener("pageshow", () => {
  wentAt = -Infinity;
});
