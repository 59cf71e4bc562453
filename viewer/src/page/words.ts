// Numbers and names as a person reads them.

/** `1 turn`, `2 turns`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** `1,234`; the sign in front is a real minus. */
export function grouped(value: number): string {
  const text = Math.abs(value)
    .toString()
    .replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return value < 0 ? `−${text}` : text;
}

/** Microseconds as a person reads them: `0.4 ms`, `12 ms`, `1.25 s`. */
export function duration(micros: number): string {
  if (micros < 10_000) return `${trimmed(micros / 1000, 1)} ms`;
  if (micros < 1_000_000) return `${Math.round(micros / 1000)} ms`;
  return `${trimmed(micros / 1_000_000, 2)} s`;
}

/** Milliseconds on a clock: `59.4 s`, `2:05`. */
export function clock(millis: number): string {
  if (millis < 0) return "0.0 s";
  if (millis < 60_000) return `${(millis / 1000).toFixed(1)} s`;
  const seconds = Math.floor(millis / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** `1st`, `2nd`, `3rd`, `4th`. */
export function ordinal(place: number): string {
  const tail = place % 100 > 10 && place % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th");
  return `${place}${tail}`;
}

/** The first letter large. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const trimmed = (value: number, digits: number): string => String(Number(value.toFixed(digits)));
