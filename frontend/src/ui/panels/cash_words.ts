/** What the exchange at the table says; loaded with it. */

import type { Dictionary } from "../../core/i18n";

export const WORDS = {
  fr: {
    held: "Vous avez {amount} en espèces. Elles se changent ici, hors du règlement d’un coup.",
    none: "Vous n’avez pas d’espèces à changer.",
    amount: "Montant",
    count: "Compter les jetons",
    lined_up: "Jetons comptés devant vous",
    pile: "{value} : {times}",
    take: "Prendre {amount}",
    stake: "Miser {amount} en billets",
    keep: "Garder mes billets",
    staking: "{amount} en billets : le changeur les change avec votre prochaine mise.",
    cage: "La caisse : dépôts, retraits, jetons contre espèces",
    failed: "La maison ne répond pas : réessayez dans un instant.",
    retry: "Réessayer",
  },
  en: {
    held: "You have {amount} in cash. It is changed here, but not while a round is settled.",
    none: "You have no cash to change.",
    amount: "Amount",
    count: "Count the chips",
    lined_up: "Chips counted before you",
    pile: "{value}: {times}",
    take: "Take {amount}",
    stake: "Stake {amount} in notes",
    keep: "Keep my notes",
    staking: "{amount} in notes: the changer changes them with your next stake.",
    cage: "The cage: deposits, withdrawals, chips for cash",
    failed: "The house does not answer: try again in a moment.",
    retry: "Try again",
  },
} satisfies Dictionary<string>;
