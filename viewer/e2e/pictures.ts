// Pictures of the canvas, compared with committed ones.

import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { PNG } from "pngjs";
import { here } from "./stage.ts";

/** A pixel differs if a channel is farther off than this, of 255. */
const CHANNEL_SLACK = 28;
/** The share of pixels that may differ: edges are not smoothed alike on every machine. */
const MOST_DIFFERENT = 0.004;

/** What is on the board, once nothing moves any more. */
export async function canvasOf(page: Page): Promise<PNG> {
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  const address = await page
    .locator("#board")
    .evaluate(canvas => (canvas as HTMLCanvasElement).toDataURL("image/png"));
  return PNG.sync.read(Buffer.from(address.slice(address.indexOf(",") + 1), "base64"));
}

/** The share of pixels in which two pictures differ; 1 if their sizes do. */
export function difference(a: PNG, b: PNG): number {
  if (a.width !== b.width || a.height !== b.height) return 1;
  let different = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    const isOff = [0, 1, 2].some(part => Math.abs(a.data[at + part]! - b.data[at + part]!) > CHANNEL_SLACK);
    if (isOff) different++;
  }
  return different / (a.width * a.height);
}

/** Compares the board with a committed picture; with UPDATE_PICTURES=1 it becomes that picture. */
export async function compare(page: Page, name: string): Promise<string> {
  const drawn = await canvasOf(page);
  const file = here(`e2e/pictures/${name}.png`);
  if (process.env["UPDATE_PICTURES"]) {
    await mkdir(here("e2e/pictures"), { recursive: true });
    await writeFile(file, PNG.sync.write(drawn, { deflateLevel: 9 }));
    return "";
  }
  if (!existsSync(file)) return `there is no picture ${name}; run with UPDATE_PICTURES=1`;
  const share = difference(drawn, PNG.sync.read(await readFile(file)));
  if (share <= MOST_DIFFERENT) return "";
  await mkdir(here("e2e/failed"), { recursive: true });
  await writeFile(here(`e2e/failed/${name}.png`), PNG.sync.write(drawn));
  return `${(100 * share).toFixed(2)} % of the pixels differ from ${name}; see e2e/failed/${name}.png`;
}
