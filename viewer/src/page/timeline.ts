// The time line: a scrub bar, and above it a strip with a sign for everything that mattered.

import type { Film, Peak } from "../film/film.ts";
import type { Palette } from "../film/art.ts";
import { fill, h, say } from "./dom.ts";
import type { Names } from "./names.ts";
import type { Shell } from "./shell.ts";
import { capital } from "./words.ts";

/** Pixels that share one sign. */
const BUCKET = 4;
/** Sentences in one tooltip. */
const MOST_SENTENCES = 5;
/** Half the width of the scrub bar's handle: the track begins and ends so far inside. */
const INSET = 9;
const FAULT_COLOUR = "#e5484d";

interface Bucket {
  block: number;
  peaks: Peak[];
}

/** Draws the strip and tells what its signs mean. */
export class Timeline {
  private buckets = new Map<number, Bucket>();

  constructor(
    private readonly shell: Shell,
    private readonly onScrub: (block: number) => void,
  ) {
    shell.scrub.addEventListener("input", () => onScrub(Math.round(Number(shell.scrub.value))));
    shell.strip.addEventListener("pointermove", event => this.hover(event));
    shell.strip.addEventListener("pointerleave", () => (shell.stripTip.hidden = true));
    shell.strip.addEventListener("click", event => this.click(event));
  }

  private film: Film | null = null;
  private names: Names | null = null;

  /** Draws the strip anew: for another film, width or theme. */
  draw(film: Film, names: Names, palette: Palette): void {
    [this.film, this.names] = [film, names];
    const { strip, scrub } = this.shell;
    scrub.max = String(Math.max(0, film.blocks.length - 1));
    const ratio = devicePixelRatio || 1;
    const [width, height] = [strip.clientWidth, strip.clientHeight];
    strip.width = Math.max(1, Math.round(width * ratio));
    strip.height = Math.max(1, Math.round(height * ratio));
    this.buckets = this.gather(film, width);
    const ctx = strip.getContext("2d");
    if (!ctx) return;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, width, height);
    for (const [index, { peaks }] of this.buckets) {
      drawSign(ctx, INSET + (index + 0.5) * BUCKET, height, heaviest(peaks), palette);
    }
  }

  /** Moves the handle. */
  move(film: Film, position: number, words: string): void {
    const index = film.blockAt(position);
    const block = film.blocks[index];
    const share = block?.steps ? (position - block.decision) / block.steps : 0;
    const { scrub } = this.shell;
    scrub.value = String(Math.min(film.blocks.length - 1, index + share));
    scrub.style.setProperty("--done", `${(100 * (index + share)) / Math.max(1, film.blocks.length - 1)}%`);
    scrub.setAttribute("aria-valuetext", words);
  }

  /** The nearest sign after or before a position. */
  neighbour(film: Film, position: number, direction: 1 | -1): number | null {
    const all = film.blocks.flatMap(block => block.peaks.map(peak => peak.decision + 1));
    const found = direction === 1 ? all.find(at => at > position) : all.reverse().find(at => at < position);
    return found ?? null;
  }

  private gather(film: Film, width: number): Map<number, Bucket> {
    const buckets = new Map<number, Bucket>();
    const track = Math.max(1, width - 2 * INSET);
    const last = Math.max(1, film.blocks.length - 1);
    film.blocks.forEach((block, index) => {
      if (block.peaks.length === 0) return;
      const place = Math.floor(((index / last) * track) / BUCKET);
      const bucket = buckets.get(place) ?? { block: index, peaks: [] };
      bucket.peaks.push(...block.peaks);
      buckets.set(place, bucket);
    });
    return buckets;
  }

  private bucketAt(event: MouseEvent): [number, Bucket] | null {
    const x = event.clientX - this.shell.strip.getBoundingClientRect().left - INSET;
    const place = Math.floor(x / BUCKET);
    for (const near of [0, -1, 1, -2, 2]) {
      const bucket = this.buckets.get(place + near);
      if (bucket) return [place + near, bucket];
    }
    return null;
  }

  private click(event: MouseEvent): void {
    const found = this.bucketAt(event);
    if (found) return this.onScrub(found[1].block);
    const { strip, scrub } = this.shell;
    const share = (event.offsetX - INSET) / Math.max(1, strip.clientWidth - 2 * INSET);
    this.onScrub(Math.round(share * Number(scrub.max)));
  }

  private hover(event: PointerEvent): void {
    const { stripTip, strip } = this.shell;
    const found = this.bucketAt(event);
    stripTip.hidden = !found;
    if (!found || !this.film || !this.names) return;
    const [place, { peaks }] = found;
    const lines = this.sentences(peaks);
    fill(stripTip, ...lines.map(line => h("p", {}, line)));
    const middle = INSET + (place + 0.5) * BUCKET;
    const half = stripTip.offsetWidth / 2;
    const left = Math.max(0, Math.min(strip.clientWidth - 2 * half, middle - half));
    stripTip.style.setProperty("left", `${left}px`);
  }

  private sentences(peaks: readonly Peak[]): string[] {
    const [film, names] = [this.film, this.names];
    if (!film || !names) return [];
    const lines: string[] = [];
    const byWeight = [...peaks].sort((a, b) => b.kind - a.kind || a.decision - b.decision);
    for (const peak of byWeight) {
      if (lines.length > MOST_SENTENCES) break;
      const block = film.blocks[film.blockAt(peak.decision)];
      const when = `${capital(film.header.game.unit)} ${block?.now ?? 0}`;
      for (const line of peakWords(film, names, peak)) {
        const full = `${when}: ${line}`;
        if (!lines.includes(full)) lines.push(full);
      }
    }
    const more = Math.max(0, peaks.length - MOST_SENTENCES);
    const shown = lines.slice(0, MOST_SENTENCES);
    return more > 0 ? [...shown, `and ${more} more`] : shown;
  }
}

