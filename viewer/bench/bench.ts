// Measures the page in Chromium and prints each number beside its floor. Films: the fixtures, and those given as arguments.

import { readdir, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import { here, ready, Stage, viewer } from "../e2e/stage.ts";

const FLOORS = { firstFrameMs: 300, scrubMs: 50, frameMs: 1000 / 60, pageBytes: 300_000 };
const ROUNDS = 5;
const SCRUBS = 60;

const given = process.argv.slice(3);
const fixtures = (await readdir(here("fixtures"))).filter(name =>
  /^(utti|plantation|si32|ice-and-fire|underworld)\.film$/.test(name),
);
const files = given.length > 0 ? given : fixtures.map(name => here(`fixtures/${name}`));
const films = new Map(
  await Promise.all(files.map(async file => [basename(file, ".film"), await readFile(file)] as const)),
);

const stage = await Stage.open(async path => {
  const [, name = "", rest = ""] = path.split("/");
  if (rest === "") return { type: "text/html; charset=utf-8", body: await viewer() };
  const film = films.get(name);
  return rest === "film" && film ? { body: film } : null;
});

const median = (numbers: number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? NaN;
const worst = (numbers: number[]): number => Math.max(...numbers);
const line = (what: string, value: number, floor: number, unit: string): void =>
  console.log(
    `  ${what.padEnd(34)} ${value.toFixed(1).padStart(8)} ${unit}   floor ${floor.toFixed(0)} ${unit}   ratio ${(value / floor).toFixed(2)}`,
  );

for (const [name, film] of films) {
  const loads: number[] = [];
  let scrubs: number[] = [];
  let frames: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { page, errors } = await stage.page();
    await page.goto(`${stage.address}/${name}/`);
    await ready(page);
    loads.push(
      await page.evaluate(() => {
        const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
        // From when the page has arrived to when the first frame is drawn.
        return (performance.getEntriesByName("first-frame")[0]?.startTime ?? NaN) - (load?.responseEnd ?? 0);
      }),
    );
    if (round === ROUNDS - 1) {
      await page.waitForSelector("html[data-surveyed]");
      scrubs = await page.evaluate(async count => {
        const scrub = document.querySelector<HTMLInputElement>("#scrub")!;
        const times: number[] = [];
        for (let index = 0; index < count; index++) {
          // Far apart, in no order, so that nothing helps.
          scrub.value = String(Math.floor(((index * 0.61803) % 1) * Number(scrub.max)));
          const start = performance.now();
          scrub.dispatchEvent(new Event("input"));
          await new Promise(requestAnimationFrame);
          times.push(performance.now() - start);
        }
        return times;
      }, SCRUBS);
      await page.keyboard.press("Home");
      await page.selectOption("#speed", "4");
      await page.click("#play");
      frames = await page.evaluate(async () => {
        const times: number[] = [];
        let last = performance.now();
        const end = last + 3000;
        while (last < end) {
          const now = await new Promise<number>(requestAnimationFrame);
          times.push(now - last);
          last = now;
        }
        return times.slice(2);
      });
    }
    if (errors.length) console.log(errors);
    await page.context().close();
  }
  console.log(`${name}: film of ${(film.length / 1000).toFixed(0)} kB`);
  line("first frame after load, worst of 5", worst(loads), FLOORS.firstFrameMs, "ms");
  line("scrub to any turn, worst of 60", worst(scrubs), FLOORS.scrubMs, "ms");
  line("scrub to any turn, median", median(scrubs), FLOORS.scrubMs, "ms");
  line("frame while playing, median", median(frames), FLOORS.frameMs, "ms");
}
const weight = gzipSync(await viewer(), { level: 9 }).length;
console.log("page");
line("viewer.html compressed", weight / 1000, FLOORS.pageBytes / 1000, "kB");
await stage.close();
