// Measures the page in Chromium and prints each number beside its floor, as the clock shows it and as CPU time of the page's
// main thread, which a busy machine does not change. Films: those given as arguments, or the fixtures.

import { readdir, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import type { CDPSession, Page } from "playwright-core";
import { here, ready, Stage, viewer } from "../e2e/stage.ts";

const FLOORS = { firstFrameMs: 300, scrubMs: 50, frameMs: 1000 / 60, pageKilobytes: 300 };
const ROUNDS = 9;
const SCRUBS = 60;
const FRAMES = 240;

const given = process.argv.slice(3);
const isGame = (name: string): boolean => /^(utti|plantation|si32|ice-and-fire|underworld)\.film$/.test(name);
const fixtures = (await readdir(here("fixtures"))).filter(isGame).map(name => here(`fixtures/${name}`));
const files = given.length > 0 ? given : fixtures;
const films = new Map<string, Buffer>();
for (const file of files) films.set(basename(file, ".film"), await readFile(file));

const stage = await Stage.open(async path => {
  const [, name = "", rest = ""] = path.split("/");
  if (rest === "") return { type: "text/html; charset=utf-8", body: await viewer() };
  const film = films.get(name);
  return rest === "film" && film ? { body: film } : null;
});

const worst = (numbers: number[]): number => Math.max(...numbers);
const median = (numbers: number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? NaN;

function line(what: string, value: number, floor: number, unit: string): void {
  const ratio = (value / floor).toFixed(2);
  console.log(
    `  ${what.padEnd(46)} ${value.toFixed(1).padStart(7)} ${unit}  floor ${floor.toFixed(1)}  ratio ${ratio}`,
  );
}

/** CPU time of the page's main thread so far, in milliseconds. */
async function cpuOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1000 * (metrics.find(metric => metric.name === "TaskDuration")?.value ?? NaN);
}

/** When the first frame is drawn: after the page is loaded, and after its last byte came, which starts its process, too. */
async function load(page: Page, name: string): Promise<{ loaded: number; arrived: number }> {
  await page.goto(`${stage.address}/${name}/`);
  await ready(page);
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const drawn = performance.getEntriesByName("first-frame")[0]?.startTime ?? NaN;
    return {
      loaded: drawn - (navigation?.domInteractive ?? 0),
      arrived: drawn - (navigation?.responseEnd ?? 0),
    };
  });
}

/** Scrubs far and wide, in no order, so that nothing helps; the time until each frame is drawn. */
const scrub = (page: Page): Promise<number[]> =>
  page.evaluate(async count => {
    const bar = document.querySelector<HTMLInputElement>("#scrub");
    const times: number[] = [];
    for (let index = 0; bar && index < count; index++) {
      bar.value = String(Math.floor(((index * 0.61803) % 1) * Number(bar.max)));
      const start = performance.now();
      bar.dispatchEvent(new Event("input"));
      await new Promise(requestAnimationFrame);
      times.push(performance.now() - start);
    }
    return times;
  }, SCRUBS);

/** Plays from the middle; the time between frames. */
async function play(page: Page): Promise<number[]> {
  await page.locator("#scrub").evaluate(bar => {
    (bar as HTMLInputElement).value = String(Number((bar as HTMLInputElement).max) / 2);
    bar.dispatchEvent(new Event("input"));
  });
  await page.selectOption("#speed", "4");
  await page.click("#play");
  return page.evaluate(async count => {
    const times: number[] = [];
    let last = await new Promise<number>(requestAnimationFrame);
    while (times.length < count) {
      const now = await new Promise<number>(requestAnimationFrame);
      times.push(now - last);
      last = now;
    }
    return times;
  }, FRAMES);
}

async function measure(name: string, bytes: number): Promise<void> {
  const [loads, arrivals, cpu]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    const { page, errors } = await stage.page();
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const before = await cpuOf(session);
    const { loaded, arrived } = await load(page, name);
    loads.push(loaded);
    arrivals.push(arrived);
    cpu.push((await cpuOf(session)) - before);
    if (round === ROUNDS - 1) {
      await page.waitForSelector("html[data-surveyed]", { timeout: 60_000 });
      const start = await cpuOf(session);
      const scrubs = await scrub(page);
      const middle = await cpuOf(session);
      const frames = await play(page);
      const end = await cpuOf(session);
      console.log(`${name}: film of ${(bytes / 1000).toFixed(0)} kB`);
      line("first frame after load, median of 9, clock", median(loads), FLOORS.firstFrameMs, "ms");
      line("first frame after last byte, median of 9, clock", median(arrivals), FLOORS.firstFrameMs, "ms");
      line("load with panel, median of 9, CPU", median(cpu), FLOORS.firstFrameMs, "ms");
      line("scrub to any turn, worst of 60, clock", worst(scrubs), FLOORS.scrubMs, "ms");
      line("scrub to any turn, mean of 60, CPU", (middle - start) / SCRUBS, FLOORS.scrubMs, "ms");
      line("frame while playing, median, clock", median(frames), FLOORS.frameMs, "ms");
      line("frame while playing, mean of 240, CPU", (end - middle) / FRAMES, FLOORS.frameMs, "ms");
    }
    if (errors.length > 0) console.log(errors);
    await page.context().close();
  }
}

// A browser's own first page is not ours to measure.
const warm = await stage.page();
await load(warm.page, [...films.keys()][0] ?? "");
await warm.page.context().close();
for (const [name, film] of films) await measure(name, film.length);
console.log("page");
line(
  "viewer.html, compressed",
  gzipSync(await viewer(), { level: 9 }).length / 1000,
  FLOORS.pageKilobytes,
  "kB",
);
await stage.close();
