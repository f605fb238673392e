/** What blackjack's totals and results are called, on the felt and by the dealer. */

import type { Language } from "../../core/i18n";
import type { HandView } from "./wire";
import { translatorFor } from "./words";

export function spokenTotal(
  hand: Pick<HandView, "total" | "soft"> & { natural?: boolean },
  language: Language,
): string {
  if (hand.natural) return translatorFor(language)("result.blackjack");
  if (hand.soft) return translatorFor(language)("say.soft", { total: hand.total });
  return String(hand.total);
}

export function dealerResult(result: string, language: Language): string {
  if (result === "BJ" || result === "BUST" || result === "NOT_DRAWN") {
    return translatorFor(language)(`dealer.${result}`);
  }
  return result;
}

/** Returns a past round's result in a few characters. */
export function pastResult(result: string, language: Language): string {
  if (result === "BJ" || result === "BUST" || result === "NOT_DRAWN") {
    return translatorFor(language)(`recent.${result}`);
  }
  return result;
}

/** Returns how many bonuses of the queens are at stake, as the dealer says it (FR-2024-081). */
export function bonuses(count: number, language: Language): string {
  const word =
    count === 0 ? "say.bonuses_none" : count === 1 ? "say.bonuses_one" : "say.bonuses_many";
  return translatorFor(language)(word, { count });
}
