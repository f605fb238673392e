/** How roulette is played; loaded when somebody asks. */

import type { HelpWords } from "../contract";

export const HELP: HelpWords = {
  fr: {
    keys: "1 à 5 : jetons. Flèches : aller sur le tapis. Entrée : miser. Effacement : reprendre. U : annuler. C : effacer. R : rejouer. X : doubler. G : lancez. M : moitié. P : prison.",
    parts: [
      [
        "But",
        "La bille tombe dans un des 37 numéros, de 0 à 36. Misez sur ceux où vous l’attendez.",
      ],
      [
        "Miser",
        "Choisissez un jeton et touchez le tapis : un numéro, le trait entre deux, le coin de quatre, le bord d’une rangée, ou les cases des colonnes, douzaines et chances simples.",
        "La piste mise par secteurs du cylindre : voisins, tiers, orphelins. Le champ dessous prend un pari comme on le dit au croupier : « tiers par 5 ».",
        "« Lancez » dit que vos jetons sont posés. Le temps écoulé, la bille part de toute façon.",
      ],
      [
        "Le zéro",
        "Les chances simples ne perdent pas au zéro : reprenez la moitié, ou laissez la mise en prison. Elle en sort sans gain si sa chance vient au coup suivant.",
      ],
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
    keys: "1 to 5: chips. Arrows: move on the layout. Enter: stake. Backspace: take back. U: undo. C: clear. R: rebet. X: double. G: spin. M: half. P: prison.",
    parts: [
      ["Aim", "The ball falls into one of 37 numbers, 0 to 36. Stake where you expect it."],
      [
        "Staking",
        "Choose a chip and tap the layout: a number, the line between two, the corner of four, the edge of a row, or the fields of columns, dozens and even chances.",
        "The racetrack stakes by parts of the wheel: voisins, tiers, orphelins. The field below takes a bet as one says it to the dealer: “tiers by 5”.",
        "“Spin” says that your chips are down. When the time is over the ball is thrown all the same.",
      ],
      [
        "Zero",
        "Even chances do not lose on zero: take half back, or leave the stake in prison. It comes out without a gain if its chance comes with the next spin.",
      ],
    ],
    tour: [
      [".cloth", "Choose a chip below, then tap the layout: numbers, lines, corners or chances."],
      [".panel", "Your chips, undo, rebet, and “Spin” when you are done."],
      [".foot .draw", "Each number is committed to before the stakes: here is its proof."],
      [".tools .tool", "Help, what each bet pays and costs, and every clause of the rules."],
    ],
  },
};
