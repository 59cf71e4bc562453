// The page's frame: where everything is, before any film is known.

import { h, icon } from "./dom.ts";
import { ICONS } from "./icons.ts";

/** A button with a picture; its label is read aloud and shown as a tooltip. */
export function tool(id: string, label: string, path: string, key?: string): HTMLButtonElement {
  const title = key ? `${label} (${key})` : label;
  const shortcut = key && key.length === 1 ? key : null;
  return h(
    "button",
    { id, type: "button", class: "tool", title, "aria-label": label, "aria-keyshortcuts": shortcut },
    icon(path),
  );
}

/** Every part of the page that others fill. */
export interface Shell {
  root: HTMLElement;
  top: HTMLElement;
  transport: HTMLElement;
  title: HTMLElement;
  ending: HTMLElement;
  tools: HTMLElement;
  eye: HTMLSelectElement;
  eyeBox: HTMLElement;
  live: HTMLButtonElement;
  theme: HTMLButtonElement;
  help: HTMLButtonElement;
  stage: HTMLElement;
  canvas: HTMLCanvasElement;
  tip: HTMLElement;
  problems: HTMLElement;
  zoomIn: HTMLButtonElement;
  zoomOut: HTMLButtonElement;
  fit: HTMLButtonElement;
  play: HTMLButtonElement;
  back: HTMLButtonElement;
  forward: HTMLButtonElement;
  previous: HTMLButtonElement;
  next: HTMLButtonElement;
  speed: HTMLSelectElement;
  turn: HTMLElement;
  strip: HTMLCanvasElement;
  stripTip: HTMLElement;
  scrub: HTMLInputElement;
  panel: HTMLElement;
  status: HTMLElement;
}

/** Builds the frame. */
export function shell(): Shell {
  const parts = { ...headerParts(), ...stageParts(), ...transportParts() };
  const panel = h("aside", { id: "panel", class: "panel", "aria-label": "About the match", tabindex: "0" });
  const status = h("p", { id: "status", class: "unseen", role: "status", "aria-live": "polite" });
  const root = h("div", { class: "page" }, parts.header, parts.main, parts.transport, panel, status);
  return { ...parts, root, top: parts.header, panel, status };
}

function headerParts() {
  const title = h("h1", { id: "title" }, "Skirmish");
  const ending = h("p", { id: "ending", class: "ending" });
  const eye = h("select", { id: "eye", title: "Whose view (0 to 8)" });
  const eyeBox = h("label", { class: "eye", hidden: true }, h("span", {}, "Show"), eye);
  const live = h("button", { id: "live", type: "button", class: "live", hidden: true }, "Live");
  const theme = tool("theme", "Light or dark", ICONS.moon, "t");
  const help = tool("help", "Keys and help", ICONS.help, "?");
  const tools = h("div", { class: "tools" }, eyeBox, live, theme, help);
  const header = h("header", { class: "top" }, h("div", { class: "names" }, title, ending), tools);
  return { header, title, ending, tools, eye, eyeBox, live, theme, help };
}

function stageParts() {
  const canvas = h("canvas", { id: "board", tabindex: "0", role: "img", "aria-label": "The board" });
  const tip = h("div", { id: "tip", class: "tip", hidden: true });
  const problems = h("div", { id: "problems", class: "problems", role: "alert", hidden: true });
  const zoomIn = tool("zoom-in", "Closer", ICONS.plus, "+");
  const zoomOut = tool("zoom-out", "Farther", ICONS.minus, "-");
  const fit = tool("fit", "Whole board", ICONS.fit, "f");
  const zoom = h("div", { class: "zoom", role: "group", "aria-label": "Zoom" }, zoomIn, zoomOut, fit);
  const stage = h("div", { class: "stage" }, canvas, zoom, problems, tip);
  const main = h("main", { class: "main", "aria-label": "Board" }, stage);
  return { main, stage, canvas, tip, problems, zoomIn, zoomOut, fit };
}

function transportParts() {
  const previous = tool("previous", "One turn back", ICONS.previous, "Left arrow");
  const back = tool("back", "One decision back", ICONS.back, "Shift and left arrow");
  const play = tool("play", "Play", ICONS.play, "Space");
  const forward = tool("forward", "One decision on", ICONS.forward, "Shift and right arrow");
  const next = tool("next", "One turn on", ICONS.next, "Right arrow");
  const speed = h("select", { id: "speed", "aria-label": "Speed", title: "Speed ([ and ])" });
  const turn = h("output", { id: "turn", class: "turn", for: "scrub" });
  const strip = h("canvas", { class: "strip", "aria-hidden": "true" });
  const stripTip = h("div", { id: "strip-tip", class: "tip", hidden: true });
  const scrub = h("input", {
    id: "scrub",
    class: "scrub",
    type: "range",
    min: "0",
    max: "0",
    step: "any",
    value: "0",
    "aria-label": "Place in the match",
  });
  const line = h("div", { class: "timeline" }, strip, scrub, stripTip);
  const buttons = h("div", { class: "buttons" }, previous, back, play, forward, next);
  const transport = h(
    "section",
    { class: "transport", "aria-label": "Playing" },
    line,
    h("div", { class: "row" }, turn, buttons, speed),
  );
  return { transport, previous, back, play, forward, next, speed, turn, strip, stripTip, scrub };
}
