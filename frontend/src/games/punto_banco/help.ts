/** How punto banco is played; loaded when somebody asks. */

import type { HelpWords } from "../contract";

export const HELP: HelpWords = {
  fr: {
    keys: "1 à 5 : jetons. Flèches : aller sur le tapis. Entrée : miser. Effacement : reprendre. U : annuler. C : effacer. R : rejouer. X : doubler. G : donnez. T : retourner. N : refuser les cartes. K : passer la banque. Flèche vers le haut sur une carte : la filer.",
    parts: [
      [
        "But",
        "Deux mains sont données, punto et banco. Misez sur celle qui sera la plus près de neuf, ou sur l’égalité.",
        "Figures et dix comptent zéro, l’as un ; des dizaines on ne garde que les unités.",
      ],
      [
        "Les cartes",
        "Deux chacune. Huit ou neuf est un abattage : personne ne tire. Sinon punto tire jusqu’à cinq ; banco tire selon un tableau. Personne ne choisit.",
        "Les cartes de punto vont au joueur assis qui a misé le plus sur punto, celles de banco au « banquier ». Eux seuls les voient avant de les retourner, ou les laissent au croupier ; cela ne change rien au résultat.",
      ],
      [
        "Ce qui est payé",
        "Punto paie 1 contre 1, banco 19 contre 20, l’égalité 8 contre 1 ; à égalité, punto et banco sont rendus. Au Punto 2000, banco paie 1 contre 1, mais la moitié avec 6.",
        "Dragon Bonus paie selon l’écart, jusqu’à 20 contre 1 ; Paire Baccara 11 contre 1.",
      ],
      [
        "Le banquier",
        "Il ne fait que tenir les cartes de banco et mise comme il veut. Quand banco perd, le joueur suivant devient banquier ; il peut passer la banque.",
      ],
      [
        "Les routes",
        "Le tableau écrit tous les coups de la taille. Les cartes n’ont pas de mémoire : aucune route ne prédit.",
      ],
    ],
    tour: [
      [".cloth", "Choisissez un jeton en bas, puis touchez une case : son prix est écrit dessus."],
      [".seats", "Asseyez-vous pour recevoir les cartes ; on peut aussi miser debout."],
      [".board", "Tous les coups de la taille, en routes."],
      [".panel", "Vos jetons, reprendre, rejouer, et « Donnez » quand vous avez fini."],
      [".tools .tool", "L’aide, ce que paie et coûte chaque pari, et chaque article du règlement."],
    ],
  },
  en: {
    keys: "1 to 5: chips. Arrows: move on the layout. Enter: stake. Backspace: take back. U: undo. C: clear. R: rebet. X: double. G: deal. T: turn. N: refuse the cards. K: pass the bank. Arrow up on a card: peel it.",
    parts: [
      [
        "Aim",
        "Two hands are dealt, punto and banco. Stake on the one that will be nearest to nine, or on a tie.",
        "Court cards and tens count nothing, the ace one; of the tens only the units are kept.",
      ],
      [
        "The cards",
        "Two each. Eight or nine is a natural: nobody draws. Otherwise punto draws up to five; banco draws by a table. Nobody chooses.",
        "Punto’s cards go to the seated player with most on punto, banco’s to the “banker”. They alone see them before they turn them, or leave them to the dealer; it changes nothing of the result.",
      ],
      [
        "What is paid",
        "Punto pays 1 to 1, banco 19 to 20, a tie 8 to 1; on a tie punto and banco are given back. At Punto 2000 banco pays 1 to 1, but half with 6.",
        "Dragon Bonus pays by the margin, up to 20 to 1; Paire Baccara 11 to 1.",
      ],
      [
        "The banker",
        "He only has banco’s cards, and stakes as he likes. When banco loses, the next player becomes the banker; he may pass the bank.",
      ],
      [
        "The roads",
        "The board has every coup of the shoe. Cards have no memory: no road foretells anything.",
      ],
    ],
    tour: [
      [".cloth", "Choose a chip below, then tap a spot: its price is written on it."],
      [".seats", "Sit down to receive the cards; you may also stake standing."],
      [".board", "Every coup of the shoe, as roads."],
      [".panel", "Your chips, undo, rebet, and “Deal” when you are done."],
      [".tools .tool", "Help, what each bet pays and costs, and every clause of the rules."],
    ],
  },
};
