/** What a screen reader hears of a frame: my cards, the bank's, and what became of my stakes. */

import { spoken } from "../../core/cards";
import type { Translate } from "../../core/i18n";
import { signed } from "../../core/money";
import type { AnyEvent, Table } from "../table";
import { net } from "./wire";
import type { Word } from "./words";

/** Returns what to say of events; other players' cards are left unsaid. */
export function narration(
  events: readonly AnyEvent[],
  { you, mine, lang }: Table,
  say: Translate<Word>,
): string {
  return events
    .flatMap((event) => {
      switch (event.kind) {
        case "bataille.bets_closed":
          return [`${say("status.dealing")}.`];
        case "bataille.dealt":
          return [
            ...event.boxes.flatMap((box, place) =>
              mine.has(box)
                ? [say("say.card", { box, card: spoken(event.cards[place] ?? "", lang) })]
                : [],
            ),
            say("say.dealer", { card: spoken(event.dealer, lang) }),
          ];
        case "bataille.stakes_settled":
          return event.settled
            .filter((each) => each.party === you && (each.bet === "main" || each.returned > 0))
            .map((each) => {
              const result = each.bet === "tie" ? say("tie.name") : say(`result.${each.result}`);
              return say("say.result", { box: each.box, result, net: signed(net(each), lang) });
            });
        default:
          return [];
      }
    })
    .join(" ");
}
