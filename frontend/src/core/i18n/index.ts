/** The two languages of the house. A missing translation is a type error. */

import { en } from "./en";
import { fr } from "./fr";

export type Language = "fr" | "en";
export type Key = keyof typeof fr;
export type Words = Record<string, string | number>;

const DICTIONARY: Record<Language, Record<Key, string>> = { fr, en };

/** Returns `text` with `{name}` replaced by the words given. */
export function fill(text: string, words: Words): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(words[name] ?? hole));
}

export function translate(language: Language, key: Key, words: Words = {}): string {
  return fill(DICTIONARY[language][key], words);
}

export type Translate = (key: Key, words?: Words) => string;

export function translator(language: Language): Translate {
  return (key, words) => translate(language, key, words);
}

/** Returns the language that the page was served in. */
export function pageLanguage(): Language {
  return document.documentElement.lang === "en" ? "en" : "fr";
}
