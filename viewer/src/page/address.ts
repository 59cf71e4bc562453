// The place in the match as part of the page's address: `#t=87`, `#t=87.3`, `#t=87&eye=1`.

/** What an address asks for. */
export interface Wish {
  /** How far the match is, in the game's unit. */
  turn: number | null;
  /** Decisions into that turn. */
  within: number;
  eye: number | null;
}

/** Reads the part of an address after `#`. Nonsense asks for nothing. */
export function readHash(hash: string): Wish {
  const query = new URLSearchParams(hash.replace(/^#/, ""));
  const place = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(query.get("t") ?? "");
  const eye = /^[0-7]$/.exec(query.get("eye") ?? "");
  return {
    turn: place ? Number(place[1]) : null,
    within: place?.[2] ? Number(place[2]) : 0,
    eye: eye ? Number(eye[0]) : null,
  };
}

/** Writes it. */
export function writeHash(turn: number, within: number, eye: number | null): string {
  const place = within > 0 ? `${turn}.${within}` : String(turn);
  return `#t=${place}${eye === null ? "" : `&eye=${eye}`}`;
}
