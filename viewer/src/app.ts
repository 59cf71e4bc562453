// The page at work: one film, one board, one panel, and everything that moves them.

import { attach } from "./board/gestures.ts";
import { Board } from "./board/board.ts";
import { Sprites } from "./board/sprites.ts";
import { Film } from "./film/film.ts";
import type { Frame, Mark } from "./film/frame.ts";
import { Human } from "./human.ts";
import { Live } from "./live.ts";
import { readHash, writeHash } from "./page/address.ts";
import { caption, turnWords } from "./page/caption.ts";
import { fill, icon, say } from "./page/dom.ts";
import { helpDialog } from "./page/help.ts";
import { ICONS } from "./page/icons.ts";
import { listen } from "./page/keys.ts";
import { Names } from "./page/names.ts";
import { paint } from "./page/paint.ts";
import { Pointer } from "./page/pointer.ts";
import { showProblems } from "./page/problems.ts";
import { shell, type Shell } from "./page/shell.ts";
import { applyTheme, prefersStillness, Themes, type Theme } from "./page/theme.ts";
import { Timeline } from "./page/timeline.ts";
import { grouped } from "./page/words.ts";
import { Panel } from "./panel/panel.ts";
import { Player } from "./player.ts";
import type { Source } from "./source.ts";

/** How long a piece takes to its new place, in milliseconds. */
const MOTION_MS = { least: 110, most: 420, step: 260 };
/** Marks gathered for one movement. */
const MOST_MARKS = 400;
/** How soon the address and the spoken status follow, in milliseconds. */
const TELL_MS = { paused: 120, playing: 1500 };
/** How much of a frame's time reading ahead may take, in milliseconds. */
const SURVEY_MS = 6;

/** The page. */
export class App {
  private readonly shell: Shell = shell();
  private readonly help = helpDialog();
  private readonly themes: Themes;
  private readonly timeline: Timeline;
  private readonly human: Human;
  private readonly panel: Panel;
  private readonly player: Player;
  private readonly board: Board;
  private readonly live: Live;
  private readonly pointer: Pointer;
  private readonly films = new Map<number | null, Film>();
  private names: Names;
  private frame: Frame;
  private survey: Generator<number> | null = null;
  private lastTick = performance.now();
  private telling: ReturnType<typeof setTimeout> | null = null;
  private followsEdge: boolean;
  private seenHash = "";

  private constructor(
    root: HTMLElement,
    private readonly source: Source,
    private film: Film,
    private sprites: Sprites,
  ) {
    this.names = new Names(film.header);
    this.themes = new Themes(theme => this.dress(theme));
    this.human = new Human({
      open: cells => this.pointer.open(cells),
      say: words => say(this.shell.status, words),
      sent: () => this.toEdge(),
    });
    this.panel = new Panel(this.shell.panel, this.human.root, {
      toBlock: index => this.toBlock(index),
      toPosition: position => this.leaveEdge(() => this.player.jump(position)),
      toEvent: (position, cell) => this.toEvent(position, cell),
    });
    this.timeline = new Timeline(this.shell, block => this.toBlock(block));
    this.player = new Player(film, (before, isPlayed) => this.moved(before, isPlayed));
    this.board = new Board(this.shell.canvas, film.header.game.art, film.header.glyphs, sprites);
    this.pointer = new Pointer(this.shell, this.board, {
      scene: () => ({
        frame: this.frame,
        game: this.film.header.game,
        names: this.names,
      }),
      choose: cell => this.human.choose(cell),
    });
    this.live = new Live(source, {
      grew: () => this.grew(),
      lost: why => showProblems(this.shell, [...this.film.problems, why]),
    });
    this.followsEdge = film.header.live;
    this.frame = film.frame(film.begin);
    this.films.set(film.header.eye, film);
    fill(root, this.shell.root, this.help);
  }

