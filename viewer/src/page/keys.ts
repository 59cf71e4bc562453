// The keyboard. One table: what a key does, and what the help says about it.

/** What a key can do. */
export interface Deeds {
  toggle(): void;
  stepTurn(direction: 1 | -1): void;
  stepDecision(direction: 1 | -1): void;
  begin(): void;
  end(): void;
  speed(direction: 1 | -1): void;
  peak(direction: 1 | -1): void;
  zoom(direction: 1 | -1): void;
  fit(): void;
  theme(): void;
  help(): void;
  eye(number: number): void;
  cursor(): void;
  live(): void;
  /** A key while the cursor is on the board; true if it meant something there. */
  cursorKey(event: KeyboardEvent): boolean;
}

/** Rows of the help: keys and what they do. */
export const HELP: readonly [string, string][] = [
  ["Space", "play or pause"],
  ["← →", "one turn back or on"],
  ["Shift ← →", "one decision back or on"],
  ["Home End", "to the beginning or the end"],
  ["[ ]", "slower or faster"],
  ["p n", "previous or next sign on the time line"],
  ["+ −", "closer or farther"],
  ["f", "the whole board"],
  [
    "c",
    "a cursor on the board: arrows move it, Enter chooses, Tab goes to the next open cell, Escape leaves",
  ],
  ["0 1 … 8", "everything, or as the first to eighth seat saw it"],
  ["l", "follow a live match"],
  ["t", "light or dark"],
  ["?", "this help"],
];

/** Listens to the keyboard. Keys typed into a field belong to the field. */
export function listen(deeds: Deeds): void {
  addEventListener("keydown", event => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target)) return;
    if (deeds.cursorKey(event) || press(event, deeds)) event.preventDefault();
  });
}

function press(event: KeyboardEvent, deeds: Deeds): boolean {
  const direction = event.key === "ArrowLeft" ? -1 : 1;
  switch (event.key) {
    case " ":
      // Space on a focused button presses that button.
      if (
        event.target instanceof HTMLButtonElement ||
        (event.target instanceof HTMLElement && event.target.tagName === "SUMMARY")
      )
        return false;
      return did(deeds.toggle());
    case "ArrowLeft":
    case "ArrowRight":
      return did(event.shiftKey ? deeds.stepDecision(direction) : deeds.stepTurn(direction));
    case "Home":
      return did(deeds.begin());
    case "End":
      return did(deeds.end());
    case "[":
      return did(deeds.speed(-1));
    case "]":
      return did(deeds.speed(1));
    case "n":
      return did(deeds.peak(1));
    case "p":
      return did(deeds.peak(-1));
    case "+":
    case "=":
      return did(deeds.zoom(1));
    case "-":
      return did(deeds.zoom(-1));
    case "f":
      return did(deeds.fit());
    case "t":
      return did(deeds.theme());
    case "?":
      return did(deeds.help());
    case "c":
      return did(deeds.cursor());
    case "l":
      return did(deeds.live());
    default:
      return /^[0-8]$/.test(event.key) ? did(deeds.eye(Number(event.key))) : false;
  }
}

const did = (_: unknown): boolean => true;

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== "range";
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    target.closest("dialog[open]") !== null
  );
}
