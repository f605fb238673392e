/** Which hand got which card of a shoe, as a bundle of version 4 tells it and the log binds it. */

import { H, hex } from "./crypto/bytes";
import { canonicalBytes } from "./log";
import { list, record, text, whole } from "./format/shapes";
import { type Deal, must } from "./verdict";

const HANDS = list(text(/^[ -~]{1,32}$/));

export const DEAL = list(record({ hands: HANDS, round: whole(1) }));

/** Refuses a deal that is not of the cards that were dealt, or that the log does not bind. */
export function checkDeal(deal: Deal, dealt: number, tags: string, bound: string): void {
  deal.forEach(({ hands, round }, at) => {
    must(hands.length > 0, "malformed", { field: `reveal.deal[${at}].hands` });
    must(at === 0 || deal[at - 1]!.round < round, "deal_rounds", { round });
  });
  const told = deal.reduce((sum, { hands }) => sum + hands.length, 0);
  must(told === dealt, "deal_cards", { told, dealt });
  const given = deal.map(({ hands, round }) => ({ hands: [...hands], round }));
  must(hex(H(`${tags}/deal`, canonicalBytes(given))) === bound, "deal");
}
