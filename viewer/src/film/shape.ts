// Checks that JSON from outside has the shape it should have; what has not is refused with its place.

import { BadFilm } from "./limits.ts";

type Read<T> = (value: unknown, where: string) => T;

function refuse(where: string, wanted: string): never {
  throw new BadFilm(`The film's header is not right: ${where} should be ${wanted}.`);
}

/** A text of at most so many characters. */
export const text =
  (most: number): Read<string> =>
  (value, where) =>
    typeof value === "string" && value.length <= most
      ? value
      : refuse(where, `a text of at most ${most} characters`);

/** A whole number within bounds. */
export const whole =
  (least: number, most: number): Read<number> =>
  (value, where) =>
    typeof value === "number" && Number.isInteger(value) && value >= least && value <= most
      ? value
      : refuse(where, `a whole number from ${least} to ${most}`);

/** Any number JSON can hold. */
export const number: Read<number> = (value, where) =>
  typeof value === "number" && Number.isFinite(value) ? value : refuse(where, "a number");

/** Yes or no. */
export const flag: Read<boolean> = (value, where) =>
  typeof value === "boolean" ? value : refuse(where, "true or false");

/** The value, or null where there is none. */
export const maybe =
  <T>(read: Read<T>): Read<T | null> =>
  (value, where) =>
    value === null || value === undefined ? null : read(value, where);

/** A list of at most so many. */
export const list =
  <T>(most: number, read: Read<T>): Read<T[]> =>
  (value, where) => {
    if (!Array.isArray(value) || value.length > most) refuse(where, `a list of at most ${most}`);
    return value.map((each: unknown, index) => {
      try {
        return read(each, where);
      } catch (error) {
        if (!(error instanceof BadFilm)) throw error;
        // Only what is refused is worth a place in words.
        return read(each, `${where}[${index}]`);
      }
    });
  };

/** A colour written `#rrggbb`. */
export const colour: Read<string> = (value, where) =>
  typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value) ? value : refuse(where, "a colour like #1f7fc4");

/** One of these words. */
export const word =
  <T extends string>(...words: T[]): Read<T> =>
  (value, where) =>
    words.find(each => each === value) ?? refuse(where, `one of ${words.join(", ")}`);

/** An object, each of whose members is read by its own rule. */
export const object =
  <T extends object>(members: { [K in keyof T]: Read<T[K]> }): Read<T> =>
  (value, where) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) refuse(where, "an object");
    const from = value as Record<string, unknown>;
    const made: Partial<T> = {};
    for (const name of Object.keys(members) as (keyof T & string)[]) {
      made[name] = members[name](from[name], where === "" ? name : `${where}.${name}`);
    }
    return made as T;
  };
