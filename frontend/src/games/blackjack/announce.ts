/** What a screen reader hears of a frame: short sentences, the dealer's voice. */

import { spoken } from "../../core/cards";
import { type Dictionary, type Language, translatorOf } from "../../core/i18n";
import { chips, signed } from "../../core/money";
import { bonuses, dealerResult, spokenTotal } from "./called";
import { betName } from "./side_bets";
import { sayOfSides } from "./side_outcomes";
import type { Event, View } from "./wire";
import { translatorFor } from "./words";

export { outcome, terms } from "./side_outcomes";

const fr = {
  dealt: "{who} : {card}.",
  box: "Case {box}",
  bets_closed: "Rien ne va plus.",
  dealer_shows: "La banque montre : {card}.",
  dealer_done: "Banque : {result}.",
  result: "Case {box} : {result}.",
  result_of_several: "Case {box} : {result}, {net}.",
  insurance: "La banque a un as. Assurance ?",
  even_money: "Votre black jack peut être payé à égalité.",
  claimed: "Case {box} : {bet} gagné, à approuver.",
  jackpot_paid: "Case {box} : jackpot payé, {amount}.",
  total: "Case {box} : {total}.",
};

const en: Record<keyof typeof fr, string> = {
  dealt: "{who}: {card}.",
  box: "Box {box}",
  bets_closed: "No more bets.",
  dealer_shows: "The dealer shows: {card}.",
  dealer_done: "Dealer: {result}.",
  result: "Box {box}: {result}.",
  result_of_several: "Box {box}: {result}, {net}.",
  insurance: "The dealer has an ace. Insurance?",
  even_money: "Your black jack may be paid even money.",
  claimed: "Box {box}: {bet} won, to be approved.",
  jackpot_paid: "Box {box}: jackpot paid, {amount}.",
  total: "Box {box}: {total}.",
};

const WORDS: Dictionary<keyof typeof fr> = { fr, en };

/** Who listens: the boxes that he holds, and the party that he is. */
export interface Listener {
  mine: ReadonlySet<number>;
  you: string | null;
  /** More than one thing of his is decided in the round, so that its net alone does not tell. */
  several: boolean;
}

const DEALER = 0;

function sentence(event: Event, listener: Listener, language: Language): string | null {
  const say = translatorOf(WORDS, language);
  const felt = translatorFor(language);
  const { mine, you, several } = listener;
  switch (event.kind) {
    case "blackjack.bets_closed":
      return say("bets_closed");
    case "blackjack.card_dealt": {
      const card = spoken(event.card, language);
      if (event.box === DEALER) return say("dealer_shows", { card });
      if (!mine.has(event.box)) return null;
      return say("dealt", { who: say("box", { box: event.box }), card });
    }
    case "blackjack.bonuses_announced":
      return `${bonuses(event.count, language)}.`;
    case "blackjack.insurance_offered":
      return say("insurance");
    case "blackjack.dealer_done":
      return say("dealer_done", { result: dealerResult(event.result, language) });
    case "blackjack.hand_settled":
      if (event.party !== you) return null;
      return say(several ? "result_of_several" : "result", {
        box: event.box,
        result: felt(`result.${event.result}`),
        net: signed(event.returned - event.staked, language),
      });
    case "blackjack.side_bet_settled":
      if (event.party !== you || event.returned === 0) return null;
      return `${sayOfSides(language)("won", {
        bet: betName(event.bet, language),
        amount: chips(event.returned - event.staked, language),
      })}.`;
    case "blackjack.jackpot_claimed":
      return say("claimed", { box: event.box, bet: betName(event.bet, language) });
    case "blackjack.jackpot_paid":
      return say("jackpot_paid", {
        box: event.box,
        amount: chips(event.returned, language),
      });
    case "blackjack.even_money_offered":
      return event.boxes.some((box) => mine.has(box)) ? say("even_money") : null;
    case "blackjack.insurance_settled":
      if (event.party !== you || event.returned === 0) return null;
      return `${felt("insurance.paid", { amount: chips(event.returned - event.staked, language) })}.`;
    default:
      return null;
  }
}

/** Returns the total of a hand of mine after its last card; nothing where I am asked for it next. */
function total(
  event: Event,
  later: readonly Event[],
  { view, listener, language }: { view: View; listener: Listener; language: Language },
): string | null {
  if (event.kind !== "blackjack.card_dealt" || !listener.mine.has(event.box)) return null;
  const { box, hand } = event;
  if (view.turn?.box === box && view.turn.hand === hand) return null;
  const more = later.some(
    (each) => each.kind === event.kind && each.box === box && each.hand === hand,
  );
  const lying = view.boxes
    .find((each) => each.box === box)
    ?.hands.find((each) => each.hand === hand);
  if (more || !lying) return null;
  return translatorOf(WORDS, language)("total", { box, total: spokenTotal(lying, language) });
}

/** Returns what to say of a frame's events; other players' cards are left unsaid. */
export function narration(
  { events, view }: { events: readonly Event[]; view: View },
  listener: Listener,
  language: Language,
): string {
  return events
    .flatMap((event, at) => [
      sentence(event, listener, language),
      total(event, events.slice(at + 1), { view, listener, language }),
    ])
    .filter((each): each is string => each !== null)
    .join(" ");
}
