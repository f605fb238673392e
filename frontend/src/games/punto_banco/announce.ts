/** What a screen reader hears of a frame: the dealer's calls, punto's point first. */

import { spoken } from "../../core/cards";
import type { Language, Translate } from "../../core/i18n";
import type { AnyEvent } from "../table";
import type { Word } from "./words";

/** What the announcements need to know of who listens. */
export interface Listener {
  readonly say: Translate<Word>;
  readonly language: Language;
  readonly name: (party: string) => string;
}

function sentence(event: AnyEvent, to: Listener): string {
  const { say, language, name } = to;
  switch (event.kind) {
    case "punto_banco.opened":
      return say("say.betting");
    case "punto_banco.card_turned_up":
      return say("say.burnt", { card: spoken(event.card, language), count: event.burns });
    case "punto_banco.bets_closed":
      return say("say.closed");
    case "punto_banco.cards_dealt": {
      const said = [say("say.dealt")];
      if (event.to_punto) {
        said.push(say("say.to", { side: say("punto"), name: name(event.to_punto) }));
      }
      if (event.stop_card) said.push(say("say.stop_card"));
      return said.join(" ");
    }
    case "punto_banco.hand_turned":
      return say(event.point >= 8 ? "say.natural" : "say.turned", {
        side: say(event.hand),
        point: event.point,
      });
    case "punto_banco.pairs_announced":
      return [event.punto ? say("say.pair.punto") : "", event.banco ? say("say.pair.banco") : ""]
        .filter((each) => each !== "")
        .join(" ");
    case "punto_banco.hand_spoke":
      return say(event.draws ? "say.draws" : "say.stands", { side: say(event.hand) });
    case "punto_banco.third_card": {
      const said = say("say.third", {
        side: say(event.hand),
        card: spoken(event.card, language),
        point: event.point,
      });
      return event.stop_card ? `${said} ${say("say.stop_card")}` : said;
    }
    case "punto_banco.coup_announced": {
      const points = { banco: event.banco, punto: event.punto };
      const wins = event.wins.map((bet) => say(bet)).join(", ");
      return wins ? say("say.result", { ...points, wins }) : say("say.nothing_wins", points);
    }
    case "punto_banco.bank_passed":
    case "punto_banco.bank_refused":
      return event.banker ? say("say.banker", { name: name(event.banker) }) : say("say.no_banker");
    case "punto_banco.session_broken":
      return say("say.broken");
    case "table.voided":
      return say("say.voided");
    default:
      return "";
  }
}

/** Returns what the dealer announces of a frame's events. */
export function narration(events: readonly AnyEvent[], to: Listener): string {
  return events
    .map((event) => sentence(event, to))
    .filter((each) => each !== "")
    .join(" ");
}
