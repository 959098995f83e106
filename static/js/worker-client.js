// Has the browser keep this score page, or the one that the page leads to, so that it opens without a line
// (service-worker.js). Browsers do that on https under a certificate they trust, and on the computer itself; anywhere
// else a reload needs the line: data-no-worker on the root says so to whoever has to tell people.

const path = new URL(document.querySelector("a[data-keep-page]") ?? location).pathname;
const root = document.documentElement.dataset;

async function keep() {
  const worker = navigator.serviceWorker;
  await worker.register("/service-worker.js");
  (await worker.ready).active.postMessage({ keep: path });
  delete root.noWorker;
}

root.noWorker = ""; // until there is one: one that does not get all its files is none
if (window.isSecureContext && navigator.serviceWorker) {
  // What the page itself needs comes first; by then the worker finds its files in the browser's own cache.
  const begin = () => keep().catch(() => {});
  if (document.readyState === "complete") begin();
  else window.addEventListener("load", begin);
}
