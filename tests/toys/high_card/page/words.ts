/** What the game of high card says, in both languages. */

import { type Dictionary, type Language, translatorOf } from "../../core/i18n";

const WORDS = {
  fr: {
    betting: "Faites vos jeux",
    sit: "Prendre la case {box}",
    ready: "C’est misé",
    house: "Maison : {card}",
    stake: "Miser {amount} : case {box}",
    limits: "De {least} à {most} sur chaque case.",
  },
  en: {
    betting: "Place your bets",
    sit: "Take box {box}",
    ready: "My chips are down",
    house: "House: {card}",
    stake: "Stake {amount}: box {box}",
    limits: "From {least} to {most} on each box.",
  },
} satisfies Dictionary<string>;

export const translatorFor = (language: Language) =>
  translatorOf<keyof (typeof WORDS)["fr"]>(WORDS, language);
