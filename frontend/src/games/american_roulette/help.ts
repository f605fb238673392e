/** How American roulette is played; loaded when somebody asks. */

import type { HelpWords } from "../contract";

export const HELP: HelpWords = {
  fr: {
    keys: "1 à 5 : jetons. Flèches : aller sur le tapis. Entrée : miser. Effacement : reprendre. U : annuler. C : effacer. R : rejouer. X : doubler. G : lancez.",
    parts: [
      [
        "But",
        "La bille tombe dans un des 38 numéros : 0, 00 et 1 à 36. Misez sur ceux où vous l’attendez.",
      ],
      [
        "Miser",
        "Choisissez un jeton et touchez le tapis : un numéro, le trait entre deux, le coin de quatre, le bord d’une rangée, ou les cases des colonnes, douzaines et chances simples.",
        "« Lancez » dit que vos jetons sont posés. Le temps écoulé, la bille part de toute façon.",
      ],
      ["Les deux zéros", "Au 0 et au 00 les chances simples perdent : ni moitié, ni prison."],
    ],
    tour: [
      [
        ".cloth",
        "Choisissez un jeton en bas, puis touchez le tapis : numéros, traits, coins ou chances.",
      ],
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
        "The ball falls into one of 38 numbers: 0, 00 and 1 to 36. Stake where you expect it.",
      ],
      [
        "Staking",
        "Choose a chip and tap the layout: a number, the line between two, the corner of four, the edge of a row, or the fields of columns, dozens and even chances.",
        "“Spin” says that your chips are down. When the time is over the ball is thrown all the same.",
      ],
      ["The two zeros", "On 0 and 00 the even chances lose: neither half nor prison."],
    ],
    tour: [
      [".cloth", "Choose a chip below, then tap the layout: numbers, lines, corners or chances."],
      [".panel", "Your chips, undo, rebet, and “Spin” when you are done."],
      [".foot .draw", "Each number is committed to before the stakes: here is its proof."],
      [".tools .tool", "Help, what each bet pays and costs, and every clause of the rules."],
    ],
  },
};
