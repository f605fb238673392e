// Generated from the server's words by `npm run gen`. Do not edit.

export const BETS = {
  fr: {
    banco: "Banco",
    dragon_banco: "Dragon Bonus banco",
    dragon_punto: "Dragon Bonus punto",
    pair_banco: "Paire-Banque",
    pair_cheval: "Paires à cheval",
    pair_punto: "Paire-Ponte",
    punto: "Punto",
    tie: "Égalité",
  },
  en: {
    banco: "Banco",
    dragon_banco: "Dragon Bonus banco",
    dragon_punto: "Dragon Bonus punto",
    pair_banco: "Banco pair",
    pair_cheval: "Either pair",
    pair_punto: "Punto pair",
    punto: "Punto",
    tie: "Tie",
  },
};
