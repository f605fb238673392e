/** The names that the house gives to whoever chose none, in the language of who reads them. */

import type { Frame } from "../wire/types";
import type { Language } from "./i18n";

const GIVEN: readonly Record<Language, string>[] = [
  { fr: "Joueur", en: "Player" },
  { fr: "Maison", en: "House" },
];
/** As `casino.players.names.neutral` makes them; nobody may choose a name like these. */
const NEUTRAL = /^(Joueur|Player|Maison|House) ([0-9a-f]{4,})$/;

/** Returns a name as it is said in a language: only the word of a given one differs. */
export function named(name: string, language: Language): string {
  const [, word, number] = NEUTRAL.exec(name) ?? [];
  const words = GIVEN.find((each) => each.fr === word || each.en === word);
  return words ? `${words[language]} ${number}` : name;
}

/** Returns what bears a name with the name in a language; itself where that is the same. */
export function renamed<T extends { readonly name: string }>(each: T, language: Language): T {
  const name = named(each.name, language);
  return name === each.name ? each : { ...each, name };
}

/** Returns a list of them; the same list where no name differs. */
function all<T extends { readonly name: string }>(list: T[], language: Language): T[] {
  const found = list.map((each) => renamed(each, language));
  return found.every((each, index) => each === list[index]) ? list : found;
}

/** Returns a frame with the names at its table in a language. */
export function inLanguage(frame: Frame, language: Language): Frame {
  const { seats, colours, staff } = frame.floor;
  const shown = {
    seats: all(seats, language),
    colours: all(colours, language),
    staff: all(staff, language),
  };
  if (shown.seats === seats && shown.colours === colours && shown.staff === staff) return frame;
  return { ...frame, floor: { ...frame.floor, ...shown } };
}
