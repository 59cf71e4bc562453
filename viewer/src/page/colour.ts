// Colours that stay readable whatever palette a film brings.

type Rgb = [number, number, number];

const parse = (hex: string): Rgb => [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16)) as Rgb;
const print = (rgb: Rgb): string =>
  `#${rgb.map(part => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

/** A colour between two others. */
export function mix(a: string, b: string, share: number): string {
  const [from, to] = [parse(a), parse(b)];
  return print(from.map((part, index) => part + ((to[index] ?? 0) - part) * share) as Rgb);
}

function luminance(hex: string): number {
  const [r, g, b] = parse(hex).map(part => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** How far two colours are apart, as WCAG counts it: 1 to 21. */
export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** The colour, moved towards black or white until it can be read on all of these grounds. */
export function readable(colour: string, grounds: string[], least: number): string {
  const isDark = grounds.every(ground => luminance(ground) < 0.2);
  for (let share = 0; share < 1; share += 0.04) {
    const tried = mix(colour, isDark ? "#ffffff" : "#000000", share);
    if (grounds.every(ground => contrast(tried, ground) >= least)) return tried;
  }
  return isDark ? "#ffffff" : "#000000";
}
