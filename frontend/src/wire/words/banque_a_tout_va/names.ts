// Generated from the server's words by `npm run gen`. Do not edit.

export const BETS = {
  fr: {
    a_cheval: "À cheval",
    tableau_left: "Tableau de gauche",
    tableau_right: "Tableau de droite",
  },
  en: { a_cheval: "À cheval", tableau_left: "Left tableau", tableau_right: "Right tableau" },
};
