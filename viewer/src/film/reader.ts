// A state on its way through a film, decision by decision.

import { Bytes } from "./bytes.ts";
import type { Film } from "./film.ts";
import { keyOf, type Frame, type Item } from "./frame.ts";
import { BadFilm, MOST_LAYERS } from "./limits.ts";
import { readStep, readWhole, type Sink } from "./step.ts";

/** A state on its way through the film. Planes are copied only when they change after somebody got them. */
export class Reader implements Sink {
  position: number;
  block: number;
  private planes: Map<number, Item>[] = Array.from({ length: MOST_LAYERS }, () => new Map());
  private isShared: boolean[] = Array<boolean>(MOST_LAYERS).fill(false);
  private slots: (number | null)[];
  private clocks: (number | null)[];
  private bytes: Bytes;
  private stepsLeft: number;

  constructor(
    private readonly film: Film,
    key: number,
  ) {
    const block = film.blocks[key];
    if (!block) throw new BadFilm("Nothing of this film can be shown.");
    this.block = key;
    this.position = block.decision;
    this.slots = [...block.slots];
    this.clocks = [...(block.clocks ?? Array<null>(film.seats).fill(null))];
    this.bytes = new Bytes(block.reel.body, block.start);
    readWhole(this.bytes, film.cells, item => this.put(item));
    this.stepsLeft = block.steps;
  }

  /** Plays one decision, or enters the next block. */
  advance(): void {
    if (this.stepsLeft === 0) return this.enter(this.block + 1);
    const phrases = this.film.blocks[this.block]?.reel.phrases;
    if (!phrases) throw new BadFilm("The film is cut off here.");
    readStep(this.bytes, phrases, this.film.cells, this);
    this.stepsLeft--;
    this.position++;
    if (this.stepsLeft === 0 && this.block + 1 < this.film.blocks.length) this.enter(this.block + 1);
  }

  /** The state now. */
  frame(): Frame {
    this.isShared.fill(true);
    const { film } = this;
    const { gauges } = film.header.game;
    const count = gauges.length;
    return {
      at: this.position,
      now: film.blocks[this.block]?.now ?? 0,
      of: film.header.of,
      width: film.header.board.width,
      height: film.header.board.height,
      planes: [...this.planes],
      gauges: Array.from({ length: film.seats }, (_, seat) =>
        this.slots.slice(seat * count, (seat + 1) * count),
      ),
      scores: this.slots.slice(film.seats * count),
      clocks: [...this.clocks],
    };
  }

  clock(seat: number, millis: number): void {
    if (seat < this.clocks.length) this.clocks[seat] = millis;
  }

  gone(layer: number, key: number): void {
    if (!this.plane(layer).delete(key))
      throw new BadFilm("The film is damaged here: something goes that was not there.");
  }

  changed(layer: number, key: number, cells: number, more: number): void {
    const plane = this.plane(layer);
    const item = plane.get(key);
    if (!item) throw new BadFilm("The film is damaged here: something changes that is not there.");
    const at = item.at + cells;
    if (at < 0 || at >= this.film.cells) {
      throw new BadFilm("The film is damaged here: something that is not on the board.");
    }
    plane.set(key, { ...item, at, value: item.value + more });
  }

  put(item: Item): void {
    this.plane(item.layer).set(keyOf(item.id, item.seat, item.at), item);
  }

  number(slot: number, more: number | null): void {
    if (slot < this.slots.length) this.slots[slot] = more === null ? null : (this.slots[slot] ?? 0) + more;
  }

  private enter(index: number): void {
    const block = this.film.blocks[index];
    if (!block) throw new BadFilm("The film is cut off here.");
    const bytes = new Bytes(block.reel.body, block.start);
    // Already known from the decisions before; a key is for those who enter here.
    if (block.isKey) readWhole(bytes, this.film.cells, () => undefined);
    [this.block, this.bytes, this.stepsLeft] = [index, bytes, block.steps];
    this.slots = [...block.slots];
  }

  private plane(layer: number): Map<number, Item> {
    let plane = this.planes[layer];
    if (!plane) throw new BadFilm("The film is damaged here: a layer that no game has.");
    if (this.isShared[layer]) {
      plane = new Map(plane);
      this.planes[layer] = plane;
      this.isShared[layer] = false;
    }
    return plane;
  }
}
