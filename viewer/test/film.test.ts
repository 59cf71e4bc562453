import { describe, expect, it } from "vitest";
import type { Frame } from "../src/film/frame.ts";
import { Film } from "../src/film/film.ts";
import { GAMES, open, packed, withHeader } from "./films.ts";

/** A frame without its place in the film, in an order that does not depend on how it was reached. */
function picture(frame: Frame): unknown {
  const order = (plane: Frame["planes"][number]): unknown[] =>
    [...plane.values()].sort((a, b) => a.at - b.at || a.seat - b.seat || a.id - b.id);
  return { now: frame.now, gauges: frame.gauges, scores: frame.scores, planes: frame.planes.map(order) };
}

describe.each(GAMES)("the film of %s", name => {
  it("shows the same picture whether it is entered at a key or read up to there", async () => {
    const [entered, read] = [await open(name), await open(name)];
    const keys = entered.blocks.filter(block => block.isKey);
    expect(keys.length).toBeGreaterThan(1);
    for (let at = 0; at <= read.end; at++) read.frame(at);
    for (const key of keys.reverse()) {
      expect(picture(entered.frame(key.decision))).toEqual(picture(read.frame(key.decision)));
    }
  });

  it("leads from each block's numbers to those of the next", async () => {
    const film = await open(name);
    for (const block of film.blocks) {
      const frame = film.frame(block.decision);
      const slots = [...frame.gauges.flat(), ...frame.scores];
      expect(slots).toEqual(block.slots);
      expect(frame.now).toBe(block.now);
    }
    const { result } = film.header.match;
    expect(film.frame(film.end).scores).toEqual(result?.scores);
  });

  it("has an answer or a mark for every decision, and every peak leads to one of them", async () => {
    const film = await open(name);
    film.blocks.forEach((block, index) => {
      expect(film.turn(index)).toHaveLength(block.steps);
      for (const peak of block.peaks) {
        const step = film.step(peak.decision);
        const isThere =
          peak.kind === 3
            ? step?.answers.some(answer => answer.fault && answer.seat === peak.seat)
            : step?.marks.some(mark => mark.weight === peak.kind && mark.seat === peak.seat);
        expect(isThere, `${index}: ${JSON.stringify(peak)}`).toBe(true);
      }
    });
    expect(film.step(0)?.answers.length).toBeGreaterThan(0);
    expect(film.problems).toEqual([]);
  });

  it("keeps frames as they were when later ones are read", async () => {
    const film = await open(name);
    const first = film.frame(0);
    const before = JSON.stringify(picture(first));
    film.frame(film.end);
    film.frame(Math.floor(film.end / 2));
    expect(JSON.stringify(picture(first))).toBe(before);
  });

  it("has nothing off the board and nothing on layers without a look", async () => {
    const film = await open(name);
    const looks = new Set(film.header.game.art.looks.map(look => look.layer));
    for (const block of film.blocks) {
      film.frame(block.decision).planes.forEach((plane, layer) => {
        if (!looks.has(layer)) expect(plane.size).toBe(0);
        const isGood = [...plane.values()].every(item => item.at < film.cells && item.value !== 0);
        expect(isGood, `layer ${layer} in block ${block.now}`).toBe(true);
      });
    }
  });
});

describe("films", () => {
  it("find the block of a position and of a turn", async () => {
    const film = await open("plantation");
    const second = film.blocks[1];
    expect(second && film.blockAt(second.decision)).toBe(1);
    expect(second && film.blockAt(second.decision - 1)).toBe(0);
    expect(film.blockAt(1e9)).toBe(film.blocks.length - 1);
    expect(film.blocks[film.blockOfTurn(7)]?.now).toBe(7);
    expect(film.blockOfTurn(0)).toBe(0);
    expect(film.blocks[film.blockOfTurn(1e9)]?.now).toBe(40);
  });

  it("know clocks everywhere once they were read through", async () => {
    const film = await open("plantation");
    expect([...film.survey()].at(-1)).toBe(film.end);
    const middle = film.blocks[20];
    expect(middle && film.frame(middle.decision).clocks.every(left => typeof left === "number")).toBe(true);
  });

  it("of a seat hide what the seat did not know", async () => {
    const [all, seat] = [await open("plantation"), await open("plantation.seat1")];
    expect([all.header.eye, seat.header.eye, seat.header.eyes]).toEqual([null, 1, [0, 1]]);
    const answers = seat.blocks.flatMap((_, index) => seat.turn(index).flatMap(step => step.answers));
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.every(answer => answer.seat === 1)).toBe(true);
    expect(seat.header.match.seed).toBeNull();
    const count = (film: Film): number => film.frame(100).planes.reduce((sum, plane) => sum + plane.size, 0);
    expect(count(seat)).toBeLessThan(count(all));
  });

  it("bring stderr to the decision it belongs to", async () => {
    const film = await open("stderr");
    expect(film.stderr(0, 0)).toBe("thinking...\n<b>hm</b>\n");
    expect(film.stderr(0, 1)).toBe("");
    expect(film.stderr(1, 0)).toBeNull();
  });

  it("grow while their match is played", async () => {
    const whole = await open("plantation");
    const film = await Film.open(withHeader("plantation", header => (header["live"] = true)));
    film.blocks.length = 12;
    const before = film.end;
    expect(await film.extend(packed("live-from-60"))).toBe(true);
    expect(film.end).toBeGreaterThan(before);
    expect(film.end).toBe(whole.end);
    for (const at of [0, 55, 56, 57, 100, 210]) {
      expect(picture(film.frame(at))).toEqual(picture(whole.frame(at)));
    }
    // A match that was begun anew is sent from its beginning, and replaces what was known of the attempt before.
    const anew = withHeader("plantation", header => {
      [header["live"], header["take"]] = [true, 2];
      header["blocks"] = (header["blocks"] as unknown[]).slice(0, 5);
    });
    expect(await film.extend(await anew)).toBe(true);
    expect([film.header.take, film.blocks.length]).toEqual([2, 5]);
    await expect(film.extend(packed("utti"))).rejects.toThrow("not its own film");
  });
});
