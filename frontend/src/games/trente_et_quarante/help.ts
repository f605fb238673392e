/** How trente et quarante is played; loaded when somebody asks. */

import type { HelpWords } from "../contract";

export const HELP: HelpWords = {
  fr: {
    keys: "1 à 5 : jetons. Flèches : aller sur le tapis. Entrée : miser. Effacement : reprendre. U : annuler. C : effacer. R : rejouer. X : doubler. G : donnez. M : moitié. P : prison.",
    parts: [
      [
        "But",
        "Le tailleur donne deux rangées de cartes, celle de noir puis celle de rouge, chacune jusqu’à dépasser trente. La plus près de trente gagne.",
        "L’as compte un, les figures dix, les autres cartes leur valeur.",
      ],
      [
        "Les quatre chances",
        "Noir ou rouge : la rangée qui gagne. Couleur : la première carte donnée est de la couleur de cette rangée ; inverse : elle n’en est pas. Chacune paie une fois la mise.",
        "À points égaux le coup est nul et les mises sont rendues.",
      ],
      [
        "Le refait",
        "À 31 contre 31, reprenez la moitié de chaque mise, ou laissez-la en prison : elle en sort sans gain si sa chance gagne ensuite.",
        "Une mise assurée est rendue entière. La prime, un pour cent, se paie avec la mise et reste à la table.",
      ],
      [
        "La carte d’arrêt",
        "Elle sort avant les cinq dernières cartes. Si le point n’est pas connu, le coup est annulé ; puis vient un nouveau sabot.",
      ],
    ],
    tour: [
      [".chances", "Choisissez un jeton en bas, puis touchez une des quatre chances."],
      [".insure", "Ici vous assurez vos mises contre le refait."],
      [".panel", "Vos jetons, reprendre, rejouer, et « Donnez » quand vous avez fini."],
      [".tools .tool", "L’aide, ce que paie et coûte chaque pari, et chaque article du règlement."],
    ],
  },
  en: {
    keys: "1 to 5: chips. Arrows: move on the layout. Enter: stake. Backspace: take back. U: undo. C: clear. R: rebet. X: double. G: deal. M: half. P: prison.",
    parts: [
      [
        "Aim",
        "The dealer deals two rows of cards, black’s and then red’s, each until it exceeds thirty. The one nearer to thirty wins.",
        "The ace counts one, court cards ten, the others their value.",
      ],
      [
        "The four chances",
        "Black or red: the row that wins. Colour: the first card dealt has the colour of that row; inverse: it has not. Each pays 1 to 1.",
        "With equal points the coup is null and stakes go back.",
      ],
      [
        "The refait",
        "At 31 to 31 take half of each stake back, or leave it in prison: it comes out without a gain if its chance wins next.",
        "An insured stake goes back whole. The premium, one per cent, is paid with the stake and stays with the table.",
      ],
      [
        "The stop card",
        "It comes out before the last five cards. If the point is not known the coup is annulled; then comes a new shoe.",
      ],
    ],
    tour: [
      [".chances", "Choose a chip below, then tap one of the four chances."],
      [".insure", "Here you insure your stakes against the refait."],
      [".panel", "Your chips, undo, rebet, and “Deal” when you are done."],
      [".tools .tool", "Help, what each bet pays and costs, and every clause of the rules."],
    ],
  },
};
