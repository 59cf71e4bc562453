// What the bots answered in this turn, what they wrote on stderr, and what went wrong, in words.

import type { Answer, Film } from "../film/film.ts";
import { badge, fill, h } from "../page/dom.ts";
import type { Names } from "../page/names.ts";
import { capital, counted, duration } from "../page/words.ts";

/** Decisions listed at once; of more, those around the cursor. */
const MOST_LISTED = 40;
/** What a kind of fault means. */
const FAULTS: Record<string, string> = {
  late: "No answer in time",
  gone: "The program ended",
  garbled: "Not understood",
  flooded: "Too much text",
};

/** The list of answers. */
export class Answers {
  readonly root = h("section", { class: "part answers", "aria-label": "Answers" });
  private shown = "";

  constructor(private readonly onJump: (position: number) => void) {}

  /** Lists the turn that a position belongs to. */
  show(film: Film, names: Names, position: number): void {
    const key = `${film.header.eye}|${film.end}|${position}`;
    if (key === this.shown) return;
    this.shown = key;
    // At the very end there is no turn to come, so the last one is listed.
    const index = film.blockAt(position >= film.end ? Math.max(film.begin, film.end - 1) : position);
    const block = film.blocks[index];
    if (!block) return;
    const steps = film.turn(index);
    const here = position - block.decision;
    const from = Math.max(0, Math.min(steps.length - MOST_LISTED, here - MOST_LISTED / 2));
    const rows = steps.slice(from, from + MOST_LISTED).flatMap((step, offset) => {
      const decision = block.decision + from + offset;
      const isDone = from + offset < here;
      return step.answers.map(answer => this.row(film, names, answer, decision, isDone));
    });
    const left = steps.length - MOST_LISTED;
    const hidden = film.header.eye === null ? "" : " that this seat knows of";
    fill(
      this.root,
      h("h2", {}, `Answers in ${film.header.game.unit} ${block.now}`),
      rows.length === 0 && h("p", { class: "faint" }, `No answers${hidden}.`),
      h("ol", {}, ...rows),
      left > 0 &&
        h("p", { class: "faint" }, `${counted(left, "more decision")} in this ${film.header.game.unit}.`),
    );
  }

  private row(film: Film, names: Names, answer: Answer, decision: number, isDone: boolean): HTMLElement {
    const stderr = film.stderr(answer.seat, decision);
    const time = `${duration(answer.wallMicros)}${answer.cpuMicros >= 50 ? `, ${duration(answer.cpuMicros)} CPU` : ""}`;
    return h(
      "li",
      { class: isDone ? "done" : "ahead" },
      h(
        "button",
        {
          type: "button",
          class: "jump",
          title: `To this decision of ${names.full(answer.seat)}`,
          onclick: () => this.onJump(decision),
        },
        badge(answer.seat, names.seat(answer.seat)),
      ),
      h(
        "div",
        { class: "said" },
        answer.text.trim() !== "" && h("pre", { tabindex: "0" }, answer.text.replace(/\n$/, "")),
        answer.text.trim() === "" && !answer.fault && h("p", { class: "faint" }, "An empty answer."),
        answer.cut > 0 && h("p", { class: "faint" }, `${counted(answer.cut, "more byte")} not shown.`),
        answer.fault &&
          h(
            "p",
            { class: "fault" },
            h("strong", {}, FAULTS[answer.fault.kind] ?? capital(answer.fault.kind)),
            answer.fault.why ? `: ${answer.fault.why}` : ".",
          ),
        stderr !== null &&
          stderr !== "" &&
          h("pre", { class: "stderr", title: "stderr", tabindex: "0" }, stderr.replace(/\n$/, "")),
      ),
      h("span", { class: "time" }, time),
    );
  }
}
