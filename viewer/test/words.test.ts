import { describe, expect, it } from "vitest";
import { scaleOf, spriteOf, tileOf, type Look } from "../src/film/art.ts";
import { Camera } from "../src/board/camera.ts";
import { short } from "../src/board/glyphs.ts";
import { readHash, writeHash } from "../src/page/address.ts";
import { contrast, mix, readable } from "../src/page/colour.ts";
import { clock, counted, duration, grouped, ordinal } from "../src/page/words.ts";

const look = (more: Partial<Look>): Look => ({
  layer: 0,
  sprites: [],
  label: { kind: "none" },
  span: 1,
  size: { least: 100, most: 100, full: 1 },
  motion: "pop",
  ground: false,
  badge: false,
  ...more,
});

describe("numbers as a person reads them", () => {
  it.each([
    [counted(1, "turn"), "1 turn"],
    [counted(0, "turn"), "0 turns"],
    [grouped(1234567), "1,234,567"],
    [grouped(-1234), "−1,234"],
    [duration(420), "0.4 ms"],
    [duration(12_345), "12 ms"],
    [duration(1_250_000), "1.25 s"],
    [clock(59_400), "59.4 s"],
    [clock(125_000), "2:05"],
    [clock(-3), "0.0 s"],
    [ordinal(1), "1st"],
    [ordinal(12), "12th"],
    [ordinal(22), "22nd"],
    [short(-7), "7"],
    [short(12_900), "12k"],
  ])("%s is %s", (got, wanted) => expect(got).toBe(wanted));
});

describe("the address", () => {
  it.each([
    ["#t=87", 87, 0, null],
    ["#t=87.3&eye=1", 87, 3, 1],
    ["#eye=7", null, 0, 7],
    ["#t=-1", null, 0, null],
    ["#t=1e9&eye=9", null, 0, null],
    ["#<script>", null, 0, null],
    ["", null, 0, null],
  ])("%s", (hash, turn, within, eye) => expect(readHash(hash)).toEqual({ turn, within, eye }));

  it("reads back what it wrote", () => {
    expect(readHash(writeHash(87, 3, 2))).toEqual({ turn: 87, within: 3, eye: 2 });
    expect(writeHash(87, 0, null)).toBe("#t=87");
  });
});

describe("pictures", () => {
  const sprite = (seat: number | null, from: number, svg: string) => ({ seat, from, svg, far: null });
  it("are chosen by seat and by the largest value reached, as in Rust", () => {
    const sprites = [
      sprite(1, 1, "one"),
      sprite(1, 5, "five"),
      sprite(null, 1, "any"),
      sprite(null, 9, "nine"),
    ];
    const of = (seat: number, value: number) => spriteOf(look({ sprites }), seat, value)?.svg;
    expect([of(1, 4), of(1, -30), of(0, 8), of(-1, -32768), of(-1, 0)]).toEqual([
      "one",
      "five",
      "any",
      "nine",
      undefined,
    ]);
  });

  it("grow with the square root of the value", () => {
    const growing = look({ size: { least: 60, most: 100, full: 17 } });
    expect([1, 5, 17, 400].map(value => scaleOf(growing, value))).toEqual([0.6, 0.8, 1, 1]);
    expect(scaleOf(look({}), 1)).toBe(1);
  });

  it("of the ground are spread as in Rust", () => {
    const counts = [0, 0, 0, 0];
    for (let x = 0; x < 64; x++) for (let y = 0; y < 64; y++) counts[tileOf(x, y, 4)]!++;
    expect(counts.every(count => count >= 900 && count < 1150)).toBe(true);
    expect(tileOf(3, 4, 0)).toBe(0);
  });
});

describe("colours", () => {
  it("are moved until they can be read", () => {
    for (const [colour, ground] of [
      ["#dddddd", "#ffffff"],
      ["#333333", "#000000"],
      ["#7b7468", "#f4f1ea"],
    ] as const) {
      expect(contrast(readable(colour, [ground], 4.5), ground)).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
    expect(mix("#000000", "#ffffff", 0.5)).toBe("#808080");
  });
});

describe("the camera", () => {
  it("fits the board with whole pixels per cell and keeps the point under the pointer", () => {
    const camera = new Camera();
    camera.resize(1000, 800, 1, 100, 100);
    expect([camera.cell, camera.x, camera.y]).toEqual([7, 150, 50]);
    const cell = camera.cellAt(500, 400);
    camera.zoom(4, 500, 400);
    expect(camera.cell).toBe(28);
    expect(camera.cellAt(500, 400)).toBe(cell);
    expect(camera.isFitted).toBe(false);
    camera.fit();
    expect(camera.cellAt(149, 400)).toBe(-1);
    expect(camera.cellAt(150, 50)).toBe(0);
  });

  it("never loses the board", () => {
    const camera = new Camera();
    camera.resize(400, 400, 2, 10, 10);
    camera.pan(1e6, -1e6);
    expect(camera.x).toBeLessThan(400);
    expect(camera.y + camera.cell * 10).toBeGreaterThan(0);
    camera.zoom(1e9, 0, 0);
    expect(camera.cell).toBe(256);
  });
});
