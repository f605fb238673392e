/** What the meters of the jackpots say; loaded with them. */

import type { Dictionary } from "../core/i18n";

export const WORDS = {
  fr: {
    title: "Jackpot",
    claimed: "Un gain attend l’approbation",
    claimed_brief: "à approuver",
  },
  en: {
    title: "Jackpot",
    claimed: "A win awaits approval",
    claimed_brief: "to approve",
  },
} satisfies Dictionary<string>;
