/** What the coin toss says, in both languages. */

import { type Dictionary, type Language, translatorOf } from "../../core/i18n";

const WORDS = {
  fr: {
    heads: "Face",
    tails: "Pile",
    betting: "Faites vos jeux",
    tossing: "La pièce tourne",
    limits: "De {least} à {most} sur chaque côté.",
    fell: "La pièce tombe sur {side}.",
  },
  en: {
    heads: "Heads",
    tails: "Tails",
    betting: "Place your bets",
    tossing: "The coin spins",
    limits: "From {least} to {most} on each side.",
    fell: "The coin falls on {side}.",
  },
} satisfies Dictionary<string>;

export const translatorFor = (language: Language) =>
  translatorOf<keyof (typeof WORDS)["fr"]>(WORDS, language);