  /** Opens the page on a film. */
  static async open(root: HTMLElement, source: Source, film: Film): Promise<App> {
    const { art } = film.header.game;
    // Whoever comes to the beginning sees it as soon as its own pictures are there.
    const first = location.hash === "" && !film.header.live ? film.frame(film.begin) : null;
    const palette = applyTheme() === "dark" ? art.dark : art.light;
    const sprites = await Sprites.load(art, palette, film.seats, first);
    const app = new App(root, source, film, sprites);
    app.start();
    return app;
  }

  private start(): void {
    paint(this.shell, this.film.header.game.art, this.sprites, this.themes.current);
    caption(this.shell, this.film, this.names, this.player.speed);
    this.wire();
    this.fitCanvas();
    this.obeyAddress();
    if (this.followsEdge) this.player.jump(this.film.end);
    this.show(0, this.marksBetween(this.player.position, this.player.position));
    this.board.draw(performance.now());
    requestAnimationFrame(() => {
      performance.mark("first-frame");
      setTimeout(() => void this.furnish());
    });
  }

  /** What comes after the first frame: all pictures, the panel, reading ahead, following, playing. */
  private async furnish(): Promise<void> {
    await this.sprites.complete();
    this.build();
    this.panel.show(this.frame, this.player.isPlaying);
    this.survey = this.film.survey();
    this.live.follow(this.film);
    if (this.source.isServed && this.film.header.live) void this.human.begin();
    document.documentElement.dataset["ready"] = "true";
    this.lastTick = performance.now();
    requestAnimationFrame(now => this.tick(now));
  }

  // What the page says about the film

  private build(): void {
    caption(this.shell, this.film, this.names, this.player.speed);
    this.panel.build(this.film, this.names, this.sprites);
    this.timeline.draw(this.film, this.names, this.sprites.palette);
  }

  private async dress(theme: Theme): Promise<void> {
    const { art } = this.film.header.game;
    const sprites = await Sprites.load(art, theme === "dark" ? art.dark : art.light, this.film.seats);
    if (theme !== this.themes.current) return;
    this.sprites = sprites;
    this.board.dress(this.sprites);
    paint(this.shell, this.film.header.game.art, this.sprites, this.themes.current);
    this.build();
    this.show(0, []);
  }

  // Moving through the film

  private moved(before: number, isPlayed: boolean): void {
    const { player, film } = this;
    const [from, to] = [film.blockAt(before), film.blockAt(player.position)];
    const isNear = Math.abs(from - to) <= 1;
    const length = prefersStillness() || !isNear ? 0 : isPlayed ? this.playedMotion() : MOTION_MS.step;
    this.show(length, this.marksBetween(before, player.position));
  }

  private playedMotion(): number {
    return Math.max(MOTION_MS.least, Math.min(MOTION_MS.most, this.player.stepMillis * 0.9));
  }

  /** What happened on the way here; after a jump, what the last decision did. */
  private marksBetween(before: number, now: number): Mark[] {
    const isOn = now > before && this.film.blockAt(now) - this.film.blockAt(before) <= 1;
    return this.film.marks(isOn ? before : Math.max(this.film.begin, now - 1), now, MOST_MARKS);
  }

  private show(length: number, marks: readonly Mark[]): void {
    const now = performance.now();
    this.frame = this.film.frame(this.player.position);
    this.board.show(this.frame, marks, now, length);
    this.panel.show(this.frame, this.player.isPlaying);
    this.timeline.move(this.film, this.player.position, turnWords(this.film, this.player.position));
    say(this.shell.turn, turnWords(this.film, this.player.position));
    this.showPlaying();
    this.telling ??= setTimeout(() => this.tell(), this.player.isPlaying ? TELL_MS.playing : TELL_MS.paused);
    showProblems(this.shell, this.film.problems);
  }

