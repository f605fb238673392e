// Generated from the server's words by `npm run gen`. Do not edit.

export const BETS = {
  fr: {
    five: "5",
    joker_black: "Jocker noir",
    joker_yellow: "Jocker jaune",
    one: "1",
    ten: "10",
    twenty: "20",
    two: "2",
  },
  en: {
    five: "5",
    joker_black: "Black joker",
    joker_yellow: "Yellow joker",
    one: "1",
    ten: "10",
    twenty: "20",
    two: "2",
  },
};
