/** What a screen reader hears of a frame: the dealer's calls. */

import { spoken } from "../../core/cards";
import type { Language, Translate } from "../../core/i18n";
import { chips } from "../../core/money";
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
    case "banque_a_tout_va.opened":
      return say(event.last === "announced" ? "say.last_coup" : "say.betting");
    case "banque_a_tout_va.bank_put_up":
      return say("say.bank", { name: name(event.banker), amount: chips(event.bank, language) });
    case "banque_a_tout_va.bank_leaves":
      return say("say.bank_leaves", { name: name(event.banker) });
    case "banque_a_tout_va.bank_left":
      return say("say.bank_left", {
        name: name(event.banker),
        amount: chips(event.amount, language),
      });
    case "banque_a_tout_va.bets_closed": {
      const hands = { right: name(event.right ?? ""), left: name(event.left ?? "") };
      return `${say("say.closed")} ${say("say.hands", hands)}`;
    }
    case "banque_a_tout_va.cards_dealt":
      return say("say.dealt");
    case "banque_a_tout_va.hand_shown": {
      const natural = event.point >= 8 && event.cards.length === 2;
      const side = say(`title.${event.hand}`);
      return say(natural ? "say.natural" : "say.shown", { side, point: event.point });
    }
    case "banque_a_tout_va.hand_spoke":
      return say(event.draws ? "say.draws" : "say.stands", { side: say(`title.${event.hand}`) });
    case "banque_a_tout_va.third_card":
      return say("say.third", {
        side: say(`title.${event.hand}`),
        card: spoken(event.card, language),
      });
    case "banque_a_tout_va.coup_announced":
      return say("say.result", {
        banker: event.banker,
        right: event.right,
        left: event.left,
        on_right: say(`spot.${event.on_right}`),
        on_left: say(`spot.${event.on_left}`),
      });
    case "banque_a_tout_va.shoe_ends": {
      const said = [];
      if (event.last === "announced") said.push(say("say.announced"));
      else if (event.last === "chemin_de_fer_offered") {
        said.push(say("say.offered", { rest: event.rest }));
      } else said.push(say("say.shoe_over"));
      if (event.session_over) said.push(say("say.session_over"));
      return said.join(" ");
    }
    case "banque_a_tout_va.session_broken":
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
