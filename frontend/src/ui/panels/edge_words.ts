/** What the rules panel says of the house's edge; loaded with it. */

import type { Dictionary } from "../../core/i18n";

export const WORDS = {
  fr: {
    title: "Avantage de la maison",
    explain: "Ce qu’une mise perd en moyenne, par unité misée ; calculé pour ce règlement même.",
    pays: "paie {won} pour {staked}",
    long_run: "À la longue, cagnottes comprises.",
    decided: "{edge} des mises décidées, égalités à part",
    with_commission: "{edge} de la mise et de la commission ensemble",
  },
  en: {
    title: "House edge",
    explain: "What a bet loses on average, per unit staked; computed for these very rules.",
    pays: "pays {won} to {staked}",
    long_run: "In the long run, its pots paid out.",
    decided: "{edge} of bets decided, ties apart",
    with_commission: "{edge} of stake and commission together",
  },
} satisfies Dictionary<string>;

export type EdgeWord = keyof (typeof WORDS)["fr"];
