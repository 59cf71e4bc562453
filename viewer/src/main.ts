// Where the page begins: find the film, open it, or say why not.

import { App } from "./app.ts";
import { Film } from "./film/film.ts";
import { BadFilm } from "./film/limits.ts";
import { readHash } from "./page/address.ts";
import { byId } from "./page/dom.ts";
import { failed } from "./page/problems.ts";
import { applyTheme } from "./page/theme.ts";
import { chosen, findSource, type Source } from "./source.ts";

async function begin(source: Source): Promise<void> {
  const root = byId("app");
  try {
    const film = await Film.open(await firstFilm(source));
    await App.open(root, source, film);
  } catch (error) {
    const why = error instanceof BadFilm ? error.message : `Something unexpected happened: ${String(error)}`;
    failed(root, why, bytes => void begin(chosen(bytes)));
    document.documentElement.dataset["ready"] = "failed";
    if (!(error instanceof BadFilm)) throw error;
  }
}

/** The film that the address asks for, or the spectator's. */
async function firstFilm(source: Source): Promise<Uint8Array> {
  const { eye } = readHash(location.hash);
  return eye === null ? source.first() : source.film(eye).catch(() => source.first());
}

function start(): void {
  applyTheme();
  void begin(findSource());
}

if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
else start();
