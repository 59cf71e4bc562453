import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { open as openFilm, packed, withHeader } from "../test/films.ts";
import { violations } from "./axe.ts";
import { ready, Stage, viewer, watching } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open(watching);
});
afterAll(() => stage.close());

const html = async (): Promise<{ type: string; body: string }> => ({
  type: "text/html; charset=utf-8",
  body: await viewer(),
});
const settles = <T>(look: () => Promise<T>, wanted: T): Promise<void> =>
  expect.poll(look, { timeout: 15_000, interval: 30 }).toEqual(wanted);

/** The beginning of a film, as it is while its match goes on. */
async function beginning(blocks: number): Promise<Uint8Array> {
  return withHeader("plantation", header => {
    header["live"] = true;
    (header["match"] as Record<string, unknown>)["result"] = null;
    header["blocks"] = (header["blocks"] as unknown[]).slice(0, blocks);
  });
}

describe("a live match", () => {
  it("is followed at its edge, unless the person went back, until it is over", async () => {
    let film = await beginning(5);
    stage.answering = async (path, query) => {
      if (path === "/") return html();
      if (path === "/session") return { status: 204, body: "" };
      return query.has("from") ? { body: film } : { body: await beginning(5) };
    };
    const { page, errors } = await stage.page({ reducedMotion: "reduce" });
    await page.goto(stage.address);
    await ready(page);
    const turn = (): Promise<string | null> => page.textContent("#turn");
    expect(await turn()).toMatch(/^Turn 5 of 40/);
    expect(await page.textContent("#ending")).toBe("The match is being played.");
    film = await beginning(9);
    await settles(async () => (await turn())?.slice(0, 6), "Turn 9");
    await page.keyboard.press("Home");
    film = await beginning(14);
    await settles(() => page.getAttribute("#scrub", "max"), "13");
    expect(await turn()).toBe("Turn 1 of 40");
    expect(await page.getAttribute("#live", "aria-pressed")).toBe("false");
    await page.click("#live");
    expect(await turn()).toMatch(/^Turn 14/);
    film = packed("plantation");
    await settles(turn, "Turn 40 of 40, the end");
    await settles(() => page.isVisible("#live"), false);
    expect(await page.textContent("#ending")).toContain("Plus (house:greedy) wins");
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

describe("a person plays", () => {
  /** A tiny server: a verb, then a cell; finished answers can be sent. */
  class Table {
    readonly choices: number[] = [];
    readonly sent: number[][] = [];

    session(): object {
      const isCell = this.choices.length % 2 === 1;
      return {
        seat: 0,
        asked: this.sent.length === 0,
        decision: 0,
        prompt: this.sent.length === 0 ? "Your three moves" : "Wait for Minus",
        head: isCell ? 1 : 0,
        heads: [
          { name: "verb", labels: ["plant", "scout <b>", "end"], cells: false },
          { name: "target", labels: null, cells: true },
        ],
        mask: isCell ? [12, 13, 24] : [0, 1],
        draft: this.choices.map((choice, index) =>
          index % 2 ? `at (${choice % 11}, ${Math.floor(choice / 11)})` : "plant",
        ),
        can_finish: this.choices.length > 0 && !isCell,
      };
    }

    answer(path: string, body: string): object {
      if (path === "/session/choose") this.choices.push((JSON.parse(body) as { choice: number }).choice);
      if (path === "/session/undo") this.choices.pop();
      if (path === "/session/send") this.sent.push([...this.choices]);
      return this.session();
    }
  }

  async function sit(): Promise<{ page: Page; errors: string[]; table: Table }> {
    const table = new Table();
    const film = await beginning(1);
    stage.answering = async (path, _, request, body) => {
      if (path === "/") return html();
      if (path === "/film") return { body: film };
      if (path === "/session" && request.method === "GET")
        return { type: "application/json", body: JSON.stringify(table.session()) };
      if (request.method !== "POST") return null;
      return { type: "application/json", body: JSON.stringify(table.answer(path, body)) };
    };
    const { page, errors } = await stage.page({ reducedMotion: "reduce" });
    await page.goto(stage.address);
    await ready(page);
    await page.waitForSelector(".human .choices");
    return { page, errors, table };
  }

  /** Where a cell is on the page, measured from the board's middle: the board is fitted and has 11 columns. */
  async function middleOf(page: Page, cell: number): Promise<[number, number]> {
    const { cells } = await openFilm("plantation");
    const columns = Math.sqrt(cells);
    const box = (await page.locator("#board").boundingBox())!;
    const side = Math.floor((Math.min(box.width, box.height) - 44) / columns);
    const [left, top] = [box.x + (box.width - columns * side) / 2, box.y + (box.height - columns * side) / 2];
    return [left + ((cell % columns) + 0.5) * side, top + (Math.floor(cell / columns) + 0.5) * side];
  }

  it("by clicking what is lit", async () => {
    const { page, errors, table } = await sit();
    expect(await page.textContent(".human h2")).toBe("Your move");
    expect(await page.locator(".choices button").allTextContents()).toEqual(["plant", "scout <b>"]);
    expect(await page.locator("#send").isDisabled()).toBe(true);
    await page.click('[data-choice="0"]');
    await page.waitForSelector(".human .hint >> text=3 cells are lit");
    await page.mouse.click(...(await middleOf(page, 60)));
    expect(table.choices).toEqual([0]);
    await page.mouse.click(...(await middleOf(page, 13)));
    await settles(() => page.locator(".draft li").allTextContents(), ["plant", "at (2, 1)"]);
    await page.click("#undo");
    await settles(() => page.locator(".draft li").allTextContents(), ["plant"]);
    await page.mouse.click(...(await middleOf(page, 24)));
    await settles(() => page.locator(".draft li").allTextContents(), ["plant", "at (2, 2)"]);
    expect(await violations(page)).toEqual([]);
    await page.click("#send");
    await settles(() => page.textContent(".human h2"), "Not your move");
    expect(table.sent).toEqual([[0, 24]]);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it("by keyboard alone", async () => {
    const { page, errors, table } = await sit();
    await page.focus('[data-choice="0"]');
    await page.keyboard.press("Enter");
    await page.waitForSelector(".human .hint >> text=3 cells are lit");
    await page.keyboard.press("c");
    expect(await page.textContent("#status")).toContain("can be chosen; column 1, row 1");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await settles(() => page.locator(".draft li").allTextContents(), ["plant", "at (2, 2)"]);
    await page.focus("#send");
    await page.keyboard.press("Space");
    await settles(() => page.textContent(".human h2"), "Not your move");
    expect(table.sent).toEqual([[0, 24]]);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
