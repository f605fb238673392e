/** Chips: integers in minor units (hundredths), how they are written and how they stack. */

import type { Language } from "./i18n";

export const LOCALE: Record<Language, string> = { fr: "fr-FR", en: "en-GB" };

const formats = new Map<string, Intl.NumberFormat>();

function format(language: Language, digits: 0 | 2, signed: boolean): Intl.NumberFormat {
  const key = `${language}${digits}${signed}`;
  let found = formats.get(key);
  if (!found) {
    found = new Intl.NumberFormat(LOCALE[language], {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      signDisplay: signed ? "exceptZero" : "auto",
    });
    formats.set(key, found);
  }
  return found;
}

/** Returns an amount as chips: `1 250`, or `12,50` when it is not whole. */
export function chips(minor: number, language: Language): string {
  return format(language, minor % 100 === 0 ? 0 : 2, false).format(minor / 100);
}

/** Returns a gain or loss with its sign: `+75`, `−50`, `0`. */
export function signed(minor: number, language: Language): string {
  return format(language, minor % 100 === 0 ? 0 : 2, true)
    .format(minor / 100)
    .replace("-", "\u2212");
}

/** Returns an amount short enough for a chip or a phone: `1k`, `2,5k`. */
export function short(minor: number, language: Language): string {
  const whole = minor / 100;
  if (whole < 10_000) return chips(minor, language);
  const thousands = format(language, 0, false);
  return `${thousands.format(Math.floor(whole / 1000))}k`;
}

/** The face values that exist, in minor units. */
export const FACE_VALUES = [100, 500, 2500, 10_000, 50_000, 100_000, 500_000] as const;

/** Returns the five chips of a tray whose table takes stakes from `minimum` (minor units). */
export function tray(minimum: number): number[] {
  const first = FACE_VALUES.findLastIndex((value) => value <= minimum);
  const start = Math.min(Math.max(first, 0), FACE_VALUES.length - 5);
  return FACE_VALUES.slice(start, start + 5);
}

/** Returns the chips that make an amount, highest first, at most `most` of them. */
export function stack(minor: number, most = 6): number[] {
  const made: number[] = [];
  let left = minor;
  for (const value of [...FACE_VALUES].reverse()) {
    while (left >= value) {
      made.push(value);
      left -= value;
    }
  }
  if (made.length === 0 && minor > 0) made.push(FACE_VALUES[0]);
  return made.slice(0, most);
}
