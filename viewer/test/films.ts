// Films for tests: the fixtures that the Rust side made, and changes to them.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { Film } from "../src/film/film.ts";

/** One fixture of each game. */
export const GAMES = ["utti", "plantation", "si32", "ice-and-fire", "underworld"];

/** The packed bytes of a fixture. */
export const packed = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`../fixtures/${name}.film`, import.meta.url))));

export const open = (name: string): Promise<Film> => Film.open(packed(name));

/** A fixture with its header changed. */
export function withHeader(name: string, change: (header: Record<string, unknown>) => void): Uint8Array {
  const bytes = gunzipSync(packed(name));
  const end = bytes.indexOf(10);
  const header = JSON.parse(bytes.subarray(0, end).toString()) as Record<string, unknown>;
  change(header);
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  return new Uint8Array(gzipSync(Buffer.concat([line, bytes.subarray(end + 1)])));
}

/** A fixture with its body changed. */
export function withBody(name: string, change: (body: Buffer) => Buffer): Uint8Array {
  const bytes = gunzipSync(packed(name));
  const end = bytes.indexOf(10) + 1;
  return new Uint8Array(
    gzipSync(Buffer.concat([bytes.subarray(0, end), change(Buffer.from(bytes.subarray(end)))])),
  );
}
