import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Folder, Program } from "./program.ts";
import { ready, Stage, watching } from "./stage.ts";

let stage: Stage;
let folder: Folder;
beforeAll(async () => {
  stage = await Stage.open(watching);
  folder = new Folder();
});
afterAll(async () => {
  await stage.close();
  folder.remove();
});

const PATIENCE_MS = 20_000;
/** Choices after which a match must have ended. */
const MOST_CHOICES = 400;

/** Games on boards so small that a person is done in seconds. */
const SMALL: [string, string[]][] = [
  ["utti", ["size=24", "rounds=3"]],
  ["plantation", ["rows=4", "cols=5", "turns=2"]],
  ["si32", ["turns=3"]],
  ["ice-and-fire", ["turns=3"]],
  ["underworld", ["max_turns=3"]],
];

/** Where the person's answer stands, as the page shows it. */
type Stand = "word" | "cell" | "send" | "wait" | "over";

const stand = (page: Page): Promise<Stand> =>
  page.evaluate(() => {
    if (!document.querySelector("#ending")?.textContent?.includes("being played")) return "over";
    const send = document.querySelector<HTMLButtonElement>(".human #send");
    if (!send) return "wait";
    if (document.querySelector(".human .choices button")) return "word";
    return document.querySelector(".human .hint")?.textContent?.includes("on the board") ? "cell" : "send";
  });

/** Chooses the last word and the first lit cell until the match is over. */
async function playOn(page: Page): Promise<number> {
  for (let choices = 0; choices < MOST_CHOICES; choices++) {
    await expect.poll(() => stand(page), { timeout: PATIENCE_MS, interval: 20 }).not.toBe("wait");
    const now = await stand(page);
    if (now === "over") return choices;
    const before = await page.textContent(".human");
    if (now === "send" || (await page.isEnabled("#send"))) await page.click("#send");
    else if (now === "word") await page.locator(".human .choices button").last().click();
    else {
      await page.locator("#board").focus();
      for (const key of ["c", "Tab", "Enter"]) await page.keyboard.press(key);
    }
    const isDone = async (): Promise<boolean> =>
      (await page.textContent(".human")) !== before || (await stand(page)) === "over";
    await expect.poll(isDone, { timeout: PATIENCE_MS, interval: 20 }).toBe(true);
  }
  throw new Error("the match did not end");
}

describe.each(SMALL)("%s", (game, settings) => {
  it("is played by a person in the browser, and watched afterwards", async () => {
    const config = settings.flatMap(setting => ["--config", setting]);
    const match = await Program.start(
      folder,
      "play",
      game,
      "human",
      "house:random",
      "--seed",
      "7",
      ...config,
    );
    const { page, errors } = await stage.page({ reducedMotion: "reduce" });
    await page.goto(match.address);
    await ready(page);
    await page.waitForSelector(".human:not([hidden])");
    expect(await playOn(page)).toBeGreaterThan(0);
    const ending = await page.textContent("#ending");
    await match.stop();
    expect(errors.filter(error => !error.includes("ERR_CONNECTION_REFUSED"))).toEqual([]);

    const watch = await Program.start(folder, "watch", "last");
    await page.goto(watch.address);
    await ready(page);
    expect(await page.textContent("#ending")).toBe(ending);
    await page.keyboard.press("End");
    expect(await page.textContent("#turn")).toContain("the end");
    await watch.stop();
    await page.context().close();
  });
});

describe("a match between programs", () => {
  it("is followed live to its end", async () => {
    const args = ["play", "utti", "house:greedy", "house:random", "--watch", "--seed", "3"];
    const match = await Program.start(folder, ...args, "--config", "size=24", "--config", "rounds=40");
    const { page, errors } = await stage.page({ reducedMotion: "reduce" });
    await page.goto(match.address);
    await ready(page);
    await expect
      .poll(() => page.textContent("#ending"), { timeout: PATIENCE_MS, interval: 50 })
      .toContain("house:greedy");
    await page.keyboard.press("End");
    expect(await page.textContent("#turn")).toBe("Round 40 of 40, the end");
    expect(errors).toEqual([]);
    await match.stop();
    await page.context().close();
  });
});
