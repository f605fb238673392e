// Generated from the server's words by `npm run gen`. Do not edit.

export const BETS = { fr: { play: "Partie" }, en: { play: "Game" } };
