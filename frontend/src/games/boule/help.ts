/** How boule is played; loaded when somebody asks. */

import type { HelpWords } from "../contract";

export const HELP: HelpWords = {
  fr: {
    keys: "1 à 5 : jetons. Flèches : aller sur le tapis. Entrée : miser. Effacement : reprendre. U : annuler. C : effacer. R : rejouer. X : doubler. G : lancez.",
    parts: [
      [
        "But",
        "La bille tombe dans une cuvette de neuf numéros, de 1 à 9. Misez sur un numéro, ou sur une chance.",
      ],
      [
        "Les paris",
        "Un numéro paie 7 fois la mise. Rouge et noir, pair et impair, manque (1 à 4) et passe (6 à 9) paient une fois la mise.",
        "Le 5 est à la banque : quand il sort, toutes les chances perdent. On peut le jouer comme numéro.",
      ],
      [
        "Un coup",
        "Choisissez un jeton, touchez le tapis, puis « Lancez ». Le temps écoulé, la bille part de toute façon.",
      ],
    ],
    tour: [
      [".cloth", "Choisissez un jeton en bas, puis touchez un numéro ou une chance."],
      [".panel", "Vos jetons, reprendre, rejouer, et « Lancez » quand vous avez fini."],
      [".foot .draw", "Chaque numéro est engagé avant les mises : ici sa preuve."],
      [".tools .tool", "L’aide, ce que paie et coûte chaque pari, et chaque article du règlement."],
    ],
  },
  en: {
    keys: "1 to 5: chips. Arrows: move on the layout. Enter: stake. Backspace: take back. U: undo. C: clear. R: rebet. X: double. G: spin.",
    parts: [
      [
        "Aim",
        "The ball falls into a bowl of nine numbers, 1 to 9. Stake on a number or on a chance.",
      ],
      [
        "The bets",
        "A number pays 7 to 1. Red and black, odd and even, low (1 to 4) and high (6 to 9) pay 1 to 1.",
        "The 5 is the bank’s: when it falls all the chances lose. It can be staked on as a number.",
      ],
      [
        "A round",
        "Choose a chip, tap the layout, then “Throw”. When the time is over the ball is thrown all the same.",
      ],
    ],
    tour: [
      [".cloth", "Choose a chip below, then tap a number or a chance."],
      [".panel", "Your chips, undo, rebet, and “Throw” when you are done."],
      [".foot .draw", "Each number is committed to before the stakes: here is its proof."],
      [".tools .tool", "Help, what each bet pays and costs, and every clause of the rules."],
    ],
  },
};
