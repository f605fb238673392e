/** What a screen reader hears of a frame: the dealer's calls. */

import { spoken } from "../../core/cards";
import { chips } from "../../core/money";
import { type Dictionary, translatorOf } from "../../core/i18n";
import * as FAMILY from "../baccara/announce";
import type { BaccaraPlay } from "../baccara/play.svelte";
import type { AnyEvent } from "../table";

const fr = {
  ...FAMILY.fr,
  last_coup: "Faites vos jeux : dernier coup de la taille.",
  hands: "La main : à droite {right}, à gauche {left}.",
  dealt: "Deux cartes à droite, à gauche et au banquier.",
  third: "{side} tire {card}.",
  result: "Banquier {banker}. Droite {right} {on_right}, gauche {left} {on_left}.",
  bank: "{name} tient la banque : {amount}.",
  bank_leaves: "{name} rendra la banque après ce coup.",
  bank_left: "{name} quitte la banque avec {amount}. La maison la tient.",
  announced: "Carte d’arrêt : dernier coup de la taille.",
  offered:
    "Carte d’arrêt : il reste {rest} cartes. Un banquier qui joue son argent peut jouer encore un coup, du chemin de fer.",
  offer: "Le banquier joue-t-il le dernier coup, du chemin de fer ?",
  chemin:
    "Dernier coup, du chemin de fer : banco de {amount}. Une seule main joue contre le banquier.",
  shoe_over: "La taille est finie.",
  session_over: "La séance est finie.",
};

const en: Record<keyof typeof fr, string> = {
  ...FAMILY.en,
  last_coup: "Place your bets: the last coup of the shoe.",
  hands: "The hand: on the right {right}, on the left {left}.",
  dealt: "Two cards to the right, the left and the banker.",
  third: "{side} draws {card}.",
  result: "Banker {banker}. Right {right} {on_right}, left {left} {on_left}.",
  bank: "{name} has the bank: {amount}.",
  bank_leaves: "{name} gives the bank up after this coup.",
  bank_left: "{name} leaves the bank with {amount}. The house has it.",
  announced: "Stop card: the last coup of the shoe.",
  offered:
    "Stop card: {rest} cards are left. A banker who plays his own money may play one more coup, of the chemin de fer.",
  offer: "Does the banker play the last coup, of the chemin de fer?",
  chemin:
    "The last coup, of the chemin de fer: the bank is {amount}. One hand alone plays the banker.",
  shoe_over: "The shoe is over.",
  session_over: "The session is over.",
};

const WORDS: Dictionary<keyof typeof fr> = { fr, en };

/** Returns what is said of an event; empty when nothing is worth saying. */
export function sentence(event: AnyEvent, to: BaccaraPlay): string {
  const { lang } = to.table;
  const say = translatorOf(WORDS, lang);
  switch (event.kind) {
    case "banque_a_tout_va.opened":
      if (event.chemin_de_fer) return say("offer");
      return event.last === "announced" ? say("last_coup") : "";
    case "banque_a_tout_va.chemin_de_fer_began":
      return say("chemin", { amount: chips(event.bank, lang) });
    case "banque_a_tout_va.bank_put_up":
      return say("bank", { name: to.name(event.banker), amount: chips(event.bank, lang) });
    case "banque_a_tout_va.bank_leaves":
      return say("bank_leaves", { name: to.name(event.banker) });
    case "banque_a_tout_va.bank_left":
      return say("bank_left", {
        name: to.name(event.banker),
        amount: chips(event.amount, lang),
      });
    case "banque_a_tout_va.bets_closed": {
      const hands = { right: to.name(event.right ?? ""), left: to.name(event.left ?? "") };
      return `${say("closed")} ${say("hands", hands)}`;
    }
    case "banque_a_tout_va.cards_dealt":
      return say("dealt");
    case "banque_a_tout_va.third_card":
      return say("third", {
        side: to.title(event.hand),
        card: spoken(event.card, lang),
      });
    case "banque_a_tout_va.coup_announced":
      return say("result", {
        banker: event.banker,
        right: event.right,
        left: event.left,
        on_right: to.say(`hand.${event.on_right}`),
        on_left: to.say(`hand.${event.on_left}`),
      });
    case "banque_a_tout_va.shoe_ends": {
      const said = [];
      if (event.last === "announced") said.push(say("announced"));
      else if (event.last === "chemin_de_fer_offered") {
        said.push(say("offered", { rest: event.rest }));
      } else said.push(say("shoe_over"));
      if (event.session_over) said.push(say("session_over"));
      return said.join(" ");
    }
    default:
      return FAMILY.sentence(event, to, say);
  }
}
