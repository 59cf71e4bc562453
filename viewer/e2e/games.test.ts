import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./axe.ts";
import { canvasOf, compare, difference } from "./pictures.ts";
import { ready, Stage, watching } from "./stage.ts";

/** Each game, and the turns whose pictures are committed. */
const GAMES: [string, [number, number, number]][] = [
  ["utti", [0, 30, 60]],
  ["plantation", [1, 25, 40]],
  ["si32", [1, 30, 60]],
  ["ice-and-fire", [1, 8, 12]],
  ["underworld", [1, 90, 229]],
];

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open(watching);
});
afterAll(() => stage.close());

/** Writes a turn into the address, and waits until the page is there. */
async function goTo(page: Page, turn: number): Promise<void> {
  await page.evaluate(place => (location.hash = place), `#t=${turn}`);
  await page.waitForFunction(
    wanted => / (\d+)/.exec(document.querySelector("#turn")?.textContent ?? "")?.[1] === String(wanted),
    turn,
  );
}

describe.each(GAMES)("%s", (game, turns) => {
  it("looks as committed by day and by night, plays, scrubs and can be used by everybody", async () => {
    const { page, errors } = await stage.page({
      viewport: { width: 900, height: 640 },
      colorScheme: "light",
      // Nothing is on its way somewhere when a picture is taken.
      reducedMotion: "reduce",
    });
    await page.goto(`${stage.address}/${game}/#t=${turns[0]}`);
    await ready(page);
    const found: string[] = [];
    for (const turn of turns) {
      await goTo(page, turn);
      found.push(await compare(page, `${game}-${turn}-light`));
    }
    await goTo(page, turns[1]);
    found.push(...(await violations(page)));
    await page.keyboard.press("t");
    await page.waitForSelector('html[data-theme="dark"]');
    found.push(await compare(page, `${game}-${turns[1]}-dark`));
    found.push(...(await violations(page)));
    expect(found.filter(problem => problem !== "")).toEqual([]);

    await page.keyboard.press("Home");
    const first = await canvasOf(page);
    await page.selectOption("#speed", "64");
    await page.click("#play");
    await page.waitForSelector('#play[aria-label="Pause"]');
    await page.waitForSelector('#play[aria-label="Play"]');
    expect(await page.textContent("#turn")).toContain("the end");
    expect(difference(first, await canvasOf(page))).toBeGreaterThan(0.001);
    await page.locator("#scrub").fill("0");
    expect(difference(first, await canvasOf(page))).toBe(0);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
