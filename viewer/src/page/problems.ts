// What is wrong, said so that a person knows what can still be done.

import { fill, h, icon } from "./dom.ts";
import { ICONS } from "./icons.ts";
import type { Shell } from "./shell.ts";

/** Shows what cannot be shown, above what can. The person can put it away. */
export function showProblems(shell: Shell, problems: readonly string[]): void {
  const known = shell.problems.dataset["known"] ?? "";
  const text = problems.join("\n");
  if (known === text) return;
  shell.problems.dataset["known"] = text;
  shell.problems.hidden = problems.length === 0;
  const close = h(
    "button",
    {
      type: "button",
      class: "tool",
      "aria-label": "Put this message away",
      onclick: () => (shell.problems.hidden = true),
    },
    icon(ICONS.close),
  );
  fill(shell.problems, h("div", {}, ...problems.map(problem => h("p", {}, problem))), close);
}

/** A page for when there is nothing to show; another film can be chosen. */
export function failed(root: HTMLElement, why: string, onFile: (bytes: Uint8Array) => void): void {
  const input = h("input", { type: "file", id: "file", accept: ".film,application/gzip" });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) void file.arrayBuffer().then(buffer => onFile(new Uint8Array(buffer)));
  });
  fill(
    root,
    h(
      "main",
      { class: "failed" },
      h("h1", {}, "This match cannot be shown"),
      h("p", { role: "alert" }, why),
      h("p", {}, h("label", { for: "file" }, "Open another film: "), input),
    ),
  );
}
