// Pointing at cells, by mouse, finger or keyboard: what is there in words, and choosing among open cells.

import type { Board } from "../board/board.ts";
import { placeOf, sentence, thingsAt } from "../board/describe.ts";
import type { Touching } from "../board/gestures.ts";
import type { Frame } from "../film/frame.ts";
import type { GameFacts } from "../film/header.ts";
import { badge, fill, h, say } from "./dom.ts";
import type { Names } from "./names.ts";
import type { Shell } from "./shell.ts";
import { capital } from "./words.ts";

/** What is on the board now. */
export interface Scene {
  frame: Frame;
  game: GameFacts;
  names: Names;
}

/** What the pointer needs of the page. */
export interface World {
  scene(): Scene;
  /** Chooses a cell; false if it cannot be chosen. */
  choose(cell: number): boolean;
}

/** The pointer and the keyboard's cursor. */
export class Pointer implements Touching {
  constructor(
    private readonly shell: Shell,
    private readonly board: Board,
    private readonly world: World,
  ) {}

  /** Lights up the cells that can be chosen. */
  open(cells: ReadonlySet<number>): void {
    this.board.pointing.open = cells;
    this.board.touch();
  }

  hover(cell: number, x: number, y: number): void {
    const { pointing } = this.board;
    if (pointing.hover !== cell) this.board.touch();
    pointing.hover = cell;
    this.shell.canvas.classList.toggle("choosing", pointing.open.has(cell));
    this.showTip(cell, x, y);
  }

  tap(cell: number, x: number, y: number): void {
    if (cell >= 0 && this.world.choose(cell)) return;
    this.board.pointing.hover = cell;
    this.board.touch();
    this.showTip(cell, x, y);
  }

  /** Puts the keyboard's cursor on the board. */
  start(): void {
    const { pointing } = this.board;
    const [first] = pointing.open;
    this.move(pointing.cursor >= 0 ? pointing.cursor : (first ?? 0));
    this.shell.canvas.focus();
  }

  /** A key while the cursor is on the board; true if it meant something there. */
  key(event: KeyboardEvent): boolean {
    const { cursor } = this.board.pointing;
    if (cursor < 0 || document.activeElement !== this.shell.canvas || (event.shiftKey && event.key !== "Tab"))
      return false;
    const { width } = this.world.scene().frame;
    const [column, row] = [cursor % width, Math.floor(cursor / width)];
    switch (event.key) {
      case "ArrowLeft":
        return this.go(column - 1, row);
      case "ArrowRight":
        return this.go(column + 1, row);
      case "ArrowUp":
        return this.go(column, row - 1);
      case "ArrowDown":
        return this.go(column, row + 1);
      case "Enter":
        return this.world.choose(cursor);
      case "Tab":
        return this.next(event.shiftKey);
      case "Escape":
        this.move(-1);
        return true;
      default:
        return false;
    }
  }

  private go(column: number, row: number): boolean {
    const { width, height } = this.world.scene().frame;
    const isInside = column >= 0 && row >= 0 && column < width && row < height;
    if (isInside) this.move(row * width + column);
    return true;
  }

  /** To the next open cell; without any, Tab leaves the board as everywhere. */
  private next(isBackwards: boolean): boolean {
    const { cursor, open } = this.board.pointing;
    const cells = [...open].sort((a, b) => (isBackwards ? b - a : a - b));
    if (cells.length === 0) return false;
    const ahead = cells.find(cell => (isBackwards ? cell < cursor : cell > cursor));
    this.move(ahead ?? cells[0] ?? cursor);
    return true;
  }

  private move(cell: number): void {
    const { camera, pointing, canvas } = this.board;
    pointing.cursor = cell;
    this.board.touch();
    if (cell < 0) {
      this.shell.tip.hidden = true;
      return;
    }
    const { frame, game, names } = this.world.scene();
    const [column, row] = [cell % frame.width, Math.floor(cell / frame.width)];
    camera.show(column, row);
    const ratio = canvas.width / Math.max(1, canvas.clientWidth);
    const x = (camera.x + (column + 0.8) * camera.cell) / ratio;
    const y = (camera.y + (row + 0.5) * camera.cell) / ratio;
    this.showTip(cell, x, y);
    const open = pointing.open.has(cell) ? "can be chosen; " : "";
    say(this.shell.status, `${open}${sentence(frame, game, names, cell)}`);
  }

  private showTip(cell: number, x: number, y: number): void {
    const { tip, stage } = this.shell;
    tip.hidden = cell < 0;
    if (cell < 0) return;
    const { frame, game, names } = this.world.scene();
    const rows = thingsAt(frame, game, names, cell).map(({ seat, words }) => {
      return h("p", {}, seat >= 0 && badge(seat, ""), capital(words));
    });
    const nothing = rows.length === 0 && h("p", { class: "faint" }, "Nothing");
    fill(tip, h("p", { class: "where" }, capital(placeOf(frame, cell))), ...rows, nothing);
    const left = Math.min(x + 14, stage.clientWidth - tip.offsetWidth - 4);
    const top = y + 18 + tip.offsetHeight > stage.clientHeight ? y - tip.offsetHeight - 8 : y + 18;
    tip.style.setProperty("left", `${Math.max(4, left)}px`);
    tip.style.setProperty("top", `${Math.max(4, top)}px`);
  }
}
