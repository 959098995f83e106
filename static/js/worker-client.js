// Has the browser keep this score page, or the one that the page leads to, so that it opens without a line
// (service-worker.js). Browsers do that on https under a certificate they trust, and on the computer itself; anywhere
// else a reload needs the line: data-no-worker on the root says so to whoever has to tell people.

const link = document.querySelector("a[data-keep-page]");
const path = link ? new URL(link.href).pathname : location.pathname;

async function keep() {
  try {
    await navigator.serviceWorker.register("/service-worker.js");
    const ready = await navigator.serviceWorker.ready;
    ready.active.postMessage({ keep: path });
  } catch {
    document.documentElement.dataset.noWorker = "";
  }
}

if (!window.isSecureContext || !navigator.serviceWorker) document.documentElement.dataset.noWorker = "";
// What the page itself needs comes first; by then the worker finds its files in the browser's own cache.
else if (document.readyState === "complete") keep();
else window.addEventListener("load", keep);
