import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Film } from "../src/film/film.ts";
import { MOST_BLOCK_STEPS } from "../src/film/limits.ts";
import { GAMES, open, packed, withBody, withHeader } from "./films.ts";

const refused = (bytes: Uint8Array): Promise<string> =>
  Film.open(bytes).then(
    () => "",
    (error: Error) => `${error.name}: ${error.message}`,
  );

/** Reads all of a film, as a person does who watches it to the end. */
function watch(film: Film): number {
  while (![...film.survey()].includes(film.end) && film.end > film.begin);
  for (let index = 0; index < film.blocks.length; index++) film.turn(index);
  for (let at = film.begin; at <= film.end; at += 7) film.frame(at);
  return film.end;
}

describe("what is no film is refused in words", () => {
  const text = (words: string): Uint8Array => new Uint8Array(gzipSync(words));
  it.each([
    ["nothing", new Uint8Array(), "The film is empty."],
    [
      "a foreign file",
      new TextEncoder().encode("<html>hello</html>"),
      "This is not a film: a film is a gzip file",
    ],
    ["a foreign gzip file", text("hello\nworld"), "its first line is not JSON"],
    ["JSON of something else", text('{"a":1}\n'), "no format number"],
    ["a later format", text('{"film":2}\n'), "This film has format 2, this page reads format 1"],
    ["a header without a game", text('{"film":1}\n'), "game should be an object"],
    ["no line at all", text("x".repeat(1000)), "Nothing of this film can be shown."],
  ])("%s", async (_, bytes, words) => {
    expect(await refused(bytes)).toContain(`BadFilm: `);
    expect(await refused(bytes)).toContain(words);
  });

  it.each<[string, (header: any) => void, string]>([
    [
      "a huge board",
      header => (header["board"]["width"] = 1e6),
      "board.width should be a whole number from 1 to 256",
    ],
    ["nobody plays", header => (header["match"]["players"] = []), "nobody plays"],
    [
      "too many seats",
      header => (header["match"]["players"] = Array(9).fill({ name: "x" })),
      "match.players",
    ],
    ["blocks out of order", header => header["blocks"].reverse(), "block 1 is out of order"],
    ["a block of too many decisions", header => (header["blocks"][0][2] = MOST_BLOCK_STEPS + 1), "blocks[0]"],
    [
      "a colour that is none",
      header => (header["game"]["art"]["light"]["ink"] = "url(//x)"),
      "a colour like",
    ],
    [
      "a name of a megabyte",
      header => (header["match"]["players"][0]["name"] = "x".repeat(1e6)),
      "at most 200",
    ],
    ["a phrase table that is no list", header => (header["phrases"] = {}), "phrases should be a list"],
  ])("a header with %s", async (_, change, words) => {
    expect(await refused(withHeader("plantation", change))).toContain(words);
  });
});

describe("what can be shown of a damaged film is shown", () => {
  it("a film that is cut off shows its beginning", async () => {
    const whole = packed("plantation");
    const film = await Film.open(whole.slice(0, whole.length - 2000));
    expect(film.problems.join(" ")).toMatch(/cut off/);
    expect(watch(film)).toBeGreaterThan(0);
  });

  it("every cut of a film is either refused in words or shows its beginning", async () => {
    const whole = packed("plantation");
    for (let length = 0; length < whole.length; length += 211) {
      const film = await Film.open(whole.slice(0, length)).catch((error: Error) => error);
      if (film instanceof Error) expect(film.name).toBe("BadFilm");
      else {
        expect(film.problems).not.toEqual([]);
        watch(film);
      }
    }
  });

  it("a cut body shows every decision before the cut", async () => {
    const whole = await open("plantation");
    const last = whole.blocks[17];
    const film = await Film.open(withBody("plantation", body => body.subarray(0, last?.start)));
    expect(film.end).toBeGreaterThanOrEqual((whole.blocks[16]?.decision ?? 0) + 1);
    expect(film.end).toBeLessThanOrEqual(last?.decision ?? 0);
    expect(watch(film)).toBe(film.end);
  });

  it.each(GAMES)("a %s film with any byte changed never breaks the page", async name => {
    // The same places every time: a change of one byte anywhere in the body.
    let random = 12345;
    for (let round = 0; round < 25; round++) {
      random = (Math.imul(random, 1103515245) + 12345) >>> 0;
      const bytes = withBody(name, body => {
        body[random % body.length]! ^= 1 << (random >>> 29);
        return body;
      });
      const film = await Film.open(bytes).catch((error: Error) => error);
      if (film instanceof Error) expect(film.name).toBe("BadFilm");
      else watch(film);
    }
  });

  it("a replay that was cut off or parts from the rules says so", async () => {
    expect((await open("truncated-replay")).problems).toEqual(["the replay is cut off after line 60"]);
    const parts = await open("parts-from-the-rules");
    expect(parts.problems).toHaveLength(1);
    expect(watch(parts)).toBeGreaterThan(0);
  });

  it("a damaged packing shows what comes before the damage", async () => {
    const film = await Film.open(packed("damaged-film")).catch((error: Error) => error);
    if (film instanceof Error) expect(film.name).toBe("BadFilm");
    else expect(film.problems.length).toBeGreaterThan(0);
  });
});
