/** What a screen reader hears of a frame: short sentences, the dealer's voice. */

import { spoken } from "../../core/cards";
import type { Language } from "../../core/i18n";
import { chips, signed } from "../../core/money";
import { betName } from "./side_bets";
import type { Event, HandView } from "./wire";
import { saying } from "./words";

/** Who listens: the boxes that he holds, and the party that he is. */
export interface Listener {
  mine: ReadonlySet<number>;
  you: string | null;
}

const DEALER = 0;

export function spokenTotal(
  hand: Pick<HandView, "total" | "soft"> & { natural?: boolean },
  language: Language,
): string {
  if (hand.natural) return saying(language)("hand.natural");
  if (hand.soft) return saying(language)("say.soft", { total: hand.total });
  return String(hand.total);
}

export function dealerResult(result: string, language: Language): string {
  if (result === "BJ" || result === "BUST" || result === "NOT_DRAWN") {
    return saying(language)(`dealer.${result}`);
  }
  return result;
}

/** Returns a past round's result in a few characters. */
export function pastResult(result: string, language: Language): string {
  if (result === "BJ" || result === "BUST" || result === "NOT_DRAWN") {
    return saying(language)(`recent.${result}`);
  }
  return result;
}

/** Returns how many bonuses of the queens are at stake, as the dealer says it (FR-2024-081). */
export function bonuses(count: number, language: Language): string {
  const word =
    count === 0 ? "say.bonuses_none" : count === 1 ? "say.bonuses_one" : "say.bonuses_many";
  return saying(language)(word, { count });
}

function sentence(event: Event, { mine, you }: Listener, language: Language): string | null {
  const say = saying(language);
  switch (event.kind) {
    case "blackjack.opened":
      return say("say.betting");
    case "blackjack.bets_closed":
      return say("say.bets_closed");
    case "blackjack.card_dealt": {
      const card = spoken(event.card, language);
      if (event.box === DEALER) return say("say.dealer_shows", { card });
      if (!mine.has(event.box)) return null;
      return say("say.dealt", { who: say("say.box", { box: event.box }), card });
    }
    case "blackjack.bonuses_announced":
      return `${bonuses(event.count, language)}.`;
    case "blackjack.insurance_offered":
      return say("say.insurance");
    case "blackjack.stood":
      return event.timed_out && mine.has(event.box)
        ? say("say.timed_out", { box: event.box })
        : null;
    case "blackjack.dealer_done":
      return say("say.dealer_done", { result: dealerResult(event.result, language) });
    case "blackjack.hand_settled":
      if (event.party !== you) return null;
      return say("say.result", {
        box: event.box,
        result: say(`result.${event.result}`),
        net: signed(event.returned - event.staked, language),
      });
    case "blackjack.side_bet_settled":
      if (event.party !== you || event.returned === 0) return null;
      return say("side.won", {
        bet: betName(event.bet, language),
        amount: chips(event.returned - event.staked, language),
      });
    case "blackjack.jackpot_claimed":
      return say("say.claimed", { box: event.box, bet: betName(event.bet, language) });
    case "blackjack.jackpot_paid":
      return say("say.jackpot_paid", {
        box: event.box,
        amount: chips(event.returned, language),
      });
    case "blackjack.even_money_offered":
      return event.boxes.some((box) => mine.has(box)) ? say("say.even_money") : null;
    case "blackjack.insurance_settled":
      if (event.party !== you || event.returned === 0) return null;
      return say("insurance.paid", { amount: chips(event.returned - event.staked, language) });
    case "blackjack.stop_card_out":
      return say("say.stop_card");
    case "table.voided":
      return say("say.voided", { reason: event.reason });
    default:
      return null;
  }
}

/** Returns what to say of a frame's events; other players' cards are left unsaid. */
export function narration(
  { events }: { events: readonly Event[] },
  listener: Listener,
  language: Language,
): string {
  return events
    .map((event) => sentence(event, listener, language))
    .filter((each): each is string => each !== null)
    .join(" ");
}
