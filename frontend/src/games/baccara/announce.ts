/** What a screen reader hears of a frame: the dealer's calls, as the tables of baccara make them alike. */

import type { Translate } from "../../core/i18n";
import type { AnyEvent } from "../table";
import type { BaccaraPlay } from "./play.svelte";

export const fr = {
  betting: "Faites vos jeux.",
  closed: "Rien ne va plus.",
  natural: "{side} abat {point}.",
  draws: "{side} : carte.",
  stands: "{side} : non.",
  voided: "Coup annulé : les mises sont rendues.",
  shown: "{side} {point}.",
};

export const en: Record<keyof typeof fr, string> = {
  betting: "Place your bets.",
  closed: "No more bets.",
  natural: "{side} shows a natural {point}.",
  draws: "{side}: card.",
  stands: "{side}: no card.",
  voided: "Coup annulled: the stakes are given back.",
  shown: "{side} {point}.",
};

/** Returns what is said of an event; empty when nothing is worth saying. */
export function sentence(
  event: AnyEvent,
  to: BaccaraPlay,
  say: Translate<keyof typeof fr>,
): string {
  switch (event.kind) {
    case "punto_banco.hand_turned":
    case "banque_a_tout_va.hand_shown": {
      const { cards, hand, point } = event;
      const natural = point >= 8 && cards.length === 2;
      return say(natural ? "natural" : "shown", { side: to.title(hand), point });
    }
    case "punto_banco.hand_spoke":
    case "banque_a_tout_va.hand_spoke":
      return say(event.draws ? "draws" : "stands", { side: to.title(event.hand) });
    case "punto_banco.session_broken":
    case "banque_a_tout_va.session_broken":
      return to.say("notice.broken");
    case "table.voided":
      return say("voided");
    default:
      return "";
  }
}