/** What a sign stands for, in sentences. */
export function peakWords(film: Film, names: Names, peak: Peak): string[] {
  const step = film.step(peak.decision);
  if (!step) return [];
  if (peak.kind === 3) {
    const faults = step.answers.filter(answer => answer.fault && answer.seat === peak.seat);
    return faults.map(answer => `${names.full(answer.seat)}: ${answer.fault?.why || answer.fault?.kind}`);
  }
  const marks = step.marks.filter(mark => mark.weight === peak.kind && mark.seat === peak.seat);
  return marks.map(mark => mark.says);
}

function heaviest(peaks: readonly Peak[]): Peak {
  return peaks.reduce((best, peak) => (peak.kind > best.kind ? peak : best));
}

function drawSign(
  ctx: CanvasRenderingContext2D,
  x: number,
  height: number,
  peak: Peak,
  palette: Palette,
): void {
  const colour = palette.seats[peak.seat] ?? palette.faint;
  const bottom = height - 1;
  ctx.fillStyle = colour;
  ctx.beginPath();
  if (peak.kind === 3) {
    ctx.fillStyle = FAULT_COLOUR;
    ctx.moveTo(x - 5, bottom - 12);
    ctx.lineTo(x + 5, bottom - 12);
    ctx.lineTo(x, bottom - 3);
  } else if (peak.kind === 2) {
    ctx.moveTo(x, bottom - 13);
    ctx.lineTo(x + 5, bottom - 7.5);
    ctx.lineTo(x, bottom - 2);
    ctx.lineTo(x - 5, bottom - 7.5);
  } else {
    ctx.rect(x - 1, bottom - 9, 2, 8);
  }
  ctx.closePath();
  ctx.fill();
}

/** Keeps the words beside the play button up to date. */
export const showTurn = (shell: Shell, words: string): void => say(shell.turn, words);
