/**
 * Why a command did not happen, in both languages: what all tables refuse is said here, what a game
 * refuses in `wire/words/<game>/refusals.ts`.
 *
 * @module
 */

import type { Refusal } from "../wire/types";
import { REFUSALS } from "../wire/words/refusals";
import type { Dictionary, Language } from "./i18n";
import { chips, LOCALE } from "./money";

/**
 * A sentence for each code; `{name}` in it is a detail, `{name:chips}` an amount of chips,
 * `{name:moment}` a time in milliseconds since 1970.
 */
export type Refusals = Dictionary<string>;

function moment(at: number, language: Language): string {
  const form = { dateStyle: "short", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat(LOCALE[language], form).format(at);
}

/** Returns a refusal as a sentence with its figures, and the clause behind it where one is given. */
export function refusal(
  { code, detail }: Refusal,
  language: Language,
  game: Refusals,
): { text: string; clause: string | null } {
  const common: Refusals = REFUSALS;
  const said = game[language][code] ?? common[language][code] ?? REFUSALS[language].internal;
  const text = said.replace(/\{(\w+)(?::(\w+))?\}/g, (hole, name: string, form?: string) => {
    const value = detail[name];
    if (value === undefined) return hole;
    if (form === "moment") return moment(Number(value), language);
    return form ? chips(Number(value), language) : String(value);
  });
  return { text, clause: typeof detail.clause === "string" ? detail.clause : null };
}
