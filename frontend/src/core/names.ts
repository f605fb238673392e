/** The names that the house gives to whoever chose none, in the language of who reads them. */

import type { Frame } from "../wire/types";
import type { Language } from "./i18n";

const GIVEN = { fr: "Joueur", en: "Player" };
const HOUSE = { fr: "Maison", en: "House" };

/**
 * Returns a name as it is said in a language: only the word of a given one differs.
 *
 * Given as `casino.players.names.neutral_name` makes them; nobody may choose a name like these.
 */
export function named(name: string, language: Language): string {
  return name
    .replace(/^(Joueur|Player)(?= [\da-f]{4,}$)/, GIVEN[language])
    .replace(/^(Maison|House)(?= [\da-f]{4,}$)/, HOUSE[language]);
}

/** Says the names at a frame's table in a language, and returns the frame. */
export function inLanguage(frame: Frame, language: Language): Frame {
  const { seats, colours, staff } = frame.floor;
  for (const each of [...seats, ...colours, ...staff]) each.name = named(each.name, language);
  return frame;
}
