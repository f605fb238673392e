/** What the house announces; loaded when there is something. */

import type { Dictionary } from "../../core/i18n";

export const WORDS = {
  fr: {
    soon: "Dernière demi-heure : les derniers coups commencent à {time}.",
    rounds: "Les {rounds} derniers coups, puis la table ferme.",
    last: "Dernier coup, puis la table ferme.",
    paused: "La table est suspendue : un incident est examiné. Vos mises restent en place.",
    closed: "La table est fermée. Vos jetons sont dans votre solde.",
    reason: "Motif : {reason}.",
    ordered: "La maison fait mélanger les cartes de nouveau.",
    interrupted: "La partie s’était interrompue : les cartes sont mélangées de nouveau.",
  },
  en: {
    soon: "Last half hour: the last rounds begin at {time}.",
    rounds: "The last {rounds} rounds, then the table closes.",
    last: "Last round, then the table closes.",
    paused: "The table is paused: an incident is being looked into. Your stakes stay in place.",
    closed: "The table is closed. Your chips are in your balance.",
    reason: "Reason: {reason}.",
    ordered: "The house has the cards shuffled again.",
    interrupted: "Play was interrupted: the cards are shuffled again.",
  },
} satisfies Dictionary<string>;
