/** How banque à tout va is played; loaded when somebody asks. */

import type { HelpWords } from "../contract";

export const HELP: HelpWords = {
  fr: {
    keys: "1 à 5 : jetons. Flèches : aller sur le tapis. Entrée : miser. Effacement : reprendre. U : annuler. C : effacer. R : rejouer. X : doubler. G : donnez. T : carte. N : non. D : donner, J : jouer le dernier coup, pour le banquier. Flèche vers le haut sur une carte : la filer.",
    parts: [
      [
        "But",
        "Un banquier joue une main contre deux tableaux, droite et gauche. Misez sur l’un, sur l’autre, ou à cheval sur les deux.",
        "Le point le plus près de neuf gagne. Figures et dix comptent zéro, l’as un ; des dizaines on ne garde que les unités.",
      ],
      [
        "Les mains",
        "Le premier joueur assis qui a misé tient la main de son tableau, jusqu’à ce qu’elle perde. Huit ou neuf : on abat. De zéro à quatre, on tire ; six ou sept, on reste ; à cinq, on choisit.",
        "Qui tire jette ses deux cartes couvertes : elles sont montrées au règlement.",
      ],
      [
        "Le banquier",
        "La maison, ou un joueur agréé par la Direction avec son argent. La maison tire selon la table de l’article 13, contre le tableau le plus chargé ; un banquier agréé, comme il veut.",
        "Une banque limitée ne prend que ce qu’elle couvre, dans l’ordre des mises.",
      ],
      [
        "Ce qui est payé",
        "Un tableau qui gagne paie 1 contre 1 ; à égalité la mise est rendue.",
        "À cheval, c’est la moitié sur chaque tableau : tout si les deux gagnent, la moitié si l’un gagne et l’autre égalise, rien si l’un gagne et l’autre perd.",
      ],
      [
        "La séance",
        "Deux tailles d’un sixain. Quand la carte d’arrêt sort, un dernier coup suit s’il reste neuf cartes ; s’il en reste de six à huit, un banquier qui joue son argent peut jouer un coup du chemin de fer : une seule main contre lui, et les mises couvrent sa banque.",
      ],
    ],
    tour: [
      [".cloth", "Choisissez un jeton en bas, puis touchez un tableau, ou à cheval."],
      [".bank", "Qui tient la banque, et ce qu’elle couvre encore."],
      [".seats", "Asseyez-vous pour tenir la main ; on peut aussi miser debout."],
      [".panel", "Vos jetons, reprendre, rejouer, et « Donnez » quand vous avez fini."],
      [".tools .tool", "L’aide, ce que paie et coûte chaque pari, et chaque article du règlement."],
    ],
  },
  en: {
    keys: "1 to 5: chips. Arrows: move on the layout. Enter: stake. Backspace: take back. U: undo. C: clear. R: rebet. X: double. G: deal. T: card. N: no card. D: deal, J: play the last coup, for the banker. Arrow up on a card: peel it.",
    parts: [
      [
        "Aim",
        "One banker plays one hand against two tableaux, right and left. Stake on one, on the other, or à cheval on both.",
        "The point nearest to nine wins. Court cards and tens count nothing, the ace one; of the tens only the units are kept.",
      ],
      [
        "The hands",
        "The first seated player with a stake has his tableau’s hand, until it loses. Eight or nine is shown. With none to four you draw; with six or seven you stand; with five you choose.",
        "Who draws throws two cards face down: they are shown when the coup is settled.",
      ],
      [
        "The banker",
        "The house, or a player whom the management has approved, with his money. The house draws by the table of article 13 against the tableau with more at stake; an approved banker as he likes.",
        "A limited bank takes only what it covers, in the order of the stakes.",
      ],
      [
        "What is paid",
        "A tableau that wins pays 1 to 1; on a tie the stake is given back.",
        "À cheval is half on each tableau: all if both win, half if one wins and the other ties, nothing if one wins and the other loses.",
      ],
      [
        "The session",
        "Two shoes of a sixain. When the stop card comes out, one last coup follows if nine cards are left; if there are six to eight, a banker who plays his own money may play a coup of chemin de fer: one hand alone against him, and the stakes cover his bank.",
      ],
    ],
    tour: [
      [".cloth", "Choose a chip below, then tap a tableau, or à cheval."],
      [".bank", "Who has the bank, and what it still covers."],
      [".seats", "Sit down to have the hand; you may also stake standing."],
      [".panel", "Your chips, undo, rebet, and “Deal” when you are done."],
      [".tools .tool", "Help, what each bet pays and costs, and every clause of the rules."],
    ],
  },
};
