// Keeps an open page as it is on the server: when news come, its live parts are asked for again and put in place of the
// old ones. A page that cannot be had in parts comes as a whole, and the rest of it is left. Without this script everything works; it is only older.
"use strict";

(() => {
  /** The least time between two questions, in milliseconds. */
  const LEAST_MS = 1000;

  const address = document.body.dataset.events;
  if (!address || !("EventSource" in window)) return;

  let isAsking = false;
  let isStale = false;

  async function refresh() {
    if (isAsking || document.hidden) {
      isStale = true;
      return;
    }
    isAsking = true;
    isStale = false;
    try {
      const response = await fetch(location.href, {
        cache: "no-store",
        credentials: "same-origin",
        headers: { "Skirmish-Live-Parts": "1" },
      });
      if (response.ok && !response.redirected) {
        put(new DOMParser().parseFromString(await response.text(), "text/html"));
      }
    } catch {
      // The server is away; the next news will come when it is back.
    }
    setTimeout(() => {
      isAsking = false;
      if (isStale) refresh();
    }, LEAST_MS);
  }

  function put(fresh) {
    // A part that replaces something larger (the viewer, once there is one) comes once and stays.
    for (const old of document.querySelectorAll("[data-live-whole]")) {
      const now = fresh.getElementById(old.id);
      if (now && !now.hasAttribute("data-live-whole")) old.replaceWith(document.importNode(now, true));
      else if (now && now.innerHTML !== old.innerHTML) old.innerHTML = now.innerHTML;
    }
    for (const old of document.querySelectorAll("[data-live]")) {
      const now = fresh.getElementById(old.id);
      const isInUse = old.contains(document.activeElement) && document.activeElement.matches("input, select, textarea");
      if (!now || isInUse || now.outerHTML === old.outerHTML) continue;
      const open = new Set([...old.querySelectorAll("details[open] > summary")].map(summary => summary.textContent));
      const copy = document.importNode(now, true);
      for (const summary of copy.querySelectorAll("details > summary")) {
        if (open.has(summary.textContent)) summary.parentElement.open = true;
      }
      old.replaceWith(copy);
    }
  }

  const news = new EventSource(address);
  news.addEventListener("message", refresh);
  // What is about to change may have changed before anybody listened.
  const isWaiting = () => document.querySelector("[data-state=queued], [data-state=built], [data-state=running]");
  let wasOpen = false;
  news.addEventListener("open", () => {
    if (wasOpen || isWaiting()) refresh();
    wasOpen = true;
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && isStale) refresh();
  });
  addEventListener("pagehide", () => news.close());
})();
