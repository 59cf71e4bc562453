// Light or dark: as the system says, unless the person chose.

const KEY = "skirmish.theme";

export type Theme = "light" | "dark";

/** Gives the page the theme that the person chose, or else the system's. */
export function applyTheme(): Theme {
  const theme = remembered() ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.documentElement.dataset["theme"] = theme;
  return theme;
}

/** Which theme the page has, and what happens when it changes. */
export class Themes {
  current: Theme;
  private readonly system = matchMedia("(prefers-color-scheme: dark)");

  constructor(private readonly dress: (theme: Theme) => Promise<void>) {
    this.current = applyTheme();
    this.system.addEventListener("change", () => {
      if (!remembered()) void this.set(this.ofSystem());
    });
  }

  /** Takes the other theme, and remembers it. */
  toggle(): void {
    void this.set(this.current === "dark" ? "light" : "dark");
    remember(this.current);
  }

  /** Board and page change together: the page waits until the board's pieces are drawn anew. */
  private async set(theme: Theme): Promise<void> {
    this.current = theme;
    await this.dress(theme);
    if (theme === this.current) document.documentElement.dataset["theme"] = theme;
  }

  private ofSystem(): Theme {
    return this.system.matches ? "dark" : "light";
  }
}

/** Where nothing can be stored (a sandboxed frame, a file in some browsers) nothing is remembered. */
function remembered(): Theme | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : null;
  } catch {
    return null;
  }
}

function remember(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The choice holds until the page is closed.
  }
}

/** Whether the person asked the system for less motion. */
export const prefersStillness = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
