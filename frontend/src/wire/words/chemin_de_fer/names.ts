// Generated from the server's words by `npm run gen`. Do not edit.

export const BETS = {
  fr: {
    banco: "banco",
    complement: "complément",
    levy: "Prélèvement sur les gains de la banque",
    with_table: "avec la table",
  },
  en: {
    banco: "banco",
    complement: "complement",
    levy: "Levy on what the bank wins",
    with_table: "with the table",
  },
};
