// Generated from the server's words by `npm run gen`. Do not edit.

export const BETS = { fr: { main: "Mise", tie: "Égalité" }, en: { main: "Stake", tie: "Tie" } };
