/** What positions, announced bets and numbers are called. */

import type { Translate } from "../../core/i18n";
import { announcedOf, kindOf, numberOf } from "./announced";
import { colourOf, positionOf } from "./layout";
import type { Word } from "./words";

/** Returns the name of a spot: `Carré 17-20-18-21`, `Tiers du cylindre`. */
export function nameOf(spot: string, say: Translate<Word>): string {
  const bet = announcedOf(spot);
  if (bet !== null && kindOf(bet) === "custom")
    return say("bet.custom", { chosen: formula(bet, say) });
  if (bet !== null) return say(`bet.${kindOf(bet)}` as Word, { chosen: numberOf(bet) });
  const [kind = "", chosen = ""] = spot.split(":");
  const position = positionOf(spot);
  const range = kind === "street" || kind === "six_line";
  const numbers = position?.chosen ?? [];
  const shown = range && numbers[0] !== 0 ? `${numbers[0] ?? ""}-${numbers.at(-1) ?? ""}` : chosen;
  return say(`bet.${kind}` as Word, { chosen: shown });
}

/** Returns what a free written announcement lays: `5 × Rouge, 1 × Cheval 0-3`. */
function formula(bet: string, say: Translate<Word>): string {
  const parts = bet.slice("custom:".length).split(",");
  return parts
    .map((part) => {
      const [on = "", chips = ""] = part.split("=");
      return `${chips} × ${nameOf(on, say)}`;
    })
    .join(", ");
}

/** Returns a number as it is announced, with the even chances that win: `17, noir, impair, manque`. */
export function announcement(number: number, say: Translate<Word>): string {
  if (number === 0) return `0, ${say("green")}`;
  const colour = colourOf(number) === "red" ? "red" : "black";
  const parity = number % 2 === 0 ? "even" : "odd";
  return [number, say(colour), say(parity), say(number <= 18 ? "low" : "high")].join(", ");
}
