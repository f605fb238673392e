/** What a screen reader hears of a frame: the dealer's calls, punto's point first. */

import { spoken } from "../../core/cards";
import { type Dictionary, translatorOf } from "../../core/i18n";
import * as FAMILY from "../baccara/announce";
import type { BaccaraPlay } from "../baccara/play.svelte";
import type { AnyEvent } from "../table";

const fr = {
  ...FAMILY.fr,
  burnt: "Carte retournée, {card}. Cartes brûlées : {count}.",
  dealt: "Deux cartes à punto, deux à banco.",
  to: "Les cartes de {side} à {name}.",
  refused: "{name} refuse les cartes de {side} : le croupier les retourne.",
  "pair.punto": "Paire-Ponte.",
  "pair.banco": "Paire-Banque.",
  third: "{side} tire {card} : {point}.",
  result: "Banco {banco}, punto {punto}. Gagnent : {wins}.",
  nothing_wins: "Banco {banco}, punto {punto}. Égalité.",
  banker: "Le banquier est {name}.",
  no_banker: "Le croupier tient les cartes de banco.",
  stop_card: "Dernier coup de la taille.",
};

const en: Record<keyof typeof fr, string> = {
  ...FAMILY.en,
  burnt: "Turned up, {card}. Cards burnt: {count}.",
  dealt: "Two cards to punto, two to banco.",
  to: "{side}’s cards to {name}.",
  refused: "{name} refuses {side}’s cards: the dealer turns them.",
  "pair.punto": "Punto pair.",
  "pair.banco": "Banco pair.",
  third: "{side} draws {card}: {point}.",
  result: "Banco {banco}, punto {punto}. Winners: {wins}.",
  nothing_wins: "Banco {banco}, punto {punto}. A tie.",
  banker: "The banker is {name}.",
  no_banker: "The dealer has banco’s cards.",
  stop_card: "Last coup of the shoe.",
};

const WORDS: Dictionary<keyof typeof fr> = { fr, en };

/** Returns what is said of an event; empty when nothing is worth saying. */
export function sentence(event: AnyEvent, to: BaccaraPlay): string {
  const { lang } = to.table;
  const say = translatorOf(WORDS, lang);
  switch (event.kind) {
    case "punto_banco.card_turned_up":
      return say("burnt", { card: spoken(event.card, lang), count: event.burns });
    case "punto_banco.bets_closed":
      return say("closed");
    case "punto_banco.cards_dealt": {
      const said = [say("dealt")];
      if (event.to_punto) {
        said.push(say("to", { side: to.title("punto"), name: to.name(event.to_punto) }));
      }
      if (event.stop_card) said.push(say("stop_card"));
      return said.join(" ");
    }
    case "punto_banco.cards_refused":
      return say("refused", { side: to.title(event.hand), name: to.name(event.party) });
    case "punto_banco.pairs_announced":
      return [event.punto ? say("pair.punto") : "", event.banco ? say("pair.banco") : ""]
        .filter((each) => each !== "")
        .join(" ");
    case "punto_banco.third_card": {
      const said = say("third", {
        side: to.title(event.hand),
        card: spoken(event.card, lang),
        point: event.point,
      });
      return event.stop_card ? `${said} ${say("stop_card")}` : said;
    }
    case "punto_banco.coup_announced": {
      const points = { banco: event.banco, punto: event.punto };
      const wins = event.wins.map((bet) => to.betName(bet)).join(", ");
      return wins ? say("result", { ...points, wins }) : say("nothing_wins", points);
    }
    case "punto_banco.bank_passed":
    case "punto_banco.bank_refused":
      return event.banker ? say("banker", { name: to.name(event.banker) }) : say("no_banker");
    default:
      return FAMILY.sentence(event, to, say);
  }
}
