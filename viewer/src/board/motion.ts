// What is on its way between two frames: pieces that glide, come, go or change.

import type { Look } from "../film/art.ts";
import type { Frame, Item, Mark, Plane } from "../film/frame.ts";

/** How a piece is drawn at this moment, beside what its item says. */
export interface Pose {
  /** Cells away from where it stands. */
  dx: number;
  dy: number;
  scale: number;
  alpha: number;
}

interface Tween {
  start: number;
  length: number;
  kind: "glide" | "come" | "change";
  /** Cells away when it began. */
  dx: number;
  dy: number;
}

interface Ghost {
  item: Item;
  look: Look;
  start: number;
  length: number;
}

/** Pieces in motion at once; a jump that would set more in motion is shown at once. */
const MOST_MOVING = 2500;

const AT_REST: Pose = { dx: 0, dy: 0, scale: 1, alpha: 1 };

/** Knows what moves. Items at rest cost nothing. */
export class Motion {
  private tweens = new Map<Item, Tween>();
  private ghosts: Ghost[] = [];

  /** Forgets everything under way. */
  clear(): void {
    this.tweens.clear();
    this.ghosts = [];
  }

  /** Whether anything still moves. */
  get isMoving(): boolean {
    return this.tweens.size > 0 || this.ghosts.length > 0;
  }

  /** Sets in motion what differs between two frames. */
  begin(
    looks: readonly Look[],
    before: Frame,
    after: Frame,
    marks: readonly Mark[],
    now: number,
    length: number,
  ): void {
    const origin = new Map<number, number>();
    for (const mark of marks) if (mark.from >= 0 && mark.to >= 0) origin.set(mark.to, mark.from);
    for (const look of looks) {
      const [old, fresh] = [before.planes[look.layer], after.planes[look.layer]];
      if (old && fresh && old !== fresh) this.beginLayer(look, old, fresh, origin, after.width, now, length);
    }
    if (this.tweens.size + this.ghosts.length > MOST_MOVING) this.clear();
  }

  /** How a piece is drawn now. */
  pose(item: Item, look: Look, now: number): Pose {
    const tween = this.tweens.get(item);
    if (!tween) return AT_REST;
    const done = (now - tween.start) / tween.length;
    if (done >= 1) {
      this.tweens.delete(item);
      return AT_REST;
    }
    const away = 1 - ease(Math.max(0, done));
    if (tween.kind === "glide") return { dx: tween.dx * away, dy: tween.dy * away, scale: 1, alpha: 1 };
    if (tween.kind === "change") return { ...AT_REST, scale: 1 + 0.18 * Math.sin(Math.PI * done) };
    if (look.motion === "fade") return { ...AT_REST, alpha: 1 - away };
    return { ...AT_REST, scale: overshoot(Math.max(0, done)), alpha: Math.min(1, 3 * done) };
  }

  /** Calls back for each piece of a layer that is on its way out. */
  leaving(look: Look, now: number, draw: (item: Item, pose: Pose) => void): void {
    for (const ghost of this.ghosts) {
      const done = (now - ghost.start) / ghost.length;
      if (ghost.look !== look || done >= 1) continue;
      const left = 1 - ease(Math.max(0, done));
      draw(ghost.item, { ...AT_REST, scale: look.motion === "fade" ? 1 : 0.5 + left / 2, alpha: left });
    }
  }

  /** Forgets what has come to rest. */
  sweep(now: number): void {
    this.ghosts = this.ghosts.filter(ghost => now - ghost.start < ghost.length);
    for (const [item, tween] of this.tweens) if (now - tween.start >= tween.length) this.tweens.delete(item);
  }

  private beginLayer(
    look: Look,
    old: Plane,
    fresh: Plane,
    origin: Map<number, number>,
    width: number,
    now: number,
    length: number,
  ): void {
    for (const [key, item] of fresh) {
      const was = old.get(key);
      if (!was) this.come(look, item, origin.get(item.at), width, now, length);
      else if (!isSame(was, item)) this.change(look, was, item, width, now, length);
    }
    for (const [key, item] of old) {
      if (!fresh.has(key)) this.ghosts.push({ item, look, start: now, length });
    }
  }

  private change(look: Look, was: Item, item: Item, width: number, now: number, length: number): void {
    const earlier = this.pose(was, look, now);
    this.tweens.delete(was);
    const dx = (was.at % width) - (item.at % width) + earlier.dx;
    const dy = Math.floor(was.at / width) - Math.floor(item.at / width) + earlier.dy;
    if (was.at === item.at && !earlier.dx && !earlier.dy) {
      if (!look.ground) this.tweens.set(item, { start: now, length, kind: "change", dx: 0, dy: 0 });
    } else if (look.motion === "glide") {
      this.tweens.set(item, { start: now, length, kind: "glide", dx, dy });
    } else {
      this.tweens.set(item, { start: now, length, kind: "come", dx: 0, dy: 0 });
    }
  }

  private come(
    look: Look,
    item: Item,
    from: number | undefined,
    width: number,
    now: number,
    length: number,
  ): void {
    if (from !== undefined && look.motion === "glide") {
      const dx = (from % width) - (item.at % width);
      const dy = Math.floor(from / width) - Math.floor(item.at / width);
      this.tweens.set(item, { start: now, length, kind: "glide", dx, dy });
    } else {
      this.tweens.set(item, { start: now, length, kind: "come", dx: 0, dy: 0 });
    }
  }
}

/** Whether nothing about it changed. */
const isSame = (a: Item, b: Item): boolean =>
  a === b || (a.at === b.at && a.value === b.value && a.seat === b.seat);

/** Slow at both ends. */
const ease = (t: number): number => (t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t));

/** A little too far, and back. */
const overshoot = (t: number): number => 1 + 2.2 * (t - 1) ** 3 + 1.2 * (t - 1) ** 2;
