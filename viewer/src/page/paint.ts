// The page in the game's colours, moved where they could not be read.

import type { Sprites } from "../board/sprites.ts";
import type { Art } from "../film/art.ts";
import { mix, readable } from "./colour.ts";
import { icon } from "./dom.ts";
import { ICONS } from "./icons.ts";
import type { Shell } from "./shell.ts";
import type { Theme } from "./theme.ts";

/** Contrast for text, a little above what WCAG AA asks for. */
const TEXT = 4.6;
const MAIN_TEXT = 7;

/** Colours the page. */
export function paint(shell: Shell, art: Art, sprites: Sprites, theme: Theme): void {
  const { palette } = sprites;
  const isDark = theme === "dark";
  const raised = mix(palette.panel, isDark ? "#ffffff" : "#000000", 0.05);
  const grounds = [palette.background, palette.panel, raised];
  const colours: Record<string, string> = {
    background: palette.background,
    panel: palette.panel,
    raised,
    edge: mix(palette.panel, palette.ink, 0.16),
    control: mix(palette.panel, palette.ink, 0.55),
    ink: readable(palette.ink, grounds, MAIN_TEXT),
    faint: readable(palette.faint, grounds, TEXT),
  };
  const { style } = document.documentElement;
  for (const [name, value] of Object.entries(colours)) style.setProperty(`--${name}`, value);
  art.badges.forEach((svg, seat) =>
    style.setProperty(`--sign-${seat}`, `url("${sprites.address(svg, seat)}")`),
  );
  shell.theme.replaceChildren(icon(isDark ? ICONS.sun : ICONS.moon));
}
