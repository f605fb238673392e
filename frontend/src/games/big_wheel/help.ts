/** How the big wheel is played; loaded when somebody asks. */

import type { HelpWords } from "../contract";

export const HELP: HelpWords = {
  fr: {
    keys: "1 à 5 : jetons. Flèches : aller sur le tapis. Entrée : miser. Effacement : reprendre. U : annuler. C : effacer. R : rejouer. X : doubler. G : lancez.",
    parts: [
      [
        "But",
        "Une grande roue de 54 cases s’arrête sous une languette. Misez sur ce que la case portera.",
      ],
      [
        "Les paris",
        "Chaque chance paie le nombre de fois qu’elle porte : plus elle est rare sur la roue, plus elle paie. Les deux jokers paient le plus.",
        "Sous le tapis : combien de cases chaque chance a sur la roue.",
      ],
      [
        "Un coup",
        "Choisissez un jeton, touchez le tapis, puis « Lancez ». Le temps écoulé, la roue part de toute façon.",
      ],
    ],
    tour: [
      [".cloth", "Choisissez un jeton en bas, puis touchez une chance."],
      [".panel", "Vos jetons, reprendre, rejouer, et « Lancez » quand vous avez fini."],
      [".foot .draw", "Chaque arrêt est engagé avant les mises : ici sa preuve."],
      [".tools .tool", "L’aide, ce que paie et coûte chaque pari, et chaque article du règlement."],
    ],
  },
  en: {
    keys: "1 to 5: chips. Arrows: move on the layout. Enter: stake. Backspace: take back. U: undo. C: clear. R: rebet. X: double. G: spin.",
    parts: [
      [
        "Aim",
        "A big wheel of 54 segments stops under a leather tongue. Stake on what the segment will show.",
      ],
      [
        "The bets",
        "Each chance pays as many times as it says: the rarer on the wheel, the more it pays. The two jokers pay most.",
        "Below the layout: how many segments each chance has on the wheel.",
      ],
      [
        "A round",
        "Choose a chip, tap the layout, then “Spin”. When the time is over the wheel is turned all the same.",
      ],
    ],
    tour: [
      [".cloth", "Choose a chip below, then tap a chance."],
      [".panel", "Your chips, undo, rebet, and “Spin” when you are done."],
      [".foot .draw", "Each stop is committed to before the stakes: here is its proof."],
      [".tools .tool", "Help, what each bet pays and costs, and every clause of the rules."],
    ],
  },
};
