// Generated from the server's words by `npm run gen`. Do not edit.

export const BETS = {
  fr: {
    black: "Noir",
    even: "Pair",
    high: "Passe",
    low: "Manque",
    odd: "Impair",
    red: "Rouge",
    straight: "Plein {chosen}",
  },
  en: {
    black: "Black",
    even: "Even",
    high: "High",
    low: "Low",
    odd: "Odd",
    red: "Red",
    straight: "Number {chosen}",
  },
};
