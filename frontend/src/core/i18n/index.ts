/** The two languages of the house. A missing translation is a type error. */

import { en } from "./en";
import { fr } from "./fr";

export type Language = "fr" | "en";
export type Key = keyof typeof fr;
export type Words = Record<string, string | number>;
export type Translate<K extends string = Key> = (key: K, words?: Words) => string;
/** The words of a part of the page, in both languages. */
export type Dictionary<K extends string> = Record<Language, Record<K, string>>;

const FRAME: Dictionary<Key> = { fr, en };

/** Returns `text` with `{name}` replaced by the words given. */
export function fill(text: string, words: Words): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(words[name] ?? hole));
}

/** Returns words under keys that say of what they are the names: `bet.straight`. */
export function prefixed<P extends string, K extends string>(
  prefix: P,
  words: Record<K, string>,
): Record<`${P}.${K}`, string> {
  const entries = Object.entries(words).map(([key, text]) => [`${prefix}.${key}`, text]);
  return Object.fromEntries(entries) as Record<`${P}.${K}`, string>;
}

/** Returns the translator of a dictionary, e.g. of a game's own words. */
export function translatorOf<K extends string>(
  dictionary: Dictionary<K>,
  language: Language,
): Translate<K> {
  return (key, words = {}) => fill(dictionary[language][key], words);
}

/** What a game says in its own words in place of those common to all tables. */
export type Instead = Record<Language, Partial<Record<Key, string>>>;

/** Returns the translator of the words common to all tables, in a game's own where it has some. */
export function translator(language: Language, instead?: Instead): Translate {
  const words = { ...FRAME[language], ...instead?.[language] };
  return (key, fills = {}) => fill(words[key], fills);
}

/** Returns the language that the page was served in. */
export function pageLanguage(): Language {
  return document.documentElement.lang === "en" ? "en" : "fr";
}
