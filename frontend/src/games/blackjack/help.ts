/** How black-jack is played; loaded when somebody asks. */

import type { HelpWords } from "../contract";

export const HELP: HelpWords = {
  fr: {
    parts: [
      [
        "But",
        "Approchez 21 de plus près que la banque, sans le dépasser. Les figures valent 10, l’as 1 ou 11.",
        "Un as et une carte de 10 d’emblée font un black-jack : il bat tout autre 21 et paie ce qui est écrit sur le tapis.",
      ],
      [
        "Un coup",
        "Asseyez-vous à une case libre, choisissez un jeton, touchez la case, puis « Servez ».",
        "« Tirer » prend une carte, « Rester » n’en prend plus. « Doubler » double la mise pour une seule carte. « Séparer » fait deux mains d’une paire. « Abandonner », où la table l’offre, rend la moitié de la mise.",
        "La banque joue la dernière, toujours selon la règle du tapis.",
      ],
      [
        "Assurance",
        "La banque montre un as : l’assurance coûte la moitié de la mise et paie 2 pour 1 si elle fait black-jack.",
      ],
      [
        "Mises additionnelles",
        "Les petits cercles à côté de la case parient sur vos premières cartes ou sur la banque. Ce que chacun paie est écrit sous « Limites ».",
      ],
      [
        "Miser debout",
        "Le « + » sous la case d’un autre place vos jetons derrière lui : ils suivent sa main, et lui seul décide. Il doit l’avoir accepté et avoir misé. « Suivre » met autant que lui quand il double ou sépare.",
      ],
      [
        "Sans attendre",
        "Pendant le tour d’un autre, une décision se presse d’avance et se reprend. Elle tombe si vos cartes ou celle de la banque changent.",
      ],
    ],
    keys: "1–5 jeton · H tirer · S rester · D doubler · P séparer · A abandonner · I assurer · E à égalité · N sans assurance · M suivre · U annuler · C effacer · R rejouer · X doubler les mises · G servez",
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
        "Come closer to 21 than the dealer without passing it. Court cards count 10, the ace 1 or 11.",
        "An ace and a card of 10 at once are a black jack: it beats any other 21 and pays what is printed on the layout.",
      ],
      [
        "A round",
        "Sit at a free box, choose a chip, tap the box, then “Deal”.",
        "“Hit” takes a card, “Stand” takes no more. “Double” doubles the stake for one card only. “Split” makes two hands of a pair. “Surrender”, where the table offers it, returns half the stake.",
        "The dealer plays last, always by the rule on the layout.",
      ],
      [
        "Insurance",
        "The dealer shows an ace: insurance costs half the stake and pays 2 to 1 if he makes a black jack.",
      ],
      [
        "Side bets",
        "The small circles beside the box bet on your first cards or on the dealer. What each pays stands under “Limits”.",
      ],
      [
        "Staking behind",
        "The “+” below another player’s box lays your chips behind him: they follow his hand, and he alone decides. He must have agreed and staked. “Match” puts up as much as he does when he doubles or splits.",
      ],
      [
        "Without waiting",
        "While another player’s turn lasts a decision can be pressed ahead, and taken back. It lapses if your cards or the dealer’s change.",
      ],
    ],
    keys: "1–5 chip · H hit · S stand · D double · P split · A surrender · I insure · E even money · N no insurance · M match · U undo · C clear · R rebet · X double stakes · G deal",
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
