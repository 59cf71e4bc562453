// The help: every key, in a dialog.

import { h } from "./dom.ts";
import { HELP } from "./keys.ts";

/** Makes the dialog; show it with `showModal`. */
export function helpDialog(): HTMLDialogElement {
  const rows = HELP.map(([keys, words]) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, ...keys.split(" ").map(key => h("kbd", {}, key))),
      h("td", {}, words),
    ),
  );
  const dialog = h(
    "dialog",
    { id: "help-dialog", "aria-labelledby": "help-title" },
    h("h2", { id: "help-title" }, "Keys"),
    h("table", {}, h("tbody", {}, ...rows)),
    h(
      "p",
      {},
      "Drag the board to move it, turn the wheel or pinch to zoom, point at a cell to read what is there.",
    ),
    h("p", {}, "The address keeps the place: send it with “#t=87” to show turn 87."),
    h("form", { method: "dialog" }, h("button", { class: "primary" }, "Close")),
  );
  dialog.addEventListener("click", event => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}
