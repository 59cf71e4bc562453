// The words around the board: who plays what, how it ended, where we are.

import type { Film } from "../film/film.ts";
import { SPEEDS } from "../player.ts";
import { fill, h, say } from "./dom.ts";
import type { Names } from "./names.ts";
import { showProblems } from "./problems.ts";
import type { Shell } from "./shell.ts";
import { capital } from "./words.ts";

/** Writes everything that changes with the film, not with the place in it. */
export function caption(shell: Shell, film: Film, names: Names, speed: number): void {
  const { game, match, live } = film.header;
  const players = match.players.map((_, seat) => names.player(seat)).join(" – ");
  say(shell.title, `${game.title}: ${players}`);
  say(shell.ending, capital(names.ending()));
  document.title = `${players} · ${game.title}`;
  shell.live.hidden = !live;
  captionEyes(shell, film, names);
  const perSecond = (each: number): string => `${each} ${game.unit}${each === 1 ? "" : "s"}/s`;
  fill(shell.speed, ...SPEEDS.map(each => h("option", { value: each }, perSecond(each))));
  shell.speed.value = String(speed);
  // Where every turn is one decision, two pairs of buttons would do the same.
  shell.back.hidden = shell.forward.hidden = !film.blocks.some(block => block.steps > 1);
  showProblems(shell, film.problems);
}

function captionEyes(shell: Shell, film: Film, names: Names): void {
  const { eyes, eye } = film.header;
  shell.eyeBox.hidden = eyes.length === 0;
  fill(
    shell.eye,
    h("option", { value: "" }, "Everything"),
    ...eyes.map(seat => h("option", { value: seat }, `As ${names.full(seat)} saw it`)),
  );
  shell.eye.value = eye === null ? "" : String(eye);
}

/** Where we are: `Turn 87 of 200, decision 3 of 12`. */
export function turnWords(film: Film, position: number): string {
  const block = film.blocks[film.blockAt(position)];
  if (!block) return "";
  const of = film.header.of ? ` of ${film.header.of}` : "";
  const words = `${capital(film.header.game.unit)} ${block.now}${of}`;
  const within = position - block.decision;
  if (position >= film.end && !film.header.live) return `${words}, the end`;
  return within > 0 ? `${words}, decision ${within} of ${block.steps}` : words;
}
