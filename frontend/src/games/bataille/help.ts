/** How the game is played; loaded when somebody asks. */

import type { HelpWords } from "../contract";

export const HELP: HelpWords = {
  fr: {
    parts: [
      [
        "But",
        "Votre carte contre celle de la banque : la plus haute gagne. L’as est la plus haute, les couleurs ne comptent pas.",
      ],
      [
        "Un coup",
        "Asseyez-vous à une case libre, choisissez un jeton, touchez la case, puis « Servez ».",
        "Chaque case reçoit une carte, puis la banque une. Plus haut, vous gagnez une fois la mise ; plus bas, vous la perdez.",
      ],
      [
        "Cartes égales",
        "« Abandon » rend la moitié de la mise. « Bataille » en ajoute autant : trois cartes sont brûlées, puis vous recevez une carte et la banque une.",
        "Plus haut ou égal, la mise ajoutée est payée et la première rendue ; plus bas, les deux sont perdues. Sans réponse à temps, c’est l’abandon.",
      ],
      [
        "Égalité",
        "Le petit cercle parie que les premières cartes sont égales. Ce qu’il paie est écrit sur le tapis.",
      ],
    ],
    keys: "1–5 jeton · L bataille · A abandon · U annuler · C effacer · R rejouer · X doubler les mises · G servez",
    tour: [
      [".seat.mine .spot, .seat .sit", "Touchez une case libre pour vous asseoir."],
      [
        ".panel",
        "Ici vos jetons, puis vos décisions. Choisissez un jeton et touchez votre case pour miser.",
      ],
      [
        "button.shoe",
        "Le sabot : ses cartes sont engagées d’avance, et votre navigateur vérifie chacune.",
      ],
      [".tools .tool", "L’aide, ce que paie et coûte chaque pari, et chaque article du règlement."],
    ],
  },
  en: {
    parts: [
      [
        "Aim",
        "Your card against the bank’s: the higher one wins. The ace is highest, suits do not count.",
      ],
      [
        "A round",
        "Sit at a free box, choose a chip, tap the box, then “Deal”.",
        "Each box is dealt a card, then the bank one. Higher, you win as much as your stake; lower, you lose it.",
      ],
      [
        "Equal cards",
        "“Give up” returns half of the stake. “Battle” adds as much again: three cards are burnt, then you are dealt a card and the bank one.",
        "Higher or equal, the added stake is paid and the first goes back; lower, both are lost. Without an answer in time you give up.",
      ],
      [
        "Tie",
        "The small circle bets that the first cards are equal. What it pays is printed on the layout.",
      ],
    ],
    keys: "1–5 chip · L battle · A give up · U undo · C clear · R rebet · X double stakes · G deal",
    tour: [
      [".seat.mine .spot, .seat .sit", "Tap a free box to sit down."],
      [".panel", "Your chips, then your decisions. Choose a chip and tap your box to stake."],
      [
        "button.shoe",
        "The shoe: its cards are committed to beforehand, and your browser verifies each.",
      ],
      [".tools .tool", "Help, what each bet pays and costs, and every clause of the rules."],
    ],
  },
};