  /** Address and spoken status follow a moment later: both cost too much for every frame. */
  private tell(): void {
    this.telling = null;
    const block = this.film.blocks[this.film.blockAt(this.player.position)];
    if (!block) return;
    const isEnd = this.player.position >= this.film.end && this.player.position > this.film.begin;
    this.writeAddress(writeHash(block.now, this.player.position - block.decision, this.film.header.eye));
    const scores = this.frame.scores.map(
      (score, seat) => `${this.names.seat(seat)} ${score === null ? "unknown" : grouped(score)}`,
    );
    say(
      this.shell.status,
      `${turnWords(this.film, this.player.position)}. ${scores.join(", ")}.${isEnd ? ` ${this.names.ending()}` : ""}`,
    );
  }

  private writeAddress(hash: string): void {
    // The person has just written another address, and its event is on the way: that one is obeyed.
    if (location.hash !== this.seenHash) return;
    try {
      history.replaceState(null, "", hash);
    } catch {
      // A page inside a sandboxed frame may not change its address; nothing else depends on it.
    }
    this.seenHash = location.hash;
  }

  private showPlaying(): void {
    const { play, live, speed } = this.shell;
    const label = this.player.isPlaying ? "Pause" : "Play";
    if (play.getAttribute("aria-label") !== label) {
      play.setAttribute("aria-label", label);
      play.title = `${label} (Space)`;
      play.replaceChildren(icon(this.player.isPlaying ? ICONS.pause : ICONS.play));
    }
    live.setAttribute("aria-pressed", String(this.followsEdge));
    if (speed.value !== String(this.player.speed)) speed.value = String(this.player.speed);
  }

  private toBlock(index: number): void {
    this.leaveEdge(() => this.player.jumpToBlock(index));
  }

  private toEvent(position: number, cell: number): void {
    this.leaveEdge(() => {
      this.player.isPlaying = false;
      this.player.jump(position);
    });
    if (cell >= 0) this.board.camera.show(cell % this.frame.width, Math.floor(cell / this.frame.width));
    this.board.touch();
  }

  /** Moves by hand: a live match is no longer followed, unless this leads to its edge. */
  private leaveEdge(move: () => void): void {
    move();
    this.followsEdge = this.film.header.live && this.player.isAtEnd;
    this.showPlaying();
  }

  // A match that goes on

  private toEdge(): void {
    this.followsEdge = this.film.header.live;
    this.player.isPlaying = false;
    this.player.jump(this.film.end);
  }

  private grew(): void {
    this.names = new Names(this.film.header);
    this.survey = this.film.survey();
    const { position } = this.player;
    this.build();
    if (this.followsEdge) this.player.jump(this.film.end);
    else this.player.jump(position);
    if (!this.film.header.live) this.followsEdge = false;
  }

  // What the person does

  private wire(): void {
    const { shell: page, player } = this;
    const on = (button: HTMLElement, deed: () => void): void => button.addEventListener("click", deed);
    on(page.play, () => this.toggle());
    on(page.previous, () => this.leaveEdge(() => player.stepTurn(-1)));
    on(page.next, () => this.leaveEdge(() => player.stepTurn(1)));
    on(page.back, () => this.leaveEdge(() => player.stepDecision(-1)));
    on(page.forward, () => this.leaveEdge(() => player.stepDecision(1)));
    on(page.theme, () => this.themes.toggle());
    on(page.help, () => this.help.showModal());
    on(page.zoomIn, () => this.zoom(1));
    on(page.zoomOut, () => this.zoom(-1));
    on(page.fit, () => this.fitBoard());
    on(page.live, () => this.toEdge());
    page.speed.addEventListener("change", () => (player.speed = Number(page.speed.value)));
    page.eye.addEventListener(
      "change",
      () => void this.look(page.eye.value === "" ? null : Number(page.eye.value)),
    );
    addEventListener("hashchange", () => {
      if (location.hash !== this.seenHash) this.obeyAddress();
    });
    new ResizeObserver(() => this.fitCanvas()).observe(page.stage);
    attach(this.board, this.pointer);
    listen({
      toggle: () => this.toggle(),
      stepTurn: direction => this.leaveEdge(() => player.stepTurn(direction)),
      stepDecision: direction => this.leaveEdge(() => player.stepDecision(direction)),
      begin: () => this.leaveEdge(() => player.jump(this.film.begin)),
      end: () => this.leaveEdge(() => player.jump(this.film.end)),
      speed: direction => {
        player.changeSpeed(direction);
        this.showPlaying();
      },
      peak: direction => this.toPeak(direction),
      zoom: direction => this.zoom(direction),
      fit: () => this.fitBoard(),
      theme: () => this.themes.toggle(),
      help: () => this.help.showModal(),
      eye: number => void this.look(number === 0 ? null : number - 1),
      cursor: () => this.pointer.start(),
      live: () => this.film.header.live && this.toEdge(),
      cursorKey: event => this.pointer.key(event),
    });
  }

