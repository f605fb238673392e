/** The order in which a frame of blackjack is shown: cards one by one, then points, then results. */

import { type Back, backOf } from "../../core/cards";
import type { Plan, Step } from "../../core/reveal";
import type { Shown, View } from "./wire";

export const cardKey = (box: number, hand: string, index: number): string =>
  `card:${box}/${hand}/${index}`;
export const totalKey = (box: number, hand: string): string => `total:${box}/${hand}`;
export const resultKey = (box: number, hand: string): string => `result:${box}/${hand}`;
export const sideKey = (box: number, bet: string): string => `side:${box}/${bet}`;
export const DEALER_RESULT = "dealer-result";
export const BONUSES = "bonuses";

const DEALER = 0;
const LONGEST_DEAL = 2600;
const STAGGER = 210;
const DEALER_STAGGER = 620;
const FLIGHT = 420;

function handSize(view: View, box: number, hand: string): number {
  if (box === DEALER) return view.dealer.cards.length;
  const found = view.boxes.find((each) => each.box === box);
  return found?.hands.find((each) => each.hand === hand)?.cards.length ?? 0;
}

/** Returns the backs of the cards that a frame brings, by their keys; `letters` are the shoe's. */
export function backs({ events, view }: Shown, letters: string): Map<string, Back> {
  const dealt = events.filter((event) => event.kind === "blackjack.card_dealt");
  const found = new Map<string, Back>();
  const left = new Map<string, number>();
  // The last letter is that of the card which is still in the shoe.
  dealt.reverse().forEach(({ box, hand }, behind) => {
    const name = `${box}/${hand}`;
    left.set(name, (left.get(name) ?? 0) + 1);
    const index = handSize(view, box, hand) - (left.get(name) ?? 0);
    found.set(cardKey(box, hand, index), backOf(letters.at(-2 - behind)));
  });
  return found;
}

/** Returns how to show a frame; an empty plan when it has no events (connect, reconnect). */
export function plan({ events, view }: Shown): Plan {
  const left = new Map<string, number>();
  let dealt = 0;
  for (const event of events) {
    if (event.kind !== "blackjack.card_dealt") continue;
    const name = `${event.box}/${event.hand}`;
    left.set(name, (left.get(name) ?? 0) + 1);
    dealt += 1;
  }
  const opening = dealt > 3 && view.dealer.cards.length <= 1;
  const stagger = Math.min(STAGGER, LONGEST_DEAL / Math.max(1, dealt));

  const steps: Step[] = [];
  let clock = 0;
  const waiting = new Map(left);
  for (const event of events) {
    switch (event.kind) {
      case "blackjack.card_dealt": {
        const name = `${event.box}/${event.hand}`;
        const remaining = waiting.get(name) ?? 0;
        const index = handSize(view, event.box, event.hand) - remaining;
        waiting.set(name, remaining - 1);
        if (index < 0) break;
        steps.push({ at: clock, keys: [cardKey(event.box, event.hand, index)], sound: "card" });
        if (remaining === 1) {
          steps.push({ at: clock + FLIGHT, keys: [totalKey(event.box, event.hand)], sound: null });
        }
        clock += event.box === DEALER && !opening ? DEALER_STAGGER : stagger;
        break;
      }
      case "blackjack.bonuses_announced":
        steps.push({ at: clock + FLIGHT, keys: [BONUSES], sound: null });
        break;
      case "blackjack.dealer_done":
        clock += dealt > 0 ? 200 : 0;
        steps.push({ at: clock, keys: [DEALER_RESULT], sound: null });
        clock += 260;
        break;
      case "blackjack.hand_settled":
        // A bust is seen at once with its card; the others follow the dealer's point.
        clock = Math.max(clock, dealt > 0 ? clock + 120 : clock);
        steps.push({
          at: clock + (event.result === "bust" ? FLIGHT - 150 : 0),
          keys: [resultKey(event.box, event.hand)],
          sound: event.returned > event.staked ? "win" : "chip",
        });
        clock += 130;
        break;
      case "blackjack.side_bet_settled":
        steps.push({
          at: clock,
          keys: [sideKey(event.box, event.bet)],
          sound: event.returned > event.staked ? "win" : null,
        });
        clock += 130;
        break;
      case "blackjack.stop_card_out":
        steps.push({ at: clock, keys: [], sound: "stop" });
        break;
      case "blackjack.staked":
        steps.push({ at: clock, keys: [], sound: "chip" });
        break;
      default:
        break;
    }
  }
  steps.sort((a, b) => a.at - b.at);
  const last = steps.at(-1)?.at ?? 0;
  return { steps, length: dealt > 0 ? last + FLIGHT : last };
}
