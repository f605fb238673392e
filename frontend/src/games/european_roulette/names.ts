/** What positions and announced bets are called. */

import type { Translate } from "../../core/i18n";
import { announcedOf, kindOf, numberOf } from "./announced";
import { chosenOf } from "../wheel/roulette";
import { positionOf } from "./layout";
import type { Word } from "./words";

/** Returns the name of a spot: `Carré 17-20-18-21`, `Tiers du cylindre`. */
export function nameOf(spot: string, say: Translate<Word>): string {
  const bet = announcedOf(spot);
  if (bet !== null && kindOf(bet) === "custom")
    return say("bet.custom", { chosen: formula(bet, say) });
  if (bet !== null) return say(`bet.${kindOf(bet)}` as Word, { chosen: numberOf(bet) });
  const [kind = "", chosen = ""] = spot.split(":");
  const position = positionOf(spot);
  return say(`bet.${kind}` as Word, { chosen: position ? chosenOf(position) : chosen });
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
