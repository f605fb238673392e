/** How chemin de fer is played; loaded when somebody asks. */

import type { HelpWords } from "../contract";

export const HELP: HelpWords = {
  fr: {
    keys: "M miser la banque · K garder la main · P passer · A garage · B banco · T avec la table · O compléter · L laisser la mise · R reprendre · F rien de plus · D donner · C carte · N non · Y accepter",
    parts: [
      [
        "But",
        "Les joueurs jouent entre eux : l’un tient la banque, les autres, les pontes, jouent contre lui. La maison donne les cartes et prend 5 % de ce que le banquier gagne.",
        "Le point le plus près de neuf gagne. Figures et dix comptent zéro, l’as un ; des dizaines on ne garde que les unités.",
      ],
      [
        "La banque",
        "Le banquier mise. Qui dit « Banco » joue seul contre toute la banque ; « Avec la table » en tient au moins la moitié, et les autres complètent. Ce que personne ne tient lui est rendu.",
        "Il garde la main tant qu’il gagne, la passe quand il veut, et la perd avec un coup. Elle va de place en place ; nul ne la refuse.",
      ],
      [
        "Les cartes",
        "Deux chacun, que leur porteur voit seul. Huit ou neuf d’emblée est un abattage. Sinon le ponte dit « Carte » ou « Non », puis le banquier.",
      ],
      [
        "Égalité",
        "Personne ne gagne : chaque ponte reprend sa mise ou la laisse pour le coup suivant.",
      ],
    ],
    tour: [
      [
        ".seats button, .seats li",
        "La partie commence avec quatre joueurs assis : touchez une place libre.",
      ],
      [".bank, .middle", "La banque du coup, et ce qu’il en reste à tenir."],
      [".panel", "Ici vos annonces, quand la table vous demande."],
      [".tools .tool", "L’aide, ce que prend la maison, et chaque article du règlement."],
    ],
  },
  en: {
    keys: "M stake the bank · K keep the hand · P pass · A garage · B banco · T with the table · O complete · L leave it in · R take back · F nothing more · D deal · C card · N no · Y agree",
    parts: [
      [
        "Aim",
        "The players play each other: one holds the bank, the others, the pontes, play against him. The house deals and takes 5 % of what the banker wins.",
        "The point nearest to nine wins. Court cards and tens count nothing, the ace one; of the tens only the units are kept.",
      ],
      [
        "The bank",
        "The banker stakes. Who says “Banco” plays alone against the whole bank; “With the table” holds half of it at least, and the others complete it. What nobody holds is given back.",
        "He keeps the hand while he wins, passes it when he likes, and loses it with a coup. It goes from seat to seat; nobody refuses it.",
      ],
      [
        "The cards",
        "Two each, which only their holder sees. Eight or nine at once is a natural and shown. Otherwise the ponte says “Card” or “No”, then the banker.",
      ],
      ["A tie", "Nobody wins: each ponte takes his stake back or leaves it in for the next coup."],
    ],
    tour: [
      [".seats button, .seats li", "Play begins with four seated players: tap a free seat."],
      [".bank, .middle", "The bank of the coup, and what of it is still to be held."],
      [".panel", "Your calls, when the table asks you."],
      [".tools .tool", "Help, what the house takes, and every clause of the rules."],
    ],
  },
};