  private toggle(): void {
    this.leaveEdge(() => this.player.toggle());
    this.show(0, []);
  }

  private toPeak(direction: 1 | -1): void {
    const position = this.timeline.neighbour(this.film, this.player.position, direction);
    if (position !== null) this.toEvent(position, -1);
  }

  private zoom(direction: 1 | -1): void {
    this.board.camera.zoomMiddle(direction === 1 ? 1.3 : 1 / 1.3);
    this.board.touch();
  }

  private fitBoard(): void {
    this.board.camera.fit();
    this.board.touch();
  }

  private fitCanvas(): void {
    // On narrow pages board and controls share the first screen; how high the words around them are is known only now.
    const rest = this.shell.top.offsetHeight + this.shell.transport.offsetHeight;
    document.documentElement.style.setProperty("--rest", `${rest}px`);
    const { clientWidth, clientHeight } = this.shell.stage;
    this.board.resize(clientWidth, clientHeight, devicePixelRatio || 1);
    this.timeline.draw(this.film, this.names, this.sprites.palette);
  }

  private obeyAddress(): void {
    this.seenHash = location.hash;
    const wish = readHash(this.seenHash);
    if (wish.eye !== this.film.header.eye && wish.eye !== null) void this.look(wish.eye);
    if (wish.turn === null) return;
    const block = this.film.blocks[this.film.blockOfTurn(wish.turn)];
    if (block) this.leaveEdge(() => this.player.jump(block.decision + Math.min(wish.within, block.steps)));
  }

  /** Looks through another eye. */
  private async look(eye: number | null): Promise<void> {
    const { eyes } = this.film.header;
    if (eye === this.film.header.eye || (eye !== null && !eyes.includes(eye))) return;
    if (eyes.length === 0) return;
    try {
      const film = this.films.get(eye) ?? (await Film.open(await this.source.film(eye)));
      this.films.set(eye, film);
      this.film = film;
      this.names = new Names(film.header);
      this.player.change(film);
      this.survey = film.survey();
      this.live.follow(film);
      this.build();
      this.show(0, []);
    } catch (error) {
      this.shell.eye.value = this.film.header.eye === null ? "" : String(this.film.header.eye);
      showProblems(this.shell, [
        ...this.film.problems,
        error instanceof Error ? error.message : String(error),
      ]);
    }
  }

  // Time

  private tick(now: number): void {
    const { isPlaying } = this.player;
    this.player.tick(now - this.lastTick);
    this.lastTick = now;
    if (isPlaying && !this.player.isPlaying) this.show(0, []);
    this.board.draw(now);
    this.readAhead();
    requestAnimationFrame(next => this.tick(next));
  }

  /** Reads the film in the free time, so that damage is known before anybody gets there. */
  private readAhead(): void {
    if (!this.survey) return;
    const until = performance.now() + SURVEY_MS;
    const before = this.film.problems.length;
    while (performance.now() < until) {
      if (!this.survey.next().done) continue;
      this.survey = null;
      break;
    }
    if (this.film.problems.length !== before) this.build();
    if (!this.survey) {
      document.documentElement.dataset["surveyed"] = "true";
      this.show(0, []);
    }
  }
}
