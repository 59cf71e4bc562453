// A person plays: the legal choices come from the server as a mask, one small choice after another.

import { h, fill, icon } from "./page/dom.ts";
import { ICONS } from "./page/icons.ts";
import { capital } from "./page/words.ts";
import { flag, list, maybe, object, text, whole } from "./film/shape.ts";

/** A kind of choice. */
interface Head {
  name: string;
  labels: string[] | null;
  cells: boolean;
}

/** Where the person's answer stands. */
export interface Session {
  seat: number;
  asked: boolean;
  decision: number;
  prompt: string;
  /** Under which head the next choice is made. */
  head: number;
  heads: Head[];
  /** The choices allowed now. */
  mask: number[];
  draft: string[];
  can_finish: boolean;
}

const MOST_CHOICES = 1 << 17;
const MOST_HEADS = 64;
const MOST_DRAFT = 4096;
/** How often we ask whether it is the person's turn, in milliseconds. */
const EVERY_MS = 400;
/** What the server says where nobody plays. */
const NOBODY = 204;
/** Choices shown as buttons at once. */
const MOST_BUTTONS = 256;

const shape = object<Session>({
  seat: whole(0, 7),
  asked: flag,
  decision: whole(0, Number.MAX_SAFE_INTEGER),
  prompt: text(4096),
  head: whole(0, MOST_HEADS - 1),
  heads: list(
    MOST_HEADS,
    object<Head>({ name: text(200), labels: maybe(list(MOST_CHOICES, text(200))), cells: flag }),
  ),
  mask: list(MOST_CHOICES, whole(0, MOST_CHOICES)),
  draft: list(MOST_DRAFT, text(1000)),
  can_finish: flag,
});

/** What playing leads to. */
export interface Playing {
  /** Lights these cells up; an empty set when nothing is chosen on the board. */
  open(cells: ReadonlySet<number>): void;
  say(words: string): void;
  /** Something was sent: the match goes on. */
  sent(): void;
}

/** The part of the panel in which a person plays. */
export class Human {
  readonly root = h("section", { class: "part human", "aria-label": "Your move", hidden: true });
  private session: Session | null = null;
  private isBusy = false;

  constructor(private readonly playing: Playing) {}

  /** Asks the server whether somebody plays here; false if nobody does. */
  async begin(): Promise<boolean> {
    const response = await fetch("session", { cache: "no-store" }).catch(() => null);
    if (!response?.ok || response.status === NOBODY) return false;
    await this.take(response);
    this.root.hidden = false;
    this.poll();
    return true;
  }

  /** A cell was tapped; true if that was a choice. */
  choose(cell: number): boolean {
    if (!this.session?.asked || !this.head?.cells || !this.session.mask.includes(cell)) return false;
    void this.post("session/choose", { choice: cell });
    return true;
  }

  /** Whether cells of the board can be chosen now. */
  get choosesCells(): boolean {
    return this.session?.asked === true && this.head?.cells === true;
  }

  private get head(): Head | undefined {
    return this.session?.heads[this.session.head];
  }

  private poll(): void {
    setTimeout(() => void this.look(), EVERY_MS);
  }

  private async look(): Promise<void> {
    if (!this.isBusy && !this.session?.asked) {
      const response = await fetch("session", { cache: "no-store" }).catch(() => null);
      if (response?.ok) await this.take(response);
    }
    this.poll();
  }

  private async post(address: string, body: object = {}): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      const response = await fetch(address, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }).catch(() => null);
      if (!response) return this.show("Nobody answers. Is the match still running?");
      if (!response.ok) return this.show(`That was refused: ${(await response.text()).slice(0, 300)}`);
      await this.take(response);
      if (address === "session/send") this.playing.sent();
    } finally {
      this.isBusy = false;
    }
  }

  private async take(response: Response): Promise<void> {
    const wasAsked = this.session?.asked;
    try {
      this.session = shape(await response.json(), "session");
    } catch {
      return this.show("The server's answer cannot be read.");
    }
    if (this.session.asked && !wasAsked) this.playing.say(this.session.prompt || "It is your turn.");
    this.show(null);
  }

  private show(problem: string | null): void {
    const { session, head } = this;
    if (!session) return;
    const isOpen = session.asked && head?.cells === true;
    const hadFocus = this.root.contains(document.activeElement);
    this.playing.open(new Set(isOpen ? session.mask : []));
    const wait = !session.asked && h("p", { class: "faint" }, session.prompt || "Waiting for the others…");
    fill(
      this.root,
      h("h2", {}, session.asked ? "Your move" : "Not your move"),
      problem !== null && h("p", { class: "fault", role: "alert" }, problem),
      wait,
      session.asked && session.prompt !== "" && h("p", { class: "prompt" }, session.prompt),
      session.asked && this.draft(session),
      session.asked && head !== undefined && this.choices(session, head),
      session.asked && this.buttons(session),
    );
    // Whoever plays by keyboard goes on where the next choice is.
    if (hadFocus) this.root.querySelector<HTMLElement>(".choices button, #send:not(:disabled)")?.focus();
  }

  private draft(session: Session): HTMLElement {
    if (session.draft.length === 0) return h("p", { class: "faint" }, "Nothing chosen yet.");
    return h(
      "ol",
      { class: "draft", "aria-label": "Your answer so far" },
      ...session.draft.map(words => h("li", {}, words)),
    );
  }

  private choices(session: Session, head: Head): HTMLElement {
    if (session.mask.length === 0)
      return h("p", { class: "hint" }, "Your answer is complete: send it, or undo.");
    if (head.cells) {
      const words = `Choose ${head.name} on the board: ${session.mask.length} cells are lit.`;
      return h(
        "p",
        { class: "hint" },
        words,
        h("span", { class: "faint" }, " Keyboard: c, then Tab and Enter."),
      );
    }
    const shown = session.mask.slice(0, MOST_BUTTONS);
    return h(
      "div",
      { class: "choices", role: "group", "aria-label": capital(head.name) },
      h("p", { class: "hint" }, capital(head.name)),
      ...shown.map(choice =>
        h(
          "button",
          {
            type: "button",
            "data-choice": choice,
            onclick: () => void this.post("session/choose", { choice }),
          },
          head.labels?.[choice] ?? String(choice),
        ),
      ),
      session.mask.length > shown.length &&
        h("p", { class: "faint" }, `${session.mask.length - shown.length} more.`),
    );
  }

  private buttons(session: Session): HTMLElement {
    const undo = h(
      "button",
      {
        type: "button",
        id: "undo",
        disabled: session.draft.length === 0,
        onclick: () => void this.post("session/undo"),
      },
      icon(ICONS.undo),
      "Undo",
    );
    const send = h(
      "button",
      {
        type: "button",
        id: "send",
        class: "primary",
        disabled: !session.can_finish,
        onclick: () => void this.post("session/send"),
      },
      "Send",
    );
    return h("div", { class: "buttons" }, undo, send);
  }
}
