import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canvasOf, difference } from "./pictures.ts";
import { enclosed, fixture, ready, Stage, watching } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open(watching);
});
afterAll(() => stage.close());

async function open(
  path: string,
  options: Parameters<Stage["page"]>[0] = {},
): Promise<{ page: Page; errors: string[] }> {
  const made = await stage.page({ reducedMotion: "reduce", ...options });
  await made.page.goto(`${stage.address}/${path}`);
  await ready(made.page);
  return made;
}

const turn = (page: Page): Promise<string | null> => page.textContent("#turn");

/** Waits until something of the page is as wanted; the last thing seen is in the failure. */
const settles = <T>(look: () => Promise<T>, wanted: T): Promise<void> =>
  expect.poll(look, { timeout: 10_000, interval: 30 }).toEqual(wanted);

describe("the keyboard", () => {
  it("does everything that the help says", async () => {
    const { page, errors } = await open("plantation/");
    const press = (key: string): Promise<void> => page.keyboard.press(key);
    expect(await turn(page)).toBe("Turn 1 of 40");
    await press("ArrowRight");
    expect(await turn(page)).toBe("Turn 2 of 40");
    await press("Shift+ArrowRight");
    expect(await turn(page)).toBe("Turn 2 of 40, decision 1 of 6");
    await press("Shift+ArrowRight");
    await press("Shift+ArrowLeft");
    expect(await turn(page)).toBe("Turn 2 of 40, decision 1 of 6");
    await press("ArrowLeft");
    expect(await turn(page)).toBe("Turn 2 of 40");
    await press("ArrowLeft");
    await press("ArrowLeft");
    expect(await turn(page)).toBe("Turn 1 of 40");
    await press("End");
    expect(await turn(page)).toBe("Turn 40 of 40, the end");
    await press("Home");
    expect(await turn(page)).toBe("Turn 1 of 40");
    await press("n");
    const peak = await turn(page);
    expect(peak).not.toBe("Turn 1 of 40");
    await press("n");
    await press("p");
    expect(await turn(page)).toBe(peak);
    const speed = (): Promise<string> => page.inputValue("#speed");
    expect(await speed()).toBe("1");
    await press("]");
    expect(await speed()).toBe("2");
    await press("[");
    await press("[");
    expect(await speed()).toBe("0.5");
    await press("Space");
    expect(await page.getAttribute("#play", "aria-label")).toBe("Pause");
    await press("Space");
    expect(await page.getAttribute("#play", "aria-label")).toBe("Play");
    const theme = (): Promise<string | null> => page.getAttribute("html", "data-theme");
    expect(await theme()).toBe("light");
    await press("t");
    await settles(theme, "dark");
    await press("t");
    await settles(theme, "light");
    await press("?");
    expect(await page.isVisible("#help-dialog")).toBe(true);
    await press("Escape");
    expect(await page.isVisible("#help-dialog")).toBe(false);
    await press("2");
    await settles(() => page.inputValue("#eye"), "1");
    await press("0");
    await settles(() => page.inputValue("#eye"), "");
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it("zooms, fits and points at cells in words", async () => {
    const { page, errors } = await open("plantation/");
    const whole = await canvasOf(page);
    await page.keyboard.press("+");
    expect(difference(whole, await canvasOf(page))).toBeGreaterThan(0.01);
    await page.keyboard.press("-");
    await page.keyboard.press("-");
    await page.keyboard.press("f");
    expect(difference(whole, await canvasOf(page))).toBe(0);
    await page.keyboard.press("c");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    expect(await page.textContent("#tip .where")).toBe("Column 1, row 1");
    expect(await page.textContent("#status")).toContain("column 1, row 1");
    expect(await turn(page)).toBe("Turn 1 of 40");
    await page.keyboard.press("Escape");
    expect(await page.isVisible("#tip")).toBe(false);
    await page.keyboard.press("ArrowRight");
    expect(await turn(page)).toBe("Turn 2 of 40");
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

describe("the page", () => {
  it("keeps its place in the address, both ways", async () => {
    const { page, errors } = await open("plantation/#t=7.2");
    expect(await turn(page)).toBe("Turn 7 of 40, decision 2 of 5");
    await page.keyboard.press("ArrowRight");
    await settles(() => page.evaluate(() => location.hash), "#t=8");
    await page.evaluate(() => (location.hash = "#t=20&eye=1"));
    await settles(() => page.inputValue("#eye"), "1");
    expect(await turn(page)).toBe("Turn 20 of 40");
    await settles(() => page.evaluate(() => location.hash), "#t=20&eye=1");
    // An address written while the page is about to write its own is the one that holds.
    await page.keyboard.press("ArrowRight");
    await page.evaluate(async () => {
      await new Promise(done => setTimeout(done));
      location.hash = "#t=5&eye=1";
      const end = performance.now() + 1000;
      while (performance.now() < end);
    });
    await settles(() => turn(page), "Turn 5 of 40");
    await settles(() => page.evaluate(() => location.hash), "#t=5&eye=1");
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it("shows what a seat saw, and stays at its place", async () => {
    const { page, errors } = await open("plantation/#t=30");
    const all = await canvasOf(page);
    await page.selectOption("#eye", "1");
    await settles(() => page.evaluate(() => location.hash), "#t=30&eye=1");
    expect(difference(all, await canvasOf(page))).toBeGreaterThan(0.001);
    expect(await turn(page)).toBe("Turn 30 of 40");
    await page.selectOption("#eye", "");
    await settles(async () => difference(all, await canvasOf(page)), 0);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it("tells seats, answers, events, curves and the legend", async () => {
    const { page, errors } = await open("ice-and-fire/#t=8");
    expect(await page.textContent("h1")).toBe("A Code of Ice and Fire: house:greedy – house:greedy");
    expect(await page.textContent("#ending")).toBe("Blue (house:greedy) wins: a headquarters was captured");
    expect(await page.locator(".seat").count()).toBe(2);
    await settles(() => page.textContent(".answers h2"), "Answers in turn 8");
    expect(await page.locator(".answers pre").count()).toBe(2);
    expect(await page.locator(".curves figure").count()).toBe(4);
    expect(await page.locator(".events li").count()).toBeGreaterThan(3);
    expect(await page.locator(".legend li").count()).toBeGreaterThan(8);
    await page.click(".events .choice button:last-child");
    const whole = page.locator(".events li.weight-2 button");
    expect(await whole.last().textContent()).toContain("captures the headquarters");
    await whole.last().click();
    expect(await turn(page)).toContain("the end");
    await page
      .locator(".curves svg")
      .first()
      .click({ position: { x: 3, y: 20 } });
    expect(await turn(page)).toBe("Turn 1 of 100");
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it("says what the signs on the time line mean, and jumps to them", async () => {
    const { page, errors } = await open("ice-and-fire/");
    const strip = await page.locator(".strip").boundingBox();
    const [x, y, width] = [strip?.x ?? 0, (strip?.y ?? 0) + 8, strip?.width ?? 0];
    // Blue captures in the last turn but one of the film: the last block has no decisions.
    await page.mouse.move(x + 9 + ((width - 18) * 11) / 12, y);
    expect(await page.textContent("#strip-tip")).toContain("Turn 12: Blue captures the headquarters of Red");
    await page.mouse.click(x + 9 + ((width - 18) * 11) / 12, y);
    expect(await turn(page)).toBe("Turn 12 of 100");
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it("pans by dragging, zooms by the wheel and reads cells under the pointer", async () => {
    const { page, errors } = await open("ice-and-fire/#t=8");
    const box = await page.locator("#board").boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    const whole = await canvasOf(page);
    await page.mouse.move(x, y);
    expect(await page.textContent("#tip")).toMatch(/Column \d+, row \d+/);
    await page.mouse.wheel(0, -400);
    await page.mouse.down();
    await page.mouse.move(x + 80, y + 50);
    await page.mouse.up();
    await page.mouse.move(0, 0);
    expect(difference(whole, await canvasOf(page))).toBeGreaterThan(0.05);
    await page.click("#fit");
    await page.mouse.move(0, 0);
    expect(difference(whole, await canvasOf(page))).toBe(0);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it("zooms by two fingers and pans by one", async () => {
    const { page, errors } = await open("ice-and-fire/#t=8", { hasTouch: true });
    const box = await page.locator("#board").boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    const fingers = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...at: number[]): Promise<unknown> =>
      fingers.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: at.map((off, id) => ({ x: x + off, y, id })),
      });
    const whole = await canvasOf(page);
    await touch("touchStart", -40, 40);
    await touch("touchMove", -120, 120);
    await touch("touchEnd");
    const near = await canvasOf(page);
    expect(difference(whole, near)).toBeGreaterThan(0.05);
    await touch("touchStart", 0);
    await touch("touchMove", 30);
    await touch("touchMove", 80);
    await touch("touchEnd");
    expect(difference(near, await canvasOf(page))).toBeGreaterThan(0.02);
    await page.click("#fit");
    await page.mouse.move(0, 0);
    expect(difference(whole, await canvasOf(page))).toBe(0);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it("moves pieces on their way, and comes to rest", async () => {
    const { page, errors } = await open("ice-and-fire/#t=6", { reducedMotion: "no-preference" });
    const picture = (): Promise<string> =>
      page.locator("#board").evaluate(canvas => (canvas as HTMLCanvasElement).toDataURL());
    // Time stands still from here on, so that the machine's speed does not matter.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.clock.runFor(3000);
    const before = await picture();
    await page.keyboard.press("ArrowRight");
    await page.clock.runFor(120);
    const onTheWay = await picture();
    await page.clock.runFor(3000);
    const after = await picture();
    await page.clock.runFor(1000);
    expect(new Set([before, onTheWay, after]).size).toBe(3);
    expect(await picture()).toBe(after);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it("is one file that opens without a server, with every eye inside", async () => {
    const folder = await mkdtemp(join(tmpdir(), "skirmish-viewer-"));
    const file = join(folder, "match.html");
    await writeFile(
      file,
      await enclosed([
        ["plantation", null],
        ["plantation.seat1", "1"],
      ]),
    );
    const { page, errors } = await stage.page({ offline: true });
    await page.goto(`${pathToFileURL(file).href}#t=12`);
    await ready(page);
    expect(await turn(page)).toBe("Turn 12 of 40");
    await page.selectOption("#eye", "1");
    await settles(() => page.inputValue("#eye"), "1");
    await page.selectOption("#eye", "0");
    await settles(() => page.textContent("#problems"), "This page does not hold what that seat saw.");
    await rm(folder, { recursive: true });
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it.each([
    ["a phone", 390, 844],
    ["a small phone", 320, 568],
    ["a frame on another page", 640, 420],
    ["a laptop", 1366, 768],
  ])("fits %s without scrolling sideways", async (_, width, height) => {
    const { page, errors } = await open("underworld/#t=90", { viewport: { width, height } });
    const box = await page.locator("#board").boundingBox();
    const play = await page.locator("#play").boundingBox();
    const speed = await page.locator("#speed").boundingBox();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(box?.width).toBeGreaterThan(width * 0.55);
    expect(box?.height).toBeGreaterThan(150);
    for (const each of [play, speed]) {
      expect((each?.x ?? -1) >= 0 && (each?.x ?? 0) + (each?.width ?? 0) <= width).toBe(true);
      expect((each?.y ?? 0) + (each?.height ?? 0)).toBeLessThanOrEqual(height);
    }
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it("shows stderr beside the answer it belongs to", async () => {
    const { page, errors } = await open("stderr/");
    await settles(() => page.locator(".stderr").first().textContent(), "thinking...\n<b>hm</b>");
    expect(await page.locator(".stderr b").count()).toBe(0);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

describe("bad input", () => {
  it("names and messages of bots are text, never markup", async () => {
    const { page, errors } = await open("hostile/");
    await settles(() => page.textContent(".answers h2"), "Answers in turn 1");
    await page.click(".events .choice button:last-child");
    for (const tag of ["script", "b", "iframe", "object", "a"]) {
      expect(await page.locator(`#app ${tag}`).count(), tag).toBe(0);
    }
    expect(await page.locator('#app img:not([src^="data:image/svg+xml"])').count()).toBe(0);
    const text = (await page.textContent("#app")) ?? "";
    expect(text).toMatch(/<[a-z]/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it("a film that is cut off says so and shows its beginning", async () => {
    const film = await fixture("plantation");
    stage.answering = async (path, query, request, text) =>
      path.endsWith("/film")
        ? { body: film.subarray(0, film.length - 2000) }
        : watching(path, query, request, text);
    const { page, errors } = await open("plantation/");
    stage.answering = watching;
    expect(await page.textContent("#problems")).toMatch(/cut off or damaged/);
    await page.keyboard.press("End");
    expect(await turn(page)).toMatch(/^Turn \d+ of 40, the end$/);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it.each([
    ["truncated-replay", /the replay is cut off after line 60/],
    ["parts-from-the-rules", /decision \d+/],
  ])("%s says what is wrong and shows the rest", async (name, words) => {
    const { page, errors } = await open(`${name}/`);
    expect(await page.textContent("#problems")).toMatch(words);
    await page.keyboard.press("End");
    expect(await turn(page)).toContain("the end");
    await page.click("#problems button");
    expect(await page.isVisible("#problems")).toBe(false);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ["a foreign file", "<html>", /This is not a film/],
    ["an empty one", "", /The film is empty/],
    [
      "a film without its first picture",
      readFileSync(join(import.meta.dirname, "../fixtures/truncated-film.film")),
      /Nothing of this film can be shown/,
    ],
  ])("%s is refused in words, and another film can be opened", async (_, body, words) => {
    const { page } = await stage.page();
    stage.answering = async (path, query, request, text) =>
      path.endsWith("/film") ? { body } : watching(path, query, request, text);
    await page.goto(`${stage.address}/any/`);
    await ready(page);
    stage.answering = watching;
    expect(await page.textContent("main")).toMatch(words);
    await page.setInputFiles("#file", join(import.meta.dirname, "../fixtures/utti.film"));
    await page.waitForSelector("#board");
    await settles(() => turn(page), "Round 0 of 60");
    await page.context().close();
  });

  it("a server that refuses is quoted", async () => {
    const { page } = await stage.page();
    stage.answering = async path =>
      path.endsWith("/film")
        ? { status: 410, body: "the match <b>is</b> gone" }
        : watching(path, new URLSearchParams(), undefined as never, "");
    await page.goto(`${stage.address}/utti/`);
    await ready(page);
    stage.answering = watching;
    expect(await page.textContent("main")).toContain("the server says 410, the match <b>is</b> gone.");
    await page.context().close();
  });
});
