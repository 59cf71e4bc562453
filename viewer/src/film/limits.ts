// The most of everything that a film may hold; `crates/show/FILM.md` has the same numbers.

export const FORMAT = 1;
export const MOST_BYTES = 256 << 20;
export const MOST_HEADER_BYTES = 16 << 20;
export const MOST_BLOCKS = 65_536;
export const MOST_STEPS = 1 << 20;
export const MOST_BLOCK_STEPS = 65_536;
export const MOST_SIDE = 256;
export const MOST_ITEMS = 1 << 18;
export const MOST_LAYERS = 32;
export const MOST_MARKS = 2_048;
export const MOST_PEAKS = 32;
export const MOST_ANSWER_BYTES = 8_192;
export const MOST_SENTENCE_BYTES = 1_024;
export const MOST_NAME_BYTES = 200;
export const MOST_NOTES = 64;
export const MOST_PHRASES = 8_192;
export const MOST_PHRASE_BYTES = 240;
export const MOST_STDERR_BYTES = 2 << 20;
export const MOST_SEATS = 8;

/** A film that cannot be read, or not further; the message is a sentence for the person who watches. */
export class BadFilm extends Error {
  override name = "BadFilm";
}
