// Where the film comes from: inside this page, or from the server that serves it.

import { BadFilm } from "./film/limits.ts";

/** What a server says while its match has not begun. */
const NOT_YET = 503;
/** How often we ask again then, and after how many milliseconds. */
const MOST_TRIES = 300;
const AGAIN_MS = 300;
/** The most packed bytes that are fetched. */
const MOST_PACKED_BYTES = 64 << 20;

/** How far a film is known: a match that was begun anew is another take, and is sent from its beginning. */
export interface Known {
  readonly from: number;
  readonly take: number;
}

/** A place that gives films of one match by eye. */
export interface Source {
  /** Whether a server is behind it, which may also know of later decisions or a session. */
  readonly isServed: boolean;
  /** The film as this eye saw it; from a decision on, where a match goes on. */
  film(eye: number | null, known?: Known): Promise<Uint8Array>;
  /** Whatever film there is to begin with. */
  first(): Promise<Uint8Array>;
}

/** The films in the page if there are any, otherwise the server. */
export function findSource(): Source {
  const films = [
    ...document.querySelectorAll<HTMLScriptElement>('script[type="application/octet-stream;base64"]'),
  ];
  return films.length > 0 ? enclosed(films) : served();
}

/** A film that the person chose from their disk. */
export const chosen = (bytes: Uint8Array): Source => ({
  isServed: false,
  film: async () => bytes,
  first: async () => bytes,
});

function enclosed(scripts: HTMLScriptElement[]): Source {
  const eyeOf = (script: HTMLScriptElement): string => script.dataset["eye"] ?? "";
  return {
    isServed: false,
    film: async eye => {
      const wanted = eye === null ? "" : String(eye);
      const script = scripts.find(each => eyeOf(each) === wanted);
      if (!script)
        throw new BadFilm(
          `This page does not hold ${eye === null ? "the whole match" : "what that seat saw"}.`,
        );
      return decode(script.textContent ?? "");
    },
    first: async () => decode((scripts.find(each => eyeOf(each) === "") ?? scripts[0])?.textContent ?? ""),
  };
}

function decode(base64: string): Uint8Array {
  let binary: string;
  try {
    binary = atob(base64.replace(/\s+/g, ""));
  } catch {
    throw new BadFilm("The film in this page is damaged: it is not base64.");
  }
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

function served(): Source {
  return {
    isServed: true,
    film: async (eye, known) => {
      const query = new URLSearchParams();
      if (eye !== null) query.set("eye", String(eye));
      if (known !== undefined) query.set("from", String(known.from));
      if (known !== undefined && known.take > 0) query.set("take", String(known.take));
      const question = query.toString();
      return fetchBytes(question ? `film?${question}` : "film");
    },
    first: () => fetchBytes("film"),
  };
}

async function fetchBytes(address: string): Promise<Uint8Array> {
  let response = await ask(address);
  for (let tries = 0; response.status === NOT_YET && tries < MOST_TRIES; tries++) {
    await new Promise(done => setTimeout(done, AGAIN_MS));
    response = await ask(address);
  }
  if (!response.ok) {
    const why = (await response.text().catch(() => "")).slice(0, 300).trim();
    throw new BadFilm(
      `The film cannot be fetched: the server says ${response.status}${why ? `, ${why}` : ""}.`,
    );
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > MOST_PACKED_BYTES) {
    throw new BadFilm(
      `The film is too large: ${bytes.length >> 20} MB, the most is ${MOST_PACKED_BYTES >> 20} MB.`,
    );
  }
  return bytes;
}

async function ask(address: string): Promise<Response> {
  try {
    return await fetch(address, { cache: "no-store" });
  } catch {
    throw new BadFilm(
      "The film cannot be fetched: nobody answers. Is the program that shows it still running?",
    );
  }
}
